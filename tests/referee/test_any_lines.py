"""Lines in any order, sensible or not: the referee has a verdict for each, and never falls over."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from mangled import mangled, random_act
from record_strategies import games
from simulated_tables import random_setup
from simulator import play_round, random_showing

from referee.acts import Line, TurnLine, Undo
from referee.game import Game, judge_line
from referee.judge import judge, judge_turn_end
from referee.play import IllegalAct, legal_plays, play
from referee.played import as_played
from referee.record import compose, read, write
from referee.round import new_round
from referee.setup import Setup
from referee.summary import summarise


def follow(setup: Setup, lines: list[Line]) -> Game:
    """Judge the lines, ask for all that can be asked of the game, and see that undo gives back what was."""
    game = Game(setup)
    for number, line in enumerate(lines, 1):
        before = game
        game, told = judge_line(game, number, line)
        assert told.verdict in ("legal", "warning", "illegal")
        assert all(fault.violation.message for fault in told.faults)
        if isinstance(line, TurnLine) and before.welcomed:
            assert judge_line(game, number, Undo())[0] == before
        if game.current:
            legal_plays(game.current, setup.domino_set)
    summary = summarise(game)
    assert set(summary.places) == set(setup.players)
    return game


@settings(deadline=None)
@given(games())
def test_any_lines_that_a_record_can_hold(happened: tuple[Setup, list[Line]]) -> None:
    follow(*happened)


def test_rounds_with_something_wrong() -> None:
    for seed in range(120):
        rng = Random(f"wrong {seed}")
        setup = random_setup(rng, 0.4, sizes=(2, 3, 6, 9))
        played = play_round(setup, rng, random_showing(rng), rng.randint(1, setup.last_round))
        lines = mangled(played.lines, setup, rng, rng.randint(1, 12))
        game = follow(setup, lines)
        record = read(write(compose(setup, lines)))
        assert follow(record.setup, [row.line for row in record.lines]) == game


def test_rounds_of_acts_without_any_sense() -> None:
    for seed in range(60):
        rng = Random(f"senseless {seed}")
        setup = random_setup(rng, 0.4, sizes=(2, 3, 6), players=4)
        state = new_round(setup, rng.randint(1, setup.last_round))
        for _ in range(rng.randint(1, 80)):
            player = rng.choice(setup.players)
            plays = legal_plays(state, setup.domino_set, player)
            act = rng.choice(plays) if plays and rng.random() < 0.5 else random_act(player, setup, rng)
            if any(found.severity == "illegal" for found in judge(state, act)):
                with pytest.raises(IllegalAct):
                    play(state, act)
            state = as_played(state, act)
            judge_turn_end(state)
