"""How the numbers on the tiles are called changes no verdict, no legal play and no count of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

import pytest
from mangled import mangled
from simulated_tables import random_rules, random_setup
from simulator import play_round, random_showing

from referee.acts import (
    BeginRound,
    CountLeft,
    Draw,
    Hunt,
    LayEngine,
    Line,
    Play,
    ShowHand,
    TurnAct,
    TurnLine,
    WriteScore,
)
from referee.game import Game, judge_lines
from referee.perft import count_merged
from referee.play import legal_plays
from referee.position import fresh_position
from referee.rules import RULESETS
from referee.setup import Setup
from referee.tile_sets import tile_bits
from referee.tiles import DominoSet, Tile

Names: TypeAlias = Mapping[int, int]
"""What each number is called instead."""


def other_names(rng: Random, size: int) -> dict[int, int]:
    numbers = list(range(size + 1))
    return dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))


def tile_as(tile: Tile, names: Names) -> Tile:
    return Tile(names[tile.high], names[tile.low])


def act_as(act: TurnAct, names: Names) -> TurnAct:
    if isinstance(act, Play):
        return act._replace(touching=names[act.touching], end=names[act.end])
    if isinstance(act, Draw) and act.tile:
        return act._replace(tile=tile_as(act.tile, names))
    return act


def line_as(line: Line, names: Names) -> Line:
    if isinstance(line, TurnLine):
        return TurnLine(line.player, tuple(act_as(act, names) for act in line.acts))
    if isinstance(line, LayEngine | Hunt):
        return line._replace(tile=tile_as(line.tile, names))
    if isinstance(line, ShowHand | CountLeft):
        return line._replace(tiles=tuple(tile_as(tile, names) for tile in line.tiles))
    return line


def told(setup: Setup, lines: list[Line]) -> list[tuple[Game, list[tuple[int | None, str, str | None]]]]:
    """Each line's game and faults, but for the number of the engine, which is of course another."""
    return [
        (
            game,
            [
                (fault.act, fault.violation.code, fault.violation.option)
                for fault in verdict.faults
                if fault.violation.code != "WRONG_ENGINE"
            ],
        )
        for game, verdict in judge_lines(setup, enumerate(lines))
    ]


def without_numbers(lines: Sequence[Line]) -> list[Line]:
    """The lines but for what hangs on a number: points, rounds, an engine of two different halves.

    An engine that is set aside is laid before anybody shows a hand.
    """
    kept = [line for line in lines if not isinstance(line, WriteScore | BeginRound)]
    kept = [line for line in kept if not isinstance(line, LayEngine) or line.tile.is_double]
    return sorted(kept, key=lambda line: not (isinstance(line, LayEngine) and line.player is None))


@pytest.mark.parametrize("edits", [0, 4])
def test_no_verdict_and_no_legal_play_changes(edits: int) -> None:
    codes: Counter[str] = Counter()
    for seed in range(60):
        rng = Random(f"names {seed} {edits}")
        setup = random_setup(rng, 0.3, sizes=(3, 6, 9, 12))
        names = other_names(rng, setup.domino_set.max_pip)
        played = play_round(setup, rng, random_showing(rng))
        lines = without_numbers(mangled(played.lines, setup, rng, edits, turns_only=rng.random() < 0.5))
        renamed = told(setup, [line_as(line, names) for line in lines])
        for (game, faults), (other, other_faults) in zip(told(setup, lines), renamed, strict=True):
            assert other_faults == faults
            codes.update(code for _, code, _ in faults)
            if game.current and other.current:
                plays = legal_plays(game.current, setup.domino_set)
                assert set(legal_plays(other.current, setup.domino_set)) == {act_as(p, names) for p in plays}
    assert (len(codes) > 15) if edits else not codes


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_count_changes(ruleset: str) -> None:
    rng = Random(ruleset)
    for size, players, hand in [(2, 2, 2), (3, 2, 3), (3, 3, 2), (3, 2, 4)] * 3:
        setup = Setup(("A", "B", "C")[:players], DominoSet(size), ruleset, random_rules(rng, ruleset, 0.2))
        names = other_names(rng, size)
        engine = Tile(size, size)
        tiles = rng.sample([tile for tile in setup.domino_set if tile != engine], len(setup.domino_set) - 1)
        hands = [tiles[hand * seat : hand * (seat + 1)] for seat in range(players)]
        yard = tiles[hand * players :][: 4 if size == 3 else None]
        counts = count(setup, engine, hands, yard)
        renamed = [[tile_as(tile, names) for tile in held] for held in (*hands, yard)]
        assert count(setup, tile_as(engine, names), renamed[:-1], renamed[-1]) == counts
        assert sum(counts) > 0


def count(setup: Setup, engine: Tile, hands: list[list[Tile]], yard: list[Tile]) -> tuple[int, int]:
    """The games of one deal that end out, and blocked."""
    position = fresh_position(setup, engine.high, tile_bits([engine]), 0)
    node = position, tuple(tile_bits(hand) for hand in hands), tile_bits(yard), 0
    tally = count_merged(setup, {node: 1})
    return tally.out, tally.blocked
