"""The benchmark measures what it says."""

import chess
import pytest
import speed
from speed import Times, games_of_chess, in_turns, judge_all, long_record, nodes_a_second, rounds_of_dominoes

from referee import Summary


def test_chess_is_counted_as_everybody_counts_it() -> None:
    assert games_of_chess(chess.Board(), 3) == 1 + 20 + 400 + 8902


def test_nodes_are_those_of_the_deals() -> None:
    assert rounds_of_dominoes(2, 4, 315) > 2 * 10  # two deals with ten moves at the least
    assert rounds_of_dominoes(2, 4, 105) > rounds_of_dominoes(2, 4, 315)


def test_the_record_is_a_whole_game_of_eight() -> None:
    text = long_record()
    assert text == long_record()
    summary = judge_all(text)
    assert isinstance(summary, Summary)
    assert [one.round for one in summary.rounds] == list(range(1, 14))
    assert len(summary.totals) == 8


def test_both_take_turns_after_a_round_that_is_not_counted() -> None:
    done: list[str] = []
    times = in_turns(lambda: done.append("ours"), lambda: done.append("theirs"), lambda: len(done), rounds=2)
    assert done == ["ours", "theirs"] * 3
    assert times == Times(1, 1)


def test_a_row_says_both_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "SHAPES", ((2, 4, 315),))
    [(name, figures)] = nodes_a_second(rounds=1, depth=2)
    assert "2 players, 4 tiles each" in name
    assert "times the nodes a second of chess" in figures
    assert "against 421)" in figures
