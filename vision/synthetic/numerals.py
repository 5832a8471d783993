"""Numerals as masks, in several faces and weights: for sets that print digits instead of pips."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synthetic.noise import Field

Typeface = Literal["sans", "round", "nib"]
"""Printed numerals, ones of an even round stroke, and ones with thick stems and thin curves."""

Stroke = tuple[tuple[float, float], ...]

_SHIFT = 4


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> Stroke:
    """Part of an ellipse from `start` to `end` degrees (0 right, 90 down)."""
    angles = np.radians(np.linspace(start, end, 25))
    return tuple(zip(x + wide * np.cos(angles), y + high * np.sin(angles), strict=True))


_STROKES: tuple[tuple[Stroke, ...], ...] = (
    (_arc(0.3, 0.5, 0.28, 0.48, 0, 360),),
    (((0.1, 0.2), (0.34, 0.02), (0.34, 0.98)),),
    ((*_arc(0.3, 0.3, 0.27, 0.28, 190, 400), (0.03, 0.98), (0.6, 0.98)),),
    (_arc(0.28, 0.26, 0.26, 0.24, 200, 450), _arc(0.28, 0.73, 0.3, 0.25, 270, 520)),
    (((0.46, 0.98), (0.46, 0.02), (0.02, 0.68), (0.62, 0.68)),),
    (((0.54, 0.02), (0.12, 0.02), (0.08, 0.46), *_arc(0.29, 0.67, 0.29, 0.31, 230, 500)),),
    (((0.46, 0.02), *_arc(0.3, 0.68, 0.28, 0.3, 200, 180)), _arc(0.3, 0.68, 0.28, 0.3, 0, 360)),
    (((0.02, 0.02), (0.58, 0.02), (0.22, 0.98)),),
    (_arc(0.3, 0.26, 0.23, 0.24, 0, 360), _arc(0.3, 0.74, 0.28, 0.25, 0, 360)),
    (((0.14, 0.98), *_arc(0.3, 0.32, 0.28, 0.3, 20, 0)), _arc(0.3, 0.32, 0.28, 0.3, 0, 360)),
)
"""The strokes of 0 to 9 in a box 0.6 wide and 1 high."""


@lru_cache(maxsize=1024)
def numeral(text: str, typeface: Typeface, weight: float, height: int, underlined: bool = False) -> Field:
    """`text` (digits) as a mask of 0 to 1, `height` pixels from the digits' top to their foot.

    `weight` (0 to 1) goes from thin to bold. With `underlined` a line under the digits adds to the height.
    """
    pen = max(height * (0.07 + 0.13 * weight), 1.0)
    drawn = _printed(text, height, weight) if typeface == "sans" else _stroked(text, height, pen, typeface)
    if underlined:
        line = max(round(0.75 * pen), 1)
        below = np.zeros((line * 2, drawn.shape[1]), np.uint8)
        below[line:] = 255
        drawn = np.vstack([drawn, below])
    mask = np.asarray(drawn * np.float32(1 / 255), dtype=np.float32)
    mask.setflags(write=False)
    return mask


def _printed(text: str, height: int, weight: float) -> np.ndarray:
    font = ImageFont.load_default(height * 1.36)
    bold = weight * height * 0.045
    canvas = Image.new("L", (height * (len(text) + 1), height * 2))
    ImageDraw.Draw(canvas).text(
        (height // 4, height // 4), text, fill=255, font=font, stroke_width=bold, stroke_fill=255
    )
    return _trimmed(np.asarray(canvas))


def _stroked(text: str, height: int, pen: float, typeface: Typeface) -> np.ndarray:
    edge = int(pen) + 2
    step = 0.6 * height + 1.3 * pen + 0.06 * height
    canvas = np.zeros((height + 2 * edge, int(step * len(text)) + 2 * edge), np.uint8)
    tall, thin = height - pen, max(round(0.45 * pen if typeface == "nib" else pen), 1)
    for place, digit in enumerate(text):
        for stroke in _STROKES[int(digit)]:
            points = np.array(stroke) * tall + (edge + pen / 2 + place * step, edge + pen / 2)
            fixed = np.rint(points * 2**_SHIFT).astype(np.int32)
            cv2.polylines(canvas, [fixed], False, 255, thin, cv2.LINE_AA, _SHIFT)
    if typeface == "nib":
        canvas = np.asarray(cv2.dilate(canvas, np.ones((1, max(round(0.9 * pen), 1)), np.uint8)))
    return _trimmed(canvas)


def _trimmed(canvas: np.ndarray) -> np.ndarray:
    """The part of `canvas` that is drawn on, with one empty pixel round it."""
    rows, columns = np.flatnonzero(canvas.any(axis=1)), np.flatnonzero(canvas.any(axis=0))
    part = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.pad(part, 1)
