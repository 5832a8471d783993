"""Sources that are pulled fifty times: each comes back by itself, and no frame is missing or given twice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import cv2
import pytest
from pulled_sources import Clock, mjpeg_server, number_of, numbered, write_folder, write_video

from vision.frames import capture
from vision.frames.frame import Frame, Mode
from vision.frames.link import Link, Phase
from vision.frames.source import Source, parse_source

PULLS = 50
MODE = Mode(64, 48, 10)


def follow(link: Link, clock: Clock, until: Callable[[], bool]) -> list[Frame]:
    """Take steps until something is so, and give the frames that came new on the way."""
    frames = []
    for _ in range(10_000):
        before = link.newest
        clock.wait(link.step())
        if link.newest is not None and link.newest is not before:
            frames.append(link.newest)
        if until():
            return frames
    raise AssertionError(f"it did not come about: {link.state}")


def soak(link: Link, clock: Clock, pull: Callable[[], None], put_back: Callable[[], None]) -> list[Frame]:
    """Pull the source again and again, each time after two frames, for as long as a few tries take."""
    frames: list[Frame] = []

    def gave(count: int) -> Callable[[], bool]:
        first = link.newest.sequence if link.newest else -1
        return lambda: link.newest is not None and link.newest.sequence >= first + count

    for pulled in range(PULLS):
        frames += follow(link, clock, gave(2))
        assert link.state.phase is Phase.LIVE
        assert link.state.losses == pulled
        pull()
        frames += follow(link, clock, lambda: link.state.phase is Phase.LOST)
        lost = link.state.since
        long_enough = lost + pulled % 20
        follow(link, clock, lambda end=long_enough: clock() > end)
        assert link.state.phase is Phase.LOST
        assert link.state.since == lost
        put_back()
        back = clock()
        frames += follow(link, clock, lambda: link.state.phase is Phase.LIVE)
        assert clock() - back <= 6, "it is tried at least every five seconds"
    assert [frame.sequence for frame in frames] == list(range(len(frames)))
    assert all(a.time < b.time for a, b in pairwise(frames))
    return frames


def link_to(name: str | Path, clock: Clock) -> Link:
    return Link(parse_source(str(name)), MODE, clock=clock)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody rename an open file")
def test_a_video_file_that_is_renamed(tmp_path: Path) -> None:
    clip, away, clock = tmp_path / "clip.avi", tmp_path / "away.avi", Clock()
    write_video(clip, 160)
    link = link_to(clip, clock)
    frames = soak(link, clock, lambda: clip.rename(away), lambda: away.rename(clip))
    frames += follow(link, clock, lambda: link.state.phase is Phase.ENDED)
    assert [number_of(frame.pixels) for frame in frames] == list(range(160))
    assert [frame.time for frame in frames] == [number / 10 for number in range(160)]


def test_a_folder_that_is_emptied(tmp_path: Path) -> None:
    folder, away, clock = tmp_path / "folder", tmp_path / "away", Clock()
    write_folder(folder, range(160))
    away.mkdir()

    def move(here: Path, there: Path) -> None:
        for picture in list(here.iterdir()):
            picture.rename(there / picture.name)

    link = link_to(folder, clock)
    frames = soak(link, clock, lambda: move(folder, away), lambda: move(away, folder))
    frames += follow(link, clock, lambda: link.state.phase is Phase.ENDED)
    assert [number_of(frame.pixels) for frame in frames] == list(range(160))


def test_an_address_that_refuses() -> None:
    """A stream of this test's own; its server dies in the middle of it and comes back at the same address."""
    clock = Clock()
    with mjpeg_server(0, frames=0) as address:
        port = int(address.rpartition(":")[2].partition("/")[0])
    with ExitStack() as running:

        def start() -> None:
            running.enter_context(mjpeg_server(port, frames=40))

        def open_and_tick(source: Source, asked: Mode, start: int = 0) -> Ticking:
            return Ticking(capture.open_address(source.name, str(source)), clock)

        start()
        link = Link(parse_source(address), MODE, clock=clock, opener=open_and_tick)
        soak(link, clock, running.close, start)
        link.close()


class Ticking:
    """A stream that is open, whose frames take a tenth of a second of the test's clock."""

    def __init__(self, opened: capture.Capture, clock: Clock) -> None:
        self._opened, self._clock = opened, clock
        self.rate, self.claimed = opened.rate, opened.claimed
        self.pixels, self.close = opened.pixels, opened.close

    def advance(self) -> bool:
        self._clock.wait(0.1)
        return self._opened.advance()


@pytest.mark.parametrize("lingers", [False, True])
def test_a_camera_that_is_unplugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lingers: bool) -> None:
    """Pulled, its file in `/dev` goes at once, or only after OpenCV's own wait for a frame."""
    clock, device = Clock(), tmp_path / "video0"

    class Camera:
        plugged = True

        def __init__(self, *_: object) -> None:
            self._works = Camera.plugged

        def isOpened(self) -> bool:
            return self._works

        def grab(self) -> bool:
            self._works = self._works and Camera.plugged
            clock.wait(0.1 if self._works else 3)
            return self._works

        def retrieve(self) -> tuple[bool, cv2.typing.MatLike]:
            return True, numbered(1)

        def set(self, *_: object) -> bool:
            return True

        def get(self, _: int) -> float:
            return 30.0

        def release(self) -> None:
            self._works = False

    def pull() -> None:
        Camera.plugged = False
        if not lingers:
            device.unlink()

    def plug_in() -> None:
        device.touch()
        Camera.plugged = True

    monkeypatch.setattr(cv2, "VideoCapture", Camera)
    monkeypatch.setattr(capture, "_LINUX", True)
    monkeypatch.setattr(capture, "_DEVICES", tmp_path)
    plug_in()
    soak(link_to("0", clock), clock, pull, plug_in)
