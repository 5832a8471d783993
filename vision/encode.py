"""Encoding a picture for keeping: small, and with nothing in it but the picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pipeline import Pixels

KEPT_SIDE = 2048
"""The longest side, in pixels, of a picture that is kept."""

_QUALITY = 88


def encode_kept(picture: Pixels) -> bytes:
    """The JPEG file in which `picture` (upright, blue, green, red) is kept, at most `KEPT_SIDE` pixels long.

    It is made from pixels alone, so that no place, time or camera of the original file can be in it.
    A coordinate in `picture` times kept width / width is the coordinate in the kept one.
    """
    height, width = picture.shape[:2]
    scale = KEPT_SIDE / max(height, width)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return encoded.tobytes()
