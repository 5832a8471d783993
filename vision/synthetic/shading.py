"""The faces of tiles under the lamp: bowls, bevels and gloss, from the heights of a flat face."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synthetic.camera import Points
from vision.synthetic.faces import Face
from vision.synthetic.film import to_light
from vision.synthetic.look import Look
from vision.synthetic.noise import Field
from vision.synthetic.scene import Light


def shaded(flat: Face, angle: float, eye: Points, light: Light, look: Look) -> Field:
    """The face under `light`, `eye` being where the camera is from its middle (mm).

    H x W x 3: light, blue, green, red, already multiplied by the face's cover.
    """
    turn = np.radians(-angle)
    c, s = np.cos(turn), np.sin(turn)
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lamp, distance = turned @ light.direction, float(np.linalg.norm(eye))
    half = lamp + turned @ eye / distance
    half, beside = half / np.linalg.norm(half), 1 / (distance * np.linalg.norm(half))
    rows, columns = flat.height.shape
    half_x = half[0] - ((np.arange(columns) + 0.5) / flat.scale - look.length / 2) * beside
    half_y = half[1] + ((np.arange(rows)[:, None] + 0.5) / flat.scale - look.width / 2) * beside
    half_x, half_y = half_x.astype(np.float32), half_y.astype(np.float32)
    slope_x, slope_y = _slopes(flat)
    norm = 1 / cv2.sqrt(1 + slope_x * slope_x + slope_y * slope_y)
    towards = (np.float32(lamp[2]) - slope_x * np.float32(lamp[0]) - slope_y * np.float32(lamp[1])) * norm
    sunk = 1 + np.float32(0.35) * np.clip(flat.height, -1, 0)
    power = (np.float32(0.35 * light.ambient) + np.float32(0.65 * light.ambient) * norm) * sunk
    power += np.float32((1 - light.ambient) / lamp[2]) * np.maximum(towards, 0)
    power = np.minimum(power, np.float32(1.5))
    shine = look.gloss * light.glare
    body = to_light(np.asarray(cv2.cvtColor(flat.colour, cv2.COLOR_RGB2BGR), dtype=np.float32))
    power *= flat.cover
    body *= cv2.merge([power, power, power])
    if shine > 0:
        mirrored = np.clip((np.float32(half[2]) - slope_x * half_x - slope_y * half_y) * norm, 0, 1)
        wide = cv2.pow(mirrored, 16)
        gleam = np.float32(1.6 * shine) * cv2.pow(mirrored, 90) + np.float32(0.12 * shine) * wide
        gleam *= flat.cover
        body += cv2.merge([gleam, gleam, gleam])
    return body


def _slopes(flat: Face) -> tuple[Field, Field]:
    """How steeply the face rises to the right and upwards (mm a mm)."""
    height = cv2.copyMakeBorder(np.asarray(flat.height, dtype=np.float32), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    half = np.float32(flat.scale / 2)
    slope_x = (height[1:-1, 2:] - height[1:-1, :-2]) * half
    slope_y = (height[:-2, 1:-1] - height[2:, 1:-1]) * half
    return slope_x, slope_y
