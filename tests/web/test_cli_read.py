from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import vision.reader
from referee import DominoSet
from vision.decode import decode_file
from vision.maps import STATES, VALUES
from vision.pipeline import Faces, Found, Look, Outlines, Pixels, Reader
from vision.reading import Corners, Notice, TileReading
from web.cli import main

BOX: Corners = ((20.0, 60.0), (20.0, 20.0), (100.0, 20.0), (100.0, 60.0))
LOWER: Corners = ((20.0, 110.0), (20.0, 70.0), (100.0, 70.0), (100.0, 110.0))


class BrightAreas:
    """Finds a tile in a bright picture, none in a dark one."""

    def find(self, picture: Pixels, length: float | None = None) -> Found:
        count = 2 if picture.mean() > 99 else 0
        return Found(np.array([BOX, LOWER], np.float32)[:count], np.array([1.0, 0.5], np.float32)[:count])


class SixThree:
    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        count = len(outlines)
        values = np.zeros((count, 2, VALUES), np.float32)
        values[:, 0, 6] = values[:, 1, 3] = 0.9
        look = Look(
            outlines, values, np.eye(1, len(STATES), dtype=np.float32).repeat(count, 0), values[..., 0]
        )
        return Faces((look,))


class ByScore:
    def assess(
        self, picture: Pixels, found: Found, faces: Faces, domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        tiles = []
        for score, box, values in zip(found.scores, (BOX, LOWER), faces.values.argmax(axis=2), strict=False):
            first, second = map(int, values)
            tiles.append(TileReading(box, (first, second), float(score), review=bool(score < 0.9)))
        if domino_set is not None and domino_set.max_pip < 9:
            return tuple(tiles), True, (Notice.DUPLICATE,)
        return tuple(tiles), any(t.review for t in tiles), () if tiles else (Notice.NO_TILES,)


@pytest.fixture
def simple_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(BrightAreas(), SixThree(), ByScore(), "simple")
    monkeypatch.setattr(vision.reader, "default_reader", lambda: reader)


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name, level in (("bright.jpg", 180), ("dark.png", 20)):
        assert cv2.imwrite(str(folder / name), np.full((120, 160, 3), level, np.uint8))
    (folder / "text.jpg").write_text("dear aunt")
    (folder / "empty.jpg").touch()
    return folder


def read(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, arguments)], catch_exceptions=False)


