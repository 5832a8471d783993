"""What the finder learns from: whole pictures and the maps that it should make of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.maps import STRIDE
from vision.pipeline import Pixels
from vision.synthetic.camera import Points
from vision.training.labels import Label
from vision.training.scenes import example

SIDE = 256
SMALLEST, LARGEST = 20.0, 150.0
"""Lengths of tiles in training pictures, in pixels."""

_ENOUGH, _TOO_LITTLE = 0.55, 0.2
"""A tile of which this share shows is to be found; one of which less than the other shows is not."""

Maps = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class FinderExample:
    """`picture` 3 x S x S bytes; `heats` 2 x s x s (1 at middles); `shape` 6 x s x s; `inner` s x s, where
    shapes count; `care` s x s, 0 where a tile shows too little to say."""

    picture: npt.NDArray[np.uint8]
    heats: Maps
    shape: Maps
    inner: Maps
    care: Maps


def finder_example(seed: int, index: int) -> FinderExample:
    """Example number `index` of `seed`."""
    made = example(seed, index, SIDE, SMALLEST, LARGEST)
    return encode(made.picture, made.labels)


def encode(picture: Pixels, tiles: tuple[Label, ...]) -> FinderExample:
    """The maps that a perfect finder would make of `picture`."""
    rows, columns = picture.shape[0] // STRIDE, picture.shape[1] // STRIDE
    heats = np.zeros((2, rows, columns), np.float32)
    shape = np.zeros((6, rows, columns), np.float32)
    inner, care = np.zeros((rows, columns), np.float32), np.ones((rows, columns), np.float32)
    for tile in tiles:
        corners = tile.corners / STRIDE - 0.5
        if tile.seen < _ENOUGH or tile.printed:
            if tile.seen > _TOO_LITTLE:
                _fill(care, corners, 0.0)
            continue
        along, across = axes(corners)
        middle = corners.mean(axis=0)
        width = 2 * float(np.linalg.norm(across))
        spread = max(0.13 * width, 0.55)
        _peak(heats[0], middle, spread)
        for side, shown in ((-0.5, tile.shown[0]), (0.5, tile.shown[1])):
            if shown > _ENOUGH:
                _peak(heats[1], middle + side * along, spread)
        within = np.zeros((rows, columns), np.float32)
        _fill(within, middle + 0.6 * (corners - middle), 1.0)
        place = np.clip(np.rint(middle).astype(int), 0, (columns - 1, rows - 1))
        within[place[1], place[0]] = 1
        inner[within > 0] = 1
        shape[:, within > 0] = describe(along * STRIDE, across * STRIDE)[:, None]
    return FinderExample(np.ascontiguousarray(picture.transpose(2, 0, 1)), heats, shape, inner, care)


def axes(corners: Points) -> tuple[Points, Points]:
    """From a tile's middle to the middle of its second end, and to the middle of a long edge."""
    along = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    return along, across


def describe(along: Points, across: Points) -> Maps:
    """The six numbers of `vision.maps.FINDER_MAPS` for a tile."""
    numbers = []
    for vector in (along, across):
        angle, length = 2 * np.arctan2(vector[1], vector[0]), float(np.linalg.norm(vector))
        numbers += [np.cos(angle), np.sin(angle), np.log(max(length, 1.0))]
    return np.array(numbers, dtype=np.float32)


def _fill(field: Maps, polygon: Points, level: float) -> None:
    cv2.fillConvexPoly(field, np.rint(polygon * 16).astype(np.int32), level, cv2.LINE_8, 4)


def _peak(heat: Maps, middle: Points, spread: float) -> None:
    """Raise `heat` to a bell round `middle`, 1 in the cell nearest to it."""
    rows, columns = heat.shape
    column, row = np.rint(middle).astype(int)
    if not (0 <= column < columns and 0 <= row < rows):
        return
    reach = int(3 * spread) + 1
    left, right = max(column - reach, 0), min(column + reach + 1, columns)
    top, bottom = max(row - reach, 0), min(row + reach + 1, rows)
    x, y = np.arange(left, right) - middle[0], np.arange(top, bottom) - middle[1]
    bell = np.exp(-(x[None, :] ** 2 + y[:, None] ** 2) / (2 * spread**2)).astype(np.float32)
    window = heat[top:bottom, left:right]
    np.maximum(window, bell, out=window)
    heat[row, column] = 1
