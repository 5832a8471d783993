"""Where a read tile lies on its photo, as the attributes of the drawing that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees, hypot

from vision.reading import Corners, Point

_MARGIN = 1.12
_LEAST_BADGE = 0.022
"""A number's smallest radius as a part of the photo's longer side: it must be read on a phone."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One tile in a photo's drawing, all in pixels of the reading.

    `points` outlines it; `badges` are where its two numbers stand, in the order of its values, `radius` their
    size; `view_box` and `transform` show the tile alone, lying, its first half on the left.
    """

    points: str
    badges: tuple[Point, Point]
    radius: float
    view_box: str
    transform: str


def outline(corners: Corners, width: int, height: int) -> Outline:
    """The drawing of the tile at `corners` in a photo of `width` x `height` pixels.

    >>> lying = outline(((10, 50), (10, 30), (50, 30), (50, 50)), 100, 80)
    >>> lying.points, lying.transform
    ('10,50 10,30 50,30 50,50', 'rotate(0) translate(-30 -40)')
    """
    first, second = _middle(corners[0], corners[1]), _middle(corners[2], corners[3])
    centre = _middle(first, second)
    long = hypot(second[0] - first[0], second[1] - first[1])
    sides = (_middle(corners[1], corners[2]), _middle(corners[3], corners[0]))
    short = hypot(sides[1][0] - sides[0][0], sides[1][1] - sides[0][1])
    angle = degrees(atan2(second[1] - first[1], second[0] - first[0]))
    box = (-long / 2 * _MARGIN, -short / 2 * _MARGIN, long * _MARGIN, short * _MARGIN)
    return Outline(
        points=" ".join(f"{x:g},{y:g}" for x, y in corners),
        badges=(_towards(centre, first), _towards(centre, second)),
        radius=round(max(0.2 * short, _LEAST_BADGE * max(width, height)), 1),
        view_box=" ".join(f"{round(value, 1):g}" for value in box),
        transform=f"rotate({round(-angle, 2) or 0:g}) translate({-centre[0]:g} {-centre[1]:g})",
    )


def _middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def _towards(centre: Point, end: Point) -> Point:
    """Near the tile's end, where a number hides the fewest pips."""
    return (
        round(centre[0] + (end[0] - centre[0]) * 0.86, 1),
        round(centre[1] + (end[1] - centre[1]) * 0.86, 1),
    )
