"""Tiles cut out and put upright, the way the face net sees them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.pipeline import Array, Pixels

LENGTH, WIDTH, MARGIN = 96, 48, 16
"""A tile's length and width in its cut-out, and what is seen around it, in pixels."""

SIZE = LENGTH + 2 * MARGIN, WIDTH + 2 * MARGIN
"""Width and height of a cut-out in pixels."""

PLACE: Array = np.array(
    [
        (MARGIN, MARGIN + WIDTH),
        (MARGIN, MARGIN),
        (MARGIN + LENGTH, MARGIN),
        (MARGIN + LENGTH, MARGIN + WIDTH),
    ],
    dtype=np.float32,
) - np.float32(0.5)
"""Where a tile's corners lie in its cut-out (4 x 2), the first half on the left."""


def cut(picture: Pixels, outline: Array) -> Pixels:
    """The cut-out (80 x 128 x 3) of the tile with `outline` (4 x 2), black beyond the picture."""
    warp = cv2.getPerspectiveTransform(np.asarray(outline, np.float32), PLACE)
    return np.asarray(cv2.warpPerspective(picture, warp, SIZE, flags=cv2.INTER_LINEAR), dtype=np.uint8)


class Shrinking:
    """A picture and its halvings: large tiles are cut from those, so that no pip falls between samples."""

    def __init__(self, picture: Pixels) -> None:
        self._levels = [picture]

    def cut(self, outline: Array) -> Pixels:
        """The cut-out of the tile with `outline` (4 x 2 pixels, from the middle of the first)."""
        a, b, c, d = outline.tolist()
        length = (math.dist(a, d) + math.dist(b, c)) / 2
        level = min(max(math.floor(math.log2(max(length, 1) / LENGTH) + 1e-4), 0), 5)
        while len(self._levels) <= level:
            last = self._levels[-1]
            size = max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1)
            self._levels.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        shrunk = self._levels[level]
        if level == 0:
            return cut(shrunk, outline)
        factors = np.divide(shrunk.shape[1::-1], self._levels[0].shape[1::-1])
        return cut(shrunk, ((outline + 0.5) * factors - 0.5).astype(np.float32))


def batch(cutouts: Sequence[Pixels]) -> Array:
    """Cut-outs as the net's input (N x 3 x 80 x 128): each with mean 0 and about deviation 1."""
    planes = np.ascontiguousarray(np.stack(cutouts).transpose(0, 3, 1, 2), dtype=np.float32)
    for pixels, cutout in zip(planes, cutouts, strict=True):
        means, deviations = cv2.meanStdDev(cutout)  # of each channel
        mean = float(means.mean())
        spread = math.sqrt(max(float((deviations**2 + means**2).mean()) - mean**2, 0.0)) + 8
        pixels -= np.float32(mean)
        pixels *= np.float32(1 / spread)
    return planes


def moved(outline: Array, shifts: Array) -> Array:
    """`outline` (4 x 2), its corners moved in its cut-out by `shifts` (4 x 2, lengths of the tile)."""
    back = cv2.getPerspectiveTransform(PLACE, np.asarray(outline, np.float32))
    corners = (PLACE + shifts * np.float32(LENGTH)).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(corners, back).reshape(4, 2), dtype=np.float32)
