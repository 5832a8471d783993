"""The command that referees a recorded round."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from pulled_sources import write_video
from scripted_eye import ScriptedEye, write_frames
from watched_tables import ENGINE, OTHER, TRAIN, frames, picture

from calibration.profile import Profile
from vision.markers import MarkerLook
from web.cli import main
from web.live import eye as real
from web.live.fold import Live

GAME = ("--ruleset", "hub", "--set", "12", "--players", "A, B, C", "--start", "A")

SCRIPT = """
hub 12-12; down 42
hand
A 12-4                 # 2: A begins
B 9-5                  # 3: B's first tile does not match
hand
B                      # 5: and is taken back
B 12-7                 # 6
same
down 41                # 8: C draws
+C                     # 9: and passes
A 12-4 4-4             # 10: a double
A 12-4 4-4 4-9         # 11: and the tile that it asks for
"""

KEYS = {"t", "frame", "act", "turn_open", "verdict", "violations", "confidence", "question", "corrects"}


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> ScriptedEye:
    return scripted(monkeypatch, SCRIPT)


def scripted(monkeypatch: pytest.MonkeyPatch, script: str) -> ScriptedEye:
    eye = ScriptedEye(script)
    monkeypatch.setattr(real, "open_eye", lambda *_: eye)
    return eye


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)], catch_exceptions=False)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout_bytes.decode().splitlines()]


def brief(rows: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    return [(row["frame"], row["act"], row["turn_open"], row["verdict"], row["corrects"]) for row in rows]


@pytest.mark.usefixtures("eye")
def test_json_is_one_object_for_each_act_and_each_turn_that_closes(tmp_path: Path) -> None:
    result = run(write_frames(tmp_path / "frames", SCRIPT), *GAME, "--json")
    assert result.exit_code == 0, result.output
    *rows, last = objects(result)
    assert brief(rows) == [
        (0, "engine 12-12", False, "legal", None),
        (2, "A: 12-4@A", True, "legal", None),
        (3, "A: 12-4@A", False, "legal", None),
        (3, "B: 9-5@B", True, "illegal", None),
        (5, "undo", False, "legal", None),
        (6, "B: 12-7@B", True, "legal", None),
        (8, "B: 12-7@B", False, "legal", None),
        (8, "C: draw", True, "legal", None),
        (9, "C: pass", True, "legal", None),
        (9, "C: +C", True, "legal", None),
        (9, "C: draw pass +C", False, "legal", None),
        (10, "A: 4-4@A", True, "legal", None),
        (11, "A: 4-9@A", True, "legal", None),
        (11, "A: 4-4 4-9@A", False, "legal", None),
    ]
    assert list(last) == ["summary"]
    for row in rows:
        assert KEYS <= set(row) <= KEYS | {"choices", "reminder"}
        assert row["t"] == row["frame"] / 5
        assert 0 <= row["confidence"] <= 1
    assert rows[3]["violations"] == [
        {
            "code": "END_MISMATCH",
            "severity": "illegal",
            "act": 1,
            "option": None,
            "message": "9-5 doesn't fit: B's train ends with 12.",
        }
    ]


@pytest.mark.usefixtures("eye")
def test_the_summary_is_that_of_judge_for_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.train"
    *_, last = objects(run(write_frames(tmp_path / "frames", SCRIPT), *GAME, "--json", "--record", file))
    assert (
        file.read_text()
        == """[Ruleset "hub"]
[Set "12"]
[Players "A, B, C"]

