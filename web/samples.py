"""The sample photos that the demo's count page offers, by their record of what they show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_RECORD = "truth.json"


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample photo: its file's name and how many face-up tiles it shows."""

    file: str
    tiles: int


def offered(folder: Path | None, round_: int, seat: int) -> tuple[Sample, ...]:
    """The sample photos for `seat`'s hand of `round_`: those recorded for it, or else all.

    `seat` counts from 0, those of the record from 1.
    """
    records = _records(folder)
    meant = [r for r in records if (r.get("round"), r.get("seat")) == (round_, seat + 1)]
    return tuple(Sample(record["file"], len(record["tiles"])) for record in meant or records)


def sample_bytes(folder: Path | None, file: str) -> bytes | None:
    """The sample photo `file`; None for a name that the record doesn't have."""
    if folder is None or file not in {record["file"] for record in _records(folder)}:
        return None
    return (folder / file).read_bytes()


def _records(folder: Path | None) -> list[dict[str, Any]]:
    if folder is None or not (folder / _RECORD).is_file():
        return []
    records: list[dict[str, Any]] = json.loads((folder / _RECORD).read_text("utf-8"))
    return records
