"""Parts of a frame: boxes in which something changed, joined until each can be read by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from vision.pipeline import Pixels
from vision.reading import Corners
from vision.settling import Region

_MOST = 0.4
"""The share of a frame from which on all of it is read: one large look is cheaper than many."""

_STEP = 96
"""Sides of parts are multiples of so many pixels where there is room, as a net is slow at each new size."""


@dataclass(frozen=True, slots=True)
class Part:
    """Columns `left` to `right` and rows `top` to `bottom` of a frame, the last ones not in it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    def of(self, picture: Pixels) -> Pixels:
        """This part of `picture`, not copied."""
        return picture[self.top : self.bottom, self.left : self.right]

    def meets(self, other: Part) -> bool:
        """Whether both have pixels in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def with_part(self, other: Part) -> Part:
        """The smallest part that holds both."""
        return Part(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def holds(self, corners: Corners, room: float = 0.0) -> bool:
        """Whether an outline lies in it, `room` pixels or more from its border."""
        return all(
            self.left + room <= x <= self.right - 1 - room and self.top + room <= y <= self.bottom - 1 - room
            for x, y in corners
        )


def whole(size: tuple[int, int]) -> Part:
    """All of a frame of `size` (width, height)."""
    return Part(0, 0, *size)


def parts_of(regions: Iterable[Region], size: tuple[int, int], margin: float) -> tuple[Part, ...]:
    """What has to be read where `regions` of a frame of `size` (width, height) have changed.

    Each holds its region with `margin` pixels round it, and no two meet.

    >>> parts_of([Region(500, 300, 60, 60), Region(520, 340, 80, 60)], (1920, 1080), 100)
    (Part(left=386, top=186, right=704, bottom=514),)
    """
    found: list[Part] = []
    for region in regions:
        found = _joined(found, _grown(region, size, margin))
    if sum(part.area for part in found) > _MOST * size[0] * size[1]:
        return (whole(size),)
    return tuple(found)


def _joined(parts: Sequence[Part], part: Part) -> list[Part]:
    """`parts` with one more, those that meet it taken into it."""
    rest = list(parts)
    while meeting := [other for other in rest if other.meets(part)]:
        rest = [other for other in rest if other not in meeting]
        for other in meeting:
            part = part.with_part(other)
    return [*rest, part]


def _grown(region: Region, size: tuple[int, int], margin: float) -> Part:
    left, right = _side(region.left - margin, region.left + region.width + margin, size[0])
    top, bottom = _side(region.top - margin, region.top + region.height + margin, size[1])
    return Part(left, top, right, bottom)


def _side(low: float, high: float, most: int) -> tuple[int, int]:
    """From `low` to `high` or a little more, within 0 to `most`."""
    long = ceil((high - low) / _STEP) * _STEP
    begin = int((low + high - long) // 2)
    begin = max(0, min(begin, most - long))
    return begin, min(begin + long, most)


def median(pictures: Sequence[Pixels]) -> Pixels:
    """The picture of three alike in which each pixel is the middle one of theirs; of fewer, the last.

    It has less noise, and what flickers is left out.
    """
    if len(pictures) < 3:
        return pictures[-1]
    a, b, c = pictures[-3:]
    low, high = np.minimum(a, b), np.maximum(a, b)
    return np.asarray(np.maximum(low, np.minimum(high, c)), np.uint8)
