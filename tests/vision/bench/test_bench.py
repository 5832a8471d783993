from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import vision.bench.__main__ as program
from referee import DominoSet
from vision.bench import report, speed
from vision.bench.photos import BenchError, load, measure
from vision.bench.report import Table
from vision.bench.score import Truth, score
from vision.bench.speed import Ratio
from vision.pipeline import Candidate, Face, Found, Half, Pixels, Reader
from vision.reading import Corners, Notice, TileReading

BOX: Corners = ((0.0, 50.0), (0.0, 0.0), (100.0, 0.0), (100.0, 50.0))


class Everywhere:
    def find(self, picture: Pixels) -> Found:
        return Found((Candidate(BOX, 1.0),))


class ByLevel:
    """Reads how bright the picture is, in tens, as both halves of its tile."""

    def read(self, picture: Pixels, candidates: Sequence[Candidate]) -> Sequence[Face]:
        half = Half(round(picture.mean() / 10), 1.0)
        return [Face((half, half), 1.0) for _ in candidates]


class SureOfTheSet:
    def assess(
        self, picture: Pixels, found: Found, faces: Sequence[Face], domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        (halves,) = (face.halves for face in faces)
        assert halves is not None
        values = (halves[0].value, halves[1].value)
        outside = domino_set is not None and max(v or 0 for v in values) > domino_set.max_pip
        return (TileReading(BOX, values, 1.0, review=outside),), outside, ()


READER = Reader(Everywhere(), ByLevel(), SureOfTheSet(), "by level")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five pictures of one tile, read as 3-3, 5-5, 7-7, 9-9 and not at all; 7-7 is truly a 7-1."""
    folder = tmp_path / "annas kitchen"
    folder.mkdir()
    records = []
    for level, tile in ((30, [3, 3]), (50, [5, 5]), (70, [7, 1]), (90, [9, 9])):
        picture = np.full((120, 160, 3), level, np.uint8)
        assert cv2.imwrite(str(folder / f"secret-{level}.png"), picture)
        records.append({"file": f"secret-{level}.png", "tiles": [tile], "corners": [BOX]})
    (folder / "secret-text.jpg").write_text("dear aunt")
    records.append({"file": "secret-text.jpg", "tiles": [[1, 1]], "corners": [BOX]})
    records.append({"file": "none.png", "tiles": [[1, 1]], "certain": False})
    for record in records:
        record |= {"source": "anna", "max_pips": 6, "arrangement": "separate", "background": "her tablecloth"}
    records[0]["background"] = "felt"
    (folder / "truth.json").write_text(json.dumps(records), "utf-8")
    return folder


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(program.main, [*map(str, arguments)], catch_exceptions=False)


def test_a_folder_is_read_picture_by_picture(folder: Path) -> None:
    scores = list(measure(folder, load(folder), READER))
    assert [one.exact for one in scores] == [True, True, False, True, False]
    assert [one.flagged for one in scores] == [False, False, False, False, True]
    assert [one.milliseconds is None for one in scores] == [False] * 4 + [True]
    assert scores[0].off == (0.0,)


def test_the_reader_is_told_the_set_only_when_asked(folder: Path) -> None:
    scores = list(measure(folder, load(folder), READER, tell_set=True))
    assert [one.flagged for one in scores] == [False, False, True, True, True]


def test_groups_say_what_kind_of_picture_it_is(folder: Path) -> None:
    first, *_, last = measure(folder, load(folder), READER)
    assert first.truth.groups == {
        "shows": "halves to 6",
        "tiles": "1 to 7",
        "tile length": "90 to 150 pixels",
        "arrangement": "separate",
        "set": "double-6",
        "ground": "another",  # the only one on felt: a group of one would name it
        "megapixels": "to 1",
    }
    assert last.truth.groups["ground"] == "her tablecloth"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "can't be read"),
        ("", "form"),
        ("{}", "names no picture"),
        ("[]", "names no picture"),
        ("[1]", "form"),
        ('[{"file": "a.jpg"}]', "form"),
        ('[{"file": "a.jpg", "tiles": [[1]]}]', "form"),
        ('[{"file": "a.jpg", "tiles": [[1, -1]], "partial_tiles": [[1, -1]]}]', "form"),
        ('[{"file": "a.jpg", "tiles": [], "corners": [[[0, 0]]]}]', "form"),
        ('[{"file": "a.jpg", "tiles": [[1, 2], [3, 4]], "corners": [[[0,0],[1,0],[1,1],[0,1]]]}]', "form"),
    ],
)
def test_a_folder_that_cannot_be_scored_is_a_sentence(tmp_path: Path, text: str | None, words: str) -> None:
    if text is not None:
        (tmp_path / "truth.json").write_text(text, "utf-8")
    with pytest.raises(BenchError, match=words):
        load(tmp_path)
    result = bench("photos", tmp_path)
    assert result.exit_code == 1
    assert words in result.stderr
    assert result.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    ("limits", "status", "complaints"),
    [
        ([], 0, []),
        (["--min-hand", "0.6", "--min-tile", "0.6", "--max-silent", "0.2"], 0, []),
        (["--min-hand", "0.61"], 1, ["hand exact is 0.600, asked for is 0.61 or more"]),
        (["--min-tile", "0.7"], 1, ["tile exact is 0.600, asked for is 0.7 or more"]),
        (["--max-silent", "0.19"], 1, ["silent is 0.200, asked for is 0.19 or less"]),
        (
            ["--min-hand", "1", "--max-silent", "0"],
            1,
            ["hand exact is 0.600, asked for is 1 or more", "silent is 0.200, asked for is 0 or less"],
        ),
        (["--min-hand", "60"], 2, None),
    ],
)
def test_the_gate_opens_and_closes_at_its_limits(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    limits: list[str],
    status: int,
    complaints: list[str] | None,
) -> None:
    monkeypatch.setattr(program, "default_reader", lambda: READER)
    result = bench("photos", folder, *limits)
    assert result.exit_code == status
    if complaints is not None:
        assert result.stderr.splitlines() == [f"Falls short: {line}." for line in complaints]
        assert "hand exact         0.600 [0.231, 0.882] (3/5); mean over sources 0.600" in result.stdout


def test_a_report_has_figures_and_conditions_and_names_files_but_no_person(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "default_reader", lambda: READER)
    page = folder.parent / "pages" / "photos.md"
    result = bench("photos", folder, "--report", page, "--list")
    assert result.exit_code == 0
    assert "SILENT  secret-70.png: missed 7-1; extra 7-7" in result.stdout
    assert "flagged secret-text.jpg: missed 1-1; extra none" in result.stdout
    text = page.read_text("utf-8")
    assert "| hand exact | 0.600 [0.231, 0.882] (3/5); mean over sources 0.600 |" in text
    assert "| command | `python -m vision.bench photos FOLDER` |" in text
    assert f"| OpenCV | {cv2.__version__} |" in text
    assert "| reader | by level |" in text
    assert "| arrangement: separate | 3/5 (0.600) |" in text
    assert "| half 7 to 12 | 2/3 (0.667) |" in text
    assert "| 0.9 to 1.0 | 4 | 1.000 | 0.750 |" in text
    assert "| calibration error | 0.250 (4 tiles read) |" in text
    assert "| SILENT | secret-70.png | 7-1 | 7-7 |" in text
    assert "| flagged | secret-text.jpg | 1-1 | none |" in text
    for private in ("anna", str(folder.parent)):
        assert private not in text


def test_a_page_names_files_without_their_folders_and_keeps_its_columns(tmp_path: Path) -> None:
    truth = Truth("at annas/6|3.jpg", ((6, 3),))
    rows = report.wrong([score(truth, None)])
    assert rows == [("flagged", "6|3.jpg", "6-3", "none")]
    page = tmp_path / "page.md"
    report.write(page, "Title", "Words.", [Table(("a", "b", "c", "d"), rows), Table(("a",), [], "Nothing.")])
    assert page.read_text("utf-8") == (
        "# Title\n\nWords.\n\n| a | b | c | d |\n| --- | --- | --- | --- |\n"
        "| flagged | 6&#124;3.jpg | 6-3 | none |\n\nNothing.\n"
    )


def test_what_a_truth_says_about_size_and_backs_is_kept(tmp_path: Path) -> None:
    record = {"file": "a.jpg", "tiles": [], "partial": 2, "face_down": 3, "tile_pixels": 70, "scene": "empty"}
    (tmp_path / "truth.json").write_text(json.dumps([record]), "utf-8")
    (truth,) = load(tmp_path)
    assert (truth.cut, truth.face_down, truth.empty) == (2, 3, False)
    assert truth.groups["tile length"] == "60 to 90 pixels"
    assert truth.groups["scene"] == "empty"


def test_a_folder_below_the_one_we_are_in_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "default_reader", lambda: READER)
    monkeypatch.chdir(folder.parent)
    assert bench("photos", "annas kitchen", "--report", "page.md").exit_code == 0
    assert "photos annas kitchen`" in Path("page.md").read_text("utf-8")


def test_a_report_that_cannot_be_written_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "default_reader", lambda: READER)
    result = bench("photos", folder, "--report", folder / "truth.json" / "page.md")
    assert result.exit_code == 1
    assert "can't be written" in result.stderr


def test_works_are_timed_in_turns_after_one_round_that_is_not_counted() -> None:
    done: list[str] = []
    ratio = speed.in_turns("ours", "theirs", lambda: done.append("a"), lambda: done.append("b"), 3)
    assert "".join(done) == "abababab"
    assert ratio.rounds == 3
    assert ratio.ours >= 0


def test_a_ratio_is_ours_by_theirs() -> None:
    ratio = Ratio("read a hand", "`work` on it", 30.0, 12.0, 7)
    assert ratio.value == 2.5
    assert report.speeds([ratio]) == [
        ("read a hand", "2.50 times `work` on it (30.0 ms against 12.0 ms, medians of 7 rounds)")
    ]


@pytest.mark.parametrize(("name", "width", "height"), [("hand-06", 160, 120), ("table-02", 192, 108)])
def test_pictures_to_time_show_the_same_scene_at_any_size(name: str, width: int, height: int) -> None:
    small = speed.picture(name, width, height)
    assert small.shape == (height, width, 3)
    assert small.std() > 10
