"""The sample photos that come with the program: what each one shows, and whose hand it is in the demo."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import Tile
from vision.reading import Corners
from web.store.fold import Key

_RECORD = "truth.json"


class SamplesError(Exception):
    """The sample photos can't be used; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample photo: its whole face-up `tiles`, each with its `corners` in pixels, of a set up to `max_pip`.

    `cell` is the round (from 1) and the seat (from 0) whose hand it is; None where it is nobody's.
    """

    file: Path
    tiles: tuple[Tile, ...]
    corners: tuple[Corners, ...]
    max_pip: int
    cell: Key | None = None


def read_samples(folder: Path) -> tuple[Sample, ...]:
    """The samples in `folder`, as the record beside them says. Raises `SamplesError`."""
    path = folder / _RECORD
    try:
        return tuple(_sample(folder, record) for record in json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise SamplesError(
            f"There are no sample photos in {folder}: give their folder with --samples."
        ) from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SamplesError(f"{path} is damaged: get the sample photos anew.") from error


def _sample(folder: Path, record: Mapping[str, Any]) -> Sample:
    return Sample(
        file=folder / record["file"],
        tiles=tuple(Tile(first, second) for first, second in record["tiles"]),
        corners=tuple(_corners(four) for four in record["corners"]),
        max_pip=record["max_pips"],
        cell=(record["round"], record["seat"] - 1) if "round" in record else None,
    )


def _corners(four: Sequence[Sequence[float]]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in four)
    return a, b, c, d


def offered(samples: tuple[Sample, ...], cell: Key) -> tuple[Sample, ...]:
    """The samples for the hand of `cell`: its own, or else all."""
    return tuple(sample for sample in samples if sample.cell == cell) or samples
