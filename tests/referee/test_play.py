"""A program that plays along is told what it may do, and kept from doing anything else."""

from __future__ import annotations

from random import Random

import pytest
from simulated_tables import random_setup
from simulator import play_round, random_showing

from referee.acts import (
    BeginRound,
    CallBlocked,
    Draw,
    Knock,
    LayEngine,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TableAct,
    TurnAct,
    TurnLine,
    Undo,
)
from referee.play import IllegalAct, legal_plays, play, to_act
from referee.played import close_turn
from referee.round import RoundState, new_round
from referee.setup import Setup
from referee.tiles import DominoSet, Tile

HUB = Setup(("Ana", "Bo", "Cy"), DominoSet(12), "hub")
BEGUN = play(new_round(HUB, 1), LayEngine(Tile(12, 12)))
NEXT_BO = play(BEGUN, Play("Ana", 12, 4, "Ana"))
OWED = play(NEXT_BO, Play("Bo", 12, 5, "M"))
OWED = play(play(OWED, Play("Cy", 12, 3, "Cy")), Play("Ana", 4, 4, "Ana"))


STATION = Setup(("Ana", "Bo", "Cy"), DominoSet(12), "station")
TRAIN = play(play(new_round(STATION, 1), LayEngine(Tile(12, 12), "Ana")), Play("Ana", 12, 1, "Ana"))


def codes(refused: pytest.ExceptionInfo[IllegalAct]) -> list[str]:
    return [found.code for found in refused.value.violations]


@pytest.mark.parametrize(
    ("state", "player"),
    [
        (BEGUN, None),
        (play(BEGUN, NameStarter("Cy")), "Cy"),
        # a tile has ended Ana's turn, but Ana's double has not
        (NEXT_BO, "Bo"),
        (OWED, "Ana"),
        (play(play(OWED, Draw("Ana")), Pass("Ana")), "Bo"),
        (BEGUN._replace(end="blocked"), None),
    ],
)
def test_who_is_to_act(state: RoundState, player: str | None) -> None:
    assert to_act(state) == player


@pytest.mark.parametrize(
    ("state", "player", "trains"),
    [
        (BEGUN, None, []),  # whose turn it is has to be said
        (BEGUN, "Ana", ["Ana", "M"]),
        (BEGUN, "Bo", ["Bo", "M"]),
        (NEXT_BO, None, ["Bo", "M"]),
        (NEXT_BO, "Cy", []),
        (NEXT_BO, "Ana", []),
        (TRAIN, None, ["Ana"]),  # goes on along her first train
        (TRAIN, "Bo", ["Bo"]),  # where she stops
        (TRAIN, "Cy", []),
        (BEGUN._replace(end="out"), "Ana", []),
    ],
)
def test_where_a_tile_can_be_laid(state: RoundState, player: str | None, trains: list[str]) -> None:
    assert [
        move.train for move in legal_plays(state, [Tile(1, 2), Tile(12, 0), Tile(0, 12)], player)
    ] == trains


def test_a_tile_that_lies_on_the_table_is_in_nobodys_hand() -> None:
    assert legal_plays(NEXT_BO, [Tile(12, 4), Tile(12, 12)]) == ()


def test_all_reasons_against_an_act_are_told() -> None:
    with pytest.raises(IllegalAct, match=r"It is the turn of Bo, not of Cy\.") as refused:
        play(NEXT_BO, Play("Cy", 12, 4, "Ana"))
    assert codes(refused) == ["OUT_OF_TURN", "TILE_SEEN_TWICE", "TILE_WRONG_WAY_ROUND", "TRAIN_CLOSED"]


def test_a_warning_is_no_hindrance() -> None:
    marked_nothing = play(play(NEXT_BO, Draw("Bo")), Pass("Bo"))
    assert to_act(play(marked_nothing, Play("Cy", 12, 1, "M"))) == "Ana"


@pytest.mark.parametrize("act", [Play("Bo", 4, 1, "Ana"), CallBlocked()])
def test_an_act_may_not_end_a_turn_that_owes_something(act: TurnAct | TableAct) -> None:
    with pytest.raises(IllegalAct) as refused:
        play(OWED, act)
    assert codes(refused)[:2] == ["MUST_DRAW", "MARKER_MISSING"]


@pytest.mark.parametrize("act", [Knock("Cy"), Mark("Cy", "Cy", on=True)])
def test_nobody_else_begins_a_turn_by_a_knock_or_a_marker(act: TurnAct) -> None:
    with pytest.raises(IllegalAct) as refused:
        play(NEXT_BO, act)
    assert codes(refused) == ["OUT_OF_TURN"]


def test_a_knock_and_a_marker_may_follow_a_turn() -> None:
    assert to_act(play(play(NEXT_BO, Knock("Ana")), Mark("Ana", "Ana", on=False))) == "Bo"


def test_a_hand_may_be_shown_while_a_turn_goes_on() -> None:
    hand = ShowHand("Cy", tuple(Tile(7, low) for low in range(8)))
    assert to_act(play(OWED, hand)) == "Ana"


def test_rounds_by_the_rules_can_be_played() -> None:
    for seed in range(25):
        rng = Random(f"play along {seed}")
        setup = random_setup(rng, 0.3)
        number = rng.randint(1, setup.last_round)
        played = play_round(setup, rng, random_showing(rng), number)
        state = new_round(setup, number)
        for line in played.lines:
            assert not isinstance(line, Undo)
            if not isinstance(line, BeginRound):
                for act in line.acts if isinstance(line, TurnLine) else (line,):
                    state = play(state, act)
        assert close_turn(state).end == played.end
