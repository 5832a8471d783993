"""A folder of pictures with known tiles, read one by one in this process."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee import DominoSet, Tile, TileError
from vision.bench.score import Score, Truth, score
from vision.decode import PictureError, decode_file
from vision.pipeline import Reader
from vision.reading import Corners, Reading

_FEW = 4


class BenchError(ValueError):
    """A folder that can't be scored; the message is a sentence for a person."""


def load(folder: Path) -> tuple[Truth, ...]:
    """The truth of `folder`'s pictures, without those that its maker was not certain of.

    Its `truth.json` is a list of objects with `file` and `tiles`, and as far as they are known
    `partial_tiles`, `partial`, `face_down`, `corners`, `max_pips`, `source`, `certain` and what kind of
    picture it is.
    Raises `BenchError`.
    """
    file = folder / "truth.json"
    try:
        records = json.loads(file.read_text("utf-8"))
        truths = tuple(_truth(record) for record in records if record.get("certain", True))
    except (OSError, UnicodeError) as error:
        raise BenchError(f"{file} can't be read: name a folder of pictures with a truth.json.") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BenchError(
            f"{file} is not in the form that is needed ({type(error).__name__}: {error}): "
            "it is a list of objects with “file” and “tiles”."
        ) from error
    if not truths:
        raise BenchError(f"{file} names no picture: there is nothing to score.")
    return _without_rare_grounds(truths)


def measure(folder: Path, truths: Sequence[Truth], reader: Reader, tell_set: bool = False) -> Iterator[Score]:
    """Read and score each picture; `tell_set` tells the reader the set, as a running game would."""
    for truth in truths:
        started = time.perf_counter()
        try:
            picture = decode_file(folder / truth.file)
        except PictureError:
            yield score(truth, None)
            continue
        reading = reader.read(picture, truth.domino_set if tell_set else None)
        took = (time.perf_counter() - started) * 1e3
        kept = Reading.from_json(reading.to_json())  # what is printed, kept and shown: rounded
        pixels = {"megapixels": _megapixels(kept.width * kept.height)}
        yield score(replace(truth, groups={**truth.groups, **pixels}), kept, took)


def _truth(record: dict[str, Any]) -> Truth:
    corners = record.get("corners")
    outlines = None if corners is None else tuple(_corners(points) for points in corners)
    values = tuple((int(a), int(b)) for a, b in record["tiles"])
    if outlines is not None and len(outlines) != len(values):
        raise ValueError(f"{len(values)} tiles have {len(outlines)} outlines")
    return Truth(
        file=record["file"],
        values=values,
        partial=tuple(Tile(*halves) for halves in record.get("partial_tiles") or ()),
        corners=outlines,
        domino_set=_domino_set(record.get("max_pips")),
        groups=_groups(record, values, outlines),
        source=record.get("source"),
        cut=int(record.get("partial") or 0),
        face_down=int(record.get("face_down") or 0),
    )


def _corners(points: Sequence[Sequence[float]]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _domino_set(max_pip: Any) -> DominoSet | None:
    try:
        return DominoSet(max_pip)
    except TileError:
        return None


def _groups(
    record: dict[str, Any], values: Sequence[tuple[int, int]], outlines: Sequence[Corners] | None
) -> dict[str, str]:
    """What kind of picture it is, in the words that reports use."""
    groups = {"shows": "a half above 6" if any(max(pair) > 6 for pair in values) else "halves to 6"}
    groups["tiles"] = _band(len(values), ((0, "none"), (7, "1 to 7"), (14, "8 to 14")), "15 and more")
    length = record.get("tile_pixels") or _length(outlines)
    if length:
        groups["tile length"] = _band(length, _LENGTHS, "600 pixels and more")
    groups |= {name: str(record[key]) for key, name in _KINDS.items() if record.get(key) is not None}
    if record.get("max_pips") is not None:
        groups["set"] = f"double-{record['max_pips']}"
    return groups


_LENGTHS = (
    (60, "below 60 pixels"),
    (90, "60 to 90 pixels"),
    (150, "90 to 150 pixels"),
    (300, "150 to 300 pixels"),
    (600, "300 to 600 pixels"),
)

_KINDS = {
    "scene": "scene",
    "arrangement": "arrangement",
    "background": "ground",
    "difficulty": "difficulty",
    "pip_style": "pips",
    "tile_colour": "colour",
}
"""Words of a truth.json that say what kind of picture it is, and what reports call them."""


def _length(outlines: Sequence[Corners] | None) -> float:
    """The middling length of the tiles in pixels, 0 where it is not known."""
    lengths = sorted(max(math.dist(a, d), math.dist(b, c)) for a, b, c, d in outlines or ())
    return lengths[len(lengths) // 2] if lengths else 0.0


def _megapixels(pixels: int) -> str:
    return _band(pixels / 1e6, ((1, "to 1"), (4, "1 to 4")), "4 and more")


def _band(value: float, bands: Sequence[tuple[float, str]], rest: str) -> str:
    """The words of the first band that `value` does not exceed."""
    return next((words for most, words in bands if value <= most), rest)


def _without_rare_grounds(truths: Sequence[Truth]) -> tuple[Truth, ...]:
    """Grounds of fewer than `_FEW` pictures become one: a group of one would name a picture."""
    counts = Counter(truth.groups.get("ground") for truth in truths)

    def common(truth: Truth) -> Truth:
        ground = truth.groups.get("ground")
        rare = ground is not None and counts[ground] < _FEW
        return replace(truth, groups={**truth.groups, "ground": "another"}) if rare else truth

    return tuple(common(truth) for truth in truths)
