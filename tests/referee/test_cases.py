"""Short records, each about one rule, with the verdicts that the rules give them.

A case is `NAME.train` in `cases/` with `NAME.expected.json` beside it: `verdicts` names the lines that are
not legal, with all codes that must be there and those that `may`; `scores`, `places`, `rounds` and `audit`
are compared where they are given; `error_line` is the line that can't be read.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.game import Game, judge_line
from referee.record import RecordError, open_record
from referee.summary import Summary, summarise

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.train"))


def play(text: str) -> tuple[Game | None, dict[int, set[str]], int | None]:
    """The game at the end, the codes of each line, and the line that could not be read."""
    codes: dict[int, set[str]] = {}
    game = None
    try:
        record = open_record(text)
        game = Game(record.setup)
        for line in record.lines:
            game, told = judge_line(game, line.number, line.line)
            codes[line.number] = {fault.violation.code for fault in told.faults}
    except RecordError as error:
        return game, codes, error.line
    return game, codes, None


def turned(tile: str) -> tuple[Any, ...]:
    """A tile of a finding, which may be written either way round."""
    halves, _, train = tile.partition("@")
    return (*sorted(halves.split("-")), train)


def findings(summary: Summary) -> list[tuple[Any, ...]]:
    return sorted(
        (found.line, found.player or "", found.kind, sorted(map(turned, found.tiles)))
        for found in summary.audit
    )


@pytest.mark.parametrize("name", NAMES)
def test_case(name: str) -> None:
    expected = json.loads((CASES / f"{name}.expected.json").read_text("utf-8"))
    game, codes, error_line = play((CASES / f"{name}.train").read_text("utf-8"))
    assert error_line == expected.get("error_line")
    wanted = {entry["line"]: entry for entry in expected.get("verdicts", [])}
    assert set(wanted) <= set(codes)
    for line, found in codes.items():
        need = set(wanted.get(line, {}).get("codes", ()))
        may = set(wanted.get(line, {}).get("may", ()))
        assert need <= found <= need | may, f"line {line}: {expected['why']}"
    if error_line is None:
        assert game is not None
        compare(summarise(game), expected)


def compare(summary: Summary, expected: dict[str, Any]) -> None:
    assert summary.totals.items() >= expected.get("scores", {}).items()
    assert summary.places.items() >= expected.get("places", {}).items()
    for entry in expected.get("rounds", []):
        row = next(row for row in reversed(summary.rounds) if row.round == entry["round"])
        assert row.end == entry.get("end", row.end)
        assert sorted(row.winners) == sorted(entry.get("winners", row.winners))
        assert row.scores.items() >= entry.get("scores", {}).items()
    if "audit" in expected:
        assert findings(summary) == sorted(
            (found["line"], found["player"] or "", found["kind"], sorted(map(turned, found["tiles"])))
            for found in expected["audit"]
        )
