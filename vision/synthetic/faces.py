"""The faces of tiles, flat and from above: colours, and the heights that make bevels, bowls and grooves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from vision.synthetic import surface
from vision.synthetic.layouts import layout
from vision.synthetic.look import Colour, Look, Shape
from vision.synthetic.noise import Field
from vision.synthetic.numerals import numeral

_NINE = tuple(product((-1.0, 0.0, 1.0), repeat=2))
_DIGIT_ROOM = 0.82
"""The most of a half's side that a numeral takes."""


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
    """All pips of a tile, the first value's on the left; of numerals, one spot that holds each.

    >>> from vision.synthetic.look import WHITE
    >>> len(spots((3, 4), WHITE))
    7
    """
    if look.marks == "digits":
        return tuple(spot for half in (0, 1) for spot in _digit_spot(values[half], half, look))
    return tuple(spot for half in (0, 1) for spot in _half_spots(values, half, look))


def _middle(half: int, look: Look) -> float:
    return look.length / 4 if half == 0 else look.length * 3 / 4


def _half_spots(values: tuple[int, int], half: int, look: Look) -> list[Spot]:
    value, way = values[half], 1 - 2 * half
    colour = look.pip_colour(value)
    grid = look.grid * min(look.length / 2, look.width)
    radius = pip_radius(max(value, look.even)) * grid * look.pip_scale
    places = [
        (_middle(half, look) + way * along * grid * look.stretch, look.width / 2 - way * across * grid)
        for along, across in layout(value, look.layout)
    ]
    if look.jitter > 0:
        off = np.random.default_rng([*values, half, round(look.jitter * 1e6)]).normal(
            0, look.jitter, (value, 2)
        )
        off = np.clip(off, -2 * look.jitter, 2 * look.jitter)
        places = [(x + float(dx), y + float(dy)) for (x, y), (dx, dy) in zip(places, off, strict=True)]
    return [Spot(x, y, radius, colour) for x, y in places]


def _digit_spot(value: int, half: int, look: Look) -> tuple[Spot, ...]:
    if value == 0 and not look.numerals.zero:
        return ()
    radius = 0.55 * look.numerals.height * min(look.length / 2, look.width)
    return (Spot(_middle(half, look), look.width / 2, radius, look.pip_colour(value)),)


@lru_cache(maxsize=512)
def face(values: tuple[int, int] | None, look: Look, scale: float, seed: int = 0) -> Face:
    """The face of a tile with `values` (None: its back) at `scale` pixels a mm; the same one is kept."""
    size = max(round(look.length * scale), 4), max(round(look.width * scale), 4)
    rng = np.random.default_rng([seed, *(values or (99, 99))])
    depth = surface.edge_distance(size, look, scale)
    colour = np.empty((size[1], size[0], 3), dtype=np.float32)
    colour[:] = look.body if values is not None else look.back or look.body
    surface.weather(colour, depth, look, scale, rng)
    height = -surface.rounding(depth, look.bevel)
    if values is None:
        surface.back(colour, height, look)
    else:
        surface.grounds(colour, depth, values, look, scale)
        surface.bar(colour, height, look, scale)
        surface.emblem(colour, height, look, scale)
        for half in (0, 1):
            if look.marks == "digits":
                _digits(colour, height, values[half], half, look, scale)
            else:
                _pips(colour, height, values, half, look, scale, rng)
    cover = np.clip(depth * scale + 0.5, 0, 1)
    for made in (colour, height, cover):
        made.setflags(write=False)
    return Face(colour, height, cover, scale)


def _pips(
    colour: Field,
    height: Field,
    values: tuple[int, int],
    half: int,
    look: Look,
    scale: float,
    rng: np.random.Generator,
) -> None:
    """The pips of one half: paint, and the bowls that they were drilled as."""
    painted = _half_spots(values, half, look)
    middles = [(spot.x, spot.y) for spot in painted] + _pits(values, half, look)
    if not middles:
        return
    radius = pip_radius(max(values[half], look.even)) * look.grid * min(look.length / 2, look.width)
    radius *= look.pip_scale * scale
    places = np.array(middles) * scale
    corners = (places - radius - 1).astype(int)
    steps = np.arange(int(2 * radius + 4)) + 0.5
    x = (corners[:, :1] + steps - places[:, :1])[:, None, :] / radius
    y = (corners[:, 1:] + steps - places[:, 1:])[:, :, None] / radius
    distance = _distance(x, y, look.pip_shape, rng)
    left, top = np.maximum(corners.min(axis=0), 0)
    right, bottom = np.minimum(corners.max(axis=0) + len(steps), (colour.shape[1], colour.shape[0]))
    window = np.s_[top:bottom, left:right]
    box = (left, top, right, bottom)
    if look.depth != 0:
        bowls = np.sqrt(np.clip(1 - distance**2, 0, 1)) if look.depth < 0 else _bowls(distance)
        sunk = _joined(bowls, corners, box)
        height[window] -= np.float32(look.depth) * sunk
        if look.pip_paint != "full" or look.pits:
            dust = (92, 88, 82) if max(look.body) < 90 else (60, 52, 44)
            surface.blend(colour[window], 0.16 * sunk, dust)
    if painted and look.pip_paint != "bare":
        cover = _paint(distance[: len(painted)], radius, look)
        if look.wear > 0:
            cover = cover * (1 - look.wear * rng.uniform(0, 0.6, (len(painted), 1, 1)))
        if look.chips > 0:
            cover = cover * _chipped(x[: len(painted)], y[: len(painted)], look.chips, rng)
        surface.blend(colour[window], _joined(cover, corners, box), painted[0].colour)


