"""The table as it is drawn: golden texts of a few rounds."""

from __future__ import annotations

import pytest

from referee import acts
from referee.drawing import draw_table
from referee.played import as_played, close_turn
from referee.record import read_line
from referee.round import RoundState, new_round
from referee.rules import ruleset
from referee.setup import Setup
from referee.tiles import DominoSet


def table(
    lines: str,
    ruleset_name: str = "hub",
    players: str = "Ana Bo Cy",
    closed: bool = True,
    names: dict[str, str] | None = None,
    **options: str,
) -> RoundState:
    """The first round of a double-12 game after `lines`, the last turn closed or not."""
    rules = ruleset(ruleset_name)
    for option, value in options.items():
        rules = rules.with_option(option, value)
    setup = Setup(tuple(players.split()), DominoSet(12), ruleset_name, rules, names or {})
    state = new_round(setup, 1)
    for text in filter(None, map(str.strip, lines.splitlines())):
        line = read_line(text, setup)
        assert not isinstance(line, acts.BeginRound | acts.Undo)
        for act in line.acts if isinstance(line, acts.TurnLine) else (line,):
            state = as_played(state, act)
    return close_turn(state) if closed else state


def test_a_table_before_the_engine_is_laid() -> None:
    assert draw_table(table("", "station")) == (
        "Round 1\n"
        "    hub  no engine yet\n"
        "    Ana  > 12\n"
        "     Bo  > 12\n"
        "     Cy  > 12\n"
        "Mexican  > 12\n"
        "Whoever lays the engine begins.\n"
        "Boneyard 55. Hands: Ana 12, Bo 12, Cy 12."
    )


def test_trains_markers_an_open_double_and_what_is_known_of_hands() -> None:
    state = table(
        """engine 12-12
        hand Bo 12-7 7-1 3-5
        Ana: 12-4@Ana
        Bo: 12-7@Bo
        Cy: draw pass +Cy
        Ana: 12-8@M
        Bo: 7-1@Bo
        Cy: draw:12-12 pass
        Ana: 4-4@Ana 8-0@M
        Bo: draw:6-6"""
    )
    assert draw_table(state) == (
        "Round 1\n"
        "    hub  [12-12]\n"
        "    Ana  [12-4][4-4] > 4  open double\n"
        "     Bo  [12-7][7-1] > 1\n"
        "     Cy  > 12 (o)\n"
        "Mexican  [12-8][8-0] > 0\n"
        "It is Cy's turn.\n"
        "To be covered first: 4-4 on Ana's train.\n"
        "Boneyard 39. Hands: Ana 12, Bo 2, Cy 18.\n"
        "Bo holds 5-3 6-6.\n"
        "Cy holds 12-12 and 17 unseen."
    )


def test_a_marker_lies_where_the_rules_have_it() -> None:
    lines = "engine 12-12 Ana\nAna: 12-4 4-9@Ana\nBo: draw pass +Bo +Ana"
    assert "    Ana  (o) [12-4][4-9] > 9\n     Bo  (o) > 12\n" in draw_table(table(lines, "station"))
    assert "    Ana  [12-4][4-9] > 9 (o)\n     Bo  > 12 (o)\n" in draw_table(table(lines, "caboose"))


def test_what_a_turn_that_goes_on_still_owes() -> None:
    state = table("engine 12-12\nAna: 12-4@Ana\nBo: 12-5@Bo\nCy: 12-6@Cy\nAna: 4-4@Ana", closed=False)
    assert "    Ana  [12-4][4-4] > 4  open double\n" in draw_table(state)
    assert "\nIt is Ana's turn.\nAna owes a further tile.\n" in draw_table(state)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("as_played", "To be covered first: 4-4 on Ana's train."),
        ("reverse", "To be covered first: 12-12 on the Mexican train."),
        ("any", "To be covered first: 4-4 on Ana's train or 12-12 on the Mexican train."),
    ],
)
def test_which_of_several_doubles_comes_first(order: str, sentence: str) -> None:
    lines = "engine 11-11\nAna: 11-4@Ana\nBo: 11-5@Bo\nCy: 11-12@M\nAna: 4-4@Ana 12-12@M"
    assert sentence in draw_table(table(lines, close_order=order)).splitlines()


