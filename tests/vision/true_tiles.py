"""Outlines that are known, and the maps that a perfect finder makes of them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.maps import FINDER_MAPS
from vision.pipeline import Array
from vision.synthetic.camera import Points
from vision.training.finder_data import encode
from vision.training.labels import Label


def box(x: float, y: float, degrees: float, length: float = 80, width: float | None = None) -> Points:
    """Corners of a tile with its middle at `x`, `y`, its first half at the end that `degrees` leads from."""
    along = length / 2 * np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    across = np.array([along[1], -along[0]]) * (0.5 if width is None else width / length)
    middle = np.array([x, y])
    return np.stack(
        [middle - along - across, middle - along + across, middle + along + across, middle + along - across]
    )


def off(found: Points | Array, true: Points | Array, either_end: bool = True) -> float:
    """The largest distance of a corner, in lengths of the tile; with `either_end` any half may come first."""
    length = float(np.linalg.norm(true[2] - true[1] + true[3] - true[0])) / 2
    ways = (np.linalg.norm(np.roll(found, turn, axis=0) - true, axis=1).max() for turn in (0, 2))
    return float(min(ways) if either_end else next(ways)) / length


def label(corners: Points) -> Label:
    """A tile all of which shows."""
    return Label(corners, (0, 0), True, False, (1.0, 1.0), None)


def true_maps(tiles: tuple[Label, ...], width: int, height: int) -> Array:
    """What a perfect finder makes of a picture of `width` x `height` pixels with `tiles`."""
    made = encode(np.zeros((height, width, 3), np.uint8), tiles)
    heats = np.clip(made.heats, 1e-4, 1 - 1e-4)
    logits = np.log(heats / (1 - heats))
    if not made.inner.any():
        return np.concatenate([logits, made.shape]).astype(np.float32)
    # Beside the tiles, where no shape is right or wrong, the nearest tile's goes on.
    outside = (made.inner == 0).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(outside, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    of_label = np.zeros((FINDER_MAPS - 2, nearest.max() + 1), np.float32)
    of_label[:, nearest[outside == 0]] = made.shape[:, outside == 0]
    return np.concatenate([logits, of_label[:, nearest]]).astype(np.float32)
