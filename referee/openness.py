"""What is open to the player whose turn it is, and why the rest is not (`docs/rules.md`, What is open)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.position import OpenDouble, Position, Turn, is_dead
from referee.setup import Setup


class Shut(NamedTuple):
    """The trains that are shut for a tile, as bits, by the reason; several reasons may hold for one train.

    `closed` no marker; `own_only` another's train before that is allowed; `early` the Mexican train before
    that is allowed; `elsewhere` an open double has to be covered first; `order` another open double comes
    first; `off_double` the next tile belongs on the double just laid; `going_on` a first-turn train goes on
    along the own train only; `second_double` one double a turn.
    """

    closed: int
    own_only: int = 0
    early: int = 0
    elsewhere: int = 0
    order: int = 0
    off_double: int = 0
    going_on: int = 0
    second_double: int = 0


def live_doubles(setup: Setup, position: Position) -> tuple[OpenDouble, ...]:
    """The open doubles that count, the oldest first: dead ones are left out where they release."""
    if setup.rules.dead_double == "binds":
        return position.doubles
    return tuple(double for double in position.doubles if not is_dead(setup, position, double))


def duties(setup: Setup, position: Position) -> tuple[OpenDouble, ...]:
    """The open doubles that bind the player whose turn it is (`docs/rules.md`, Doubles).

    The doubles of this very turn are not among them: the rules for the tile that is owed say where it goes.
    """
    rules, turn = setup.rules, position.turn
    if not position.doubles or rules.open_double_binds == "train":
        return ()
    if rules.own_train_first == "all" and not position.begun >> turn.seat & 1:
        return ()
    binding = tuple(
        double
        for double in live_doubles(setup, position)
        if double.binds and not turn.doubles >> double.train & 1
    )
    if rules.open_double_binds == "next":
        players = len(setup.players)
        return tuple(double for double in binding if (double.layer + 1) % players == turn.seat)
    return binding


def first_ones(setup: Setup, doubles: tuple[OpenDouble, ...]) -> tuple[OpenDouble, ...]:
    """Those of several open doubles that may be covered now."""
    if setup.rules.close_order == "as_played":
        return doubles[:1]
    return doubles[-1:] if setup.rules.close_order == "reverse" else doubles


def own_doubles(setup: Setup, position: Position) -> tuple[OpenDouble, ...]:
    """The live doubles of this turn that its player has yet to cover."""
    laid = position.turn.doubles
    return tuple(double for double in live_doubles(setup, position) if laid >> double.train & 1)


def awaited(setup: Setup, position: Position) -> tuple[OpenDouble, ...]:
    """The open doubles elsewhere that keep the player from the own train (option `failed_cover`)."""
    seat = position.turn.seat
    trains = [train for waiter, train in position.waiting if waiter == seat and train != seat]
    if not trains:
        return ()
    return tuple(double for double in live_doubles(setup, position) if double.train in trains)


def shut(setup: Setup, position: Position, double: bool) -> Shut:
    """The trains that are shut for a tile of the player whose turn it is; `double` says which kind of tile.

    A train that no reason names is open. Whether the tile matches its end is another question.
    """
    rules, turn = setup.rules, position.turn
    own, mexican, all_trains = 1 << turn.seat, 1 << setup.mexican, setup.all_trains
    others = all_trains & ~(own | mexican)
    closed = others & ~position.marked
    own_only = early = 0
    if not position.firsts & own:
        if rules.first_turn_trains == "own":
            own_only = others
        if rules.mexican_from == "second_turn":
            early = mexican
    if rules.own_train_first != "no" and not position.begun & own:
        early = mexican
        if rules.own_train_first == "all":
            own_only = others
    if position.doubles:
        due = duties(setup, position)
        if due:
            return _shut_by_duty(setup, position, due, Shut(closed, own_only, early))
        return _shut_by_owed_tile(setup, position, double, Shut(closed, own_only, early))
    going_on = all_trains & ~(own | closed | own_only | early) if turn.going_on else 0
    return Shut(closed, own_only, early, going_on=going_on)


def _shut_by_duty(setup: Setup, position: Position, due: tuple[OpenDouble, ...], base: Shut) -> Shut:
    """A duty leaves one place, on whosever train it lies (`docs/rules.md`, Doubles)."""
    first = _trains(first_ones(setup, due))
    own = position.turn.doubles
    doubles = _trains(live for live in live_doubles(setup, position) if live.binds) & ~own
    return Shut(
        closed=base.closed & ~(doubles | own),
        own_only=base.own_only & ~doubles,
        early=base.early & ~doubles,
        elsewhere=setup.all_trains & ~doubles,
        order=doubles & ~first,
    )


def _shut_by_owed_tile(setup: Setup, position: Position, double: bool, base: Shut) -> Shut:
    """Open doubles without a duty: everybody may cover them, and those of this turn ask for a tile."""
    rules, turn, all_trains = setup.rules, position.turn, setup.all_trains
    live = live_doubles(setup, position)
    closed = base.closed & ~turn.doubles
    if rules.open_double_binds != "train":
        closed &= ~_trains(other for other in live if other.binds)
    elsewhere = order = off_double = second = 0
    if position.waiting and awaited(setup, position):
        elsewhere = 1 << turn.seat
    if turn.owes and not turn.over:
        mine = own_doubles(setup, position)
        places = _trains(mine)
        if len(mine) > 1 and not double and rules.multi_double_extra != "anywhere":
            first = _trains(first_ones(setup, mine))
            if rules.multi_double_extra == "first_only":
                order = places & ~first
                elsewhere |= all_trains & ~places
            else:
                order = _trains(live) & ~first
        elif mine and rules.double_next_tile == "on_double" and not (len(mine) > 1 and double):
            off_double = all_trains & ~places
        if double and rules.doubles_per_turn == "one" and turn.doubles:
            second = all_trains
    reasons = closed | base.own_only | base.early | elsewhere | order | off_double
    going_on = turn.going_on and not turn.owes
    return Shut(
        closed,
        base.own_only,
        base.early,
        elsewhere,
        order,
        off_double,
        all_trains & ~(1 << turn.seat | reasons) if going_on else 0,
        second,
    )


def _trains(doubles: Iterable[OpenDouble]) -> int:
    trains = 0
    for double in doubles:
        trains |= 1 << double.train
    return trains


def open_trains(setup: Setup, position: Position, double: bool) -> int:
    """The trains, as bits, that are open for a tile of this kind."""
    closed, own_only, early, elsewhere, order, off_double, going_on, second = shut(setup, position, double)
    return setup.all_trains & ~(
        closed | own_only | early | elsewhere | order | off_double | going_on | second
    )


def moves(setup: Setup, position: Position, hand: int) -> list[tuple[int, int]]:
    """Every pair of a train and a tile (one bit) of `hand` that may be laid now, as the rules stand.

    Empty once the turn is over; where a first-turn train may go on, its player may also stop.
    """
    if position.turn.over:
        return []
    found: list[tuple[int, int]] = []
    suits, ends = setup.suits, position.ends
    singles = open_trains(setup, position, False)
    doubles = open_trains(setup, position, True) if position.doubles else singles
    for train in range(len(ends)):
        end = ends[train]
        if (singles | doubles) >> train & 1 and 0 <= end < len(suits):
            fitting = hand & suits[end]
            if singles != doubles:
                own_double = 1 << end * (end + 3) // 2
                fitting &= (own_double if doubles >> train & 1 else 0) | (
                    ~own_double if singles >> train & 1 else 0
                )
            while fitting:
                tile = fitting & -fitting
                found.append((train, tile))
                fitting ^= tile
    return found


def open_to_all(setup: Setup, position: Position, seat: int) -> Position:
    """The position as `seat` would find it if every train had a marker and the first lap were over.

    It is by this that a round is blocked (`docs/rules.md`, Out and blocked).
    """
    return position._replace(marked=setup.all_trains, firsts=setup.all_seats, waiting=(), turn=Turn(seat))
