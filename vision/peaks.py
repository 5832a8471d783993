"""From the finder's maps to outlines of tiles."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.maps import FINDER_MAPS, STRIDE
from vision.pipeline import Array, Outlines

_LEAST = 0.08
"""Heat of a middle below which nothing is a tile."""

_MOST = 400
"""As many tiles as a picture may have: four double-12 sets and more."""


@dataclass(frozen=True, eq=False, slots=True)
class Peaks:
    """Tiles as the finder sees them, the surest first.

    `outlines` N x 4 x 2 pixels of the net's picture, counted from the edge of the first one, in the order of
    `vision.reading.Corners` (which half is first is arbitrary); `scores` N (0 to 1).
    """

    outlines: Outlines
    scores: Array

    @property
    def lengths(self) -> Array:
        """Lengths of the tiles, pixels."""
        sides = self.outlines[:, [2, 3]] - self.outlines[:, [1, 0]]
        return np.asarray(np.linalg.norm(sides, axis=2).mean(axis=1), dtype=np.float32)


def peaks(maps: Array) -> Peaks:
    """Tiles in `maps` (FINDER_MAPS x H x W): where the heat of middles has a top and halves agree."""
    if maps.shape[0] != FINDER_MAPS:
        raise ValueError(f"{FINDER_MAPS} maps are needed, not {maps.shape[0]}.")
    heats = 1 / (1 + np.exp(-maps[:2]))
    heat = heats[0]
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > _LEAST)
    rows, columns = np.nonzero(top)
    order = np.argsort(-heat[rows, columns])[:_MOST]
    rows, columns = rows[order], columns[order]
    if not len(rows):
        return Peaks(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    around = _around(heat, rows, columns)
    numbers = np.stack([(_around(field, rows, columns) * around).sum(axis=0) for field in maps[2:]])
    numbers /= around.sum(axis=0)
    along, across = _vector(numbers[:3]), _vector(numbers[3:])
    steps = np.arange(9)
    x = (around * (steps % 3 - 1)[:, None]).sum(axis=0) / around.sum(axis=0)
    y = (around * (steps // 3 - 1)[:, None]).sum(axis=0) / around.sum(axis=0)
    middles = np.stack([columns + x, rows + y], axis=1).astype(np.float32)
    halves = np.stack([_nearby(heats[1], middles + along * np.float32(way / STRIDE)) for way in (-0.5, 0.5)])
    clear = np.minimum(np.hypot(numbers[0], numbers[1]), np.hypot(numbers[3], numbers[4]))
    scores = heat[rows, columns] * np.sqrt(halves.prod(axis=0)) * np.minimum(clear, 1)
    middles = (middles + 0.5) * STRIDE
    # Clockwise as seen: y points down, so from v to u must be a left turn in the usual sense.
    turn = along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0]
    across = np.where((turn > 0)[:, None], -across, across)
    outlines = np.stack(
        [
            middles - along - across,
            middles - along + across,
            middles + along + across,
            middles + along - across,
        ],
        axis=1,
    )
    order = np.argsort(-scores, kind="stable")
    return Peaks(outlines[order].astype(np.float32), scores[order].astype(np.float32))


def _vector(numbers: Array) -> Array:
    """Vectors (N x 2 pixels) from cos and sin of twice their angle and log of their length (3 x N)."""
    angle = np.arctan2(numbers[1], numbers[0]) / 2
    return np.asarray(
        np.exp(np.clip(numbers[2], 0, 7))[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1),
        np.float32,
    )


def _around(field: Array, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> Array:
    """The 3 x 3 cells round each of N places, row by row (9 x N); 0 beyond the edge."""
    padded = np.pad(field, 1)
    return np.stack([padded[rows + r, columns + c] for r in range(3) for c in range(3)])


def _nearby(heat: Array, places: Array) -> Array:
    """The highest heat in the 3 x 3 cells round each of `places` (N x 2, cells); 0 outside."""
    rows, columns = heat.shape
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    x, y = np.rint(places[:, 0]).astype(int), np.rint(places[:, 1]).astype(int)
    within = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return np.where(within, around[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)], 0)
