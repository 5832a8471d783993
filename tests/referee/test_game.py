"""A game is a value: it can be kept, compared and gone back to, however long it has become."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from referee.acts import BeginRound, CallBlocked, Draw, LayEngine, Line, Pass, Play, TurnLine, Undo
from referee.game import Game, judge_line
from referee.setup import Setup
from referee.tiles import DominoSet, Tile

SETUP = Setup(("Ana", "Bo"), DominoSet(12), "hub")
ANA = TurnLine("Ana", (Play("Ana", 12, 4, "Ana"),))
BO = TurnLine("Bo", (Play("Bo", 12, 5, "M"),))


def played(lines: Sequence[Line]) -> Game:
    return reduce(lambda game, line: judge_line(game, *line)[0], enumerate(lines, 1), Game(SETUP))


def test_long_games_can_be_compared() -> None:
    passes = [TurnLine(player, (Draw(player), Pass(player))) for player in SETUP.players]
    assert played(passes * 800) == played(passes * 800)
    assert played(passes) != played([BO, *passes])


def test_games_can_be_looked_up() -> None:
    setup = Setup(SETUP.players, SETUP.domino_set, "hub", names={"Ana": "Ana B."})
    game, _ = judge_line(Game(setup), 1, ANA)
    again, _ = judge_line(Game(setup), 1, ANA)
    assert {game: "kept"}[again] == "kept"


def test_an_undo_goes_back_to_the_round_before() -> None:
    first = [LayEngine(Tile(12, 12)), ANA]
    second = [CallBlocked(), BeginRound(2), LayEngine(Tile(11, 11))]
    assert played([*first, BO, *second, Undo()]) == played(first)
    assert played([*first, BO, *second, Undo(), Undo()]) == played(first[:1])
    assert played([*first, *second, BO, Undo()]) == played([*first, *second])


def test_nothing_is_left_to_undo() -> None:
    begun = [BeginRound(1), LayEngine(Tile(12, 12))]
    assert played([*begun, Undo()]) == played([*begun, ANA, Undo(), Undo()]) == played(begun)
