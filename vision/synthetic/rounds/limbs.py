"""A hand with its sleeve: what it covers, and how it looks from above."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.camera import Points
from vision.synthetic.look import Colour
from vision.synthetic.noise import Field, swatch
from vision.synthetic.scene import Light

Grip = Literal["pinch", "flat"]

_Part = tuple[float, float, float, float, float, float]
"""A limb from x, y to x, y (mm, the fingertips near 0, 0, the arm along -x), its radius and its height."""

_PINCH: tuple[_Part, ...] = (
    (-2, 5, -38, 13, 8.0, 4),
    (-38, 13, -78, 16, 9.0, 12),
    (3, -9, -40, -6, 8.5, 4),
    (-40, -6, -80, -4, 9.5, 12),
    (-8, -25, -44, -25, 8.0, 4),
    (-44, -25, -82, -22, 9.0, 11),
    (-26, -40, -52, -42, 7.0, 3),
    (-52, -42, -86, -38, 8.0, 9),
    (-14, 25, -44, 40, 9.0, 2),
    (-44, 40, -92, 30, 12.0, 8),
)
_FLAT: tuple[_Part, ...] = (
    (-2, 18, -40, 18, 8.0, 0),
    (-40, 18, -84, 16, 9.0, 3),
    (2, -3, -42, -2, 8.5, 0),
    (-42, -2, -86, -2, 9.5, 3),
    (-8, -24, -46, -22, 8.0, 0),
    (-46, -22, -88, -20, 9.0, 3),
    (-28, -44, -56, -40, 7.0, 0),
    (-56, -40, -90, -36, 8.0, 3),
    (-38, 60, -66, 48, 9.5, 0),
    (-66, 48, -104, 26, 12.5, 3),
)
_BACK: tuple[_Part, ...] = (
    (-86, 14, -122, 4, 27.0, 2),
    (-88, -16, -124, -10, 27.0, 2),
    (-130, -4, -230, -4, 27.0, 4),
)
_SLEEVE: tuple[_Part, ...] = ((-205, -4, -1200, -4, 42.0, 10), (-196, -4, -204, -4, 44.0, 9))
_REACH = 1200.0

_MARGIN = 5.0
"""Millimetres around a hand in which its edge and the shadow close to it still disturb."""


@dataclass(frozen=True, slots=True)
class Arm:
    """Somebody's arm: skin, sleeve, size, which hand it is; `seed` varies the cloth."""

    skin: Colour
    sleeve: Colour
    size: float
    left: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Reaching:
    """Where an arm is: the fingertips at `x`, `y` (mm) and the `heading` (degrees) in which it points.

    `away` (mm) is where the tips were a moment before: what moves is blurred.
    """

    player: str
    x: float
    y: float
    heading: float
    grip: Grip = "pinch"
    away: tuple[float, float] = (0.0, 0.0)


def _parts(grip: Grip) -> tuple[_Part, ...]:
    return (*(_PINCH if grip == "pinch" else _FLAT), *_BACK)


def covers(reaching: Reaching, arm: Arm, points: Points) -> bool:
    """Whether the arm is over any of `points` (N x 2 mm), or nearly."""
    local = _own(reaching, arm) @ np.hstack([points, np.ones((len(points), 1))]).T
    for x0, y0, x1, y1, radius, _ in (*_parts(reaching.grip), *_SLEEVE):
        start, along = np.array([[x0], [y0]]), np.array([[x1 - x0], [y1 - y0]])
        share = np.clip(((local - start) * along).sum(axis=0) / float((along**2).sum()), 0, 1)
        if (np.hypot(*(local - start - share * along)) < radius + _MARGIN / arm.size).any():
            return True
    return False


def placing(reaching: Reaching, arm: Arm) -> Points:
    """The 3 x 3 matrix from the arm's own mm to those of the table."""
    turn = np.radians(reaching.heading)
    c, s = arm.size * np.cos(turn), arm.size * np.sin(turn)
    side = -1.0 if arm.left else 1.0
    return np.array([[c, -s * side, reaching.x], [s, c * side, reaching.y], [0, 0, 1]])


def _own(reaching: Reaching, arm: Arm) -> Points:
    """The 2 x 3 matrix from the table's mm to the arm's own."""
    return np.asarray(np.linalg.inv(placing(reaching, arm))[:2])


SPRITE_SCALE = 2.0
"""Pixels a mm of an arm's picture."""

SPRITE_ORIGIN = (_REACH, 90.0)
"""Where the fingertips are in an arm's picture: mm from its left and its upper edge."""

_WIDE = 130.0


