"""A whole game, line by line: its rounds, what was taken back, a verdict for each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from referee.acts import (
    BeginRound,
    CallBlocked,
    CountBoneyard,
    Line,
    TurnLine,
    Undo,
)
from referee.growing import GrowingRow
from referee.judge import judge, judge_turn_end
from referee.played import as_played, close_turn
from referee.round import RoundState, accused, new_round, with_turn
from referee.setup import Setup
from referee.violations import Violation, verdict


class Fault(NamedTuple):
    """A violation and the act of the line that it belongs to, from 1; None for what the end shows."""

    act: int | None
    violation: Violation


class LineVerdict(NamedTuple):
    """What the referee says to one line of a game; `line` is the number that the caller gave it."""

    line: int
    round: int
    player: str | None
    faults: tuple[Fault, ...]

    @property
    def verdict(self) -> Literal["legal", "warning", "illegal"]:
        """The worst severity among the faults."""
        return verdict(tuple(fault.violation for fault in self.faults))


class Checkpoint(NamedTuple):
    """What an undo goes back to: the rounds, the one that is played, and who opened (see `Game`)."""

    rounds: GrowingRow[RoundState]
    current: RoundState | None
    opening: tuple[int, int] | None


class Game(NamedTuple):
    """A game as a value: the rounds before, the round that is played, and what an undo goes back to.

    `before` has a checkpoint before each turn that was not taken back, `opening` is a round and the seat that
    opened it, from which the start goes round the table (option `starter`).
    """

    setup: Setup
    rounds: GrowingRow[RoundState] = GrowingRow()
    current: RoundState | None = None
    before: GrowingRow[Checkpoint] = GrowingRow()
    opening: tuple[int, int] | None = None
    welcomed: bool = False

    @property
    def all_rounds(self) -> GrowingRow[RoundState]:
        """Every round that began, the one that is played last."""
        return self.rounds if self.current is None else self.rounds.plus(self.current)


def judge_lines(setup: Setup, lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[Game, LineVerdict]]:
    """Judge a game line by line; gives the game after each line, and what is wrong with the line.

    After a fault the game goes on from the table as it was played.

    >>> from referee.acts import LayEngine, Play
    >>> from referee.tiles import DominoSet, Tile
    >>> setup = Setup(("Ana", "Bo"), DominoSet(12), "hub")
    >>> lines = [(1, LayEngine(Tile(12, 12))), (2, TurnLine("Ana", (Play("Ana", 12, 4, "Bo"),)))]
    >>> for game, told in judge_lines(setup, lines):
    ...     print(told.line, told.verdict, [fault.violation.message for fault in told.faults])
    1 legal []
    2 illegal ["Bo's train is closed: it has no marker."]
    """
    game = Game(setup)
    for number, line in lines:
        game, told = judge_line(game, number, line)
        yield game, told


def judge_line(game: Game, number: int, line: Line) -> tuple[Game, LineVerdict]:
    """The game after one line, and what is wrong with the line."""
    welcomed = game.welcomed
    if isinstance(line, Undo):
        game = _undone(game)
        faults: list[Fault] = []
    elif isinstance(line, BeginRound):
        game = _begin_round(game, line.number, number)
        faults = _game_over(game, line.number)
    elif isinstance(line, TurnLine):
        game, faults = _take_turn(game, number, line)
    else:
        state = _current(game, number)
        faults = [Fault(1, violation) for violation in judge(state, line)]
        game = game._replace(current=as_played(state, line))
    if not welcomed and not game.setup.seats_all:
        words: dict[str, str | int] = {
            "players": len(game.setup.players),
            "size": game.setup.domino_set.max_pip,
        }
        faults.append(Fault(None, Violation("PLAYER_COUNT", words, "hand_size")))
    if not welcomed:
        game = game._replace(welcomed=True)
    current = game.current
    return game, LineVerdict(number, current.number if current else 1, _named(line), tuple(faults))


def end_game(game: Game) -> Game:
    """The game after its last line: the turn that is going on is closed."""
    return game._replace(current=None if game.current is None else close_turn(game.current))


def _undone(game: Game) -> Game:
    """The game before the last turn that was not taken back; the same where there is none."""
    if not game.before:
        return game
    last = game.before.last[-1]
    before = game.before.without_last()
    return game._replace(rounds=last.rounds, current=last.current, opening=last.opening, before=before)


def _named(line: Line) -> str | None:
    """The player whom a line names."""
    if isinstance(line, (BeginRound, CountBoneyard, CallBlocked, Undo)):
        return None
    return line.player


def _current(game: Game, number: int) -> RoundState:
    """The round that is played, its events labelled by the line; round 1 begins by itself."""
    state = game.current or new_round(game.setup, 1)
    return state if state.at == number else state._replace(at=number)


def _begin_round(game: Game, number: int, line: int) -> Game:
    game = _with_opening(end_game(game))
    starter = None
    if game.opening and game.setup.rules.starter == "rotate":
        first, seat = game.opening
        starter = (seat + number - first) % len(game.setup.players)
    state = new_round(game.setup, number, starter)._replace(at=line)
    return game._replace(rounds=game.all_rounds, current=state)


def _with_opening(game: Game) -> Game:
    """The game that remembers who opened, or was chosen to open, the first round of which that is known."""
    state = game.current
    if game.opening or state is None:
        return game
    opener = state.opener if state.starter is None else state.starter
    return game if opener is None else game._replace(opening=(state.number, opener))


def _game_over(game: Game, number: int) -> list[Fault]:
    last = game.setup.last_round
    if number <= last:
        return []
    return [Fault(1, Violation("GAME_OVER", {"last": last, "round": number}, "rounds"))]


def _take_turn(game: Game, number: int, line: TurnLine) -> tuple[Game, list[Fault]]:
    """The game after a whole turn: each act by itself, then what the turn's end shows."""
    state = close_turn(game.current or new_round(game.setup, 1))
    state = with_turn(state, game.setup.number_of[line.player], at=number)
    faults: list[Fault] = []
    for place, act in enumerate(line.acts, 1):
        for violation in judge(state, act):
            faults.append(Fault(place, violation))
        state = as_played(state, act)
    for violation in judge_turn_end(state):
        faults.append(Fault(None, violation))
    state = close_turn(accused(state, [fault.violation for fault in faults]))
    checkpoint = Checkpoint(game.rounds, game.current, game.opening)
    return game._replace(current=state, before=game.before.plus(checkpoint)), faults
