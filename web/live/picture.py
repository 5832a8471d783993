"""The camera's picture with what is known to lie there, for people to compare."""

from __future__ import annotations

import cv2
import numpy as np

from vision.eye import Glance
from vision.overlay import overlay
from vision.pipeline import Pixels
from vision.reading import Reading, TileReading
from vision.tracking import TrackedTile

_MARKER = (200, 60, 200)
_SURE = 0.8
"""The certainty below which a tile is marked: from there on the umpire believes a reading."""
_QUALITY = 80


def drawn_over(pixels: Pixels, glance: Glance) -> Pixels:
    """A copy of a frame with the outlines and values of tiles, and the outlines of markers, drawn over it.

    Doubtful tiles are marked, and those that are hidden look like those that are not counted.
    """
    height, width = pixels.shape[:2]
    shown = tuple(_as_read(tile) for tile in glance.tiles if tile.believed)
    drawn = overlay(pixels, Reading(width, height, shown, review=False, notices=(), reader=""))
    for marker in glance.markers:
        box = np.rint(np.array(marker.box)).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(drawn, [box], True, _MARKER, 2, cv2.LINE_AA)
    return drawn


def jpeg_of(pixels: Pixels, width: int) -> bytes:
    """The JPEG file of a picture, at most `width` pixels wide."""
    scale = width / pixels.shape[1]
    if scale < 1:
        size = (width, max(1, round(pixels.shape[0] * scale)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return encoded.tobytes()


def _as_read(tile: TrackedTile) -> TileReading:
    return TileReading(
        tile.corners,
        None if tile.face_down else tile.values,
        tile.certainty,
        face="down" if tile.face_down else "up",
        whole=not tile.hidden,
        review=not tile.face_down and tile.certainty < _SURE,
    )
