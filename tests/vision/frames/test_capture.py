"""Cameras and addresses: OpenCV's capture is played by a fake where it would need a device."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from pulled_sources import Clock, mjpeg_server, number_of, numbered, numbers_until_it_ends

from vision.frames import capture
from vision.frames.frame import Mode
from vision.frames.link import Link
from vision.frames.opening import open_source
from vision.frames.source import parse_source
from vision.frames.trouble import SourceError, Trouble

MODE = Mode(1920, 1080, 30)


class Device:
    """Behaves as OpenCV's capture of a camera does."""

    opens = True
    grabs: bool | type[Exception] = True
    retrieved: tuple[bool, np.ndarray | None] = (True, numbered(7))
    fps = 30.0

    def __init__(self, target: str | int, backend: int, parameters: list[int]) -> None:
        self.target, self.backend = target, backend
        self.asked: list[tuple[int, float]] = []
        self.released = False
        type(self).last = self

    last: Device

    def isOpened(self) -> bool:
        return self.opens

    def set(self, name: int, value: float) -> bool:
        self.asked.append((name, value))
        if name == cv2.CAP_PROP_FPS:
            raise cv2.error("this camera has one rate only")
        return False

    def get(self, name: int) -> float:
        assert name == cv2.CAP_PROP_FPS
        return self.fps

    def grab(self) -> bool:
        if not isinstance(self.grabs, bool):
            raise self.grabs
        return self.grabs

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        return self.retrieved

    def release(self) -> None:
        self.released = True


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Device]:
    """A camera at `/dev/video3`."""

    class Own(Device):
        pass

    monkeypatch.setattr(cv2, "VideoCapture", Own)
    monkeypatch.setattr(capture, "_LINUX", True)
    monkeypatch.setattr(capture, "_DEVICES", tmp_path)
    (tmp_path / "video3").touch()
    return Own


def test_a_camera_is_asked_for_mjpg_before_the_size(device: type[Device], tmp_path: Path) -> None:
    opened = open_source(parse_source("3"), MODE)
    assert (device.last.target, device.last.backend) == (str(tmp_path / "video3"), cv2.CAP_V4L2)
    assert device.last.asked == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_FPS, 30),
    ]
    assert (opened.rate, opened.claimed) == (None, 30)
    assert opened.advance()
    picture = opened.pixels()
    assert picture is not None
    assert number_of(picture) == 7
    opened.close()
    assert device.last.released


@pytest.mark.parametrize("fps", [0.0, -1.0, float("nan"), float("inf"), 90000.0])
def test_a_rate_that_can_not_be_is_not_believed(device: type[Device], fps: float) -> None:
    device.fps = fps
    assert open_source(parse_source("3"), MODE).claimed is None


def test_no_rate_is_asked_for_where_none_was_said(device: type[Device]) -> None:
    open_source(parse_source("3"), Mode(640, 480))
    assert [name for name, _ in device.last.asked][-1] == cv2.CAP_PROP_FRAME_HEIGHT


@pytest.mark.parametrize("grabs", [False, cv2.error])
def test_a_camera_that_misses_a_frame_is_waited_for(
    device: type[Device], grabs: bool | type[Exception]
) -> None:
    device.grabs = grabs
    assert open_source(parse_source("3"), MODE).advance() is False


@pytest.mark.parametrize(
    "retrieved",
    [(False, None), (True, None), (True, np.zeros((4, 4), np.uint8)), (True, np.zeros((0, 4, 3)))],
)
def test_what_is_no_picture_is_none(device: type[Device], retrieved: tuple[bool, np.ndarray | None]) -> None:
    device.retrieved = retrieved
    opened = open_source(parse_source("3"), MODE)
    assert opened.advance()
    assert opened.pixels() is None


def test_a_camera_that_is_pulled_is_lost_at_once(device: type[Device], tmp_path: Path) -> None:
    opened = open_source(parse_source("3"), MODE)
    (tmp_path / "video3").unlink()
    with pytest.raises(SourceError, match="Camera 3 is gone: plug it in again") as lost:
        opened.advance()
    assert lost.value.trouble is Trouble.LOST


