"""From light to a file: what lens, sensor and JPEG do to a picture, the same for both back-ends."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.noise import Field
from vision.synthetic.scene import Film


def to_light(levels: Field) -> Field:
    """Linear light (about 0 to 1) of picture levels (0 to 255), by the simple curve with exponent 2."""
    light = np.multiply(levels, np.float32(1 / 255), dtype=np.float32)
    return np.multiply(light, light, out=light)


def expose(light: Field, film: Film, seed: int) -> Pixels:
    """The picture (H x W x 3, blue, green, red) that `film` makes of `light` (H x W x 3, linear, float32).

    Lens, vignette, white balance, a soft shoulder for what is too bright, the maker's taste, grain that
    `seed` fixes, size, sharpening. JPEG comes in `encode` and `filed`.
    """
    height, width = light.shape[:2]
    light = _through_the_lens(light, film)
    levels = curve(light)
    levels = _tasted(levels, film)
    if film.noise > 0:
        levels += _grain(height, width, film, seed)
    if film.zoom < 1:
        size = max(round(width * film.zoom), 8), max(round(height * film.zoom), 8)
        small = cv2.resize(levels, size, interpolation=cv2.INTER_AREA)
        levels = _floats(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC))
    if film.sharpen > 0:
        soft = cv2.GaussianBlur(levels, (0, 0), 1.2)
        levels = _floats(cv2.addWeighted(levels, 1 + film.sharpen, soft, -film.sharpen, 0))
    return np.asarray(cv2.convertScaleAbs(np.maximum(levels, 0, out=levels)), dtype=np.uint8)


_SMALL = 640
"""Pictures up to this size take their grain from a stored one, which is much faster than drawing it anew."""


def _grain(height: int, width: int, film: Film, seed: int) -> Field:
    rng = np.random.default_rng([seed, 7])
    if max(height, width) <= _SMALL:
        grain, tint = (
            bank[y : y + height, x : x + width]
            for bank, (y, x) in zip(_stored_grain(), rng.integers(0, 1024 - _SMALL, (2, 2)), strict=True)
        )
    else:
        grain = rng.standard_normal((height, width), dtype=np.float32)
        tint = _coarse(
            rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32), (width, height)
        )
    grain = grain * np.float32(0.8 * film.noise)
    made = cv2.merge([grain, grain, grain])
    return np.asarray(cv2.scaleAdd(np.ascontiguousarray(tint), film.chroma * film.noise, made))


def _coarse(noise: Field, size: tuple[int, int]) -> Field:
    return np.asarray(cv2.resize(noise, size, interpolation=cv2.INTER_LINEAR))


@lru_cache(maxsize=1)
def _stored_grain() -> tuple[Field, Field]:
    rng = np.random.default_rng(7)
    grain = rng.standard_normal((1024, 1024), dtype=np.float32)
    return grain, _coarse(rng.standard_normal((512, 512, 3), dtype=np.float32), (1024, 1024))


def _through_the_lens(light: Field, film: Film) -> Field:
    height, width = light.shape[:2]
    if film.blur > 0:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), film.blur), dtype=np.float32)
    if film.motion[0] > 0.5:
        light = np.asarray(cv2.filter2D(light, -1, _smear(*film.motion)), dtype=np.float32)
    if film.vignette > 0:
        light = light * vignette(width, height, film.vignette)
    if film.gains != (1.0, 1.0, 1.0):
        light = light * np.array(film.gains[::-1], dtype=np.float32)
    if film.veil > 0:
        light = light * np.float32(1 - film.veil) + np.float32(0.45 * film.veil)
    return light


@lru_cache(maxsize=64)
def _smear(length: float, angle: float) -> Field:
    """The kernel of a camera that moves `length` pixels at `angle` degrees while the shutter is open."""
    size = int(np.ceil(length)) // 2 * 2 + 3
    kernel = np.zeros((size, size), dtype=np.float32)
    way = length / 2 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    start, end = (np.rint((size // 2 + sign * way) * 16).astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(cv2.GaussianBlur(kernel, (0, 0), 0.5) / max(float(kernel.sum()), 1.0))


def vignette(width: int, height: int, strength: float) -> Field:
    """How much of the light (0 to 1) reaches each pixel, H x W x 3: less in the corners."""
    x = (np.arange(width, dtype=np.float32) + 0.5) / width - 0.5
    y = (np.arange(height, dtype=np.float32) + 0.5) / height - 0.5
    across, down = np.float32(2 * strength) * x**2, np.float32(2 * strength) * y**2
    factor = 1 - across[None, :] - down[:, None]
    return np.asarray(cv2.merge([factor, factor, factor]))


_KNEE = np.float32(0.8)


def curve(light: Field) -> Field:
    """Levels (0 to 255) of light, with a soft shoulder from 0.8 on."""
    over = np.maximum(light - _KNEE, 0)
    levels = np.clip(light, 0, _KNEE)
    scaled = over * np.float32(1 / (1 - _KNEE))
    scaled += 1
    over /= scaled
    levels += over
    cv2.sqrt(levels, dst=levels)
    levels *= np.float32(255)
    return np.asarray(levels)


def _floats(levels: np.ndarray) -> Field:
    return np.asarray(levels, dtype=np.float32)


def _tasted(levels: Field, film: Film) -> Field:
    if film.gamma != 1:
        levels = np.asarray(cv2.pow(levels * np.float32(1 / 255), film.gamma) * np.float32(255))
    if film.contrast != 1:
        levels = (levels - np.float32(118)) * np.float32(film.contrast) + np.float32(118)
    if film.saturation != 1:
        grey = cv2.cvtColor(levels, cv2.COLOR_BGR2GRAY)[..., None]
        levels = grey + (levels - grey) * np.float32(film.saturation)
    return levels


def encode(picture: Pixels, film: Film) -> bytes:
    """The JPEG file of `picture`."""
    halves = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if film.halved else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    how = [cv2.IMWRITE_JPEG_QUALITY, film.quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, halves]
    done, data = cv2.imencode(".jpg", picture, how)
    if not done:
        raise ValueError("The picture could not be written as JPEG.")
    return data.tobytes()


def filed(picture: Pixels, film: Film) -> Pixels:
    """`picture` as it is read again from its JPEG file."""
    data = np.frombuffer(encode(picture, film), dtype=np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
