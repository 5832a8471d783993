"""Calibrated cameras on the disk."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from calibration.errors import CalibrationError, ProfileError
from calibration.lens import Lens
from calibration.profile import Profile, profile_text
from calibration.table_fit import corners_by_hand
from vision.decode import decode_file
from vision.pipeline import Pixels
from web.disk import write
from web.profiles import FILE, Profiles, load_profile

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
LENS = Lens((1280, 720), 1050.0, (651.0, 352.0), (-0.2, 0.04, 0.001, 0.0), 0.31, 2.5, 14)
CORNERS = [(215.9, 76.0), (1093.7, 55.6), (1093.7, 663.4), (215.9, 643.0)]


def profile(level: int = 90) -> Profile:
    grey = np.full((360, 640), level, np.uint8)
    grey[100:200, 100:300] = 200
    return Profile((1280, 720)).with_table(corners_by_hand(CORNERS, (1200.0, 800.0)), (1280, 720), grey, NOW)


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path / "data")


def test_what_was_saved_is_loaded_with_its_picture(profiles: Profiles, tmp_path: Path) -> None:
    assert profiles.load("camera") is None
    saved = profile()
    path = profiles.save("camera", saved)
    assert path == tmp_path / "data" / "profiles" / "camera" / FILE
    for loaded in (profiles.load("camera"), load_profile(path)):
        assert loaded is not None
        assert profile_text(loaded, None) == profile_text(saved, None)
        assert loaded.reference is not None
        assert saved.reference is not None
        assert np.abs(loaded.reference.astype(int) - saved.reference).mean() < 1


def test_the_newest_takes_the_place_of_the_one_before(profiles: Profiles) -> None:
    for level in (90, 60, 30):
        path = profiles.save("camera", profile(level))
        assert len(list(path.parent.iterdir())) == 2
    loaded = profiles.load("camera")
    assert loaded is not None
    assert loaded.reference is not None
    assert loaded.reference[0, 0] == pytest.approx(30, abs=2)
    path = profiles.save("camera", replace(profile(), reference=None))
    assert [file.name for file in path.parent.iterdir()] == [FILE]


def meanwhile(work: Callable[[], object]) -> threading.Thread:
    """Another process at work (a thread does the same); it is given a moment, and must wait if it is to."""
    other = threading.Thread(target=work)
    other.start()
    other.join(0.3)
    return other


def test_two_saves_at_once_leave_one_profile_with_its_picture(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles.save("camera", profile(90))
    written = write
    others: list[threading.Thread] = []

    def slowly(path: Path, content: bytes) -> None:
        if not others and path.name == FILE:  # its picture is written, and what names it is not yet
            others.append(threading.Thread())
            others[:] = [meanwhile(lambda: profiles.save("camera", profile(30)))]
        written(path, content)

    monkeypatch.setattr("web.profiles.write", slowly)
    path = profiles.save("camera", profile(60))
    for other in others:
        other.join()
    loaded = profiles.load("camera")
    assert loaded is not None
    assert loaded.reference is not None
    assert loaded.reference[0, 0] == pytest.approx(30, abs=2), "the one who waited came last"
    assert len(list(path.parent.iterdir())) == 2


def test_two_changes_at_once_are_both_kept(profiles: Profiles) -> None:
    profiles.save("camera", Profile((1280, 720)))
    others: list[threading.Thread] = []

    def measure_the_table() -> None:
        seen = profile()
        assert seen.table is not None
        assert seen.reference is not None
        sight, grey = seen.table.sight, seen.reference
        profiles.change("camera", lambda before: (before or seen).with_table(sight, seen.size, grey, NOW))

    def measure_the_lens(before: Profile | None) -> Profile:
        calls.append(before)
        if len(calls) == 2:  # the first call only finds out whether it can be done
            others.append(meanwhile(measure_the_table))
        assert before is not None
        return before.with_lens(LENS, NOW)

    calls: list[Profile | None] = []
    profiles.change("camera", measure_the_lens)
    for other in others:
        other.join()
    loaded = profiles.load("camera")
    assert loaded is not None
    assert (loaded.lens, loaded.table is not None) == (LENS, True)


def test_a_change_that_fails_leaves_nothing(profiles: Profiles, tmp_path: Path) -> None:
    def fail(before: Profile | None) -> Profile:
        raise CalibrationError(f"There is {before}.")

    with pytest.raises(CalibrationError, match="There is None"):
        profiles.change("camera", fail)
    assert not (tmp_path / "data").exists()
    assert profiles.change("camera", lambda before: before or profile())[1] == profiles.path("camera")


def test_who_loads_while_somebody_saves_gets_one_or_the_other(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles.save("camera", profile(90))
    decoded = decode_file
    saved: list[Path] = []

    def late(path: Path) -> Pixels:
        if not saved:
            saved.append(path)
            profiles.save("camera", profile(30))
        return decoded(path)

    monkeypatch.setattr("web.profiles.decode_file", late)
    loaded = profiles.load("camera")
    assert loaded is not None
    assert loaded.reference is not None
    assert loaded.reference[0, 0] == pytest.approx(30, abs=2)


def test_cameras_do_not_disturb_each_other(profiles: Profiles) -> None:
    profiles.save("lamp-2", profile(30))
    profiles.save("shelf", Profile((640, 480)))
    assert [found.size for name in ("lamp-2", "shelf") if (found := profiles.load(name))] == [
        (1280, 720),
        (640, 480),
    ]


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", "-a", "a" * 41, "a\n", "ä", "con."])
def test_odd_names_are_told(profiles: Profiles, name: str) -> None:
    with pytest.raises(ProfileError, match="small letters"):
        profiles.save(name, profile())


def test_a_failed_save_leaves_what_was_there(profiles: Profiles, monkeypatch: pytest.MonkeyPatch) -> None:
    path = profiles.save("camera", profile(90))
    before = path.read_bytes()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ProfileError, match="No space left on device"):
        profiles.save("camera", profile(30))
    monkeypatch.undo()
    assert path.read_bytes() == before
    loaded = profiles.load("camera")
    assert loaded is not None
    assert loaded.reference is not None
    assert loaded.reference[0, 0] == pytest.approx(90, abs=2)


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(ProfileError, match="can't be kept"):
        Profiles(tmp_path / "data").save("camera", profile())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no profile of a camera"),
        (b"\xff\xfe\x00", "no profile of a camera"),
        (b"x" * 3_000_000, "no profile of a camera"),
        (profile_text(Profile((1, 1)), "../../secret.jpg").encode(), "missing or damaged"),
        (profile_text(Profile((1, 1)), "").encode(), "missing or damaged"),
        (profile_text(Profile((1, 1)), "profile.json").encode(), "missing or damaged"),
        (profile_text(Profile((1, 1)), "a\0b").encode(), "missing or damaged"),
        (None, "no ordinary file"),
    ],
    ids=["empty", "no text", "huge", "elsewhere", "nameless", "itself", "odd", "a folder"],
)
def test_what_is_no_profile_is_told(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"no picture")
    path = tmp_path / "a" / "b" / FILE
    path.parent.mkdir(parents=True)
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(ProfileError, match=sentence) as caught:
        load_profile(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).endswith("take it away and calibrate again.") or "picture" in str(caught.value)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_text(path.read_text().replace('"version": 1', '"version": 2')),
        lambda path: path.write_text(path.read_text().replace('"mm"', '"feet"')),
        lambda path: path.write_bytes(path.read_text().encode("utf-16")),
        lambda path: path.write_text(""),
        lambda path: next(path.parent.glob("seen-*.jpg")).unlink(),
    ],
    ids=["later", "damaged", "no text", "empty", "without its picture"],
)
def test_what_is_told_of_a_bad_profile_helps(profiles: Profiles, damage: Callable[[Path], object]) -> None:
    path = profiles.save("camera", profile())
    damage(path)
    with pytest.raises(ProfileError) as caught:
        profiles.load("camera")
    told = str(caught.value)
    assert str(path) in told
    assert "away and calibrate again" in told
    path.unlink()
    assert profiles.load("camera") is None
    profiles.save("camera", profile())
    assert profiles.load("camera") is not None


def test_a_profile_that_an_editor_saved_with_a_mark_is_read(profiles: Profiles) -> None:
    path = profiles.save("camera", profile())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert profiles.load("camera") is not None


def test_a_profile_that_may_not_be_read_is_named(profiles: Profiles, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = profiles.save("camera", profile())
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ProfileError, match="change its permissions, or take it away") as caught:
        profiles.load("camera")
    assert str(caught.value).startswith(f"{path}: This profile can't be read (Permission denied)")


def test_a_profile_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"gone\.json: There is no such profile: calibrate"):
        load_profile(tmp_path / "gone.json")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_the_folders_name_gives_no_orders(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J" / "profile.json"
    path.parent.mkdir()
    path.touch()
    with pytest.raises(ProfileError) as caught:
        load_profile(path)
    assert str(caught.value).isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_is_told_and_not_waited_for(profiles: Profiles, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(self: Path, *_: object) -> None:
        raise AssertionError(f"{self} was opened")

    path = profiles.path("camera")
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    monkeypatch.setattr(Path, "open", hang)
    with pytest.raises(ProfileError, match="no ordinary file"):
        profiles.load("camera")


def test_a_profile_whose_picture_went_is_told(profiles: Profiles) -> None:
    path = profiles.save("camera", profile())
    next(path.parent.glob("seen-*.jpg")).unlink()
    with pytest.raises(ProfileError, match="missing or damaged"):
        profiles.load("camera")
