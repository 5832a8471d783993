"""Which cameras are listed, and what trying a source tells."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from pulled_sources import ENDED, LOST, Clock, Script

from vision.frames import cameras as module
from vision.frames.cameras import Camera, cameras, try_source
from vision.frames.frame import Mode
from vision.frames.link import PATIENCE, Phase
from vision.frames.source import Source, parse_source
from vision.frames.trouble import SourceError, Trouble

MODE = Mode(1920, 1080, 30)
MISSING = SourceError(Trouble.NOT_OPENED, "It can't be opened: plug it in.")


def test_trying_takes_one_frame() -> None:
    script = Script([1])
    state = try_source(parse_source("0"), MODE, clock=script.clock, wait=script.clock.wait, opener=script)
    assert (state.phase, state.asked, state.actual) == (Phase.LIVE, MODE, Mode(64, 48, 30))
    assert (script.opened, script.open, script.decoded) == (1, 0, 1)


@pytest.mark.parametrize(
    ("script", "trouble"),
    [
        (Script([1], openings=[MISSING]), Trouble.NOT_OPENED),
        (Script([LOST]), Trouble.LOST),
        (Script([ENDED]), Trouble.ENDED),
        (Script([None]), Trouble.NO_FRAME),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_trying_what_gives_nothing_says_why(script: Script, trouble: Trouble) -> None:
    begun = script.clock()
    state = try_source(parse_source("0"), MODE, clock=script.clock, wait=script.clock.wait, opener=script)
    assert (state.actual, state.trouble, script.open) == (None, trouble, 0)
    assert script.clock() - begun < 2 * PATIENCE


class Numbers:
    """Opens only the cameras with some numbers."""

    def __init__(self, *there: int) -> None:
        self.there = there
        self.tried: list[int] = []

    def __call__(self, source: Source, asked: Mode, start: int = 0) -> Script:
        self.tried.append(int(source.name))
        script = Script([1], openings=[True if int(source.name) in self.there else MISSING])
        return script(source, asked)


@pytest.mark.parametrize(
    ("there", "found", "last_tried"),
    [((), [], 1), ((0,), [0], 2), ((1,), [1], 3), ((0, 2, 3), [0, 2, 3], 5), ((5,), [], 1)],
)
def test_elsewhere_numbers_are_tried(
    monkeypatch: pytest.MonkeyPatch, there: tuple[int, ...], found: list[int], last_tried: int
) -> None:
    monkeypatch.setattr(module, "_LINUX", False)
    opener = Numbers(*there)
    assert [int(camera.source.name) for camera, _ in cameras(MODE, opener)] == found
    assert opener.tried == list(range(last_tried + 1))


def test_numbers_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LINUX", False)
    opener = Numbers(*range(99))
    assert len(list(cameras(MODE, opener))) == 10


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that stands for `/dev`, with `names` for what the system calls them."""
    devices = tmp_path / "dev"
    devices.mkdir()
    monkeypatch.setattr(module, "_LINUX", True)
    monkeypatch.setattr(module, "_DEVICES", devices)
    monkeypatch.setattr(module, "_NAMES", tmp_path / "names")
    return devices


CAPTURE, PLANES, METADATA, CODEC, EACH = 0x1, 0x1000, 0x00800000, 0x4000, 0x80000000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such devices")
@pytest.mark.parametrize(
    ("whole_device", "this_node", "listed"),
    [
        (EACH | CAPTURE | METADATA, CAPTURE, True),
        (EACH | CAPTURE | METADATA, METADATA, False),
        (EACH | PLANES, PLANES, True),
        (EACH | CODEC, CODEC, False),
        (CAPTURE, 0, True),
        (0, CAPTURE, False),
    ],
)
def test_only_what_gives_pictures_is_listed(
    nodes: Path, monkeypatch: pytest.MonkeyPatch, whole_device: int, this_node: int, listed: bool
) -> None:
    import fcntl

    def answer(_opened: int, _request: int, into: bytearray) -> int:
        assert len(into) == 104
        into[84:92] = whole_device.to_bytes(4, sys.byteorder) + this_node.to_bytes(4, sys.byteorder)
        return 0

    monkeypatch.setattr(fcntl, "ioctl", answer)
    (nodes / "video0").touch()
    assert bool(list(cameras(MODE, Numbers(0)))) is listed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such devices")
def test_an_ordinary_file_is_no_camera(nodes: Path) -> None:
    (nodes / "video0").touch()
    assert list(cameras(MODE, Numbers(0))) == []


def test_cameras_are_in_the_order_of_their_numbers_with_their_names(
    nodes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_captures", lambda node: node.name != "video1")
    for name in ("video10", "video2", "video1", "video", "video-4", "videotape", "radio0"):
        (nodes / name).touch()
    (module._NAMES / "video10").mkdir(parents=True)
    (module._NAMES / "video10" / "name").write_text("Sofa Cam 2\n")
    found = list(cameras(MODE, Numbers(10)))
    assert [camera for camera, _ in found] == [
        Camera(parse_source("2"), "camera 2"),
        Camera(parse_source("10"), "Sofa Cam 2"),
    ]
    assert [state.phase for _, state in found] == [Phase.LOST, Phase.LIVE]


def test_a_camera_that_may_not_be_opened_is_listed(nodes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError

    (nodes / "video0").touch()
    monkeypatch.setattr(os, "open", refuse)
    assert [state.trouble for _, state in cameras(MODE, Numbers())] == [Trouble.NOT_OPENED]


def test_no_camera_is_an_empty_list(nodes: Path) -> None:
    assert list(cameras(MODE, Numbers())) == []


def test_the_clock_of_a_try_is_not_the_days(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(5.0)
    assert try_source(parse_source("0"), MODE, clock=clock, opener=Script([1])).since == 5.0
