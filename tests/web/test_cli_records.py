"""The commands that read a game's record: `judge` and `record`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from web.cli import main

HEADERS = '[Ruleset "hub"]\n[Set "12"]\n[Players "Ana, Bo"]\n'
GAME = f"""{HEADERS}round 1
engine 12-12
Ana: 12-4@Ana
Bo:   12-7@Bo # hers
hand Ana 4-4 4-9
Ana: 7-2@Bo knock
undo
Ana: 4-4@Ana 4-9@Ana
left Bo 5-3 0-1
score Bo 9
"""
COMMANDS = ("judge", "judge --json", "record")

UNREADABLE = {
    "missing": "a file that is there (check the name and the folder)",
    "folder": "a file, not a folder",
    "latin-1": "a text in UTF-8",
    "empty": 'a header [Ruleset "hub"] before the first act',
    "large": "a file of at most 4 MB",
}
"""Kinds of files that are no records, each with what is expected instead."""


def run(command: str, file: str | Path = "-", text: str = "") -> Result:
    return CliRunner().invoke(main, [*command.split(), str(file)], input=text, catch_exceptions=False)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(row) for row in result.stdout.splitlines()]


def process(command: str, text: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a Python of its own, `text` on its standard input."""
    code = f"from web.cli import main; main({[*command.split(), '-']!r})"
    return subprocess.run(
        [sys.executable, "-c", code], input=text.encode(), capture_output=True, env=environment, check=False
    )


def unreadable(kind: str, folder: Path) -> Path:
    file = folder / f"{kind}.train"
    if kind == "folder":
        file.mkdir()
    elif kind == "latin-1":
        file.write_bytes(HEADERS.replace("Ana", "Zo\xeb").encode("latin-1"))
    elif kind == "large":
        file.write_bytes((GAME + "#" * 4_000_000).encode())
    elif kind == "empty":
        file.touch()
    return file


def test_the_readme_shows_what_the_commands_print() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", readme, re.MULTILINE)
    texts = [block.replace("\n    ", "\n").strip("\n").removeprefix("    ") + "\n" for block in blocks]
    (game,) = (text for text in texts if text.startswith("[Ruleset "))
    (drawing,) = (text for text in texts if text.startswith("Line 10: "))
    (verdict,) = (text for text in texts if text.startswith("  11  illegal "))
    assert drawing in run("record", text=game).stdout
    assert verdict in run("judge", text=game).stdout


# Files that can't be read, and terminals


@pytest.mark.parametrize("command", COMMANDS)
def test_standard_input_without_an_end_is_not_waited_for(command: str) -> None:
    result = run(command, text=GAME + "boneyard 5\n" * 400_000)
    assert result.exit_code == 2
    assert "a file of at most 4 MB" in result.output


def test_a_long_record_has_a_row_for_each_line() -> None:
    lines = 2_500
    result = run("judge --json", text=HEADERS + "boneyard 5\n" * lines)
    assert [row.get("line") for row in objects(result)] == [*range(4, lines + 4), None]
    rows = run("judge", text=HEADERS + "boneyard 5\n" * lines).stdout.splitlines()
    assert [row.split()[0] for row in rows[:lines]] == [str(number) for number in range(4, lines + 4)]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_can_not_be_read_is_told(command: str, kind: str, tmp_path: Path) -> None:
    file = unreadable(kind, tmp_path)
    result = run(command, file)
    assert result.exit_code == 2
    if "--json" in command:
        assert objects(result) == [{"error": {"line": None, "expected": UNREADABLE[kind]}}]
        assert result.stderr == ""
    else:
        assert result.stdout == ""
        assert result.stderr == f"{file}: The record can't be read. Expected: {UNREADABLE[kind]}.\n"


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (PermissionError(13, "Permission denied"), "a file that you may read"),
        (OSError(5, "Input/output error"), "a file that can be read (Input/output error)"),
    ],
)
def test_a_file_that_the_system_refuses_is_told(
    fault: OSError, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: Path, _mode: str) -> None:
        raise fault

    monkeypatch.setattr(Path, "open", refuse)
    assert objects(run("judge --json", "game.train")) == [{"error": {"line": None, "expected": expected}}]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_header_that_makes_no_sense_is_told_with_its_line(command: str) -> None:
    result = run(command, text=HEADERS.replace("12", "11"))
    assert result.exit_code == 2
    expected = "the highest number of the set, one of 2, 3, 6, 9, 12, 15, 18"
    if "--json" in command:
        assert objects(result) == [{"error": {"line": 2, "expected": expected}}]
    else:
        assert (result.stdout, result.stderr) == (
            "",
            f"standard input: Line 2 can't be read. Expected: {expected}.\n",
        )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_goes_away_leaves_no_traceback(command: str) -> None:
    code = f"from web.cli import main; main({[*command.split(), '-']!r})"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=pipe) as started:
        assert started.stdin
        assert started.stdout
        assert started.stderr
        started.stdout.close()
        started.stdin.write((GAME + "boneyard 5\n" * 2_000).encode())
        started.stdin.close()
        assert started.stderr.read() == b""
        assert started.wait(60) == 1