@pytest.mark.parametrize(("text", "trouble"), [("3", Trouble.NOT_OPENED), ("4", Trouble.MISSING)])
def test_a_camera_that_can_not_be_opened_is_a_sentence(
    device: type[Device], text: str, trouble: Trouble
) -> None:
    device.opens = False
    with pytest.raises(SourceError, match=rf"[cC]amera {text}") as refused:
        open_source(parse_source(text), MODE)
    assert refused.value.trouble is trouble


def test_a_camera_that_may_not_be_opened_names_the_group(
    device: type[Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture.os, "access", lambda *_: False)
    with pytest.raises(SourceError, match="become a member of the group “video”") as refused:
        open_source(parse_source("3"), MODE)
    assert refused.value.trouble is Trouble.REFUSED


def test_elsewhere_cameras_have_numbers_only(device: type[Device], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "_LINUX", False)
    open_source(parse_source("3"), MODE)
    assert (device.last.target, device.last.backend) == (3, cv2.CAP_ANY)
    device.opens = False
    with pytest.raises(SourceError, match="Camera 3 can't be opened"):
        open_source(parse_source("3"), MODE)


def test_opencv_may_raise_when_it_opens(device: type[Device], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise cv2.error("no such back-end")

    monkeypatch.setattr(cv2, "VideoCapture", refuse)
    with pytest.raises(SourceError):
        open_source(parse_source("3"), MODE)


def test_an_address_gives_its_frames_and_says_when_no_more_come(capfd: pytest.CaptureFixture[str]) -> None:
    with mjpeg_server(0, frames=20) as address:
        opened = open_source(parse_source(address), MODE)
        assert opened.rate is None
        seen, lost = numbers_until_it_ends(opened)
    assert seen == list(range(20))
    assert lost.trouble is Trouble.LOST
    assert str(lost).startswith("No more video comes from http://127")
    with pytest.raises(SourceError, match="No video comes from http://127") as refused:
        open_source(parse_source(address), MODE)
    assert refused.value.trouble is Trouble.NOT_OPENED
    assert capfd.readouterr() == ("", ""), "OpenCV and FFmpeg talk to the terminal"


@pytest.mark.parametrize("address", ["http://phone:8080/video", "https://phone/v", "rtsp://camera/1"])
@pytest.mark.parametrize("fps", [25.0, 30.0, 0.0])
def test_the_rate_of_an_address_is_not_claimed(device: type[Device], address: str, fps: float) -> None:
    """FFmpeg says 25 where nobody said anything."""
    device.fps = fps
    opened = open_source(parse_source(address), MODE)
    assert (opened.rate, opened.claimed) == (None, None)


def test_the_rate_of_an_address_is_measured_alone() -> None:
    clock = Clock()
    with mjpeg_server(0, frames=100) as address:
        link = Link(parse_source(address), MODE, clock=clock)
        told = []
        for _ in range(60):
            link.step()
            clock.wait(0.1)
            told.append(link.state.actual and link.state.actual.fps)
        link.close()
    assert set(told) == {None, 10.0}
    assert told[-1] == 10.0


@pytest.mark.parametrize("name", ["clip.mp4", "photo.jpg"])
def test_a_file_that_may_not_be_read_says_so(
    device: type[Device], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    device.opens = False
    (tmp_path / name).write_bytes(b"something")
    monkeypatch.setattr(capture.os, "access", lambda file, mode: file != tmp_path / name or mode != os.R_OK)
    with pytest.raises(SourceError, match=f"{name} may not be read: change its permissions") as refused:
        open_source(parse_source(str(tmp_path / name)), MODE)
    assert refused.value.trouble is Trouble.REFUSED


def test_a_password_is_not_told() -> None:
    with mjpeg_server(0, frames=0) as address:
        pass
    with pytest.raises(SourceError) as refused:
        open_source(parse_source(address.replace("//", "//ana:secret@")), MODE)
    assert "secret" not in str(refused.value)
