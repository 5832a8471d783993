"""Rounds and games played at random by the rules: what holds for every one of them.

`STATIONMASTER_ROUNDS=2000 pytest tests/referee/test_random_play.py -s` plays that many double-12 rounds, a
hundredth as many whole games, and prints its figures.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_tables import NAMES, preset_setup, random_setup
from simulator import OPEN, PlayedRound, Showing, play_game, play_round, random_showing

from referee.acts import CountLeft, TurnLine, Undo, WriteScore
from referee.game import Game, LineVerdict, judge_line, judge_lines
from referee.record import Record, compose, read, write
from referee.round import RoundState
from referee.round_score import round_result
from referee.rules import RULESETS, ruleset
from referee.setup import Setup
from referee.summary import summarise
from referee.tiles import SIZES, SMALL_SIZES, DominoSet

ROUNDS = int(os.environ.get("STATIONMASTER_ROUNDS", "200"))
GAMES = max(2, ROUNDS // 100)


class Sample(NamedTuple):
    """A simulated round, its record, and the game that the referee makes of it."""

    setup: Setup
    played: PlayedRound
    record: Record
    game: Game
    told: tuple[LineVerdict, ...]

    @property
    def state(self) -> RoundState:
        """The round as the referee knows it at its end."""
        assert self.game.current is not None
        return self.game.current


def simulate(rng: Random, setup: Setup, showing: Showing) -> Sample:
    played = play_round(setup, rng, showing, rng.randint(1, setup.last_round))
    record = compose(setup, played.lines)
    game, told = judged(record)
    return Sample(setup, played, record, game, told)


def judged(record: Record) -> tuple[Game, tuple[LineVerdict, ...]]:
    """The game that a record leads to, and what is told of its lines."""
    numbered = ((row.number, row.line) for row in record.lines)
    games, told = zip(*judge_lines(record.setup, numbered), strict=True)
    return games[-1], told


def double_twelves(number: int) -> Iterator[Sample]:
    """Rounds of every ruleset, half of them with options changed, and of records that hide something."""
    for seed in range(number):
        rng = Random(f"double twelve {seed}")
        name = list(RULESETS)[seed % len(RULESETS)]
        changes = rng.choice((0.1, 0.3, 0.6)) if seed // len(RULESETS) % 2 else 0
        setup = random_setup(rng, changes, sizes=(12,)) if changes else preset_setup(rng, name)
        yield simulate(rng, setup, rng.choice((OPEN, random_showing(rng))))


def any_tables(number: int, sizes: tuple[int, ...] = (*SMALL_SIZES, *SIZES)) -> Iterator[Sample]:
    """Rounds with any set, any number of players, and any options."""
    for seed in range(number):
        rng = Random(f"any table {seed}")
        yield simulate(rng, random_setup(rng, rng.choice((0, 0.2, 0.5)), sizes), random_showing(rng))


def is_right(sample: Sample) -> None:
    """The referee finds nothing wrong with a round by the rules, and knows how it ended."""
    told = [(verdict, sample.record.lines[n].text) for n, verdict in enumerate(sample.told) if verdict.faults]
    assert told == []
    state, played = sample.state, sample.played
    assert state.end == played.end
    assert [name for seat, name in enumerate(sample.setup.players) if state.out >> seat & 1] == [*played.out]
    scores = round_result(state).points
    known = {name: scores[seat] for seat, name in enumerate(sample.setup.players) if scores[seat] is not None}
    if played.end:
        assert known == {name: played.points[name] for name in known}
    lines = sample.record.lines
    written = sum(isinstance(row.line, WriteScore) for row in lines)
    counted = sum(isinstance(row.line, CountLeft) for row in lines)
    if played.end and len(sample.setup.players) in (written, counted):
        assert len(known) == len(sample.setup.players)


def has_every_tile_once(sample: Sample) -> None:
    played = sample.played
    hands = [tile for hand in played.hands.values() for tile in hand]
    table = [move.tile for move in played.laid]
    assert sorted([played.engine, *table, *hands, *played.boneyard]) == sorted(sample.setup.domino_set)


def chains_from_the_engine(sample: Sample) -> None:
    laid = 0
    for train in sample.setup.trains:
        end = sample.played.engine.high
        for tile in sample.state.tiles_of(train):
            assert tile.touching == end
            end, laid = tile.end, laid + 1
    assert laid == len(sample.played.laid)


def reads_back(sample: Sample) -> None:
    assert read(write(sample.record)) == sample.record


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_by_the_rules_is_judged_legal(ruleset: str) -> None:
    rng = Random(ruleset)
    for _ in range(10):
        is_right(simulate(rng, preset_setup(rng, ruleset), OPEN))


@pytest.mark.slow
def test_double_twelve_rounds() -> None:
    figures: Counter[str] = Counter()
    for sample in double_twelves(ROUNDS):
        is_right(sample)
        has_every_tile_once(sample)
        chains_from_the_engine(sample)
        reads_back(sample)
        figures.update(("rounds", sample.played.end or "nobody can go on"))
        figures.update({"lines": len(sample.told), "tiles laid": len(sample.played.laid)})
    assert figures["rounds"] == ROUNDS
    assert figures["out"] > figures["blocked"] > 0
    print(f"\ndouble-12 rounds: {dict(figures)}")


@pytest.mark.slow
def test_rounds_at_any_table() -> None:
    for sample in any_tables(ROUNDS):
        is_right(sample)
        has_every_tile_once(sample)
        chains_from_the_engine(sample)
        reads_back(sample)


@pytest.mark.slow
def test_whole_games() -> None:
    figures: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = Random(f"game {seed}")
        setup = random_setup(rng, 0.3) if seed % 2 else preset_setup(rng, list(RULESETS)[seed // 2 % 4])
        played = play_game(setup, rng, OPEN)
        game, told = judged(compose(setup, played.lines))
        assert [verdict for verdict in told if verdict.faults] == []
        summary = summarise(game)
        assert [row.end for row in summary.rounds] == [one.end for one in played.rounds]
        totals = {name: sum(one.points[name] for one in played.rounds) for name in setup.players}
        if all(one.end for one in played.rounds):
            assert summary.totals == totals
        assert summary.audit == ()
        figures.update({"games": 1, "rounds": len(played.rounds), "lines": len(played.lines)})
    assert figures["games"] == GAMES
    print(f"\nwhole games: {dict(figures)}")


@settings(deadline=None, max_examples=30)
@given(st.integers(0))
def test_a_round_of_any_seed(seed: int) -> None:
    rng = Random(seed)
    sample = simulate(rng, random_setup(rng, 0.3, sizes=(3, 6, 9)), random_showing(rng))
    is_right(sample)
    has_every_tile_once(sample)
    chains_from_the_engine(sample)
    reads_back(sample)


def test_the_start_goes_round() -> None:
    for seed in range(8):
        rng = Random(f"rotate {seed}")
        rules = ruleset("hub").with_option("starter", "rotate").with_option("hand_size", "3")
        setup = Setup(NAMES[: rng.randint(2, 4)], DominoSet(6), "hub", rules)
        played = play_game(setup, rng, OPEN)
        _, told = judged(compose(setup, played.lines))
        assert [verdict for verdict in told if verdict.faults] == []
        openers = [setup.number_of[one.opener] for one in played.rounds]
        assert [(after - one) % len(setup.players) for one, after in pairwise(openers)] == [1] * 6


def test_a_record_leads_to_the_same_states() -> None:
    for sample in any_tables(10):
        record = read(write(sample.record))
        again = [
            game for game, _ in judge_lines(record.setup, ((row.number, row.line) for row in record.lines))
        ]
        assert again[-1] == sample.game


def test_undo_restores_the_game_before_the_turn() -> None:
    for sample in any_tables(15):
        game, turns = Game(sample.setup), []
        for row in sample.record.lines:
            if isinstance(row.line, TurnLine):
                turns.append(game)
            game, _ = judge_line(game, row.number, row.line)
        assert turns
        while turns:
            game, told = judge_line(game, 999, Undo())
            assert told.faults == ()
            assert game == turns.pop()
