"""What differs between two pictures of a table, beside the light, noise and a nudge of the camera."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import Levels, in_light_of
from vision.pipeline import Pixels

Grey = npt.NDArray[np.float32]
"""A small grey picture: height x width, levels 0 to 255."""

Colours = npt.NDArray[np.float32]
"""The same in colour: height x width x 3 (blue, green, red)."""

Mask = npt.NDArray[np.bool_]
"""Height x width of a small grey picture."""

# Lengths are in pixels of the small picture: of a table of 1920 pixels, four each.
_SIDE = 480  # the longer side: the smallest tile is then 15 pixels long, and a coin 6 wide
_LEVELS = 6.0  # levels that a pixel may differ: a tile on a ground of its own colour differs by more
_NOISE = 4.0  # times the usual difference that it may differ besides
_MOST_NOISE = 3.0  # levels; a usual difference above is no noise
_EDGE = 0.2  # share of the contrast around a pixel that it may differ besides: edges shift by that much
_WHITE = 240.0  # levels above which all is white to a camera, however much light there is
_BESIDE_WHITE = 20.0  # levels that a pixel may differ besides where white is near
_CROWD = 0.4  # share of the pixels around one that must differ too

_STRUCTURE = 24.0  # contrast around a pixel that a nudge would show
_BLOCKS = 3  # the picture is cut into that many by as many, and
_SPREAD = 3  # so many of these have structure where a nudge can be told from a thing that moved
_MOVED = 0.25  # share of the structure that differs when all has moved
_STOOD = 0.4  # how much of that may be left when the nudge is undone
_BORDER = 2  # pixels that smoothing mixes with what was out of sight
_LEAST_SHIFT = 0.25
_MOST_SHIFT = 0.2  # share of the picture's width

_AROUND = np.ones((3, 3), np.uint8)
_WIDELY = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, eq=False, slots=True)
class Change:
    """How a picture differs from one before.

    `mask` is true where something is there that was not, or gone, but not where a shift brought into sight
    what was outside. `shift` (x, y) is by how much the whole picture has moved, None where it stood.
    `expected` is the picture before in the light and place of now.
    """

    mask: Mask
    shift: tuple[float, float] | None
    expected: Grey


def small_grey(pixels: Pixels) -> Grey:
    """A picture made small and grey, its noise averaged away; the longer side at most 480 pixels.

    Takes a millisecond for 1920 x 1080.
    """
    grey = cv2.cvtColor(_small(pixels), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.blur(grey, (3, 3)), np.float32)


def small_colours(pixels: Pixels) -> Pixels:
    """The same with its colours, in whole levels."""
    return np.asarray(cv2.blur(_small(pixels), (3, 3)), np.uint8)


def _small(pixels: Pixels) -> Pixels:
    while max(pixels.shape[:2]) >= 2 * _SIDE:  # halving is the fastest way there
        height, width = pixels.shape[:2]
        half = (max(1, width // 2), max(1, height // 2))
        pixels = np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_LINEAR), np.uint8)
    height, width = pixels.shape[:2]
    scale = _SIDE / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels


def compare(before: Grey, now: Grey) -> Change:
    """What differs in `now` from `before`, two small grey pictures of one size.

    Light that changes everywhere, also more on one side, makes no difference, nor do noise and shifts of a
    quarter of a pixel. Takes two milliseconds, and two more where much differs.
    """
    expected = in_light_of(before, now)
    mask = differing(before, expected, now)
    shift = _shift(before, expected, now, mask)
    if shift is None:
        return Change(mask, None, expected)
    height, width = now.shape
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    moved = np.asarray(
        cv2.warpAffine(before, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32
    )
    there = in_light_of(moved, now)
    undone = differing(moved, there, now) & _inside(now.shape, shift)
    structure = contrast(there) > _STRUCTURE
    if np.count_nonzero(undone & structure) > _STOOD * np.count_nonzero(mask & structure):
        return Change(mask, None, expected)
    return Change(undone, shift, there)


def differing(before: Levels, expected: Levels, now: Levels) -> Mask:
    """Where `now` shows something else than `before`, which should look as `expected` in this light.

    All three are small, of one size, grey or in colour. A pixel differs where one of its colours does.
    """
    off = cv2.absdiff(expected, now)
    noise = min(1.4826 * float(np.median(off[::4, ::4])), _MOST_NOISE)
    white = cv2.dilate(np.maximum(np.maximum(before, expected), now), _WIDELY) > _WHITE
    differs = off > _LEVELS + _NOISE * noise + _EDGE * contrast(expected) + _BESIDE_WHITE * white
    differs &= np.minimum(expected, now) < _WHITE
    if differs.ndim == 3:
        differs = differs[..., 0] | differs[..., 1] | differs[..., 2]
    crowded = cv2.blur(differs.astype(np.float32), (3, 3)) > _CROWD
    return np.asarray(crowded, np.bool_)


def contrast(levels: Levels) -> Levels:
    """The range of levels around each pixel."""
    return np.asarray(cv2.dilate(levels, _AROUND) - cv2.erode(levels, _AROUND), np.float32)


def _shift(before: Grey, expected: Grey, now: Grey, mask: Mask) -> tuple[float, float] | None:
    """By how much the whole picture may have moved; None where it did not, or nothing could tell."""
    structure = contrast(expected) > _STRUCTURE
    there = np.count_nonzero(structure)
    if not there or np.count_nonzero(mask & structure) < _MOVED * there:
        return None
    blocks = [
        block.any()
        for rows in np.array_split(structure, _BLOCKS)
        for block in np.array_split(rows, _BLOCKS, 1)
    ]
    if sum(blocks) < _SPREAD:
        return None
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)  # it writes into what it is given
    if not _LEAST_SHIFT <= hypot(x, y) <= _MOST_SHIFT * now.shape[1]:
        return None
    return float(x), float(y)


def _inside(shape: tuple[int, ...], shift: tuple[float, float]) -> Mask:
    """Where a picture that moved by `shift` still shows what it showed."""
    height, width = shape
    x, y = np.arange(width) - shift[0], np.arange(height) - shift[1]
    across = (x >= _BORDER) & (x <= width - 1 - _BORDER)
    down = (y >= _BORDER) & (y <= height - 1 - _BORDER)
    return np.asarray(down[:, None] & across, np.bool_)
