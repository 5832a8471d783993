"""Markers over time: one that is covered is still there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from vision.geometry import moved, overlap, sides
from vision.markers.whose import Found
from vision.reading import Corners
from vision.things import Thing

_BELIEVED, _GONE = 2, 2
"""So many readings must show a marker, or its place without it."""

_STAYED = 0.8
"""How far (of its own size) a marker may be from where it was and be the same."""

_COVERED = 0.1
"""The share of a marker that something must lie over to hide it."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of `train`, where it was seen last (outline and middle, pixels), in how many `readings`; the
    last `missing` ones showed its place without it."""

    train: str
    box: Corners
    middle: tuple[float, float]
    readings: int = 1
    missing: int = 0

    @property
    def believed(self) -> bool:
        """Whether enough readings showed it."""
        return self.readings >= _BELIEVED


@dataclass(frozen=True, slots=True)
class Markers:
    """All markers that may lie on the table."""

    markers: tuple[Marker, ...] = ()

    @property
    def trains(self) -> frozenset[str]:
        """The trains that have one."""
        return frozenset(marker.train for marker in self.markers if marker.believed)


def step(state: Markers, found: Sequence[Found], things: Sequence[Thing]) -> Markers:
    """`state` after one more reading that showed `found` among all `things`.

    A marker stays with its train wherever that grows, until it is gone. It is believed when two readings
    showed it, a printed token at once, and gone when two showed its place without it, with nothing over it.
    """
    left, markers = list(found), []
    for marker in state.markers:
        again = min(left, key=lambda one: dist(one.middle, marker.middle), default=None)
        if again is not None and dist(again.middle, marker.middle) <= _STAYED * sum(sides(marker.box)) / 2:
            left.remove(again)
            train = marker.train if marker.believed and not again.sure else again.train
            markers.append(Marker(train, again.box, again.middle, _readings(again, marker.readings + 1)))
        elif any(overlap(marker.box, thing.box) > _COVERED for thing in things):
            markers.append(replace(marker, missing=0))
        elif marker.believed and marker.missing + 1 < _GONE:
            markers.append(replace(marker, missing=marker.missing + 1))
    markers += [Marker(one.train, one.box, one.middle, _readings(one, 1)) for one in left]
    return Markers(tuple(markers))


def shifted(state: Markers, shift: tuple[float, float]) -> Markers:
    """The markers as a camera sees them that was nudged: all further by `shift` (x, y in pixels)."""
    return Markers(
        tuple(
            replace(
                marker,
                box=moved(marker.box, shift),
                middle=(marker.middle[0] + shift[0], marker.middle[1] + shift[1]),
            )
            for marker in state.markers
        )
    )


def _readings(found: Found, readings: int) -> int:
    return _BELIEVED if found.sure else min(readings, _BELIEVED)
