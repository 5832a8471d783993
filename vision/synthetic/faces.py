"""The faces of tiles, flat and from above: colours, and the heights that make bevels, bowls and grooves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.layouts import layout
from vision.synthetic.look import Colour, Look
from vision.synthetic.noise import Field, swatch

_GRID = 0.31
"""Half the width of a half's grid of pips, as a share of the half's side."""


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """A tile from above, its first value on the left; H x W, `scale` pixels a mm.

    `colour` is red, green, blue (float32, 0 to 255), `height` mm against the flat of the face, `cover`
    (0 to 1) is 0 outside the rounded outline.
    """

    colour: Field
    height: Field
    cover: Field
    scale: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A pip as drawn: its middle (x, y from the left upper corner, mm), radius and colour."""

    x: float
    y: float
    radius: float
    colour: Colour


def pip_radius(value: int) -> float:
    """The radius of the pips of `value`, in units of the grid's half width: more pips are smaller.

    >>> pip_radius(6) > pip_radius(12) > pip_radius(18)
    True
    """
    if value <= 9:
        return 0.27
    return 0.22 if value <= 12 else 0.16


def spots(values: tuple[int, int], look: Look) -> tuple[Spot, ...]:
    """All pips of a tile, the first value's on the left."""
    side = look.length / 2
    grid = _GRID * min(side, look.width)
    found = []
    for value, middle, way in ((values[0], side / 2, 1), (values[1], look.length - side / 2, -1)):
        radius = pip_radius(value) * grid * look.pip_scale
        for along, across in layout(value, look.layout):
            x, y = middle + way * along * grid, look.width / 2 - way * across * grid
            found.append(Spot(x, y, radius, look.pip_colour(value)))
    return tuple(found)


@lru_cache(maxsize=512)
def face(values: tuple[int, int] | None, look: Look, scale: float, seed: int = 0) -> Face:
    """The face of a tile with `values` (None: its back) at `scale` pixels a mm; the same one is kept."""
    size = max(round(look.length * scale), 4), max(round(look.width * scale), 4)
    rng = np.random.default_rng([seed, *(values or (99, 99))])
    depth = _edge_distance(size, look, scale)
    body = look.body if values is not None else look.back or look.body
    colour = np.empty((size[1], size[0], 3), dtype=np.float32)
    colour[:] = body
    _weather(colour, look, scale, rng)
    height = -_rounding(depth, look.bevel)
    if values is not None:
        _bar(colour, height, look, scale)
        _pips(colour, height, values, look, scale, rng)
    cover = np.clip(depth * scale + 0.5, 0, 1)
    for made in (colour, height, cover):
        made.setflags(write=False)
    return Face(colour, height, cover, scale)


def _edge_distance(size: tuple[int, int], look: Look, scale: float) -> Field:
    """How far inside the rounded outline each pixel lies, in mm."""
    x = np.abs((np.arange(size[0], dtype=np.float32) + 0.5) / scale - look.length / 2)
    y = np.abs((np.arange(size[1], dtype=np.float32) + 0.5) / scale - look.width / 2)
    x, y = (x - (look.length / 2 - look.corner))[None, :], (y - (look.width / 2 - look.corner))[:, None]
    beyond = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0)
    return np.asarray(look.corner - beyond, dtype=np.float32)


def _rounding(depth: Field, bevel: float) -> Field:
    """How far below the flat a quarter-round of radius `bevel` is, `depth` mm inside the edge."""
    rest = np.clip(bevel - depth, 0, bevel * 0.98)
    return np.asarray(bevel - np.sqrt(bevel**2 - rest**2), dtype=np.float32)


def _weather(colour: Field, look: Look, scale: float, rng: np.random.Generator) -> None:
    """Grain of the material, and scratches."""
    shape = colour.shape[:2]
    if look.grain > 0:
        fine = swatch((shape[0], shape[1]), rng, 0.9 * scale, 14.0, 0.2)
        broad = swatch((shape[0], shape[1]), rng, 5.0 * scale, 3.0)
        colour *= (1 + look.grain * (0.055 * fine + 0.05 * broad))[..., None]
    if look.wear > 0:
        scratches = np.zeros(shape, dtype=np.uint8)
        for _ in range(int(look.wear * 14)):
            start = rng.uniform(0, (shape[1], shape[0]))
            end = start + rng.normal(0, 7 * scale, 2)
            cv2.line(scratches, _shifted(*start), _shifted(*end), 255, 1, cv2.LINE_AA, _SHIFT)
        dirt = np.clip(swatch((shape[0], shape[1]), rng, 3 * scale) - 0.4, 0, 1)
        colour *= (1 - look.wear * (0.1 * scratches.astype(np.float32) / 255 + 0.08 * dirt))[..., None]


_SHIFT = 4


def _shifted(x: float, y: float) -> tuple[int, int]:
    """A point in the fixed-point form of cv2's drawing functions."""
    return round((x - 0.5) * 2**_SHIFT), round((y - 0.5) * 2**_SHIFT)


def _bar(colour: Field, height: Field, look: Look, scale: float) -> None:
    """The line between the halves and the pin in its middle."""
    x, y = look.length / 2 * scale, look.width / 2 * scale
    if look.bar is not None:
        half_width, half_length = max(0.45 * scale, 0.4), 0.4 * look.width * scale
        columns = np.arange(colour.shape[1]) + 0.5 - x
        rows = np.arange(colour.shape[0]) + 0.5 - y
        cover = np.clip(half_width + 0.5 - np.abs(columns), 0, 1)[None, :]
        cover = cover * np.clip(half_length + 0.5 - np.abs(rows), 0, 1)[:, None]
        _blend(colour, cover, look.bar)
        height -= (0.3 * cover).astype(np.float32)
    if look.pin is not None:
        radius = 1.5 * scale
        distance = np.hypot(
            (np.arange(colour.shape[1]) + 0.5 - x)[None, :], (np.arange(colour.shape[0]) + 0.5 - y)[:, None]
        )
        cover = np.clip(radius + 0.5 - distance, 0, 1)
        _blend(colour, cover, look.pin)
        dome = 0.8 * np.sqrt(np.clip(1 - (distance / radius) ** 2, 0, 1))
        height[:] = np.where(cover > 0.5, dome, height)


def _blend(colour: Field, cover: np.ndarray, over: Colour) -> None:
    cover = cover[..., None].astype(np.float32)
    colour *= 1 - cover
    colour += cover * np.array(over, dtype=np.float32)


def _pips(
    colour: Field, height: Field, values: tuple[int, int], look: Look, scale: float, rng: np.random.Generator
) -> None:
    """Pips: paint, and the bowls that they were drilled as."""
    for spot in spots(values, look):
        radius = spot.radius * scale
        left, top = int(spot.x * scale - radius - 1), int(spot.y * scale - radius - 1)
        side = int(2 * radius + 4)
        window = np.s_[max(top, 0) : top + side, max(left, 0) : left + side]
        patch = colour[window]
        x = np.arange(patch.shape[1]) + max(left, 0) + 0.5 - spot.x * scale
        y = np.arange(patch.shape[0]) + max(top, 0) + 0.5 - spot.y * scale
        distance = np.hypot(x[None, :], y[:, None]) / radius
        cover = np.clip((1 - distance) * radius + 0.5, 0, 1)
        if look.wear > 0:
            cover = cover * (1 - look.wear * rng.uniform(0, 0.6))
        _blend(patch, cover, spot.colour)
        if look.depth > 0:
            bowl = look.depth * (np.clip(1 - distance**2, 0, 1) ** 0.6)
            height[window] -= bowl.astype(np.float32)
