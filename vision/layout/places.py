"""Whose train is whose: by where it leaves the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision.layout.rows import Row

_SAME = 25.0
"""Degrees by which a train may be off its bearing: hands push the engine, and first tiles lie askew."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where trains leave the engine: a bearing (degrees, clockwise from the picture's top) for each word.

    Words are players' names and `M` where somebody said so, else made up here: a place keeps its word.
    """

    bearings: Mapping[str, float]

    def named(self, rows: Sequence[Row]) -> tuple[dict[str, Row], Places]:
        """Each of `rows` under its word, in their order, and all places with those that were new.

        The nearest pairs of place and row come first, so that a train that was pushed towards its neighbour's
        place stays its own.
        """
        pairs = sorted(
            (apart(bearing, row.bearing), word, number)
            for word, bearing in self.bearings.items()
            for number, row in enumerate(rows)
        )
        words: dict[int, str] = {}
        for away, word, number in pairs:
            if away <= self._reach(word) and word not in words.values() and number not in words:
                words[number] = word
        bearings = dict(self.bearings)
        for number, row in enumerate(rows):
            if number not in words:
                words[number] = _word(row.bearing, bearings)
                bearings[words[number]] = row.bearing
        return {words[number]: row for number, row in enumerate(rows)}, Places(bearings)

    def _reach(self, word: str) -> float:
        """How far from its bearing a place's train may leave: at most half way to the next place."""
        here = self.bearings[word]
        others = [apart(here, there) for name, there in self.bearings.items() if name != word]
        return min(_SAME, min(others, default=2 * _SAME) / 2)


def apart(one: float, other: float) -> float:
    """The angle (0 to 180 degrees) between two bearings.

    >>> apart(350, 10)
    20.0
    """
    return abs((one - other + 180.0) % 360.0 - 180.0)


def _word(bearing: float, taken: Iterable[str]) -> str:
    """A word for a place that nobody named, unlike those that are `taken`.

    >>> _word(125.4, ["A", "at 125"])
    'at 125 (2)'
    """
    word = plain = f"at {round(bearing) % 360}"
    number = 1
    while word in taken:
        number += 1
        word = f"{plain} ({number})"
    return word
