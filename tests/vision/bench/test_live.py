"""How a refereed round is counted against its truth."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from vision.bench.live import LiveError, Round, acts_of, load, measure, score

RECORD = """[Ruleset "hub"]
[Set "12"]
[Players "A, B"]

round 1
start A
engine 12-12
A: 12-4@A
B: 12-5@A
undo
B: draw? pass +B
A: 4-4@A 4-1@A
"""
ACTS = acts_of(RECORD)


def planted(act: str, *codes: str) -> dict[str, Any]:
    return {"act": act, "verdict": "illegal" if codes else "legal", "violations": [*codes]}


def a_round(folder: Path = Path("round"), **more: Any) -> Round:
    truth = {
        "ruleset": "hub",
        "set": 12,
        "players": ["A", "B"],
        "fps": 5,
        "round": 1,
        "acts": [planted("A: 12-4@A"), planted("B: 12-5@A", "FIRST_TURN_OWN_TRAIN", "TRAIN_CLOSED")],
    }
    return Round(folder, truth | more, ACTS)


def said(act: str | None, *codes: str, **more: Any) -> dict[str, Any]:
    violations = [{"code": code, "severity": "illegal"} for code in codes]
    return {"act": act, "verdict": "illegal" if codes else "legal", "violations": violations} | more


def test_a_record_is_taken_apart_into_acts() -> None:
    assert ACTS == (
        "engine 12-12",
        "A: 12-4@A",
        "B: 12-5@A",
        "undo",
        "B: draw?",
        "B: pass",
        "B: +B",
        "A: 4-4@A",
        "A: 4-1@A",
    )


@pytest.mark.parametrize(
    ("acts", "right", "missed", "invented"),
    [
        (ACTS, 9, 0, 0),
        (ACTS[:-1], 8, 1, 0),
        ((*ACTS, "B: 12-7@B"), 9, 0, 1),
        ((*ACTS[:1], "A: 12-5@A", *ACTS[2:]), 8, 1, 1),
        ((), 0, 9, 0),
    ],
)
def test_acts_are_compared_in_their_order(
    acts: tuple[str, ...], right: int, missed: int, invented: int
) -> None:
    found = score(a_round(), [], acts)
    assert (found.right, len(found.missed_acts), len(found.invented_acts)) == (right, missed, invented)
    assert found.exact == (acts == ACTS)


@pytest.mark.parametrize(
    ("rows", "raised", "false"),
    [
        ([], 0, 0),
        ([said("B: 12-5@A", "TRAIN_CLOSED")], 1, 0),
        ([said("B: 12-5@A", "TRAIN_CLOSED"), said("B: 12-5@A", "TRAIN_CLOSED")], 1, 0),
        ([said("B: 12-5@A", "OUT_OF_TURN")], 0, 1),
        ([said("A: 12-4@A", "TRAIN_CLOSED")], 0, 1),
        ([said("B: 12-5@A 5-5@A", "TRAIN_CLOSED")], 1, 0),
        ([said("B: 12-5@A")], 0, 0),
        ([said("undo"), said(None, corrects="B: 12-5@A")], 0, 0),
    ],
)
def test_alarms_are_due_or_false(rows: list[dict[str, Any]], raised: int, false: int) -> None:
    found = score(a_round(), rows, ACTS)
    assert (found.due, found.raised, len(found.false)) == (1, raised, false)


def test_questions_and_corrections_are_counted() -> None:
    rows = [said(None, question="Did B pass?"), said("A: 4-1@A", corrects="A: 4-2@A"), {"summary": {}}]
    found = score(a_round(), rows, ACTS)
    assert (found.questions, found.corrections) == (1, 1)


REFEREE = """
import json, sys
arguments = sys.argv[1:]
open(arguments[arguments.index("--record") + 1], "w").write({record!r})
print(json.dumps({{"act": "A: 12-4@A", "verdict": "legal", "violations": [], "question": None}}))
print(json.dumps({{"summary": {{}}}}))
"""


def made(folder: Path) -> Path:
    (folder / "round.train").write_text(RECORD)
    (folder / "round.json").write_text(json.dumps(a_round().truth))
    return folder


def test_a_round_is_given_to_the_command_and_scored(tmp_path: Path) -> None:
    program = tmp_path / "referee.py"
    program.write_text(REFEREE.format(record=RECORD))
    (found,) = measure([load(made(tmp_path))], [sys.executable, str(program)])
    assert found.exact
    assert (found.due, found.raised, found.questions) == (1, 0, 0)


def test_a_command_that_fails_is_said(tmp_path: Path) -> None:
    program = tmp_path / "referee.py"
    program.write_text("raise SystemExit('no such camera')")
    with pytest.raises(LiveError, match="no such camera"):
        list(measure([load(made(tmp_path))], [sys.executable, str(program)]))


@pytest.mark.parametrize("spoilt", ["round.json", "round.train"])
def test_a_folder_without_a_round_is_said(tmp_path: Path, spoilt: str) -> None:
    (made(tmp_path) / spoilt).write_text("no round")
    with pytest.raises(LiveError, match="holds no round"):
        load(tmp_path)
