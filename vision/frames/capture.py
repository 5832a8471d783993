"""The one module that talks to a camera: OpenCV's capture of devices, addresses and video files.

Back-ends queue what was not read yet, so whoever wants the newest frame reads all of them (`link`). No buffer
is made shorter here: that only makes some drivers slower.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from vision.frames.frame import Mode
from vision.frames.trouble import SourceError, Trouble, gone
from vision.pipeline import Pixels

# OpenCV reads these when it opens its first capture. Windows' own transforms take it half a minute to set up.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")  # seconds; by itself it waits for ten
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

_OPEN_MS = 8000  # an address that says nothing: cameras send a whole picture every few seconds only
_READ_MS = 3000
_FASTEST = 240.0  # frames a second: files that claim more give the ticks of their clock
_USUAL = 30.0  # frames a second of a file that says nothing that can be believed
_LINUX = sys.platform == "linux"
_DEVICES = Path("/dev")

_Answer = TypeVar("_Answer")


class Capture:
    """A capture of OpenCV that is open."""

    def __init__(
        self,
        capture: cv2.VideoCapture,
        *,
        stored: bool = False,
        over: tuple[Trouble, str] | None = None,
        gone: tuple[Path, str] | None = None,
    ) -> None:
        """Read from `capture`. `over` is what it means that there is no next frame; None: to wait for it.

        `gone` is a path, and what to say when nothing is there any longer.
        """
        self._capture = capture
        self._over = over
        self._gone = gone
        self.claimed: float | None = _believable(capture.get(cv2.CAP_PROP_FPS))
        self.rate: float | None = (self.claimed or _USUAL) if stored else None

    def advance(self) -> bool:
        """Go to the next frame, without decoding it where the back-end can. Raises `SourceError`."""
        if self._gone is not None and gone(self._gone[0]):
            raise SourceError(Trouble.LOST, self._gone[1])
        if _asked(self._capture.grab):
            return True
        if self._over is not None:
            raise SourceError(*self._over)
        return False

    def pixels(self) -> Pixels | None:
        """Decode the frame (height x width x 3, blue, green, red); None where it is damaged."""
        there, pixels = _asked(self._capture.retrieve) or (False, None)
        if not there or pixels is None or pixels.ndim != 3 or not pixels.size:
            return None
        return np.asarray(pixels, np.uint8)

    def close(self) -> None:
        """Let the camera or file go."""
        with suppress(cv2.error):
            self._capture.release()


def open_number(number: int, asked: Mode) -> Capture:
    """Open the camera with that number, as near to the mode `asked` as it comes. Raises `SourceError`."""
    if _LINUX:
        return open_device(_DEVICES / f"video{number}", f"camera {number}", asked)
    capture = _opened(number, cv2.CAP_ANY)
    if capture is None:
        raise SourceError(
            Trouble.NOT_OPENED,
            f"Camera {number} can't be opened: plug it in, close what else may be using it, and allow this "
            "program to use the camera.",
        )
    return _camera(capture, asked, None)


def open_device(device: Path, shown: str, asked: Mode) -> Capture:
    """Open the camera at `device` (Linux), as near to the mode `asked` as it comes. Raises `SourceError`."""
    if gone(device):
        raise SourceError(
            Trouble.MISSING,
            f"There is no {shown}: plug it in, or see which are there with `stationmaster cameras`.",
        )
    if not os.access(device, os.R_OK | os.W_OK):
        raise SourceError(
            Trouble.REFUSED,
            f"{_first(shown)} may not be opened: become a member of the group “video”, and log in again.",
        )
    capture = _opened(_text(device, shown), cv2.CAP_V4L2)
    if capture is None:
        raise SourceError(
            Trouble.NOT_OPENED,
            f"{_first(shown)} can't be opened: close what else may be using it, or plug it in again.",
        )
    return _camera(capture, asked, (device, f"{_first(shown)} is gone: plug it in again."))


def open_address(address: str, shown: str) -> Capture:
    """Open the stream at `address` (http, https, rtsp). Raises `SourceError`."""
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
    capture = _opened(address, cv2.CAP_FFMPEG, timeouts)
    if capture is None:
        raise SourceError(
            Trouble.NOT_OPENED,
            f"No video comes from {shown}: start the camera there, and give the address of the video itself.",
        )
    lost = f"No more video comes from {shown}: look whether the camera still runs."
    opened = Capture(capture, over=(Trouble.LOST, lost))
    opened.claimed = None  # FFmpeg says 25 where the stream says nothing, so it is left to be measured
    return opened


def open_video(file: Path, shown: str, start: int = 0) -> Capture:
    """Open the video in `file` at frame `start`. Raises `SourceError`."""
    capture = _opened(_text(file.absolute(), shown), cv2.CAP_FFMPEG)
    if capture is None:
        if not os.access(file, os.R_OK):
            raise SourceError(
                Trouble.REFUSED, f"{shown} may not be read: change its permissions or copy it elsewhere."
            )
        raise SourceError(Trouble.UNREADABLE, f"{shown} is no video that can be read: save it as MP4.")
    opened = Capture(
        capture,
        stored=True,
        over=(Trouble.ENDED, f"{shown} has come to its end."),
        gone=(file, f"{shown} is gone: put it back."),
    )
    try:
        for _ in range(start):  # one by one: a jump lands on another frame in many files
            opened.advance()
    except SourceError:
        opened.close()
        raise
    return opened


def _camera(capture: cv2.VideoCapture, asked: Mode, gone: tuple[Path, str] | None) -> Capture:
    """Ask for the mode. MJPG comes first: without it many cameras give large pictures at 5 a second."""
    for name, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, asked.width),
        (cv2.CAP_PROP_FRAME_HEIGHT, asked.height),
        (cv2.CAP_PROP_FPS, asked.fps),
    ):
        if value is not None:
            with suppress(cv2.error):
                capture.set(name, value)
    return Capture(capture, gone=gone)


def _opened(target: str | int, backend: int, parameters: list[int] | None = None) -> cv2.VideoCapture | None:
    if "OPENCV_LOG_LEVEL" not in os.environ:  # else its warnings stand between the sentences
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        capture = cv2.VideoCapture(target, backend, parameters or [])
    except cv2.error:
        return None
    return capture if capture.isOpened() else None


def _asked(question: Callable[[], _Answer]) -> _Answer | None:
    """What OpenCV answers; None where it raises, as it does at some damaged frames."""
    try:
        return question()
    except cv2.error:
        return None


def _text(path: Path, shown: str) -> str:
    """The path as OpenCV wants it: bytes that are no UTF-8 would end the whole program there."""
    try:
        return str(path).encode().decode()
    except UnicodeEncodeError as error:
        raise SourceError(Trouble.NAME, f"{shown} has a name that can't be used: rename it.") from error


def _first(shown: str) -> str:
    """The name as a sentence begins with it: paths stay as they are."""
    return shown[:1].upper() + shown[1:] if shown.startswith("camera ") else shown


def _believable(fps: float) -> float | None:
    return fps if isfinite(fps) and 0 < fps <= _FASTEST else None