def answers(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.usefixtures("simple_reader")
def test_json_is_one_object_a_line_with_what_was_promised(photos: Path) -> None:
    result = read("--json", photos / "bright.jpg", photos / "dark.png")
    assert result.exit_code == 0
    bright, dark = answers(result)
    times = bright.pop("ms")
    assert isinstance(times, dict)
    assert sorted(times) == ["decode", "read"]
    assert all(value >= 0 for value in times.values())
    tile = {"values": [6, 3], "face": "up", "whole": True}
    assert bright == {
        "file": str(photos / "bright.jpg"),
        "ok": True,
        "width": 160,
        "height": 120,
        "tiles": [
            {**tile, "confidence": 1.0, "corners": [list(p) for p in BOX], "review": False},
            {**tile, "confidence": 0.5, "corners": [list(p) for p in LOWER], "review": True},
        ],
        "total_pips": 18,
        "review": True,
        "warnings": [],
    }
    assert (dark["ok"], dark["tiles"], dark["total_pips"], dark["review"]) == (True, [], 0, False)
    assert dark["warnings"] == [Notice.NO_TILES.sentence]


@pytest.mark.usefixtures("simple_reader")
def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_read(photos: Path) -> None:
    bad = ["text.jpg", "none.jpg", "empty.jpg", "."]
    result = read("--json", *(photos / name for name in bad), photos / "bright.jpg")
    assert result.exit_code == 1
    *refused, bright = answers(result)
    for name, answer in zip(bad, refused, strict=True):
        assert sorted(answer) == ["error", "file", "ok"]
        assert (answer["file"], answer["ok"]) == (str(photos / name), False)
        assert str(answer["error"]).endswith(".")
    assert bright["ok"] is True
    assert bright["total_pips"] == 18


@pytest.mark.usefixtures("simple_reader")
def test_file_is_the_path_as_given(photos: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(photos)
    given = ["./bright.jpg", "../photos/bright.jpg", "./-.jpg"]
    assert [answer["file"] for answer in answers(read("--json", *given))] == given


@pytest.mark.usefixtures("simple_reader")
def test_a_name_that_is_no_text_is_told_all_the_same(photos: Path) -> None:
    odd = photos / "caf\udce9\n.jpg"
    try:
        odd.write_bytes((photos / "bright.jpg").read_bytes())
    except OSError:
        pytest.skip("this file system has no such names")
    result = read("--json", odd)
    assert result.exit_code == 0
    assert answers(result)[0]["file"] == str(odd)
    assert "6-3" in read(odd).output


@pytest.mark.usefixtures("simple_reader")
def test_people_read_lines(photos: Path) -> None:
    result = read(photos / "bright.jpg", photos / "text.jpg", photos / "dark.png")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        str(photos / "bright.jpg"),
        "  6-3",
        "  6-3     check",
        "  Total: 18 pips on 2 tiles.",
        "  Please check the tile marked with “check”.",
        "",
        str(photos / "text.jpg"),
        "  This file is not a picture: choose a photo (JPEG, PNG, WebP or HEIC).",
        "",
        str(photos / "dark.png"),
        "  Total: 0 pips on 0 tiles.",
        f"  {Notice.NO_TILES.sentence}",
        "",
    ]


@pytest.mark.usefixtures("simple_reader")
@pytest.mark.parametrize("size", [6, 9, 12, 15, 18])
def test_a_known_set_reaches_the_reader(photos: Path, size: int) -> None:
    (answer,) = answers(read("--json", "--set", str(size), photos / "bright.jpg"))
    assert (answer["warnings"] == [Notice.DUPLICATE.sentence]) == (size == 6)


@pytest.mark.parametrize("size", ["7", "0", "-6", "600", "six", "6.0"])
def test_a_set_that_does_not_exist_is_a_sentence(photos: Path, size: str) -> None:
    result = read("--set", size, photos / "bright.jpg")
    assert result.exit_code == 2
    assert "Invalid value for '--set'" in result.output
    if size.lstrip("-").isdigit():
        assert "choose 6, 9, 12, 15 or 18" in result.output


def test_no_photo_is_a_sentence() -> None:
    result = read("--json")
    assert result.exit_code == 2
    assert "Missing argument 'PHOTO...'" in result.output


# Overlays


@pytest.mark.usefixtures("simple_reader")
def test_overlays_of_equal_names_do_not_collide_and_never_replace_a_photo(photos: Path) -> None:
    other = photos / "other"
    other.mkdir()
    data = (photos / "bright.jpg").read_bytes()
    inputs = [
        photos / "bright.jpg",
        other / "bright.jpg",
        photos / "BRIGHT.jpeg",
        photos / "bright-read.jpg",
        photos / "bright.jpg",
    ]
    for file in inputs:
        file.write_bytes(data)
    result = read("--overlay", photos, *inputs)
    assert result.exit_code == 0
    assert all(file.read_bytes() == data for file in inputs)
    written = sorted(file.name for file in photos.glob("*read*") if file not in inputs)
    assert written == [
        "BRIGHT-read-4.jpg",
        "bright-read-2.jpg",
        "bright-read-3.jpg",
        "bright-read-5.jpg",
        "bright-read-read.jpg",
    ]
    for name in written:
        picture = decode_file(photos / name)
        assert picture.shape == (120, 160, 3)
        assert picture[22:58, 22:98].std() > 20


@pytest.mark.usefixtures("simple_reader")
@pytest.mark.parametrize("form", [["--json"], []])
def test_it_says_where_the_copies_went(photos: Path, form: list[str]) -> None:
    folder = photos / "copies"
    result = read(*form, "--overlay", folder, photos / "bright.jpg", photos / "dark.png")
    assert result.stderr == f"The copies with the tiles outlined are in {folder}.\n"
    assert str(folder) not in result.stdout
    nothing = read(*form, "--overlay", folder, photos / "text.jpg")
    assert nothing.stderr == ""


@pytest.mark.usefixtures("simple_reader")
def test_overlays_follow_their_photos_where_one_cannot_be_read(photos: Path, tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet there"
    result = read(
        "--json", "--overlay", folder, photos / "text.jpg", photos / "dark.png", photos / "bright.jpg"
    )
    assert result.exit_code == 1
    assert sorted(file.name for file in folder.iterdir()) == ["bright-read.jpg", "dark-read.jpg"]
    assert decode_file(folder / "dark-read.jpg").mean() < 25 < decode_file(folder / "bright-read.jpg").mean()


@pytest.mark.usefixtures("simple_reader")
def test_a_folder_that_cannot_be_written_to_is_a_sentence_before_anything_is_read(photos: Path) -> None:
    result = read("--overlay", photos / "text.jpg" / "below", photos / "bright.jpg")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "Nothing can be written to" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.usefixtures("simple_reader")
def test_a_copy_that_cannot_be_written_is_a_sentence_and_the_rest_is_read(
    photos: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    (folder / "bright-read.jpg").mkdir(parents=True)
    result = read("--json", "--overlay", folder, photos / "bright.jpg", photos / "dark.png")
    assert result.exit_code == 1
    assert [answer["ok"] for answer in answers(result)] == [True, True]
    assert "can't be written" in result.stderr
    assert result.stderr.count("\n") == 2
    assert (folder / "dark-read.jpg").is_file()


# The real program


def program(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-c", "from web.cli import main; main()", "read", *map(str, arguments)]


def test_a_picture_without_dominoes_is_no_error(photos: Path) -> None:
    run = subprocess.run(program("--json", photos / "dark.png"), capture_output=True, text=True, check=True)
    answer = json.loads(run.stdout)
    assert (answer["ok"], answer["tiles"], answer["total_pips"]) == (True, [], 0)
    assert Notice.NO_TILES.sentence in answer["warnings"]
    assert run.stderr == ""


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 1), (5, 20_000), (11, 11)])
def test_a_picture_too_narrow_for_any_domino_is_no_error(tmp_path: Path, size: tuple[int, int]) -> None:
    file = tmp_path / "narrow.png"
    assert cv2.imwrite(str(file), np.full((*size, 3), 200, np.uint8))
    result = read("--json", file)
    assert result.exit_code == 0
    (answer,) = answers(result)
    assert (answer["height"], answer["width"]) == size
    assert answer["tiles"] == []
    assert answer["warnings"]


@pytest.fixture
def start_reading(photos: Path) -> Iterator[Callable[[int], subprocess.Popen[str]]]:
    """Starts reading the dark photo so many times; its command stays short, for messages that show it."""
    runs: list[subprocess.Popen[str]] = []

    def start(times: int) -> subprocess.Popen[str]:
        code = f"import sys; from web.cli import main; main(['read', '--json'] + sys.argv[1:] * {times})"
        command = [sys.executable, "-c", code, photos / "dark.png"]
        runs.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return runs[-1]

    yield start
    for run in runs:
        run.kill()
        run.wait(30)
        for pipe in (run.stdout, run.stderr):
            assert pipe is not None
            pipe.close()


def test_a_reader_that_goes_away_leaves_no_traceback(
    start_reading: Callable[[int], subprocess.Popen[str]],
) -> None:
    run = start_reading(300)
    assert run.stdout is not None
    assert run.stderr is not None
    assert json.loads(run.stdout.readline())["ok"]  # flushed while the others wait
    run.stdout.close()
    assert run.stderr.read() == ""
    assert run.wait(60) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C in another way")
def test_ctrl_c_leaves_no_traceback(start_reading: Callable[[int], subprocess.Popen[str]]) -> None:
    run = start_reading(20_000)
    assert run.stdout is not None
    assert json.loads(run.stdout.readline())["ok"]
    run.send_signal(signal.SIGINT)
    rest, complaint = run.communicate(timeout=60)
    assert run.returncode == 1
    lines = len(rest.splitlines())
    assert lines < 19_999
    assert complaint.strip() == "Aborted!"


def test_a_reader_that_fails_at_one_photo_reads_the_others(
    photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FailsAtBright(BrightAreas):
        def find(self, picture: Pixels, length: float | None = None) -> Found:
            if picture.mean() > 99:
                raise cv2.error("(-215:Assertion failed)")
            return super().find(picture, length)

    reader = Reader(FailsAtBright(), SixThree(), ByScore(), "simple")
    monkeypatch.setattr(vision.reader, "default_reader", lambda: reader)
    result = read("--json", photos / "bright.jpg", photos / "dark.png")
    first, second = answers(result)
    assert (first["ok"], second["ok"]) == (False, True)
    assert "take another photo" in str(first["error"])
    assert result.exit_code == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
@pytest.mark.parametrize("form", ["--json", "--set=12"])
def test_an_answer_that_cannot_be_written_is_a_sentence(photos: Path, form: str) -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(
            program(form, photos / "dark.png"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 1
    assert run.stderr.count("\n") == 1
    assert "can't be written (No space left on device): make room" in run.stderr


@pytest.mark.usefixtures("simple_reader")
def test_a_name_gives_the_terminal_no_orders(photos: Path) -> None:
    """A name may hold a line's end, or codes that clear the screen or set its title."""
    name = "a\n  Total: 0 pips\x1b]0;title\x07.png"
    (photos / name).write_bytes((photos / "dark.png").read_bytes())
    said = read(photos / name, photos / f"missing\x9b2J{name}").output
    assert "\x1b" not in said
    assert "\x9b" not in said
    assert "a�  Total: 0 pips�]0;title�.png\n" in said