Sprite = npt.NDArray[np.uint8]
"""An arm's picture: H x W x 4 bytes, blue, green, red, each times how far the arm covers, and that."""


def sprite(arm: Arm, grip: Grip, heading: float, light: Light) -> Sprite:
    """The picture of an arm that points to `heading` (degrees) under `light`; y runs down in it."""
    return _sprite(arm, grip, round(heading / 12) % 30, light)


@lru_cache(maxsize=48)
def _sprite(arm: Arm, grip: Grip, step: int, light: Light) -> Sprite:
    hand, skin = _heights(_parts(grip))
    cloth, sleeve = _heights(_SLEEVE)
    rng = np.random.default_rng([arm.seed, 5])
    shape = (hand.shape[0], hand.shape[1])
    folds = swatch(shape, rng, 26, 0.5, 0.1)
    cloth = np.where(sleeve > 0, cloth + 1.6 * folds, cloth)
    over = sleeve > 0
    height = np.where(over, np.maximum(cloth, hand), hand).astype(np.float32)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 3.0), dtype=np.float32)
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8 * SPRITE_SCALE
    slope_y = -cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8 * SPRITE_SCALE
    turn = np.radians(-12.0 * step)
    lamp = light.direction
    side = -1.0 if arm.left else 1.0
    x = float(np.cos(turn) * lamp[0] - np.sin(turn) * lamp[1])
    y = float(np.sin(turn) * lamp[0] + np.cos(turn) * lamp[1]) * side
    norm = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    facing = np.clip((lamp[2] - slope_x * x - slope_y * y) * norm, 0, None) / lamp[2]
    power = light.ambient * (0.45 + 0.55 * norm) + (1 - light.ambient) * np.minimum(facing, 1.35)
    skin_light = _light_of(arm.skin) * (1 + 0.05 * swatch(shape, rng, 40, 1, 0.3))[..., None]
    skin_light *= np.where(height < 11, 1.0, 0.97)[..., None] * np.array([0.99, 1.0, 1.01], np.float32)
    weave = 1 + 0.06 * swatch(shape, rng, 2.2, 1.5) + 0.06 * swatch(shape, rng, 60)
    cloth_light = _light_of(arm.sleeve) * weave[..., None]
    body = np.where((over & (cloth >= hand - 2))[..., None], cloth_light, skin_light)
    light_there = body * (power * light.exposure)[..., None]
    levels = 255 * np.sqrt(np.clip(light_there, 0, 1))
    cover = cv2.GaussianBlur(((skin > 0) | over).astype(np.float32), (0, 0), 1.1)[..., None]
    return np.asarray(np.rint(np.concatenate([levels * cover, 255 * cover], axis=2)), dtype=np.uint8)


def _heights(parts: tuple[_Part, ...]) -> tuple[Field, Field]:
    """How high (mm) the limbs are, and where they are (above 0)."""
    columns = int((_REACH + 25) * SPRITE_SCALE)
    rows = int((SPRITE_ORIGIN[1] + _WIDE) * SPRITE_SCALE) - int(40 * SPRITE_SCALE)
    height = np.zeros((rows, columns), np.float32)
    for x0, y0, x1, y1, radius, lift in parts:
        reach = radius + 1
        left = max(int((min(x0, x1) - reach + _REACH) * SPRITE_SCALE), 0)
        right = min(int((max(x0, x1) + reach + _REACH) * SPRITE_SCALE) + 1, columns)
        top = max(int((SPRITE_ORIGIN[1] - max(y0, y1) - reach) * SPRITE_SCALE), 0)
        bottom = min(int((SPRITE_ORIGIN[1] - min(y0, y1) + reach) * SPRITE_SCALE) + 1, rows)
        x = (np.arange(left, right, dtype=np.float32) + 0.5) / SPRITE_SCALE - _REACH
        y = SPRITE_ORIGIN[1] - (np.arange(top, bottom, dtype=np.float32) + 0.5) / SPRITE_SCALE
        along = np.array([x1 - x0, y1 - y0])
        share = ((x - x0)[None, :] * along[0] + (y - y0)[:, None] * along[1]) / float(along @ along)
        share = np.clip(share, 0, 1)
        off = (x[None, :] - x0 - share * along[0]) ** 2 + (y[:, None] - y0 - share * along[1]) ** 2
        dome = np.where(off < radius**2, lift + 0.8 * np.sqrt(np.maximum(radius**2 - off, 0)) + 1, 0)
        part = height[top:bottom, left:right]
        np.maximum(part, dome.astype(np.float32), out=part)
    return height, height


def _light_of(colour: Colour) -> Field:
    levels = np.array(colour[::-1], dtype=np.float32) / 255
    return np.asarray(levels * levels)
