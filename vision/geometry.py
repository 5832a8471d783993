"""Plane geometry of tiles: sides, overlaps, rectified cuts."""

from __future__ import annotations

from math import dist

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Corners


def turned(corners: Corners) -> Corners:
    """The same outline with its other half first."""
    return (*corners[2:], *corners[:2])


def moved(corners: Corners, shift: tuple[float, float]) -> Corners:
    """The same outline so much (x, y) further on."""
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in corners)
    return a, b, c, d


def centre(corners: Corners) -> tuple[float, float]:
    """The middle of the corners, pixels."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def sides(corners: Corners) -> tuple[float, float]:
    """Mean length of the short and of the long edges (first pair, second pair), pixels.

    >>> sides(((0, 0), (10, 0), (10, 20), (0, 20)))
    (10.0, 20.0)
    """
    a, b, c, d = corners
    return (dist(a, b) + dist(c, d)) / 2, (dist(b, c) + dist(d, a)) / 2


def overlap(first: Corners, second: Corners) -> float:
    """The common area of two outlines as a share of the smaller one (0 to 1).

    >>> overlap(((0, 0), (10, 0), (10, 20), (0, 20)), ((0, 10), (10, 10), (10, 30), (0, 30)))
    0.5
    """
    a, b = np.asarray(first, np.float32), np.asarray(second, np.float32)
    smaller = min(outline_area(first), outline_area(second))
    if smaller <= 0:
        return 0.0
    common, _ = cv2.intersectConvexConvex(a, b)
    return min(1.0, float(common) / smaller)


def outline_area(corners: Corners) -> float:
    """The area within an outline, square pixels."""
    return abs(float(cv2.contourArea(np.asarray(corners, np.float32))))


def rectify(
    picture: npt.NDArray[np.uint8], corners: npt.ArrayLike, half: int, margin: int
) -> npt.NDArray[np.uint8]:
    """The tile cut out and laid straight, first half on top.

    `half` is the side of a half in pixels of the cut, `margin` what is kept around the tile; the cut is
    2 * half + 2 * margin high and half + 2 * margin wide. A tile far larger than that should be cut from
    a shrunk picture, or pips fall between the samples.
    """
    near, far, end = margin, margin + half, margin + 2 * half
    target = np.array([(near, near), (far, near), (far, end), (near, end)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    size = (half + 2 * margin, 2 * half + 2 * margin)
    cut = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def is_whole(corners: Corners, width: int, height: int) -> bool:
    """Whether the outline lies in a picture of that size (pixels), with no side along its border.

    A corner may stick out a little, as corners of tiles are round.

    >>> is_whole(((5, 5), (15, 5), (15, 25), (5, 25)), 100, 100)
    True
    >>> is_whole(((0, 5), (10, 5), (10, 25), (0, 25)), 100, 100)
    False
    """
    slack = 0.06 * sides(corners)[0]
    rooms = [(x, y, width - 1 - x, height - 1 - y) for x, y in corners]  # to each border of the picture
    if min(map(min, rooms)) < -slack:
        return False
    neighbours = zip(rooms, rooms[1:] + rooms[:1], strict=True)
    return not any(max(pair) < 1.5 for here, there in neighbours for pair in zip(here, there, strict=True))
