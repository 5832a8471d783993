"""The sample photos that come with the program: what each one shows, and whose hand it is in the demo."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import DominoSet, Tile
from vision.reading import Corners
from web.store.fold import Key

_RECORD = "truth.json"
_PLAYED = ("train", "table")


class SamplesError(Exception):
    """The sample photos can't be used; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample photo: its whole face-up `tiles`, each with its `corners` in pixels, of a set up to `max_pip`.

    `cell` is the round (from 1) and the seat (from 0) whose hand it is; None where it is nobody's.
    `is_hand` is False where the tiles lie as they were played.
    """

    file: Path
    tiles: tuple[Tile, ...]
    corners: tuple[Corners, ...]
    max_pip: int
    cell: Key | None = None
    is_hand: bool = True


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
        is_hand=record.get("arrangement") not in _PLAYED,
    )


def _corners(four: Sequence[Sequence[float]]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in four)
    return a, b, c, d


def offered(samples: tuple[Sample, ...], domino_set: DominoSet, cell: Key) -> tuple[Sample, ...]:
    """The samples for the hand of `cell` in a game of `domino_set`: its own, or else hands that it may be.

    Those that are nobody's come first, then those of other rounds; what another player holds is not offered.
    """
    hands = [sample for sample in samples if sample.is_hand and sample.max_pip == domino_set.max_pip]
    own = tuple(sample for sample in hands if sample.cell == cell)
    nobodys = (sample for sample in hands if sample.cell is None)
    others = (sample for sample in hands if sample.cell is not None and sample.cell[0] != cell[0])
    return own or (*nobodys, *others)
