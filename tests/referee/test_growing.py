"""Rows that grow: as good as tuples, and what they have in common is there once."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.acts import Draw, Mark, Pass, TurnLine
from referee.game import Game, judge_line
from referee.growing import GrowingRow
from referee.setup import Setup
from referee.tiles import DominoSet


@given(st.lists(st.integers(-150, 150).filter(bool), max_size=6))
def test_a_row_holds_what_a_tuple_would(steps: list[int]) -> None:
    row: GrowingRow[int] = GrowingRow()
    items: list[int] = []
    for step in steps:
        for number in range(step):
            row = row.plus(number)
            items.append(number)
        for _ in range(min(-step, len(items))):
            row = row.without_last()
            items.pop()
        assert list(row) == items
        assert len(row) == len(items)
        rebuilt: GrowingRow[int] = GrowingRow()
        for item in items:
            rebuilt = rebuilt.plus(item)
        assert row == rebuilt
        assert hash(row) == hash(rebuilt)


def test_an_empty_row_has_no_end() -> None:
    with pytest.raises(IndexError):
        GrowingRow[int]().plus(1).without_last().without_last()


def _bytes_of(turns: int) -> int:
    """What a game of so many turns takes, all that an undo can go back to included."""
    setup = Setup(("Ana", "Bo"), DominoSet(12), "hub")
    tracemalloc.start()
    game = Game(setup)
    for number in range(turns):
        player = setup.players[number % 2]
        line = TurnLine(player, (Draw(player), Pass(player), Mark(player, player, on=True)))
        game, _ = judge_line(game, number, line)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(game.before) == turns
    return size


def test_a_game_four_times_as_long_takes_some_four_times_the_memory() -> None:
    _bytes_of(10)
    assert _bytes_of(2400) < 6 * _bytes_of(600)
