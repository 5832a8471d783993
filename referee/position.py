"""The trains at one moment, small and quick to change: open ends, markers, open doubles, the turn.

Trains and seats are the numbers of `Setup`; several trains, seats or tiles are bits of one number.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from referee.setup import Setup

UNKNOWN_END = -1
"""The open end of a train while nobody knows the engine."""


class OpenDouble(NamedTuple):
    """A double at the end of a train that nobody has covered; `layer` is the seat of who laid it.

    `binds` is False for a double left by a first turn as long as it waits, or for good
    (`docs/rules.md`, First turns).
    """

    train: int
    value: int
    layer: int
    binds: bool = True


class Turn(NamedTuple):
    """How far the turn of `seat` has come.

    `laid` counts its tiles, `draws` the draws that count against the limit, `doubles` are the trains with a
    double of this turn that is not covered and owes a further tile. `going_on` says that a whole-train first
    turn may go on along the own train, `over` that a tile or a pass has ended the turn.
    """

    seat: int
    laid: int = 0
    draws: int = 0
    doubles: int = 0
    owes: bool = False
    going_on: bool = False
    over: bool = False


class Position(NamedTuple):
    """All that decides what may be laid now.

    `ends` has the open end of each train, `begun` and `marked` are trains, `doubles` the open doubles in the
    order in which they were laid, `table` the tiles that lie in the middle, `firsts` the seats whose first
    turn is over, `waiting` pairs of a seat and the train whose double it failed to cover and has to wait for.
    """

    ends: tuple[int, ...]
    begun: int
    marked: int
    doubles: tuple[OpenDouble, ...]
    table: int
    firsts: int
    waiting: tuple[tuple[int, int], ...]
    turn: Turn


@cache
def fresh_turn(seat: int) -> Turn:
    """The turn of `seat` before anything happened in it."""
    return Turn(seat)


def fresh_position(setup: Setup, end: int, table: int, seat: int) -> Position:
    """The start of a round: every train open with the engine's number `end`, `seat` to play."""
    return Position((end,) * len(setup.trains), 0, 0, (), table, 0, (), fresh_turn(seat))


def is_dead(setup: Setup, position: Position, double: OpenDouble) -> bool:
    """Whether the whole suit of an open double lies on the table (`docs/rules.md`, Doubles)."""
    suit = setup.suits.get(double.value)
    return suit is not None and not suit & ~position.table


def is_first_turn(position: Position) -> bool:
    """Whether the turn is its player's first in this round."""
    return not position.firsts >> position.turn.seat & 1


def lay(setup: Setup, position: Position, train: int, tile: int, end: int, double: bool) -> Position:
    """The position after the tile (one bit) was laid on a train, whose open end then is `end`.

    Nothing is checked: the table is as it was played.
    """
    ends, begun, marked, doubles, table, firsts, waiting, turn = position
    seat, laid, draws, own_doubles, owes, going_on, over = turn
    if doubles:
        doubles, waiting = _covered(doubles, waiting, train)
        own_doubles &= ~(1 << train)
    first = not firsts >> seat & 1
    going_on = first and not over and train == seat and setup.rules.first_turn == "train"
    owes = False
    if double:
        binds = not first or setup.rules.first_turn_double == "binds"
        doubles += (OpenDouble(train, end, seat, binds),)
        owes = binds and not over
        if owes:
            own_doubles |= 1 << train
            if setup.rules.redraw_after_double == "yes":
                draws = 0
    turn = Turn(seat, laid + 1, draws, own_doubles, owes, going_on, not (owes or going_on))
    ends = (*ends[:train], end, *ends[train + 1 :])
    return Position(ends, begun | 1 << train, marked, doubles, table | tile, firsts, waiting, turn)


def lay_and_end_turn(position: Position, train: int, tile: int, end: int, marked: int, seat: int) -> Position:
    """The same as `lay` and `next_turn` in one step, for a tile that is no double and no first turn's.

    After it the trains `marked` have markers, and `seat` begins its turn. Counting games does little else.
    """
    ends, begun, _, doubles, table, firsts, waiting, _ = position
    if doubles:
        doubles, waiting = _covered(doubles, waiting, train)
    ends = (*ends[:train], end, *ends[train + 1 :])
    turn = fresh_turn(seat)
    return Position(ends, begun | 1 << train, marked, doubles, table | tile, firsts, waiting, turn)


def _covered(
    doubles: tuple[OpenDouble, ...], waiting: tuple[tuple[int, int], ...], train: int
) -> tuple[tuple[OpenDouble, ...], tuple[tuple[int, int], ...]]:
    """The open doubles, and who waits for which, after a tile was laid on `train`."""
    doubles = tuple([double for double in doubles if double.train != train])
    return doubles, tuple([pair for pair in waiting if pair[1] != train]) if waiting else waiting


def put_markers(position: Position, marked: int) -> Position:
    """The position with markers on the trains `marked` and on no other."""
    ends, begun, _, doubles, table, firsts, waiting, turn = position
    return Position(ends, begun, marked, doubles, table, firsts, waiting, turn)


def draw(position: Position) -> Position:
    """The position after a tile was drawn that counts against the limit of the turn."""
    ends, begun, marked, doubles, table, firsts, waiting, turn = position
    seat, laid, draws, own_doubles, owes, going_on, over = turn
    turn = Turn(seat, laid, draws + 1, own_doubles, owes, going_on, over)
    return Position(ends, begun, marked, doubles, table, firsts, waiting, turn)


def next_turn(setup: Setup, position: Position, seat: int) -> Position:
    """The position in which the turn is over and `seat` begins its own.

    With the last first turn the first lap ends: doubles that waited for that bind now, as the oldest
    (`docs/rules.md`, First turns).
    """
    ends, begun, marked, doubles, table, before, waiting, turn = position
    firsts = before | 1 << turn.seat
    if doubles and firsts == setup.all_seats != before and setup.rules.first_turn_double == "waits":
        waited = tuple(double._replace(binds=True) for double in doubles if not double.binds)
        doubles = waited + tuple(double for double in doubles if double.binds)
    return Position(ends, begun, marked, doubles, table, firsts, waiting, fresh_turn(seat))