def _pits(values: tuple[int, int], half: int, look: Look) -> list[tuple[float, float]]:
    """The drilled places that the value leaves bare, as (x, y) in mm."""
    if not look.pits or values[half] > 9:
        return []
    taken = {(round(along), round(across)) for along, across in layout(values[half], look.layout)}
    grid = look.grid * min(look.length / 2, look.width)
    way, middle = 1 - 2 * half, _middle(half, look)
    return [
        (middle + way * along * grid * look.stretch, look.width / 2 - way * across * grid)
        for along, across in _NINE
        if (along, across) not in taken
    ]


def _distance(x: np.ndarray, y: np.ndarray, shape: Shape, rng: np.random.Generator) -> np.ndarray:
    """How far from the middle of its pip each pixel is, 1 at the pip's edge."""
    if shape == "square":
        return np.asarray(1.12 * (x**4 + y**4) ** 0.25)
    if shape == "diamond":
        return np.asarray(0.85 * (np.abs(x) + np.abs(y)))
    distance = np.hypot(x, y)
    if shape == "blot":
        phase = rng.uniform(0, 2 * np.pi, (3, len(x), 1, 1))
        angle = np.arctan2(y, x)
        distance = distance * (1 + 0.09 * np.cos(2 * angle + phase[0]) + 0.05 * np.cos(3 * angle + phase[1]))
        distance *= 1 + 0.08 * np.cos(phase[2])
    return np.asarray(distance)


def _bowls(distance: np.ndarray) -> np.ndarray:
    return np.asarray(np.clip(1 - distance**2, 0, 1) ** 0.6)


def _paint(distance: np.ndarray, radius: float, look: Look) -> np.ndarray:
    cover = np.clip((1 - distance) * radius + 0.5, 0, 1)
    if look.pip_paint in ("ring", "eye"):
        hole = np.clip((distance - 0.58) * radius + 0.5, 0, 1)
        if look.pip_paint == "eye":
            hole = np.maximum(hole, np.clip((0.3 - distance) * radius + 0.5, 0, 1))
        cover = cover * hole
    return np.asarray(cover)


def _chipped(x: np.ndarray, y: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """What is left of the paint of each pip: of `share` of them, about half of it is worn off."""
    turn = rng.uniform(0, 2 * np.pi, (len(x), 1, 1))
    left = np.clip(3 * (x * np.cos(turn) + y * np.sin(turn)) + 0.9, 0.15, 1)
    return np.where(rng.random((len(x), 1, 1)) < share, left, 1.0)


def _joined(stamps: np.ndarray, corners: np.ndarray, box: tuple[int, int, int, int]) -> Field:
    """All `stamps` (n x s x s, each with its left upper corner in `corners`) in one field over `box`."""
    left, top, right, bottom = box
    size = stamps.shape[1]
    field = np.zeros((bottom - top + 2 * size, right - left + 2 * size), dtype=np.float32)
    for stamp, (x, y) in zip(stamps, corners - (left - size, top - size), strict=False):
        part = field[y : y + size, x : x + size]
        np.maximum(part, stamp, out=part)
    return field[size : size + bottom - top, size : size + right - left]


def _digits(colour: Field, height: Field, value: int, half: int, look: Look, scale: float) -> None:
    """The numeral of one half."""
    style = look.numerals
    if value == 0 and not style.zero:
        return
    room = min(look.length / 2, look.width) * scale

    def drawn(pixels: float) -> Field:
        step = max(int(np.ceil(2 ** (np.ceil(np.log2(max(pixels, 6)) * 4) / 4))), 8)
        return numeral(str(value), style.typeface, style.weight, step, value in (6, 9))

    wanted = style.height * room
    mask = drawn(wanted)
    share = min(1.0, _DIGIT_ROOM * room * mask.shape[0] / (wanted * mask.shape[1] * style.squeeze))
    mask = drawn(wanted * share)
    size = wanted * share / mask.shape[0]
    sine, cosine = {
        "end": (2.0 * half - 1, 0.0),
        "bar": (1 - 2.0 * half, 0.0),
        "length": (-1.0, 0.0),
        "width": (0.0, 1.0),
    }[style.facing]
    turn = np.array([[cosine, -sine], [sine, cosine]])
    matrix = size * turn @ np.array([[style.squeeze, -style.slant], [0, 1.0]])
    side = colour.shape[1] // 2
    window = np.s_[:, :side] if half == 0 else np.s_[:, side:]
    target = np.array([_middle(half, look) * scale - side * half, look.width / 2 * scale]) - 0.5
    shift = target - matrix @ ((np.array(mask.shape[::-1]) - 1) / 2)
    columns = side if half == 0 else colour.shape[1] - side
    cover = cv2.warpAffine(mask, np.hstack([matrix, shift[:, None]]), (columns, colour.shape[0]))
    surface.blend(colour[window], cover, look.pip_colour(value))
    height[window] -= np.float32(look.depth) * cover
