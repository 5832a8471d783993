"""The surface of a tile but for its values: outline, material, wear, bar, frame and prints."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic import art
from vision.synthetic.look import Colour, Look
from vision.synthetic.noise import Field, swatch

_SHIFT = 4
_STAIN: Colour = (92, 76, 56)


def edge_distance(size: tuple[int, int], look: Look, scale: float) -> Field:
    """How far inside the rounded outline each pixel lies, in mm; `size` is columns, rows."""
    x = np.abs((np.arange(size[0], dtype=np.float32) + 0.5) / scale - look.length / 2)
    y = np.abs((np.arange(size[1], dtype=np.float32) + 0.5) / scale - look.width / 2)
    x, y = (x - (look.length / 2 - look.corner))[None, :], (y - (look.width / 2 - look.corner))[:, None]
    beyond = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0)
    return np.asarray(look.corner - beyond, dtype=np.float32)


def rounding(depth: Field, bevel: float) -> Field:
    """How far below the flat a quarter-round of radius `bevel` is, `depth` mm inside the edge."""
    rest = np.clip(bevel - depth, 0, bevel * 0.98)
    return np.asarray(bevel - np.sqrt(bevel**2 - rest**2), dtype=np.float32)


def blend(colour: Field, cover: np.ndarray, over: Colour) -> None:
    """Paint `over` on `colour` (H x W x 3) where `cover` (H x W, 0 to 1) says."""
    cover = cover[..., None].astype(np.float32)
    colour *= 1 - cover
    colour += cover * np.array(over, dtype=np.float32)


def weather(colour: Field, depth: Field, look: Look, scale: float, rng: np.random.Generator) -> None:
    """Swirls and grain of the material, scratches, stains; `depth` is the way to the edge (mm)."""
    shape = colour.shape[0], colour.shape[1]
    if look.vein is not None:
        drift = swatch(shape, rng, 4.0 * scale, 2.0, 0.3)
        veins = 0.8 * np.exp(-((drift / (0.15 + 0.6 * look.swirl)) ** 2))
        blend(colour, veins, look.vein)
    if look.clear > 0:
        colour *= (1 - 0.35 * look.clear * np.exp(depth / -1.8))[..., None]
    if look.grain > 0:
        fine = swatch(shape, rng, 0.9 * scale, 14.0, 0.2)
        broad = swatch(shape, rng, 5.0 * scale, 3.0)
        colour *= (1 + look.grain * (0.055 * fine + 0.05 * broad))[..., None]
    if look.wear > 0:
        scratches = np.zeros(shape, dtype=np.uint8)
        for _ in range(int(look.wear * 14)):
            start = rng.uniform(0, (shape[1], shape[0]))
            end = start + rng.normal(0, 7 * scale, 2)
            cv2.line(scratches, _shifted(*start), _shifted(*end), 255, 1, cv2.LINE_AA, _SHIFT)
        dirt = np.clip(swatch(shape, rng, 3 * scale) - 0.4, 0, 1)
        colour *= (1 - look.wear * (0.1 * scratches.astype(np.float32) / 255 + 0.08 * dirt))[..., None]
    if look.dirt > 0:
        stains = np.clip(0.6 * swatch(shape, rng, 4 * scale, 1.0, 0.4) - 0.3, 0, 1)
        blend(colour, look.dirt * 0.45 * stains, _STAIN)


def _shifted(x: float, y: float) -> tuple[int, int]:
    """A point in the fixed-point form of cv2's drawing functions."""
    return round((x - 0.5) * 2**_SHIFT), round((y - 0.5) * 2**_SHIFT)


def grounds(colour: Field, depth: Field, values: tuple[int, int], look: Look, scale: float) -> None:
    """Tinted grounds of the halves, and the frame; `depth` is each pixel's way to the edge (mm)."""
    if not look.tints and look.frame is None:
        return
    middle = np.abs((np.arange(colour.shape[1], dtype=np.float32) + 0.5) / scale - look.length / 2)
    inner = np.minimum(depth, middle[None, :])
    if look.tints:
        half = colour.shape[1] // 2
        panel = np.clip((inner - 0.9) * scale + 0.5, 0, 1)
        blend(colour[:, :half], panel[:, :half], look.tints[values[0] % len(look.tints)])
        blend(colour[:, half:], panel[:, half:], look.tints[values[1] % len(look.tints)])
    if look.frame is not None:
        away = np.abs((inner if look.frame.around == "halves" else depth) - look.frame.inset)
        line = max(look.frame.width * scale / 2, 0.35)
        blend(colour, np.clip(line + 0.5 - away * scale, 0, 1), look.frame.colour)


def bar(colour: Field, height: Field, look: Look, scale: float) -> None:
    """The line between the halves and the pin in its middle."""
    x, y = look.length / 2 * scale, look.width / 2 * scale
    if look.bar is not None:
        half_width, half_length = (
            max(look.bar_width / 2 * scale, 0.4),
            look.bar_length / 2 * look.width * scale,
        )
        window = _around(x, half_width + 1.5)
        columns = np.arange(colour.shape[1])[window] + 0.5 - x
        rows = np.arange(colour.shape[0]) + 0.5 - y
        cover = np.clip(half_width + 0.5 - np.abs(columns), 0, 1)[None, :]
        cover = cover * np.clip(half_length + 0.5 - np.abs(rows), 0, 1)[:, None]
        if look.bar_paint:
            blend(colour[:, window], cover, look.bar)
        else:
            colour[:, window] *= (1 - 0.12 * cover)[..., None].astype(np.float32)
        height[:, window] -= (look.groove * cover).astype(np.float32)
    if look.pin is not None:
        radius = look.pin_radius * scale
        part = (_around(y, radius + 1.5), _around(x, radius + 1.5))
        columns = np.arange(colour.shape[1])[part[1]] + 0.5 - x
        rows = np.arange(colour.shape[0])[part[0]] + 0.5 - y
        distance = np.hypot(columns[None, :], rows[:, None])
        cover = np.clip(radius + 0.5 - distance, 0, 1)
        blend(colour[part], cover, look.pin)
        dome = 0.8 * np.sqrt(np.clip(1 - (distance / radius) ** 2, 0, 1))
        height[part] = np.where(cover > 0.5, dome, height[part])


def _around(middle: float, reach: float) -> slice:
    return slice(max(int(middle - reach), 0), int(middle + reach) + 1)


def emblem(colour: Field, height: Field, look: Look, scale: float) -> None:
    """The maker's sign in the middle of the face, on bare ground."""
    if look.emblem is None:
        return
    x, y = look.length / 2 * scale, look.width / 2 * scale
    reach = 0.58 * look.emblem.size * look.width * scale
    part = (_around(y, reach + 1.5), _around(x, reach + 1.5))
    columns = np.arange(colour.shape[1])[part[1]] + 0.5 - x
    rows = np.arange(colour.shape[0])[part[0]] + 0.5 - y
    cleared = np.clip(reach + 0.5 - np.hypot(columns[None, :], rows[:, None]), 0, 1)
    blend(colour[part], cleared, look.body)
    height[part] *= 1 - cleared
    blend(colour, art.mask(look.emblem, colour.shape[1], colour.shape[0]), look.emblem.colour)


def back(colour: Field, height: Field, look: Look) -> None:
    """What is printed or pressed on the back."""
    if look.back_art is not None:
        cover = art.mask(look.back_art, colour.shape[1], colour.shape[0])
        blend(colour, cover, look.back_art.colour)
        height -= np.float32(0.25 * min(look.depth, 1.0)) * cover