round 1
start A
engine 12-12
A: 12-4@A
B: 9-5@B
undo
B: 12-7@B
C: draw pass +C
A: 4-4 4-9@A
"""
    )
    judged = CliRunner().invoke(main, ["judge", "--json", str(file)])
    assert json.loads(judged.stdout.splitlines()[-1]) == last


@pytest.mark.usefixtures("eye")
def test_people_read_the_same_in_words(tmp_path: Path) -> None:
    result = run(write_frames(tmp_path / "frames", SCRIPT), *GAME)
    assert result.stdout.splitlines()[:6] == [
        "    0.0  engine 12-12",
        "    0.4  A: 12-4@A",
        "    0.6  A: 12-4@A   (turn over)",
        "    0.6  B: 9-5@B   ILLEGAL",
        "           9-5 doesn't fit: B's train ends with 12. (END_MISMATCH)",
        "    1.0  undo",
    ]
    assert re.search(r"^round 1 +12-12 +\? +\? +\?  end not known$", result.stdout, re.MULTILINE)


CORRECTIONS = {
    "a doubtful tile is asked about": (
        "hub 12-12\nA 12-4\nB 11-7?60\nB 12-7",
        [
            (2, None, None, "Is it 11-7 that lies at the end of B's train?", ["12-7", "11-7"]),
            (3, "A: 12-4@A", None, None, None),
            (3, "B: 12-7@B", None, None, None),
            (3, "B: 12-7@B", None, None, None),
        ],
    ),
    "a misread tile is another one": (
        "hub 12-12\nA 12-4\nB 12-7?85\nB 12-1",
        [
            (2, "A: 12-4@A", None, None, None),
            (2, "B: 12-7@B", None, None, None),
            (3, "B: 12-1@B", "B: 12-7@B", None, None),
            (3, "B: 12-1@B", None, None, None),
        ],
    ),
    "a tile that was only covered was not taken back": (
        "hub 12-12\nA 12-4\nB 12-7\nB\nB 12-7",
        [
            (2, "A: 12-4@A", None, None, None),
            (2, "B: 12-7@B", None, None, None),
            (3, "undo", None, None, None),
            (4, None, "undo", None, None),
            (4, "B: 12-7@B", None, None, None),
        ],
    ),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_questions_and_corrections_can_be_followed(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script, told = CORRECTIONS[name]
    scripted(monkeypatch, script)
    rows = objects(run(write_frames(tmp_path / "frames", script), *GAME, "--json"))[2:-1]
    assert [
        (row["frame"], row["act"], row["corrects"], row["question"], row.get("choices")) for row in rows
    ] == told


def test_a_reminder_asks_for_what_no_camera_sees(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "hub 12-12\nA 12-4\nB 12-7\nA 12-4 4-9"
    scripted(monkeypatch, script)
    game = (*GAME[:4], "--players", "A, B", "--option", "hand_size=2")
    rows = objects(run(write_frames(tmp_path / "frames", script), *game, "--json"))[:-1]
    reminders = {(row["act"], row["turn_open"]): row["reminder"] for row in rows if "reminder" in row}
    assert reminders[("A: 12-4@A", False)] == "One tile left: did A knock?"
    assert reminders[("A: 4-9@A", False)] == "That was the last tile of A, if no draw was missed: is A out?"


def test_the_eye_is_told_when_another_round_begins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = "hub 12-12\nA 12-4\nhub; A; loose 11-11\nloose; hub 11-11\nB 11-3"
    eye = scripted(monkeypatch, script)
    file = tmp_path / "game.train"
    rows = objects(run(write_frames(tmp_path / "frames", script), *GAME, "--json", "--record", file))
    assert eye.engines == [12, 12, 12, 11, 11]
    assert [(row["frame"], row["act"]) for row in rows[2:-1]] == [
        (3, "A: 12-4@A"),
        (3, "round 2"),
        (3, "engine 11-11"),
        (4, "B: 11-3@B"),
        (4, "B: 11-3@B"),
    ]
    assert "\nA: 12-4@A\n\nround 2\nengine 11-11\nB: 11-3@B\n" in file.read_text()


def test_a_video_is_looked_at_as_often_as_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    video = tmp_path / "round.avi"
    write_video(video, 24, fps=10)
    eye = scripted(monkeypatch, "hub 12-12\n" + "same\n" * 30)
    assert run(video, *GAME).exit_code == 0
    assert len(eye.engines) == 12
    run(video, *GAME, "--fps", "2")
    assert len(eye.engines) == 12 + 5


def test_a_marker_is_learnt_from_its_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown = np.full((540, 960, 3), (60, 95, 45), np.uint8)
    cv2.circle(shown, (500, 300), 20, (30, 30, 220), cv2.FILLED)
    assert cv2.imwrite(str(tmp_path / "marker.png"), shown)
    asked: list[Any] = []

    def open_eye(live: Live, profile: Profile | None, marker: MarkerLook | None) -> ScriptedEye:
        asked.append(marker)
        return ScriptedEye(SCRIPT)

    monkeypatch.setattr(real, "open_eye", open_eye)
    folder = write_frames(tmp_path / "frames", SCRIPT)
    assert run(folder, *GAME, "--marker", tmp_path / "marker.png").exit_code == 0
    assert run(folder, *GAME).exit_code == 0
    look, none = asked
    assert 800 < look.area < 1700
    assert none is None


def test_the_record_grows_with_the_round(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.train"
    seen = []

    class Slow(ScriptedEye):
        def look(self, frame: Any, engine: int) -> Any:
            seen.append(file.read_text().splitlines()[-1])
            return super().look(frame, engine)

    monkeypatch.setattr(real, "open_eye", lambda *_: Slow(SCRIPT))
    run(write_frames(tmp_path / "frames", SCRIPT), *GAME, "--record", file)
    assert seen[:4] == ["start A", "engine 12-12", "engine 12-12", "A: 12-4@A"]
    assert [path.name for path in tmp_path.iterdir()].count("game.train") == len(
        list(tmp_path.glob("*game*"))
    )


# What can't be


@pytest.mark.usefixtures("eye")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players Ana+Lee,B", "“Ana+Lee” is no name for a record: write 1 to 12 letters, digits, _ or -"),
        ("--players A,,B", "“” is no name for a record"),
        ("--players A,M", "M is the Mexican train: give that player another name."),
        ("--players A,B,A", "A is there twice: give one of them another name."),
        ("--players A", "A game has 2 to 14 players, not 1."),
        ("--players \x1b[2J,B", "“\N{REPLACEMENT CHARACTER}[2J” is no name"),
        (
            "--seats A",
            "“A” is no seat: write a train, = and its bearing from 0 to 360 degrees, such as A=200.",
        ),
        ("--seats A=north", "“A=north” is no seat"),
        ("--seats A=nan", "“A=nan” is no seat"),
        ("--seats A=361", "“A=361” is no seat"),
        ("--seats D=90", "“D” has no train: name one of A, B, C, M."),
        ("--seats A=1,A=2", "A is there twice: a train leaves the engine at one bearing."),
        ("--option close", "“close” sets nothing: write NAME=VALUE, such as close_order=any."),
        ("--option closing=any", "There is no option “closing”: choose one of hand_size, "),
        ("--option close_order=none", "can be one of as_played, reverse, any, not “none”."),
        ("--set 7", "There is no double-7 set here"),
        ("--ruleset garden", "'garden' is not one of 'station', 'trainyard', 'hub', 'caboose'."),
        ("--round 0", "0 is not in the range"),
        ("--round 14", "This game has rounds 1 to 13, not 14."),
        ("--option rounds=3 --round 4", "This game has rounds 1 to 3, not 4."),
        ("--start D", "“D” does not play: name one of A, B, C."),
        ("--fps 0", "0.0 is not in the range"),
        ("--fps nan", "“nan” is no number of pictures a second."),
    ],
)
def test_what_can_not_be_played_is_a_sentence(arguments: str, sentence: str, tmp_path: Path) -> None:
    game = [*GAME[:6]]
    result = run(write_frames(tmp_path / "frames", SCRIPT), *game, *arguments.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in " ".join(result.stderr.split())


@pytest.mark.usefixtures("eye")
@pytest.mark.parametrize(
    ("source", "status", "sentence"),
    [
        ("none.mp4", 1, "There is no {}: plug the camera in, or check the name."),
        ("empty", 1, "There are no pictures in {}: it needs 000000.jpg, 000001.jpg and so on."),
        ("text.mp4", 1, "{} is no video that can be read: save it as MP4."),
        ("0", 2, "camera 0 never comes to an end: name a video file or a folder of pictures"),
        ("http://phone/video", 2, "http://phone/video never comes to an end"),
        ("ftp://phone/video", 2, "Video can't be read from ftp addresses"),
        ("/dev/null", 2, "/dev/null never comes to an end"),
    ],
)
def test_a_source_that_gives_no_pictures_is_a_sentence(
    source: str, status: int, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("no video")
    there = source if source == "0" or "/" in source else str(tmp_path / source)
    result = run(there, *GAME, "--json")
    assert result.exit_code == status
    assert sentence.format(there) in " ".join(result.stderr.split())
    if status == 1:
        assert objects(result) == [{"error": {"frame": None, "message": sentence.format(there)}}]


@pytest.mark.usefixtures("eye")
def test_what_was_decided_before_a_picture_that_can_not_be_read_stands(tmp_path: Path) -> None:
    folder = write_frames(tmp_path / "frames", SCRIPT)
    (folder / "000003.jpg").write_bytes(b"no picture")
    file = tmp_path / "game.train"
    result = run(folder, *GAME, "--json", "--record", file)
    assert result.exit_code == 1
    *rows, last = objects(result)
    assert [row["act"] for row in rows] == ["engine 12-12", "A: 12-4@A"]
    assert last["error"]["frame"] == 2
    assert last["error"]["message"].startswith("000003.jpg in ")
    assert file.read_text().endswith("\nA: 12-4@A\n")
    assert result.stderr == f"Error: {last['error']['message']}\n"


@pytest.mark.usefixtures("eye")
def test_a_picture_that_shows_no_marker_is_said_and_done_without(tmp_path: Path) -> None:
    frames = write_frames(tmp_path / "frames", SCRIPT)
    result = run(frames, *GAME, "--marker", str(frames / "000000.jpg"))
    assert result.exit_code == 0
    assert "000000.jpg: The picture shows no marker: take one from" in result.stderr


@pytest.mark.usefixtures("eye")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--record {}/none/game.train", "{}/none/game.train can't be written (No such file or directory): "),
        ("--record {}", "is a directory"),
        ("--marker {}/none.jpg", "{}/none.jpg: There is no such file"),
        ("--profile {}/none.json", "{}/none.json: There is no such profile: calibrate the camera first."),
    ],
)
def test_files_that_can_not_be_used_are_a_sentence(arguments: str, sentence: str, tmp_path: Path) -> None:
    options = arguments.format(tmp_path).split()
    result = run(write_frames(tmp_path / "frames", SCRIPT), *GAME, *options)
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert sentence.format(tmp_path) in " ".join(result.stderr.split())


def test_each_line_is_there_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    """A reader at the other end of a pipe sees an act before the next frame is looked at."""
    pipe, frames = tmp_path / "pipe", write_frames(tmp_path / "frames", SCRIPT)
    os.mkfifo(pipe)
    # The eye waits before the fourth frame until somebody has read the line of the third.
    program = f"""
