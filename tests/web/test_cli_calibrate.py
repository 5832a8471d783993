"""The commands that calibrate: `calibrate lens`, `calibrate table`, `calibrate sheet`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from calibration.opencv import Picture
from web.cli import main
from web.profiles import Profiles

sys.path.insert(0, str(Path(__file__).parents[1] / "calibration"))

from pictured import AROUND, BARREL, Pose, board_picture, drawn_table, table_picture

from calibration.lens import Lens
from calibration.table import rectangle_of

SIZE = (1200.0, 800.0)
CAMERA = Lens((1280, 960), 1120.0, (652.5, 468.5), BARREL.distortion, 0.0, 0.0, 0)
"""The same as `BARREL`, twice as large."""
POSE = Pose(1600, turn=3, lean=-10, side=5, middle=(600, 400))
CORNERS = [f"{x:.1f},{y:.1f}" for x, y in POSE.project(rectangle_of(SIZE), CAMERA)]


def calibrate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["calibrate", *map(str, arguments)], catch_exceptions=False)


def kept(data: Path, name: str = "camera") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data / "profiles" / name / "profile.json").read_text("utf-8"))
    return found


def save(file: Path, picture: Picture) -> Path:
    assert cv2.imwrite(str(file), picture)
    return file


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("boards")
    for number, pose in enumerate(AROUND):
        save(folder / f"{number:02}.png", board_picture(pose, BARREL))
    (folder / "notes.txt").write_text("not a picture")
    return folder


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    picture = table_picture(POSE, CAMERA, drawn_table((1200, 800)))
    return save(tmp_path_factory.mktemp("table") / "table.png", picture)


# The lens


def test_a_folder_of_pictures_gives_the_lens(boards: Path, data: Path) -> None:
    result = calibrate("lens", boards, "--data", data)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) == len(AROUND) + 2
    assert lines[0] == f"{boards / '00.png'}: 42 of the board's 42 corners"
    assert lines[-2].startswith("The lens: focal length 56")
    assert lines[-2].endswith("pixels in 12 pictures.")
    assert lines[-1] == f"Kept in {data / 'profiles' / 'camera' / 'profile.json'}."
    lens = kept(data)["lens"]
    assert lens["focal_px"] == pytest.approx(560, rel=0.01)
    assert lens["error_px"] < 0.2
    assert kept(data)["picture"] == {"width": 640, "height": 480}


def test_what_is_no_picture_or_shows_nothing_is_told_and_left_out(
    boards: Path, data: Path, tmp_path: Path
) -> None:
    pictures = sorted(boards.glob("*.png"))
    empty = save(tmp_path / "empty.png", np.full((480, 640), 99, np.uint8))
    result = calibrate("lens", *pictures, pictures[0], empty, boards / "notes.txt", "--data", data)
    assert result.exit_code == 0
    assert f"{boards / 'notes.txt'}: This file is not a picture" in result.stdout
    assert f"{empty}: 0 of the board's 42 corners" in result.stdout
    unused = result.stdout.partition("fit badly:\n")[2].splitlines()[:2]
    assert unused == [f"  {pictures[0]}", f"  {empty}"]


def test_too_few_pictures_say_what_is_missing(boards: Path, data: Path) -> None:
    result = calibrate("lens", *sorted(boards.glob("*.png"))[:4], "--data", data)
    assert result.exit_code == 1
    assert "4 of 4 pictures are of use, and 10 are needed" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not data.exists()


@pytest.mark.parametrize(
    ("source", "sentence"),
    [("nowhere.jpg", "No picture shows the printed board"), (".", "There are no pictures in")],
)
def test_sources_without_a_board_are_a_sentence(
    source: str, sentence: str, data: Path, tmp_path: Path
) -> None:
    result = calibrate("lens", tmp_path / source, "--data", data)
    assert result.exit_code == 1
    assert sentence in result.stderr


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")]
)
def test_a_source_that_one_may_not_look_at_is_told_and_left_out(
    error: OSError, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Path.stat

    def stat(self: Path, **options: Any) -> os.stat_result:
        if self.name == "locked.jpg":
            raise error
        return look(self, **options)

    monkeypatch.setattr(Path, "stat", stat)
    result = calibrate("lens", tmp_path / "locked.jpg", "--data", data)
    assert result.exit_code == 1
    assert f"{tmp_path / 'locked.jpg'}: This file" in result.stdout
    assert "No picture shows the printed board" in result.stderr


def test_a_name_longer_than_any_is_told_and_left_out(data: Path) -> None:
    result = calibrate("lens", "x" * 300, "--data", data)
    assert result.exit_code == 1
    assert f"{'x' * 300}: This file can't be read" in result.stdout


def test_no_source_is_a_sentence() -> None:
    result = calibrate("lens")
    assert result.exit_code == 2
    assert "Missing argument 'SOURCE...'" in result.output


# The table


def test_markers_give_the_table(table: Path, data: Path) -> None:
    result = calibrate("table", table, "--data", data)
    assert result.exit_code == 0
    told, where = result.stdout.splitlines()
    assert told.startswith("The table: 12")
    assert "from the markers; off by" in told
    assert "add --size" in told
    assert where.startswith("Kept in ")
    found = kept(data)["table"]
    assert (found["from"], found["unit"], found["told_size_mm"]) == ("markers", "mm", None)
    assert found["error_px"] > 0
    assert found["error_mm"] > 0


def test_with_the_lens_the_table_is_exact(boards: Path, table: Path, data: Path) -> None:
    assert calibrate("lens", boards, "--data", data).exit_code == 0
    result = calibrate("table", table, "--size", "1200x800", "--data", data)
    assert result.exit_code == 0
    assert result.stdout.startswith("The table: 1200 x 800 mm, from the markers; off by 0.")
    assert "--size" not in result.stdout
    profile = Profiles(data).load("camera")
    assert profile is not None
    assert profile.table is not None
    assert profile.lens is not None
    assert profile.size == profile.lens.size == (1280, 960)
    points = np.array([(600, 400), (100, 700), (1100, 80)], np.float64)
    assert profile.table.to_table(POSE.project(points, CAMERA)) == pytest.approx(points, abs=2)
    assert kept(data)["lens"]["made"] <= kept(data)["table"]["made"]
    again = calibrate("lens", boards, "--data", data)
    assert again.exit_code == 0
    assert kept(data)["table"]["size"] == [1200, 800]


def test_corners_by_hand_give_the_table(table: Path, data: Path) -> None:
    result = calibrate("table", table, "--corners", *CORNERS, "--size", "1200 x 800 mm", "--data", data)
    assert result.exit_code == 0
    assert result.stdout.startswith("The table: 1200 x 800 mm, from the corners; off by ")
    assert kept(data)["table"]["seen_px"][0][0] == [float(n) for n in CORNERS[0].split(",")]


def test_corners_without_a_size_say_what_they_do_not_tell(table: Path, data: Path) -> None:
    result = calibrate("table", table, "--corners", *CORNERS, "--data", data)
    assert result.exit_code == 0
    assert "times as long as wide" in result.stdout
    assert "add --size" in result.stdout
    assert (kept(data)["table"]["unit"], kept(data)["table"]["error_mm"]) == ("long side", None)


def test_cameras_are_kept_apart(table: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATIONMASTER_DATA", str(data))
    assert calibrate("table", table, "--profile", "shelf").exit_code == 0
    assert kept(data, "shelf")["table"]
    assert not (data / "profiles" / "camera").exists()


def test_a_scene_that_could_not_be_known_again_is_told(tmp_path: Path, data: Path) -> None:
    plain = save(tmp_path / "plain.png", np.full((480, 640), 200, np.uint8))
    result = calibrate("table", plain, "--corners", "90,90", "550,90", "550,400", "90,400", "--data", data)
    assert result.exit_code == 0
    assert "too little that it could know again" in result.stdout


@pytest.mark.parametrize(("width", "height"), [(1, 1), (4000, 9), (4, 3000), (1200, 80)])
def test_a_narrow_picture_is_calibrated_or_a_sentence(
    width: int, height: int, tmp_path: Path, data: Path
) -> None:
    seen = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    strip = save(tmp_path / "strip.png", seen)
    corners = ("0,0", f"{width - 1},0", f"{width - 1},{height - 1}", f"0,{height - 1}")
    result = calibrate("table", strip, "--corners", *corners, "--data", data)
    assert result.exit_code == 0 or result.stderr.startswith("Error: ")
    again = calibrate("table", strip, "--data", data)
    assert "No marker is to be seen" in again.stderr
    lens = calibrate("lens", strip, "--data", data)
    assert "No picture shows the printed board" in lens.stderr


BAD = [
    (["--corners", "1,2", "3,4", "5,6", "x"], 2, "“x” is no place in a picture"),
    (["--corners", "1,2", "3,4", "5,6", "1,2,3"], 2, "is no place in a picture"),
    (["--corners", "1,2", "3,4", "5,6", "nan,1"], 2, "is no place in a picture"),
    (["--corners", "1,2", "3,4"], 2, "--corners"),
    (["--size", "big"], 2, "“big” is no size"),
    (["--size", "120x80"], 2, "No table is 120 x 80 mm"),
    (["--size", "1200"], 2, "is no size"),
    (["--corners", "5,5", "500,500", "500,5", "5,500"], 1, "one after the other"),
    (["--corners", "0,0", "1e160,0", "1e160,1e160", "0,1e160"], 1, "far outside of the picture"),
    (["--corners", "0,0", "1e9,0", "1e9,1e9", "0,1e9"], 1, "far outside of the picture"),
    (["--corners", "639.9999999999,0", "640,0", "1279,959", "0,959"], 1, "too narrow"),
    (["--corners", *CORNERS, "--size", "800x1200"], 1, "can't be those of a table of 800 x 1200 mm"),
    (["--size", "2000x800"], 1, "not 2000 x 800"),
    (["--profile", "../x"], 1, "small letters"),
]


@pytest.mark.parametrize(("options", "status", "sentence"), BAD, ids=[" ".join(b[0]) for b in BAD])
def test_what_cannot_be_is_a_sentence(
    table: Path, data: Path, options: list[str], status: int, sentence: str
) -> None:
    result = calibrate("table", table, *options, "--data", data)
    assert result.exit_code == status
    assert sentence in " ".join(result.stderr.split())
    assert not data.exists()


def test_a_corner_may_lie_outside_of_the_picture(table: Path, data: Path) -> None:
    result = calibrate("table", table, "--corners", "-20,40", "1200,60", "1250,900", "50,930", "--data", data)
    assert result.exit_code == 0


def test_corners_that_cannot_be_leave_the_table_that_was_kept(table: Path, data: Path) -> None:
    assert calibrate("table", table, "--corners", *CORNERS, "--data", data).exit_code == 0
    before = kept(data)
    for far in ("1e9", "1e160", "9000"):
        corners = ("0,0", f"{far},0", f"{far},{far}", f"0,{far}")
        assert calibrate("table", table, "--corners", *corners, "--data", data).exit_code == 1
        assert kept(data) == before


def test_a_picture_without_markers_is_a_sentence(boards: Path, data: Path) -> None:
    result = calibrate("table", boards / "00.png", "--data", data)
    assert result.exit_code == 1
    assert "No marker is to be seen" in result.stderr


def test_a_file_that_is_no_picture_is_a_sentence(boards: Path, data: Path) -> None:
    result = calibrate("table", boards / "notes.txt", "--data", data)
    assert result.exit_code == 1
    assert "not a picture" in result.stderr


@pytest.mark.parametrize("command", ["lens", "table"])
def test_a_damaged_profile_is_a_sentence_and_stays(
    command: str, boards: Path, table: Path, data: Path
) -> None:
    file = data / "profiles" / "camera" / "profile.json"
    file.parent.mkdir(parents=True)
    file.write_text("dear aunt")
    result = calibrate(command, boards if command == "lens" else table, "--data", data)
    assert result.exit_code == 1
    assert "no profile of a camera" in result.stderr
    assert file.read_text() == "dear aunt"


def test_a_lens_of_another_shape_is_a_sentence(boards: Path, table: Path, data: Path, tmp_path: Path) -> None:
    assert calibrate("lens", boards, "--data", data).exit_code == 0
    wide = save(tmp_path / "wide.png", np.full((360, 640), 200, np.uint8))
    result = calibrate("table", wide, "--corners", "90,90", "550,90", "550,300", "90,300", "--data", data)
    assert result.exit_code == 1
    assert "measured in pictures of 640 x 480, and these have 640 x 360" in result.stderr


# The sheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    result = calibrate("sheet", "--paper", paper, file)
    assert result.exit_code == 0
    assert result.stdout == f"{file} is written. Print it at 100 %, and see that its bar is 100 mm long.\n"
    assert file.read_bytes().startswith(b"%PDF-1.4")
    assert (b"595.2756 841.8898" in file.read_bytes()) == (paper == "a4")


def test_tokens_are_written_in_place_of_the_board(tmp_path: Path) -> None:
    file = tmp_path / "tokens.pdf"
    result = calibrate("sheet", "--tokens", file)
    assert result.stdout == f"{file} is written. Print it at 100 %, and cut the tokens out.\n"
    assert b"Tokens for open trains" in file.read_bytes()


def test_a_sheet_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    result = calibrate("sheet", tmp_path / "nowhere" / "sheet.pdf")
    assert result.exit_code == 1
    assert "can't be written" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["", "."])
def test_a_sheet_without_a_name_is_a_sentence(name: str) -> None:
    result = calibrate("sheet", name)
    assert result.exit_code == 2
    assert "OUT.pdf" in result.stderr
    assert "Traceback" not in result.output


def test_a_sheet_that_names_nothing_says_what_to_do() -> None:
    assert "This names no file: write a name such as sheet.pdf." in calibrate("sheet", "").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("before", [b"an older sheet", None])
def test_a_sheet_is_written_whole_or_not_at_all(before: bytes | None, tmp_path: Path) -> None:
    import resource

    file = tmp_path / "sheet.pdf"
    if before is not None:
        file.write_bytes(before)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))  # as on a disk that is full
    try:
        result = calibrate("sheet", file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert result.exit_code == 1
    assert "can't be written (File too large)" in result.stderr
    assert (file.read_bytes() if file.exists() else None) == before
    assert len(list(tmp_path.iterdir())) == (before is not None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_sheet_goes_where_a_link_leads_and_into_a_device(tmp_path: Path) -> None:
    (tmp_path / "link.pdf").symlink_to("sheet.pdf")
    assert calibrate("sheet", tmp_path / "link.pdf").exit_code == 0
    assert (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert calibrate("sheet", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()
