"""What an umpire makes of a table, layout by layout (`layout_script` explains the notation)."""

from __future__ import annotations

from pathlib import Path

import pytest
from layout_script import record, watched

from referee.rules import ruleset
from referee.setup import Setup
from referee.tiles import DominoSet
from referee.umpire import Decision, Watch

LAYOUTS = Path(__file__).parent / "layouts"
TABLES = {"2": ("Ana", "Bo"), "3": ("Ana", "Bo", "Cy"), "4": ("Ana", "Bo", "Cy", "Dee")}


def played(table: str, script: str) -> tuple[Watch, list[Decision]]:
    """A script at a table: `hub 3`, and perhaps the first player and options, as `hub 3 Ana announce=off`."""
    name, number, *more = table.split()
    rules = ruleset(name)
    for option in (word for word in more if "=" in word):
        rules = rules.with_option(*option.split("="))
    setup = Setup(TABLES[number], DominoSet(12), name, None if rules == ruleset(name) else rules)
    starter = next((word for word in more if "=" not in word), None)
    return watched(setup, script, starter=starter)


def cases(text: str) -> list[object]:
    """Cases from a text: a title, the table, a script, and behind `=>` what the umpire makes of it.

    That is the record, and all that is said aloud at any time: `!` alarms, `?` questions, `~` reminders.
    """
    found: list[object] = []
    for part in ("\n" + text).split("\n## ")[1:]:
        title, table, rest = part.split("\n", 2)
        script, _, lines = rest.partition("=>")
        expected = [line.strip() for line in lines.splitlines() if line.strip()]
        found.append(pytest.param(table, script, expected, id=title.replace(" ", "-")))
    return found


@pytest.mark.parametrize(
    ("table", "script", "expected"),
    [case for path in sorted(LAYOUTS.glob("*.txt")) for case in cases(path.read_text("utf-8"))],
)
def test_what_an_umpire_makes_of_a_table(table: str, script: str, expected: list[str]) -> None:
    watch, decided = played(table, script)
    signs = ("! ", "? ", "~ ")
    assert record(watch) == [line for line in expected if not line.startswith(signs)]
    assert sorted(spoken(decided)) == sorted(line for line in expected if line.startswith(signs))


def spoken(decided: list[Decision]) -> set[str]:
    """Alarms, questions and reminders, as the cases write them."""
    alarms = {f"! {found.text} {fault.code}" for found in decided for fault in found.violations}
    questions = {f"? {found.question.text}" for found in decided if found.question}
    return alarms | questions | {f"~ {found.reminder}" for found in decided if found.reminder}


def test_an_unread_tile_in_the_hub_is_not_the_double_blank() -> None:
    setup = Setup(TABLES["3"], DominoSet(12), "hub")
    assert record(watched(setup, "hub 0-0?0", number=13)[0]) == []
    assert record(watched(setup, "hub 0-0?0\nhub 0-0", number=13)[0]) == ["engine 0-0"]
