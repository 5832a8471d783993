"""From light to a file: what lens, sensor and JPEG do to a picture, the same for both back-ends."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.noise import Field
from vision.synthetic.scene import Film


def to_light(levels: Field) -> Field:
    """Linear light (about 0 to 1) of picture levels (0 to 255), by the simple curve with exponent 2."""
    return np.asarray((levels * (1 / 255)) ** 2, dtype=np.float32)


def expose(light: Field, film: Film, seed: int) -> Pixels:
    """The picture (H x W x 3, blue, green, red) that `film` makes of `light` (H x W x 3, linear, float32).

    Blur, vignette, a soft shoulder for what is too bright, grain that `seed` fixes. JPEG comes in `encode`.
    """
    height, width = light.shape[:2]
    if film.blur > 0:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), film.blur), dtype=np.float32)
    if film.vignette > 0:
        x = (np.arange(width, dtype=np.float32) + 0.5) / width - 0.5
        y = (np.arange(height, dtype=np.float32) + 0.5) / height - 0.5
        light = light * (1 - film.vignette * 2 * (x[None, :] ** 2 + y[:, None] ** 2))[..., None]
    knee = np.float32(0.8)
    over = np.maximum(light - knee, 0)
    light = np.minimum(light, knee) + over / (1 + over / (1 - knee))
    levels = 255 * np.sqrt(np.maximum(light, 0))
    if film.noise > 0:
        rng = np.random.default_rng([seed, 7])
        grain = rng.standard_normal((height, width), dtype=np.float32)
        tint = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
        tint = np.asarray(cv2.resize(tint, (width, height), interpolation=cv2.INTER_LINEAR))
        levels = levels + film.noise * (0.8 * grain[..., None] + 0.6 * tint)
    return np.asarray(np.clip(np.rint(levels), 0, 255), dtype=np.uint8)


def encode(picture: Pixels, film: Film) -> bytes:
    """The JPEG file of `picture`."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
    if not done:
        raise ValueError("The picture could not be written as JPEG.")
    return data.tobytes()
