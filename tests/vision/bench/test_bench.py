from __future__ import annotations

import json
import math
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import vision.bench.__main__ as program
from referee import DominoSet
from vision.bench import report, speed, stages
from vision.bench.photos import BenchError, load, measure
from vision.bench.report import Table
from vision.bench.score import Truth, score
from vision.bench.speed import Ratio
from vision.maps import STATES, VALUES
from vision.pipeline import Faces, Found, Look, Outlines, Pixels, Reader
from vision.reading import Corners, Notice, TileReading
from vision.synthetic.film import encode
from vision.synthetic.scene import Film

BOX: Corners = ((0.0, 50.0), (0.0, 0.0), (100.0, 0.0), (100.0, 50.0))


class Everywhere:
    def find(self, picture: Pixels, length: float | None = None) -> Found:
        return Found(np.array([BOX], np.float32), np.ones(1, np.float32))


class ByLevel:
    """Reads how bright the picture is, in tens, as both halves of its tile."""

    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        count = len(outlines)
        values = np.zeros((count, 2, VALUES), np.float32)
        values[..., round(picture.mean() / 10)] = 1
        look = Look(
            outlines, values, np.eye(1, len(STATES), dtype=np.float32).repeat(count, 0), values[..., 0]
        )
        return Faces((look,))


class SureOfTheSet:
    def assess(
        self, picture: Pixels, found: Found, faces: Faces, domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        (best,) = faces.values.argmax(axis=2)
        values = (int(best[0]), int(best[1]))
        outside = domino_set is not None and max(values) > domino_set.max_pip
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
    taken = speed.medians([lambda: done.append("a"), lambda: done.append("b"), lambda: done.append("c")], 3)
    assert "".join(done) == "abc" * 4
    assert len(taken) == 3
    assert min(taken) >= 0


def test_a_ratio_is_ours_by_theirs() -> None:
    ratio = Ratio("read a hand", "`work`", 30.0, 12.0, 7, bar=6)
    assert ratio.value == 2.5
    assert Ratio("read", "nothing", 1.0, 0.0, 7).value == math.inf
    free = Ratio("only decode it", "`work`", 12.0, 12.0, 7)
    assert report.speeds([ratio, free]) == [
        ("read a hand", "`work`", "2.50", "6", "30.0 ms against 12.0 ms"),
        ("only decode it", "`work`", "1.00", "", "12.0 ms against 12.0 ms"),
    ]


@pytest.mark.parametrize(
    ("times", "value"),
    [
        ({10: 30.0, 20: 40.0, 40: 60.0, 80: 100.0}, 1.0),
        ({10: 30.0, 20: 40.0, 40: 60.0, 80: 140.0}, 2.0),
        ({10: 30.0, 20: 40.0, 40: 60.0, 80: 80.0}, 0.5),
        ({10: 30.0, 20: 30.0, 40: 30.0, 80: 70.0}, math.inf),
    ],
)
def test_growth_leaves_the_fixed_part_out(times: dict[int, float], value: float) -> None:
    found = speed.growth(times, 7)
    assert found.value == pytest.approx(value)
    assert (found.name, found.bar) == ("each tile from 40 to 80", 1)


def test_the_speed_page_has_the_bars_and_the_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = np.full((90, 120, 3), 80, np.uint8)
    monkeypatch.setattr(program, "default_reader", lambda: READER)
    monkeypatch.setattr(stages, "hand_of_15", lambda: small)
    monkeypatch.setattr(stages, "table_of_40", lambda: small)
    monkeypatch.setattr(stages, "jpeg", lambda picture: encode(picture, Film()))
    monkeypatch.setattr(stages, "rows", lambda counts: [small for _ in counts])
    result = bench("speed", "--rounds", "1", "--report", tmp_path / "speed.md")
    assert result.exit_code == 0
    page = (tmp_path / "speed.md").read_text("utf-8").splitlines()
    assert "| command | `python -m vision.bench speed --rounds 1` |" in page
    (read,) = (line for line in page if line.startswith("| read a 1920 x 1080 table with 40 tiles |"))
    assert re.search(r"detectMarkers` \| [\d.]+ \| 12 \| [\d.]+ ms against [\d.]+ ms \|$", read)
    (whole,) = (line for line in page if line.startswith("| decode and read a 4000 x 3000 JPEG of"))
    assert re.search(r"`cv2.imdecode` \| [\d.]+ \| 6 \|", whole)
    assert [line.split(" | ")[0] for line in page[-4:]] == ["| 10", "| 20", "| 40", "| 80"]


def test_rows_differ_by_the_tiles_that_were_taken_away() -> None:
    few, many = stages.rows((2, 10))
    assert few.shape == many.shape == (1080, 1920, 3)
    changed = np.abs(few.astype(int) - many).max(axis=2) > 40
    assert 0.02 < changed.mean() < 0.5


def test_a_file_of_the_size_asked_for() -> None:
    picture = np.random.default_rng(0).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    assert 12_000 <= len(stages.jpeg(picture, (12_000, 14_000))) <= 14_000
    with pytest.raises(ValueError, match="1000000 to 2000000 bytes"):
        stages.jpeg(picture, (1_000_000, 2_000_000))


@pytest.mark.slow
def test_the_stages_are_what_they_are_called() -> None:
    assert stages.table_of_40().shape == (1080, 1920, 3)
    hand = stages.hand_of_15()
    assert hand.shape == (3000, 4000, 3)
    assert 3_000_000 <= len(stages.jpeg(hand)) <= 4_000_000
