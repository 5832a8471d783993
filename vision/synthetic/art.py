"""What is printed on tiles besides their values: emblems, lettering and patterns, as masks."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synthetic.look import Art
from vision.synthetic.noise import Field

_SHIFT = 4


@lru_cache(maxsize=128)
def mask(art: Art, columns: int, rows: int) -> Field:
    """Where `art` covers a face of `columns` x `rows` pixels: 0 to 1, `rows` being across the tile."""
    canvas = np.zeros((rows, columns), np.uint8)
    size = art.size * rows
    if art.motif == "text":
        canvas = _lettering(art.text, columns, rows, size)
    elif art.motif in ("ring", "star"):
        _emblem(canvas, art.motif, size / 2)
    elif art.motif == "border":
        _border(canvas, size)
    else:
        _pattern(canvas, art)
    found = np.asarray(canvas * np.float32(1 / 255), dtype=np.float32)
    found.setflags(write=False)
    return found


def _lettering(text: str, columns: int, rows: int, size: float) -> np.ndarray:
    canvas = Image.new("L", (columns, rows))
    high = max(min(size, 1.5 * columns / max(len(text), 1)), 4.0)
    ImageDraw.Draw(canvas).text(
        (columns / 2, rows / 2), text, fill=255, font=ImageFont.load_default(high), anchor="mm"
    )
    return np.array(canvas)


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.asarray(np.rint((points - 0.5) * 2**_SHIFT), dtype=np.int32)


def _emblem(canvas: np.ndarray, motif: str, radius: float) -> None:
    middle = np.array([canvas.shape[1], canvas.shape[0]]) / 2
    thick = max(round(radius * 0.14), 1)
    angles = np.arange(48) * np.pi / 24
    circle = middle + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    cv2.polylines(canvas, [_fixed(circle)], True, 255, thick, cv2.LINE_AA, _SHIFT)
    if motif == "star":
        angles = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2, 0.34, 0.8)[:, None] * radius
        star = middle + reach * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillPoly(canvas, [_fixed(star)], 255, cv2.LINE_AA, _SHIFT)
    else:
        inner = middle + (circle - middle) * (0.62, 0.3)
        cv2.fillPoly(canvas, [_fixed(inner)], 255, cv2.LINE_AA, _SHIFT)


def _border(canvas: np.ndarray, size: float) -> None:
    """Two lines round the back and a lozenge in its middle."""
    rows, columns = canvas.shape
    for inset in (0.09 * rows, 0.15 * rows):
        corners = np.array([[inset, inset], [columns - inset, inset]])
        corners = np.vstack([corners, (columns, rows) - corners])
        cv2.polylines(canvas, [_fixed(corners)], True, 255, max(rows // 60, 1), cv2.LINE_AA, _SHIFT)
    lozenge = np.array([[1.0, 0], [0, 0.5], [-1.0, 0], [0, -0.5]]) * size / 2 + (columns / 2, rows / 2)
    cv2.fillPoly(canvas, [_fixed(lozenge)], 255, cv2.LINE_AA, _SHIFT)


def _pattern(canvas: np.ndarray, art: Art) -> None:
    """A pattern all over but for the rim; `size` is how coarse it is."""
    rows, columns = canvas.shape
    x, y = np.arange(columns) + 0.5, (np.arange(rows) + 0.5)[:, None]
    turn = 2 * np.pi / max(0.22 * art.size * rows, 3.0)
    if art.motif == "hatch":
        wave = np.cos(turn * (x + y))
    elif art.motif == "lattice":
        wave = np.maximum(np.cos(turn * (x + y) / 1.5), np.cos(turn * (x - y) / 1.5)) - 0.6
    else:
        wave = np.cos(turn * x) + np.cos(turn * y) - 1.1
    rim = 0.08 * rows
    inside = (np.minimum(x, columns - x) > rim) & (np.minimum(y, rows - y) > rim)
    canvas[:] = 255 * np.clip(wave * 2 + 0.5, 0, 1) * inside