def test_dead_and_waiting_doubles_are_marked() -> None:
    suit = " ".join(f"12-{other}@M {other}-12@M" for other in range(11))
    assert "> 12  dead double\n" in draw_table(table(f"engine 12-12\nAna: {suit} 12-11@Ana 12-12@M"))
    first = "engine 12-12 Ana\nAna: 12-4 4-4@Ana"
    assert "> 4  open double, binds nobody yet\n" in draw_table(table(first, "station"))
    assert "> 4  open double, binds nobody\n" in draw_table(table(first, "station", first_turn_double="free"))
    assert "> 4  open double\n" in draw_table(table(f"{first}\nBo: 12-5@Bo\nCy: 12-6@Cy", "station"))


def test_the_first_turn_belongs_to_who_was_named_or_to_anybody() -> None:
    assert "\nAnybody may begin: the table chooses.\n" in draw_table(table("engine 12-12"))
    assert "\nBo has the first turn.\n" in draw_table(table("engine 12-12\nstart Bo"))
    assert "\nCy has the first turn.\n" in draw_table(table("engine 12-12 Cy", "station"))


def test_the_end_of_a_round() -> None:
    out = table("engine 12-12\nhand Ana 12-4\nAna: 12-4@Ana\nleft Bo 0-0 9-8\nscore Bo 17")
    assert draw_table(out).splitlines()[-5:] == [
        "Ana is out.",
        "The round is over.",
        "Boneyard 42. Hands: Ana 0, Bo 2, Cy 16.",
        "Bo holds 0-0 9-8.",
        "Written: Bo 17.",
    ]
    lap = table("engine 12-12 Ana\nhand Ana 12-4\nhand Bo 12-5\nAna: 12-4@Ana\nBo: 12-5@Bo", "caboose")
    assert "\nAna and Bo are out.\nCy's" not in draw_table(lap)
    assert "\nAna and Bo are out.\nIt is Cy's turn.\n" in draw_table(lap)
    assert "\nThe round is over: it is blocked.\n" in draw_table(table("engine 12-12\nblocked"))


def test_what_is_not_known_is_said() -> None:
    setup = Setup(
        ("Ana", "Bo"), DominoSet(3), "hub", ruleset("hub").with_option("engine_source", "highest_held")
    )
    state = new_round(setup, 1)
    assert draw_table(state).splitlines()[2] == "    Ana  > ?"
    assert draw_table(state).splitlines()[-1] == "Boneyard ?. Hands: Ana ?, Bo ?."
    doubtful = table("engine 12-12\nAna: draw? pass?\nBo: draw?")
    assert draw_table(doubtful).splitlines()[-1] == "Boneyard 40 to 42. Hands: Ana 17, Bo 17, Cy 16."


def test_a_long_train_goes_on_in_the_next_line() -> None:
    row = " ".join(f"{n}-{n - 1}" for n in range(12, 0, -1))
    drawn = draw_table(table(f"engine 12-12\nAna: {row}@Ana +Ana"), width=40)
    assert drawn.splitlines()[2:5] == [
        "    Ana  [12-11][11-10][10-9][9-8][8-7]",
        "         [7-6][6-5][5-4][4-3][3-2][2-1]",
        "         [1-0] > 0 (o)",
    ]


def test_names_of_any_script_stand_in_one_column() -> None:
    state = table(
        "engine 12-12", players="李明 Zoë हि", names={"Zoë": "Zoe\N{COMBINING DIAERESIS} the Elder"}
    )
    assert draw_table(state).splitlines()[2:5] == [
        "         李明  > 12",
        "Zoe\N{COMBINING DIAERESIS} the Elder  > 12",
        "           हि  > 12",
    ]