def with_closed(stream: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The program started without one of its standard streams, such as `>&-`."""
    code = "import sys; from web.cli import main; main(sys.argv[1:])"
    script = f'"$@" {stream}'
    return subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-c", code, *arguments], capture_output=True, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_standard_stream_is_told(command: str, tmp_path: Path) -> None:
    file = tmp_path / "game.train"
    file.write_text(GAME)
    done = with_closed(">&-", *command.split(), str(file))
    assert (done.returncode, done.stderr) == (
        1,
        b"Error: The answer can't be written: there is no standard output.\n",
    )
    done = with_closed("<&-", *command.split(), "-")
    assert done.returncode == 2
    assert b"standard input, which is closed" in done.stdout + done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["judge", "record"])
def test_a_terminal_without_the_letters_of_a_name_shows_marks(command: str) -> None:
    text = f"{HEADERS.replace('Bo', '李明')}engine 12-12\n李明: 12-4@M\n"
    done = process(command, text, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"??: 12-4@M\n" in done.stdout


def test_json_is_utf_8_whatever_the_terminal_is() -> None:
    text = f"{HEADERS.replace('Bo', '李明')}engine 12-12\n李明: 12-4@M\n"
    done = process("judge --json", text, PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout.splitlines()[1])["text"] == "李明: 12-4@M"
    assert "李明".encode() in done.stdout


@pytest.mark.parametrize("command", ["judge", "record"])
def test_names_can_not_give_the_terminal_orders(command: str) -> None:
    result = run(command, text=f'{HEADERS}[Name.Ana "\x1b[2JAna"]\nengine 12-12\nBo: 12-3@Ana\n')
    assert "\x1b" not in result.output
    assert "\N{REPLACEMENT CHARACTER}[2JAna" in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_what_reads_records_does_not_wait_for_pages_pictures_and_databases(command: str) -> None:
    code = (
        "import sys\nfrom web.cli import main\n"
        f"try: main({[*command.split(), '-']!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'PIL', 'babel', 'cv2', 'flask', 'numpy', 'platformdirs', 'sqlalchemy', 'vision'}\n"
        "print('LOADED', *sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=GAME.encode(), capture_output=True, check=True)
    assert done.stdout.splitlines()[-1].split() == [b"LOADED"]


# judge


def test_json_has_an_object_for_each_line_and_a_summary() -> None:
    result = run("judge --json", text=GAME)
    assert (result.exit_code, result.stderr) == (0, "")
    *lines, last = objects(result)
    assert [line["line"] for line in lines] == list(range(4, 14))
    assert list(lines[0]) == ["line", "round", "player", "text", "verdict", "violations"]
    assert [line["player"] for line in lines[:4]] == [None, None, "Ana", "Bo"]
    assert lines[3] == {
        "line": 7,
        "round": 1,
        "player": "Bo",
        "text": "Bo:   12-7@Bo",
        "verdict": "legal",
        "violations": [],
    }
    wrong = lines[5]
    assert wrong["verdict"] == "illegal"
    assert {fault["code"]: (fault["severity"], fault["act"]) for fault in wrong["violations"]} == {
        "NOT_IN_HAND": ("illegal", 1),
        "TRAIN_CLOSED": ("illegal", 1),
    }
    for fault in wrong["violations"]:
        assert list(fault) == ["code", "severity", "act", "option", "message"]
    assert last == {
        "summary": {
            "rounds": [
                {
                    "round": 1,
                    "engine": "12-12",
                    "end": "out",
                    "winners": ["Ana"],
                    "scores": {"Ana": 0, "Bo": 9},
                }
            ],
            "totals": {"Ana": 0, "Bo": 9},
            "places": {"Ana": 1, "Bo": 2},
            "audit": [],
        }
    }


def test_a_file_gives_the_same_as_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.train"
    file.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert run("judge --json", file).stdout == run("judge --json", text=GAME).stdout


def test_the_lines_before_one_that_can_not_be_read_are_judged() -> None:
    result = run("judge --json", text=f"{HEADERS}engine 12-12\nAna: 12-4@Bo\nBo: 4-9\nAna: pass")
    assert result.exit_code == 2
    *lines, last = objects(result)
    assert [(line["line"], line["verdict"]) for line in lines] == [(4, "legal"), (5, "illegal")]
    assert last == {"error": {"line": 6, "expected": "a train after the tiles, like 4-9@Bo"}}


def test_what_only_the_end_of_a_round_shows_is_in_the_summary() -> None:
    text = f"{HEADERS}engine 12-12\nAna: 12-4@M\nBo: draw pass +Bo\nleft Bo 3-5 12-4\n"
    result = run("judge --json", text=text)
    (twice,) = objects(result)[-1]["summary"]["audit"]
    assert list(twice) == ["round", "line", "player", "kind", "tiles", "certain", "message"]
    assert (twice["kind"], twice["line"], twice["tiles"]) == ("tile_twice", 7, ["4-12"])
    assert f"  Round 1, line 7: {twice['message']}" in run("judge", text=text).stdout.splitlines()


def test_people_read_verdicts_points_and_places() -> None:
    result = run("judge", text=GAME + "round 2\nscore Bo 3\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "   4  legal    round 1\n"
        "   5  legal    engine 12-12\n"
        "   6  legal    Ana: 12-4@Ana\n"
        "   7  legal    Bo: 12-7@Bo\n"
        "   8  legal    hand Ana 4-4 4-9\n"
        "   9  illegal  Ana: 7-2@Bo knock\n"
        "               Ana doesn't hold 7-2. (NOT_IN_HAND)\n"
        "               Bo's train is closed: it has no marker. (TRAIN_CLOSED)\n"
        "  10  legal    undo\n"
        "  11  legal    Ana: 4-4@Ana 4-9@Ana\n"
        "  12  legal    left Bo 5-3 0-1\n"
        "  13  legal    score Bo 9\n"
        "  14  legal    round 2\n"
        "  15  legal    score Bo 3\n"
        "\n"
        "12 lines, 1 illegal.\n"
        "\n"
        "         engine  Ana  Bo\n"
        "round 1   12-12    0   9  out, won by Ana\n"
        "round 2       ?    ?   3  end not known\n"
        "total              0  12\n"
        "place              1   2\n"
    )


def test_people_read_which_rule_was_broken() -> None:
    lines = "engine 12-12\nhand Ana 12-4 1-1\nAna: draw pass\nBo: pass"
    rows = run("judge", text=HEADERS + lines).stdout.splitlines()
    assert any(row.endswith("(MUST_PLAY, must_play=yes)") for row in rows)
    assert "3 lines" not in rows
    assert any("illegal" in row and row.startswith("4 lines, ") for row in rows)


def test_people_read_the_verdicts_before_the_sentence_of_the_error() -> None:
    result = run("judge", text=f"{HEADERS}engine 12-12\nAna; pass")
    assert result.exit_code == 2
    assert result.stdout == "   4  legal    engine 12-12\n"
    assert result.stderr.startswith(
        "standard input: Line 5 can't be read. Expected: a turn like Ana: draw, or "
    )


def test_a_record_without_a_line_is_a_game_without_rounds() -> None:
    assert objects(run("judge --json", text=HEADERS)) == [
        {"summary": {"rounds": [], "totals": {"Ana": 0, "Bo": 0}, "places": {"Ana": 1, "Bo": 1}, "audit": []}}
    ]
    assert "0 lines, nothing wrong.\n" in run("judge", text=HEADERS).stdout


def test_shown_names_of_any_script_stand_in_one_column() -> None:
    text = f'{HEADERS}[Name.Bo "李明"]\nengine 12-12\nblocked\nleft Ana\nleft Bo 6-6'
    rows = run("judge", text=text).stdout.splitlines()
    assert rows[-4:] == [
        "         engine  Ana  李明",
        "round 1   12-12    0    12  blocked, won by nobody",
        "total              0    12",
        "place              1     2",
    ]


# record


def test_the_table_is_drawn_after_each_line() -> None:
    result = run("record", text=f"{HEADERS}round 1\nengine 12-12  # here\nAna:\t12-4@Ana\nundo\n")
    assert (result.exit_code, result.stderr) == (0, "")
    empty = (
        "Round 1\n    hub  {}\n    Ana  > 12\n     Bo  > 12\nMexican  > 12\n"
        "Anybody may begin: the table chooses.\nBoneyard 58. Hands: Ana 16, Bo 16.\n"
    )
    assert result.stdout == (
        f"Line 4: round 1\n{empty.format('no engine yet')}\n"
        f"Line 5: engine 12-12\n{empty.format('[12-12]')}\n"
        "Line 6: Ana: 12-4@Ana\n"
        "Round 1\n    hub  [12-12]\n    Ana  [12-4] > 4\n     Bo  > 12\nMexican  > 12\n"
        "It is Bo's turn.\nBoneyard 58. Hands: Ana 15, Bo 16.\n\n"
        f"Line 7: undo\n{empty.format('[12-12]')}\n"
    )


def test_there_is_no_table_before_a_round() -> None:
    assert run("record", text=f"{HEADERS}undo").stdout == "Line 4: undo\nNo round has begun.\n\n"
    assert run("record", text=HEADERS).stdout == ""


def test_what_stands_before_a_line_that_can_not_be_read_is_drawn() -> None:
    result = run("record", text=f"{HEADERS}engine 12-12\nAna: 12-4\n")
    assert result.exit_code == 2
    assert result.stdout.count("Round 1") == 1
    assert result.stderr == (
        "standard input: Line 5 can't be read. Expected: a train after the tiles, like 12-4@Ana.\n"
    )
