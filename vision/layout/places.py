"""Whose train is whose: by where it leaves the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision.layout.rows import Row

_SAME = 25.0
"""Degrees by which a train may be off its bearing: hands push the engine, and first tiles lie askew."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where trains leave the engine: a bearing (degrees, clockwise from the picture's top) for each word.

    The words of `seats` are players' names and `M`, as somebody said them. Those of `found` are made up here
    for trains that leave elsewhere; such a place follows its train, and keeps its word. Where seats are
    `complete` there are no others: what lies elsewhere is no train yet.
    """

    seats: Mapping[str, float]
    found: Mapping[str, float] = field(default_factory=dict)
    complete: bool = False

    def named(self, rows: Sequence[Row]) -> tuple[dict[str, Row], Places]:
        """Each of `rows` that is a train under its word, in their order, and the places with new ones.

        Seats come first: a place that was made up, perhaps for a tile read wrong, takes no train from a
        player. Of seats, as of other places, the nearest pairs of place and row do, so that a train that was
        pushed towards its neighbour's place stays its own.
        """
        words = _nearest(self.seats, rows, {})
        if self.complete:
            return {words[number]: rows[number] for number in sorted(words)}, self
        words = _nearest(self.found, rows, words)
        found = dict(self.found)
        for number, row in enumerate(rows):
            if number not in words:
                words[number] = _word(row.bearing, {*self.seats, *found})
            if words[number] not in self.seats:
                found[words[number]] = row.bearing
        return {words[number]: row for number, row in enumerate(rows)}, replace(self, found=found)


def _nearest(bearings: Mapping[str, float], rows: Sequence[Row], words: Mapping[int, str]) -> dict[int, str]:
    """`words` (by number of the row) with those of `bearings` for rows that have none yet.

    Between two places a train belongs to the nearer one.
    """
    found = dict(words)
    pairs = sorted(
        (apart(bearing, row.bearing), word, number)
        for word, bearing in bearings.items()
        for number, row in enumerate(rows)
        if number not in words
    )
    for away, word, number in pairs:
        if away <= _SAME and word not in found.values() and number not in found:
            found[number] = word
    return found


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
