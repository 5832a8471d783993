"""Sources for tests: a clock that moves when told to, sources that follow a script, a stream of pictures."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

from vision.frames.frame import Mode
from vision.frames.opening import Opened
from vision.frames.source import Source
from vision.frames.trouble import SourceError, Trouble
from vision.pipeline import Pixels


class Clock:
    """Seconds that pass when somebody waits."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def numbered(number: int, width: int = 64, height: int = 48) -> Pixels:
    """A picture from which `number_of` tells the number (0 to 255), after any compression: eight bars."""
    picture = np.zeros((height, width, 3), np.uint8)
    for bit in range(8):
        if number >> bit & 1:
            picture[:, bit * width // 8 : (bit + 1) * width // 8] = 255
    return picture


def number_of(picture: Pixels) -> int:
    """The number that `numbered` painted."""
    height, width = picture.shape[:2]
    return sum(1 << bit for bit in range(8) if picture[height // 2, (2 * bit + 1) * width // 16].mean() > 127)


def numbers_until_it_ends(opened: Opened) -> tuple[list[int], SourceError]:
    """The numbers on all pictures that come, and why no more do."""
    seen = []
    try:
        while opened.advance():
            picture = opened.pixels()
            assert picture is not None
            seen.append(number_of(picture))
    except SourceError as error:
        return seen, error
    finally:
        opened.close()
    raise AssertionError("a frame is missing")


def write_folder(folder: Path, numbers: Iterable[int]) -> None:
    folder.mkdir(exist_ok=True)
    for number in numbers:
        assert cv2.imwrite(str(folder / f"{number:06}.jpg"), numbered(number))


def write_video(file: Path, count: int, fps: float = 10) -> None:
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    for number in range(count):
        writer.write(numbered(number))
    writer.release()


class Script:
    """Opens like a camera, and does what its lists say: `openings` when opened, `frames` when asked for one.

    True in `openings` opens, an error is raised; in `frames` a number is a picture, None is none just now,
    "bad" is one that can't be decoded. Where a list has come to its end, the last entry is repeated.
    """

    def __init__(
        self,
        frames: list[int | str | SourceError | None],
        openings: list[bool | SourceError] | None = None,
        rate: float | None = None,
        takes: float = 0.0,
        clock: Clock | None = None,
    ) -> None:
        self.frames = frames
        self.openings = openings or [True]
        self.rate = rate
        self.claimed: float | None = rate or 30.0
        self.takes = takes
        self.clock = clock or Clock()
        self.open = self.opened = self.decoded = 0
        self.starts: list[int] = []
        self._now: int | str = 0

    def __call__(self, source: Source, asked: Mode, start: int = 0) -> Script:
        self.starts.append(start)
        answer = self.openings.pop(0) if len(self.openings) > 1 else self.openings[0]
        if isinstance(answer, SourceError):
            raise answer
        self.opened += 1
        self.open += 1
        return self

    def advance(self) -> bool:
        self.clock.now += self.takes
        answer = self.frames.pop(0) if len(self.frames) > 1 else self.frames[0]
        if isinstance(answer, SourceError):
            raise answer
        if answer is None:
            return False
        self._now = answer
        return True

    def pixels(self) -> Pixels | None:
        self.decoded += 1
        return None if isinstance(self._now, str) else numbered(self._now)

    def close(self) -> None:
        self.open -= 1


LOST = SourceError(Trouble.LOST, "It is gone: plug it in again.")
ENDED = SourceError(Trouble.ENDED, "It has come to its end.")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    frames = 0


class _Stream(BaseHTTPRequestHandler):
    """An endless MJPEG stream, until its server says how many frames are left."""

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        assert isinstance(self.server, _Server)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(self.server.frames):
            picture = cv2.imencode(".jpg", numbered(number))[1].tobytes()
            head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
            self.wfile.write(head + picture + b"\r\n")


@contextmanager
def mjpeg_server(port: int, frames: int) -> Iterator[str]:
    """An address of this machine that gives `frames` pictures whenever asked; port 0 is any free one."""
    server = _Server(("127.0.0.1", port), _Stream)
    server.frames = frames
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
