"""The outlines of printed squares to a twentieth of a pixel: where their straight edges cross.

Looking for the corners themselves finds them up to a third of a pixel inside, as every camera blurs, which
makes a small marker a hundredth smaller; the middle of a blurred edge stays where the edge is.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.opencv import Picture, grey
from calibration.rectangles import Points

_ALONG = np.linspace(0.12, 0.88, 24)  # where each side is looked at, as a share of it
_REACH = 0.07  # how far from it, as a share of it: half as far as other edges may be
_STEPS = 9  # from there to there
_ROUNDS = 3


def straightened(picture: Picture, outlines: Points) -> Points:
    """The corners (N x 4 x 2, pixels) of black squares on white, of which `outlines` are a first guess.

    A square whose edges can't be made out keeps its guess.
    """
    levels = grey(picture)
    return np.array([_straightened(levels, outline) for outline in outlines]).reshape(-1, 4, 2)


def _straightened(levels: Picture, outline: Points) -> Points:
    found = outline
    for _ in range(_ROUNDS):
        lines = [_edge(levels, a, b) for a, b in zip(found, np.roll(found, -1, axis=0), strict=True)]
        moved = np.array(
            [_crossing(before, after) for before, after in zip(lines[-1:] + lines, lines, strict=False)]
        )
        if not np.isfinite(moved).all() or np.abs(moved - outline).max() > 2 * _REACH * _side(outline):
            return outline
        found = moved
    return found


def _edge(levels: Picture, start: Points, end: Points) -> tuple[Points, Points]:
    """A point of the edge between two corners, and its direction."""
    along = end - start
    length = float(np.linalg.norm(along))
    across = np.array([along[1], -along[0]]) / length
    offsets = np.linspace(-1, 1, _STEPS) * max(_REACH * length, 1.5)
    places = (start + _ALONG[:, None] * along)[:, None] + offsets[:, None] * across
    x, y = np.moveaxis(places.astype(np.float32), -1, 0)
    values = np.asarray(
        cv2.remap(levels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float64
    )
    slopes = np.abs(np.diff(values, axis=1))
    between = (offsets[1:] + offsets[:-1]) / 2
    with np.errstate(invalid="ignore"):
        at = (slopes * between).sum(axis=1) / slopes.sum(axis=1)
    there = np.isfinite(at)
    if there.sum() < 2:
        return np.full(2, np.nan), along
    tilt, middle = np.polyfit(_ALONG[there] * length, at[there], 1)
    return start + middle * across, along / length + tilt * across


def _crossing(line: tuple[Points, Points], other: tuple[Points, Points]) -> Points:
    """Where two lines cross; NaN where they don't."""
    (a, along), (b, also) = line, other
    cross = along[0] * also[1] - along[1] * also[0]
    if not abs(cross) > 1e-9:
        return np.full(2, np.nan)
    apart = b - a
    return np.asarray(a + along * (apart[0] * also[1] - apart[1] * also[0]) / cross)


def _side(outline: Points) -> float:
    return float(np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1).min())
