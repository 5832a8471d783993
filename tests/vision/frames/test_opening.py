"""Files and folders, opened for real, and what can't be."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from pulled_sources import numbered, numbers_until_it_ends, write_folder, write_video

from vision.frames.capture import open_device
from vision.frames.frame import Mode
from vision.frames.opening import Opened, open_source
from vision.frames.source import parse_source
from vision.frames.trouble import SourceError, Trouble

MODE = Mode(64, 48, 5)


def every(opened: Opened) -> list[int]:
    """The numbers on all pictures, up to the end."""
    seen, end = numbers_until_it_ends(opened)
    assert end.trouble is Trouble.ENDED
    return seen


@pytest.mark.parametrize("start", [0, 1, 7, 12, 13])
def test_a_video_gives_all_its_frames_from_any_on(tmp_path: Path, start: int) -> None:
    write_video(tmp_path / "clip.avi", 12)
    source = parse_source(str(tmp_path / "clip.avi"))
    if start > 12:
        with pytest.raises(SourceError) as end:
            open_source(source, MODE, start)
        assert end.value.trouble is Trouble.ENDED
        return
    opened = open_source(source, MODE, start)
    assert (opened.rate, opened.claimed) == (10, 10)
    assert every(opened) == list(range(start, 12))


@pytest.mark.parametrize("start", [0, 1, 7, 12, 13])
def test_a_folder_gives_all_its_pictures_from_any_on(tmp_path: Path, start: int) -> None:
    write_folder(tmp_path, range(12))
    opened = open_source(parse_source(str(tmp_path)), MODE, start)
    assert (opened.rate, opened.claimed) == (5, 5)
    assert every(opened) == list(range(start, 12))


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (["000002.jpg", "000000.jpg", "000001.jpg"], [1, 2, 0]),
        (["10.jpg", "9.jpg", "011.jpg"], [1, 0, 2]),
        (["b.png", "a.JPG", "3.jpeg"], [2, 1, 0]),
        (["0.jpg", ".1.jpg", "2.txt", "3.jpg"], [0, 3]),
    ],
)
def test_pictures_come_in_the_order_of_their_names(
    tmp_path: Path, names: list[str], order: list[int]
) -> None:
    for number, name in enumerate(names):
        _, data = cv2.imencode(".png" if name.endswith(".png") else ".jpg", numbered(number))
        (tmp_path / name).write_bytes(data.tobytes())
    assert every(open_source(parse_source(str(tmp_path)), MODE)) == order


def test_a_folder_without_a_rate_has_one(tmp_path: Path) -> None:
    write_folder(tmp_path, range(1))
    assert open_source(parse_source(str(tmp_path)), Mode(64, 48)).rate == 5


def test_pictures_may_differ_in_size(tmp_path: Path) -> None:
    write_folder(tmp_path, range(1))
    assert cv2.imwrite(str(tmp_path / "000001.jpg"), np.zeros((30, 40, 3), np.uint8))
    opened = open_source(parse_source(str(tmp_path)), MODE)
    shapes = []
    for _ in range(2):
        assert opened.advance()
        picture = opened.pixels()
        assert picture is not None
        shapes.append(picture.shape)
    assert shapes == [(48, 64, 3), (30, 40, 3)]


@pytest.mark.parametrize(
    ("text", "trouble", "words"),
    [
        ("none.mp4", Trouble.MISSING, "There is no"),
        ("none/clip.mp4", Trouble.MISSING, "There is no"),
        ("letter.mp4", Trouble.UNREADABLE, "is no video that can be read"),
        ("nothing.mp4", Trouble.UNREADABLE, "is no video that can be read"),
        ("empty", Trouble.EMPTY, "There are no pictures"),
        ("x" * 5000, Trouble.NAME, "can't be used as a name"),
    ],
)
def test_what_can_not_be_opened_is_a_sentence(
    tmp_path: Path, text: str, trouble: Trouble, words: str
) -> None:
    (tmp_path / "letter.mp4").write_text("dear aunt")
    (tmp_path / "nothing.mp4").touch()
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=words) as refused:
        open_source(parse_source(str(tmp_path / text)), MODE)
    assert refused.value.trouble is trouble


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_is_no_source(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SourceError, match="neither a camera, a video file nor a folder"):
        open_source(parse_source(str(tmp_path / "pipe")), MODE)


def test_a_video_whose_name_is_no_text_is_a_sentence(tmp_path: Path) -> None:
    odd = tmp_path / "caf\udce9.avi"
    try:
        odd.touch()
    except (OSError, UnicodeEncodeError):
        pytest.skip("this file system has no such names")
    with pytest.raises(SourceError, match="has a name that can't be used"):
        open_source(parse_source(str(odd)), MODE)


def test_a_name_with_odd_letters_opens(tmp_path: Path) -> None:
    clip = tmp_path / "a:b %03d 駅.avi"
    write_video(tmp_path / "clip.avi", 3)
    try:
        (tmp_path / "clip.avi").rename(clip)
    except OSError:
        pytest.skip("this file system has no such names")
    assert every(open_source(parse_source(str(clip)), MODE)) == [0, 1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody rename an open file")
def test_a_video_that_is_renamed_is_lost(tmp_path: Path) -> None:
    write_video(tmp_path / "clip.avi", 3)
    opened = open_source(parse_source(str(tmp_path / "clip.avi")), MODE)
    assert opened.advance()
    (tmp_path / "clip.avi").rename(tmp_path / "other.avi")
    with pytest.raises(SourceError, match=r"clip\.avi is gone") as lost:
        opened.advance()
    assert lost.value.trouble is Trouble.LOST
    opened.close()


def test_a_folder_that_is_emptied_is_lost(tmp_path: Path) -> None:
    write_folder(tmp_path, range(2))
    opened = open_source(parse_source(str(tmp_path)), MODE)
    assert opened.advance()
    for picture in tmp_path.iterdir():
        picture.unlink()
    with pytest.raises(SourceError, match=r"000000\.jpg is gone") as early:
        opened.pixels()
    with pytest.raises(SourceError, match=r"000001\.jpg is gone") as late:
        opened.advance()
    assert early.value.trouble is late.value.trouble is Trouble.LOST


def barred(monkeypatch: pytest.MonkeyPatch, path: Path, error: OSError) -> None:
    """Let the system answer with `error` to whoever asks for `path`."""
    look = Path.stat

    def stat(self: Path, **options: Any) -> os.stat_result:
        if self == path:
            raise error
        return look(self, **options)

    monkeypatch.setattr(Path, "stat", stat)


BARRED = [
    PermissionError(errno.EACCES, "Permission denied"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.ENAMETOOLONG, "File name too long"),
]


@pytest.mark.parametrize("error", BARRED, ids=str)
def test_a_picture_that_one_may_not_look_at_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    """A folder may be listed but not entered."""
    write_folder(tmp_path, range(1))
    opened = open_source(parse_source(str(tmp_path)), MODE)
    barred(monkeypatch, tmp_path / "000000.jpg", error)
    assert opened.advance()
    with pytest.raises(SourceError, match=r"000000\.jpg in .* can't be read\. This file") as bad:
        opened.pixels()
    assert bad.value.trouble is Trouble.UNREADABLE
    assert str(bad.value).endswith(".")


@pytest.mark.parametrize("error", BARRED, ids=str)
def test_a_video_that_is_open_is_read_on_where_one_may_not_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    write_video(tmp_path / "clip.avi", 3)
    opened = open_source(parse_source(str(tmp_path / "clip.avi")), MODE)
    barred(monkeypatch, tmp_path / "clip.avi", error)
    assert every(opened) == [0, 1, 2]


@pytest.mark.parametrize("error", BARRED, ids=str)
def test_a_device_that_one_may_not_look_at_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    barred(monkeypatch, tmp_path / "video3", error)
    with pytest.raises(SourceError, match="may not be opened") as refused:
        open_device(tmp_path / "video3", "camera 3", MODE)
    assert refused.value.trouble is Trouble.REFUSED


def test_a_damaged_picture_is_named(tmp_path: Path) -> None:
    write_folder(tmp_path, range(1))
    (tmp_path / "000001.jpg").write_text("dear aunt")
    opened = open_source(parse_source(str(tmp_path)), MODE, 1)
    assert opened.advance()
    with pytest.raises(
        SourceError, match=r"000001\.jpg in .* can't be read\. This file is not a picture"
    ) as bad:
        opened.pixels()
    assert bad.value.trouble is Trouble.UNREADABLE
