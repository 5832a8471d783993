"""What further lamps, shadows from outside, mirrored windows and plastic film do to a painted picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.camera import Camera, Points
from vision.synthetic.noise import Field, swatch
from vision.synthetic.scene import Glare, Lamp, Plastic, Scene, Shade
from vision.synthetic.solids import disc, rectangle

_SHIFT = 4


def darken(pixels: Field, shades: tuple[Shade, ...], camera: Camera, ambient: float, z: float) -> None:
    """Take the light that `shades` keep off from `pixels` (in place); they lie at height `z` (mm)."""
    for shade in shades:
        cover = _region(np.array(shade.outline), camera, z, shade.soft)
        kept = 1 - cover * np.float32(shade.depth * (1 - 0.5 * ambient))
        _scale(pixels, kept)


def warmed(lamp: Lamp, points: Points) -> Points:
    """The light (N x 3, blue, green, red) that `lamp` adds at `points` (N x 2 mm)."""
    near = np.exp(-(((points - (lamp.x, lamp.y)) / lamp.spread) ** 2).sum(axis=1) / 2)
    return np.asarray(lamp.strength * near[:, None] * tint(lamp.warmth))


def tint(warmth: float) -> Points:
    """Factors for blue, green, red of light that is `warmth` (-1 to 1) warm."""
    return np.array([1 - 0.22 * warmth, 1.0, 1 + 0.16 * warmth])


def mirror(pixels: Field, shine: Field, glares: tuple[Glare, ...], camera: Camera, z: float) -> None:
    """Add `glares` at height `z` (mm) to `pixels` (in place), as far as `shine` (0 to 1) lets them."""
    for glare in glares:
        total = np.zeros(pixels.shape[:2], dtype=np.float32)
        for pane in _panes(glare):
            total = np.maximum(total, _region(glare.pose.place(pane), camera, z, glare.soft))
        added = total * shine * np.float32(glare.strength)
        pixels += added[..., None]


def _panes(glare: Glare) -> list[Points]:
    if glare.round:
        return [disc(0.5, 24) * (glare.length, glare.width)]
    count = glare.bars + 1
    width = glare.length / count
    pane = rectangle(width * 0.88 if glare.bars else width, glare.width)
    return [np.add(pane, ((index + 0.5) * width - glare.length / 2, 0)) for index in range(count)]


def wrap(pixels: Field, plastics: tuple[Plastic, ...], camera: Camera, z: float, power: float) -> None:
    """Lay `plastics` over `pixels` (in place), streaks as bright as `power` makes them."""
    for plastic in plastics:
        cover = _region(np.array(plastic.outline), camera, z, 0.6)
        rng = np.random.default_rng([plastic.seed, 31])
        creases = swatch((256, 256), rng, 10, 12) + 0.5 * swatch((256, 256), rng, 4, 6)
        streaks = np.clip(creases - 1.1, 0, 1.5) ** 2 + 0.05 * np.abs(creases)
        turn, scale = np.radians(plastic.angle), 1.4
        c, s = scale * np.cos(turn), scale * np.sin(turn)
        warp = np.array([[c, s, 128], [-s, c, 128], [0, 0, 1]]) @ np.linalg.inv(camera.homography(z))
        seen = cv2.warpPerspective(
            np.asarray(streaks, dtype=np.float32),
            warp,
            (camera.width, camera.height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_WRAP,
        )
        haze = np.float32(0.12 * plastic.strength) * cover
        _scale(pixels, 1 - haze)
        added = haze * np.float32(0.5 * power) + cover * seen * np.float32(0.8 * plastic.strength * power)
        pixels += added[..., None]


def _region(outline: Points, camera: Camera, z: float, soft: float) -> Field:
    """How far (0 to 1) each pixel lies in `outline` (N x 2 mm at height `z`), its edge `soft` mm wide."""
    placed = camera.project(np.hstack([outline, np.full((len(outline), 1), z)]))
    sigma = soft / 2 * camera.focal_pixels / camera.distance
    shrink = int(np.clip(sigma / 2, 1, 8))
    size = max(camera.width // shrink, 4), max(camera.height // shrink, 4)
    mask = np.zeros(size[::-1], dtype=np.uint8)
    scaled = (placed * (size[0] / camera.width, size[1] / camera.height) - 0.5) * 2**_SHIFT
    cv2.fillConvexPoly(mask, np.clip(np.rint(scaled), -4e5, 4e5).astype(np.int32), 255, cv2.LINE_AA, _SHIFT)
    if sigma / shrink > 0.3:
        mask = cv2.GaussianBlur(mask, (0, 0), sigma / shrink, borderType=cv2.BORDER_REPLICATE)
    if shrink > 1:
        mask = cv2.resize(mask, (camera.width, camera.height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(mask * np.float32(1 / 255))


def _scale(pixels: Field, factor: Field) -> None:
    cv2.multiply(pixels, cv2.merge([factor, factor, factor]), dst=pixels)


def level(scene: Scene) -> float:
    """The height (mm) at which what comes from outside shows: that of most faces, 0 without tiles."""
    tops = [tile.base + scene.look_of(tile).thickness for tile in scene.tiles]
    return float(np.median(tops)) if tops else 0.0
