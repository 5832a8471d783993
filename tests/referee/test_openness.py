"""The quick ways through the rules say the same as the slow ones, on any table, however it came about."""

from __future__ import annotations

from random import Random

import pytest
from simulated_tables import random_rules

from referee.openness import can_anybody_play, moves, open_to_all, shut
from referee.position import OpenDouble, Position, Turn, lay, lay_and_end_turn, next_turn, put_markers
from referee.rules import RULESETS
from referee.setup import Setup
from referee.tile_sets import each
from referee.tiles import DominoSet, Tile


def random_setup(rng: Random) -> Setup:
    name = rng.choice(list(RULESETS))
    players = ("A", "B", "C", "D")[: rng.randint(2, 4)]
    return Setup(players, DominoSet(rng.choice((2, 3, 6))), name, random_rules(rng, name, 0.4))


def random_position(rng: Random, setup: Setup) -> Position:
    """Ends, markers and doubles as they may lie when nobody keeps to the rules."""
    size, trains, players = setup.domino_set.max_pip, len(setup.trains), len(setup.players)
    ends = [rng.randint(0, size) for _ in range(trains)]
    seat = rng.randrange(players)
    going_on = rng.random() < 0.2
    doubles, own = [], 0
    for train in rng.sample(range(trains), rng.randint(0, trains)):
        layer = rng.randrange(players)
        doubles.append(OpenDouble(train, ends[train], layer, rng.random() < 0.8))
        if rng.random() < 0.5:
            own |= 1 << train
    owes = bool(own) and rng.random() < 0.8
    table = rng.getrandbits(len(setup.domino_set))
    for double in doubles:
        if rng.random() < 0.3:
            table |= setup.suits[double.value]
    waiting = tuple(
        sorted({(rng.randrange(players), double.train) for double in doubles if rng.random() < 0.2})
    )
    turn = Turn(seat, rng.randint(0, 3), rng.randint(0, 2), own, owes, going_on, rng.random() < 0.05)
    return Position(
        tuple(ends),
        rng.getrandbits(trains),
        rng.getrandbits(players),
        tuple(doubles),
        table,
        rng.choice((setup.all_seats, rng.getrandbits(players))),
        waiting,
        turn,
    )


def tables(number: int) -> list[tuple[Random, Setup, Position]]:
    found = []
    for seed in range(number):
        rng = Random(f"table {seed}")
        setup = random_setup(rng)
        found.append((rng, setup, random_position(rng, setup)))
    return found


def is_double(setup: Setup, tile: int) -> bool:
    return bool(tile & setup.doubles)


def test_moves_are_what_no_reason_shuts() -> None:
    moved = 0
    for rng, setup, position in tables(2500):
        hand = rng.getrandbits(len(setup.domino_set))
        expected = {
            (train, tile)
            for train, end in enumerate(position.ends)
            for tile in each(hand & setup.suits[end])
            if not any(reason >> train & 1 for reason in shut(setup, position, is_double(setup, tile)))
        }
        found = moves(setup, position, hand)
        assert len(found) == len(set(found))
        assert set(found) == (set() if position.turn.over else expected), (setup.rules, position)
        moved += len(found)
    assert moved > 2500


def test_anybody_who_can_play_with_all_trains_marked_counts() -> None:
    answers = set()
    for rng, setup, position in tables(1000):
        hands = tuple(rng.choice(list(each(setup.all_tiles))) for _ in setup.players)
        expected = any(
            moves(setup, open_to_all(setup, position, seat), hand) for seat, hand in enumerate(hands)
        )
        assert can_anybody_play(setup, position, hands) == expected, (setup.rules, position)
        answers.add(expected)
    assert answers == {True, False}


def test_a_tile_that_ends_the_turn_is_laid_in_one_step_as_in_two() -> None:
    laid = 0
    for rng, setup, position in tables(1000):
        position = position._replace(firsts=setup.all_seats, turn=position.turn._replace(over=False))
        following = (position.turn.seat + 1) % len(setup.players)
        for train, tile in moves(setup, position, setup.all_tiles & ~setup.doubles):
            end = setup.pips[tile] - position.ends[train]
            markers = rng.getrandbits(len(setup.players))
            in_two = next_turn(setup, lay(setup, position, train, tile, end, double=False), following)
            in_one = lay_and_end_turn(position, train, tile, end, markers, following)
            assert in_one == put_markers(in_two, markers)
            laid += 1
    assert laid > 1000


@pytest.mark.parametrize("end", [-1, 7, 99])
def test_nothing_fits_an_end_that_is_not_of_the_set(end: int) -> None:
    setup = Setup(("A", "B"), DominoSet(6), "hub")
    position = Position((end, end, 6), 0, 0, (), 0, setup.all_seats, (), Turn(0))
    assert moves(setup, position, setup.all_tiles) == [
        (2, 1 << tile.number) for tile in setup.domino_set if 6 in (tile.high, tile.low)
    ]
    assert can_anybody_play(setup, position, (1 << Tile(6, 0).number, 0))
    assert not can_anybody_play(setup, position, (1 << Tile(5, 0).number, 0))