import sys
sys.path[:0] = {sys.path!r}
from scripted_eye import ScriptedEye, use
class Waiting(ScriptedEye):
    def look(self, frame, engine):
        if frame.sequence == 3:
            open({str(pipe)!r}).read()
        return super().look(frame, engine)
use(Waiting({SCRIPT!r}))
from web.cli import main
main(["replay", {str(frames)!r}, *{GAME!r}, "--json"])
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["act"] == "engine 12-12"
        assert json.loads(process.stdout.readline())["act"] == "A: 12-4@A"
        pipe.write_text("go on")
        rest = process.stdout.read().splitlines()
        assert process.wait(60) == 0
    assert json.loads(rest[0])["frame"] == 3


# With the eye that the program uses


@pytest.mark.slow
def test_a_painted_table_is_refereed(tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    shown = ((ENGINE,), (ENGINE, TRAIN[0]), (ENGINE, TRAIN[0], OTHER[0]))
    for frame in frames(*((picture(tiles), 6) for tiles in shown)):
        assert cv2.imwrite(str(folder / f"{frame.sequence:06}.jpg"), frame.pixels)
    game = ("--ruleset", "caboose", "--set", "6", "--players", "A, B", "--start", "A")
    game = (*game, "--option", "first_turn=one_tile", "--option", "starter=chosen")
    rows = objects(run(folder, *game, "--seats", "A=90, B=270, M=0", "--json"))[:-1]
    assert [row["act"] for row in rows][:4] == ["engine 6-6", "A: 6-4@A", "A: 6-4@A", "B: 6-2@B"]
    assert {row["verdict"] for row in rows} == {"legal"}
    assert [row["frame"] for row in rows][:2] == [2, 8]


@pytest.mark.slow
def test_the_sample_clip_gives_its_true_record_with_the_alarm(tmp_path: Path) -> None:
    samples = Path(__file__).parents[2] / "sample_images"
    truth = json.loads((samples / "round-01.json").read_text("utf-8"))
    seats = ", ".join(f"{train}={bearing}" for train, bearing in truth["seats"].items())
    told = run(
        samples / "round-01.mp4",
        *("--ruleset", truth["ruleset"], "--set", truth["set"], "--players", ", ".join(truth["players"])),
        *("--round", truth["round"], "--seats", seats, "--record", tmp_path / "seen.train"),
        *(word for name, value in truth["options"].items() for word in ("--option", f"{name}={value}")),
    )
    assert told.exit_code == 0
    assert (tmp_path / "seen.train").read_text("utf-8") == (samples / "round-01.train").read_text("utf-8")
    planted = [act["act"] for act in truth["acts"] if act["planted"]]
    for act in planted:
        assert re.search(rf"{re.escape(act)}   ILLEGAL\n(.*\n)*?.* undo\n", told.output), act
