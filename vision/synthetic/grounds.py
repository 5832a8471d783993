"""What the table is made of: patterns that repeat without a seam, for both back-ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.film import to_light
from vision.synthetic.noise import Field, smooth_noise
from vision.synthetic.patterns import EXTENTS, MAKERS
from vision.synthetic.scene import Ground, GroundKind

SIZE = 1024
"""Pixels along the side of a pattern that this module makes."""

_VARIANTS = 6
_EXTENT: dict[GroundKind, float] = {
    "wood": 480.0,
    "cloth": 150.0,
    "paper": 220.0,
    "plain": 300.0,
    "checked": 0.0,
    "stone": 420.0,
}


@dataclass(frozen=True, eq=False, slots=True)
class Pattern:
    """A square of ground of `extent` mm: how far to go from the first to the second colour, and how bright.

    `levels` are bytes, as wide as high, of two or three channels: the mix (0 first, 255 second colour), the
    brightness (128 is 1), and the share of the accent colour.
    """

    levels: np.ndarray
    extent: float


def pattern(ground: Ground) -> Pattern:
    """The pattern of `ground`; the few variants of each kind are made once and kept."""
    if ground.kind in EXTENTS:
        extent = EXTENTS[ground.kind] * ground.scale / 30
    else:
        extent = _EXTENT[ground.kind] or 4 * ground.scale
    return Pattern(_levels(ground.kind, ground.seed % _VARIANTS), extent)


@lru_cache(maxsize=_VARIANTS * 24)
def _levels(kind: GroundKind, variant: int) -> np.ndarray:
    rng = np.random.default_rng([variant, *kind.encode()])
    if kind in MAKERS:
        mix, shade, accent = MAKERS[kind](rng)
        levels = np.stack([mix, 0.5 * shade, accent][: 3 if accent.any() else 2], axis=2)
    else:
        mix, shade = _MAKERS[kind](rng)
        levels = np.stack([mix, 0.5 * shade], axis=2)
    levels = np.clip(levels * 255, 0, 255).astype(np.uint8)
    levels.setflags(write=False)
    return np.asarray(levels)


def _noise(rng: np.random.Generator, size: float, stretch: float = 1.0, roughness: float = 0.0) -> Field:
    return smooth_noise((SIZE, SIZE), rng, size, stretch, roughness)


def _wood(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Six planks: rings cut lengthwise, pores along them, a seam between neighbours."""
    planks = 6
    height = SIZE / planks
    rows = np.arange(SIZE, dtype=np.float32)
    plank = (rows // height).astype(int)
    shift = rng.integers(0, SIZE, planks)
    tone = rng.normal(0, 0.1, planks).astype(np.float32)
    wander = _noise(rng, 120, 4)
    rings = np.sin((rows[:, None] % height) / height * 26 + 5.5 * wander) * 0.5 + 0.5
    mix = 0.55 * rings**1.5 + 0.16 * _noise(rng, 5, 30) + 0.12 * _noise(rng, 60, 5)
    pores = np.clip(_noise(rng, 2.2, 18) - 1.1, 0, None)
    shade = 1 + 0.03 * _noise(rng, 3, 30) - 0.1 * pores
    columns = (np.arange(SIZE)[None, :] + shift[plank][:, None]) % SIZE
    mix = np.take_along_axis(mix, columns, axis=1) + tone[plank][:, None]
    shade = np.take_along_axis(shade, columns, axis=1) * (1 + 0.5 * tone[plank][:, None])
    seam = np.minimum(rows % height, height - rows % height)
    shade *= (1 - 0.45 * np.exp(-((seam / 1.1) ** 2)))[:, None]
    return mix, shade


def _cloth(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A plain weave: threads over and under, of uneven thickness, with a little lint."""
    threads = 128
    phase = np.arange(SIZE, dtype=np.float32) * np.pi * threads / SIZE
    across = phase[:, None] + 0.35 * _noise(rng, 24, 3)
    along = phase[None, :] + 0.35 * _noise(rng, 24, 3)
    warp, weft = np.abs(np.sin(across)), np.abs(np.sin(along))
    over = (np.sin(across) * np.sin(along)) > 0
    weave = np.where(over, warp, weft)
    mix = 0.35 + 0.1 * _noise(rng, 40, 1, 0.5) + 0.2 * (over - 0.5)
    return mix, 0.86 + 0.2 * weave + 0.035 * _noise(rng, 3) + 0.03 * _noise(rng, 150)


def _paper(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Fibres and faint clouds."""
    return 0.3 + 0.15 * _noise(rng, 30, 1, 0.6), 1 + 0.012 * _noise(rng, 4, 2) + 0.012 * _noise(rng, 90)


def _plain(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Lacquer or plastic: clouds and a fine grain."""
    return 0.35 + 0.12 * _noise(rng, 160, 1, 0.3), 1 + 0.015 * _noise(rng, 2) + 0.02 * _noise(rng, 200)


def _checked(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Four by four checks of a tablecloth, woven: where the two colours cross they mix."""
    stripe = (np.arange(SIZE) * 4 // SIZE % 2).astype(np.float32)
    checks = (stripe[:, None] + stripe[None, :]) / 2
    thread = np.sin(np.arange(SIZE, dtype=np.float32) * 2 * np.pi * 96 / SIZE)
    weave = thread[:, None] * thread[None, :]
    return checks + 0.03 * _noise(rng, 5), 0.97 + 0.05 * weave + 0.02 * _noise(rng, 100)


def _stone(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Polished stone: speckles of two sizes and a few veins."""
    veins = np.exp(-((_noise(rng, 160, 1, 0.15) / 0.05) ** 2))
    speckles = (_noise(rng, 5) > 1.1) * 0.35 + (_noise(rng, 12) > 1.3) * 0.3
    return 0.25 + 0.12 * _noise(rng, 60, 1, 0.5) + speckles, 1 + 0.02 * _noise(rng, 2.5) - 0.1 * veins


_MAKERS = {
    "wood": _wood,
    "cloth": _cloth,
    "paper": _paper,
    "plain": _plain,
    "checked": _checked,
    "stone": _stone,
}


def texture(ground: Ground) -> np.ndarray:
    """The pattern in colour: bytes, red, green, blue, as large as its levels, for Blender."""
    return np.asarray(np.clip(colours(pattern(ground).levels, ground), 0, 255), dtype=np.uint8)


def colours(levels: np.ndarray, ground: Ground) -> np.ndarray:
    """Red, green, blue (0 to 255 and a little beyond, float32) of pattern `levels` (H x W x 2 or 3 bytes)."""
    made = colours_of(levels[..., 0].astype(np.float32), ground)
    if levels.shape[2] == 3:
        made += levels[..., 2:].astype(np.float32) / 255 * (np.array(ground.accent, dtype=np.float32) - made)
    shade = 1 + (levels[..., 1:2].astype(np.float32) / 127.5 - 1) * ground.contrast
    return np.asarray(made * shade)


def colours_of(mix: Field, ground: Ground) -> Field:
    """Red, green, blue for each level (0 to 255) of the mix of the ground's two colours."""
    first, second = (np.array(c, dtype=np.float32) for c in (ground.colour, ground.second))
    return np.asarray(first + (second - first) * (mix[..., None] * np.float32(ground.contrast / 255)))


def view(
    ground: Ground,
    to_pixels: np.ndarray,
    size: tuple[int, int],
    corner: tuple[int, int] = (0, 0),
    part: tuple[int, int] | None = None,
) -> Field:
    """`ground` as a camera sees it: H x W x 3, linear light, blue, green, red.

    `to_pixels` is the 3 x 3 homography from mm on the table to pixels, `size` the picture's (width, height).
    With `part` (width, height) only so much of the picture is made, from the pixel `corner` on.
    """
    made = pattern(ground)
    back = np.linalg.inv(to_pixels)
    middle, beside = (back @ (size[0] / 2 + right, size[1] / 2, 1) for right in (0, 1))
    step = float(np.hypot(*(beside[:2] / beside[2] - middle[:2] / middle[2]))) * _width(ground) / made.extent
    levels = _smaller(
        ground.kind, ground.seed % _VARIANTS, int(np.clip(np.ceil(np.log2(max(step, 1) / 1.5)), 0, 5))
    )
    shift = np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1]])
    warp = placing(ground, levels.shape[0]) @ back @ shift
    seen = cv2.warpPerspective(
        levels, warp, part or size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_WRAP
    )
    return _light(seen, ground)


def _width(ground: Ground) -> int:
    return len(pattern(ground).levels)


@lru_cache(maxsize=400)
def _smaller(kind: GroundKind, variant: int, halvings: int) -> np.ndarray:
    """The pattern, halved so often."""
    if halvings == 0:
        return _levels(kind, variant)
    larger = _smaller(kind, variant, halvings - 1)
    return np.asarray(cv2.resize(larger, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _light(levels: np.ndarray, ground: Ground) -> Field:
    """What `to_light` makes of `colours`, blue, green, red, by tables."""
    steps = np.arange(256, dtype=np.float32)
    ramp = colours_of(steps, ground)[:, ::-1]
    shade = 1 + (steps / 127.5 - 1) * ground.contrast
    channels = cv2.split(levels)
    mixed = cv2.LUT(cv2.merge([channels[0]] * 3), to_light(ramp)[None])
    if len(channels) == 3:
        accent = to_light(np.array(ground.accent[::-1], dtype=np.float32))
        share = cv2.merge([channels[2] * np.float32(1 / 255)] * 3)
        mixed += share * (accent - mixed)
    power = cv2.LUT(channels[1], (shade * shade).astype(np.float32)[None])
    return np.asarray(cv2.multiply(mixed, cv2.merge([power, power, power])))


def placing(ground: Ground, size: int) -> np.ndarray:
    """The 3 x 3 matrix from mm on the table to pixels of the ground's pattern, made `size` pixels wide."""
    turn, scale = np.radians(ground.angle), size / pattern(ground).extent
    across, down = np.random.default_rng(ground.seed).uniform(0, size, 2)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    return np.array([[c, s, across], [-s, c, down], [0, 0, 1]])
