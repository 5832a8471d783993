"""The window that shows a live table: each picture with the tiles that are known to lie there."""

from __future__ import annotations

import os
import sys

import cv2
import numpy as np

from vision.eye import Glance
from vision.frames.frame import Frame
from vision.overlay import overlay
from vision.pipeline import Pixels
from vision.reading import Reading, TileReading
from vision.tracking import TrackedTile

_TITLE = "Stationmaster"
_MARKER = (200, 60, 200)
_SURE = 0.8
"""The certainty below which a tile is marked: from there on the umpire believes a reading."""


class WindowError(RuntimeError):
    """No window can be opened; the message is a sentence for a person."""


class Window:
    """One window. All of it has to be called from the program's main thread."""

    def __init__(self) -> None:
        """Open it. Raises `WindowError` where this computer has no windows, or this OpenCV none."""
        if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            raise WindowError("There is no screen to open a window on: leave --window out, or log in at one.")
        try:
            cv2.namedWindow(_TITLE, cv2.WINDOW_NORMAL)
        except cv2.error as error:
            raise WindowError(
                "This OpenCV can't open windows: install opencv-python in place of its headless package, or "
                "leave --window out."
            ) from error

    def show(self, frame: Frame, glance: Glance) -> None:
        """Show `frame` with the tiles of `glance`."""
        cv2.imshow(_TITLE, drawn_over(frame.pixels, glance))
        cv2.waitKey(1)  # lets the system draw it

    def close(self) -> None:
        """Close it."""
        cv2.destroyAllWindows()


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


def _as_read(tile: TrackedTile) -> TileReading:
    return TileReading(
        tile.corners,
        None if tile.face_down else tile.values,
        tile.certainty,
        face="down" if tile.face_down else "up",
        whole=not tile.hidden,
        review=not tile.face_down and tile.certainty < _SURE,
    )
