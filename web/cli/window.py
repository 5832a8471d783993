"""The window that shows a live table: each picture with the tiles that are known to lie there."""

from __future__ import annotations

import os
import sys

import cv2

from vision.eye import Glance
from vision.frames.frame import Frame
from web.live.picture import drawn_over

_TITLE = "Stationmaster"


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
