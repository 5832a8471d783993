"""Every frame of a video or folder, in order, by the same way as from a camera."""

from __future__ import annotations

from pathlib import Path

import pytest
from pulled_sources import ENDED, LOST, Script, number_of, write_folder, write_video

from vision.frames.frame import Frame, Mode
from vision.frames.in_order import frames_in_order
from vision.frames.source import parse_source
from vision.frames.trouble import SourceError, Trouble

MODE = Mode(64, 48, 5)


def told(frame: Frame) -> tuple[int, float, int]:
    return number_of(frame.pixels), frame.time, frame.sequence


def test_a_folder_frame_by_frame(tmp_path: Path) -> None:
    write_folder(tmp_path, range(7))
    frames = list(frames_in_order(parse_source(str(tmp_path)), MODE))
    assert [told(frame) for frame in frames] == [(n, n / 5, n) for n in range(7)]


def test_a_video_frame_by_frame(tmp_path: Path) -> None:
    write_video(tmp_path / "clip.avi", 7, fps=10)
    frames = list(frames_in_order(parse_source(str(tmp_path / "clip.avi")), MODE))
    assert [told(frame) for frame in frames] == [(n, n / 10, n) for n in range(7)]


def test_fewer_frames_of_a_video(tmp_path: Path) -> None:
    write_video(tmp_path / "clip.avi", 25, fps=10)
    frames = list(frames_in_order(parse_source(str(tmp_path / "clip.avi")), MODE, most=2))
    assert [told(frame) for frame in frames] == [(n, n / 10, n) for n in range(0, 25, 5)]


def test_what_can_not_be_opened_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="There is no") as refused:
        list(frames_in_order(parse_source(str(tmp_path / "none")), MODE))
    assert refused.value.trouble is Trouble.MISSING


def test_what_is_lost_on_the_way_is_an_error_after_the_frames_before() -> None:
    script, seen = Script([1, 2, LOST], rate=4), []
    frames = frames_in_order(parse_source("clip"), MODE, opener=script)
    seen += [number_of(next(frames).pixels), number_of(next(frames).pixels)]
    with pytest.raises(SourceError, match=str(LOST)):
        next(frames)
    assert (seen, script.open) == ([1, 2], 0)


def test_a_damaged_picture_is_an_error(tmp_path: Path) -> None:
    write_folder(tmp_path, range(2))
    (tmp_path / "000001.jpg").write_text("dear aunt")
    frames = frames_in_order(parse_source(str(tmp_path)), MODE)
    assert next(frames).sequence == 0
    with pytest.raises(SourceError, match=r"000001\.jpg"):
        next(frames)


def test_who_stops_early_lets_the_source_go() -> None:
    script = Script([1], rate=4)
    frames = frames_in_order(parse_source("clip"), MODE, opener=script)
    next(frames)
    assert script.open == 1
    frames.close()
    assert script.open == 0


def test_a_camera_that_has_no_frame_yet_is_waited_for() -> None:
    waited: list[float] = []
    script = Script([None, None, 1, ENDED])
    frames = frames_in_order(parse_source("0"), MODE, wait=waited.append, opener=script)
    assert [number_of(frame.pixels) for frame in frames] == [1]
    assert len(waited) == 2
    assert all(seconds > 0 for seconds in waited)
