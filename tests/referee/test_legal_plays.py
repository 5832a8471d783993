"""What may be laid: every play outside the legal ones has a reason against it, every one inside has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from mangled import mangled
from simulated_tables import random_setup
from simulator import Showing, play_round, random_showing

from referee.acts import BeginRound, Line, Play, TurnLine, Undo
from referee.judge import judge
from referee.play import legal_plays, to_act
from referee.played import as_played
from referee.round import RoundState, new_round
from referee.setup import Setup
from referee.tile_sets import tiles_in


def hiding(rng: Random) -> Showing:
    """A record in which no hand is known."""
    return random_showing(rng)._replace(hands=0, glimpses=0, left=0)


def states(setup: Setup, rng: Random, showing: Showing, wrong: int = 0) -> list[RoundState]:
    """The states of a random round after each act; `wrong` is how often it departs from the rules.

    A turn after the round's end is left out: that it comes too late is said of its first act alone.
    """
    number = rng.randint(1, setup.last_round)
    played = play_round(setup, rng, showing, number)
    after = _after_acts(setup, mangled(played.lines, setup, rng, wrong, turns_only=True), number)
    return [state for state in after if state.log is None or not state.log.after_end]


def _after_acts(setup: Setup, lines: Sequence[Line], number: int) -> Iterator[RoundState]:
    state = new_round(setup, number)
    for line in lines:
        if not isinstance(line, BeginRound | Undo):
            for act in line.acts if isinstance(line, TurnLine) else (line,):
                state = as_played(state, act)
                yield state


def allowed_plays(state: RoundState, player: str) -> set[Play]:
    """Of all plays that there are, those without a reason against them."""
    every = {
        Play(player, *halves, train)
        for tile in state.setup.domino_set
        for train in state.setup.trains
        for halves in ((tile.high, tile.low), (tile.low, tile.high))
    }
    return {move for move in every if all(found.severity == "warning" for found in judge(state, move))}


def agree(state: RoundState, rng: Random) -> None:
    """The legal plays are those that are allowed, for the player who is to act and for some other."""
    expected = to_act(state)
    for player in {expected, rng.choice(state.setup.players)} - {None}:
        legal = legal_plays(state, state.setup.domino_set, player)
        assert len(set(legal)) == len(legal)
        assert set(legal) == allowed_plays(state, player)
    every_tile = state.setup.domino_set
    assert legal_plays(state, every_tile) == legal_plays(state, every_tile, expected)


@pytest.mark.parametrize("wrong", [0, 3])
def test_all_plays_of_small_sets_after_every_act(wrong: int) -> None:
    for seed in range(25):
        rng = Random(f"small {seed} {wrong}")
        setup = random_setup(rng, rng.choice((0.1, 0.4)), sizes=(2, 3), players=4)
        for state in states(setup, rng, hiding(rng), wrong):
            agree(state, rng)


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [0, 5])
def test_all_plays_of_big_sets_after_some_acts(wrong: int) -> None:
    for seed in range(40):
        rng = Random(f"big {seed} {wrong}")
        setup = random_setup(rng, rng.choice((0, 0.4)), sizes=(6, 6, 9, 12), players=6)
        after = states(setup, rng, hiding(rng), wrong)
        for state in rng.sample(after, min(4, len(after))):
            agree(state, rng)


def test_all_plays_of_a_known_hand() -> None:
    looked_at = 0
    for seed in range(20):
        rng = Random(f"known {seed}")
        setup = random_setup(rng, 0.3, sizes=(3, 6), players=4)
        after = states(setup, rng, Showing(hands=1))
        for state in rng.sample(after, min(15, len(after))):
            player = to_act(state)
            hand = state.hands[setup.number_of[player]] if player else None
            if player and hand and hand.wholly_known:
                assert set(legal_plays(state, tiles_in(hand.tiles))) == allowed_plays(state, player)
                looked_at += 1
    assert looked_at > 150
