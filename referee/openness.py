"""What is open to the player whose turn it is, and why the rest is not (`docs/rules.md`, What is open)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.position import OpenDouble, Position, Turn, fresh_turn, is_dead
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
    doubles = position.doubles
    if setup.rules.dead_double == "releases":
        suits, missing = setup.suits, ~position.table
        for double in doubles:
            if not suits.get(double.value, -1) & missing:
                return tuple([other for other in doubles if not is_dead(setup, position, other)])
    return doubles


def duties(setup: Setup, position: Position) -> tuple[OpenDouble, ...]:
    """The open doubles that bind the player whose turn it is (`docs/rules.md`, Doubles).

    The doubles of this very turn are not among them: the rules for the tile that is owed say where it goes.
    """
    return _duties(setup, position, live_doubles(setup, position)) if position.doubles else ()


def _duties(setup: Setup, position: Position, live: tuple[OpenDouble, ...]) -> tuple[OpenDouble, ...]:
    rules, turn = setup.rules, position.turn
    binds, seat, own = rules.open_double_binds, turn.seat, turn.doubles
    if binds == "train" or (rules.own_train_first == "all" and not position.begun >> seat & 1):
        return ()
    due = [double for double in live if double.binds and not own >> double.train & 1]
    if due and binds == "next":
        players = len(setup.players)
        due = [double for double in due if (double.layer + 1) % players == seat]
    return tuple(due)


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


def waiting_after_pass(setup: Setup, position: Position) -> tuple[tuple[int, int], ...]:
    """`Position.waiting` after the player passed: with a duty, the own train may have to wait for its double.

    Source: `docs/rules.md`, Doubles (option `failed_cover`).
    """
    if setup.rules.failed_cover != "mark_and_wait":
        return position.waiting
    seat, due = position.turn.seat, first_ones(setup, duties(setup, position))
    return tuple(sorted({*position.waiting, *((seat, double.train) for double in due)}))


def shut(setup: Setup, position: Position, double: bool) -> Shut:
    """The trains that are shut for a tile of the player whose turn it is; `double` says which kind of tile.

    A train that no reason names is open. Whether the tile matches its end is another question. The kind of
    tile matters only where one is owed after a double.
    """
    plainly = _plainly_shut(setup, position)
    turn = position.turn
    if position.doubles:
        live = live_doubles(setup, position)
        binding = _trains_that_bind(setup, live)
        if binding & ~turn.doubles:
            due = _duties(setup, position, live)
            if due:
                return _shut_by_duty(setup, turn, binding, due, plainly)
        return _shut_by_owed_tile(setup, position, live, binding, double, plainly)
    closed, own_only, early = plainly
    going_on = setup.all_trains & ~(1 << turn.seat | closed | own_only | early) if turn.going_on else 0
    return Shut(closed, own_only, early, going_on=going_on)


def _plainly_shut(setup: Setup, position: Position) -> tuple[int, int, int]:
    """The reasons `closed`, `own_only` and `early`, which hold where no double is open."""
    _, begun, marked, _, _, firsts, _, turn = position
    rules, own, mexican = setup.rules, 1 << turn.seat, 1 << setup.mexican
    others = setup.all_trains ^ own ^ mexican
    own_only = early = 0
    if not firsts & own:
        if rules.first_turn_trains == "own":
            own_only = others
        if rules.mexican_from == "second_turn":
            early = mexican
    if rules.own_train_first != "no" and not begun & own:
        early = mexican
        if rules.own_train_first == "all":
            own_only = others
    return others & ~marked, own_only, early


def _shut_by_duty(
    setup: Setup, turn: Turn, binding: int, due: tuple[OpenDouble, ...], plainly: tuple[int, int, int]
) -> Shut:
    """A duty leaves one place, on whosever train it lies (`docs/rules.md`, Doubles).

    A first-turn train can't go on there.
    """
    closed, own_only, early = plainly
    doubles = binding & ~turn.doubles
    closed &= ~(doubles | turn.doubles)
    elsewhere, order = setup.all_trains & ~doubles, doubles & ~_trains(first_ones(setup, due))
    going_on = 0
    if turn.going_on and not turn.owes:
        going_on = doubles & ~(1 << turn.seat | order)
    return Shut(closed, own_only & ~doubles, early & ~doubles, elsewhere, order, going_on=going_on)


def _shut_by_owed_tile(
    setup: Setup,
    position: Position,
    live: tuple[OpenDouble, ...],
    binding: int,
    double: bool,
    plainly: tuple[int, int, int],
) -> Shut:
    """Open doubles without a duty: everybody may cover them, and those of this turn ask for a tile."""
    rules, turn, all_trains = setup.rules, position.turn, setup.all_trains
    closed, own_only, early = plainly
    closed &= ~(turn.doubles | binding)
    elsewhere = order = off_double = second = going_on = 0
    if position.waiting and awaited(setup, position):
        elsewhere = 1 << turn.seat
    if turn.owes and not turn.over:
        places = _trains(live) & turn.doubles
        several = places & (places - 1)
        if several and not double and rules.multi_double_extra != "anywhere":
            mine = tuple([own for own in live if places >> own.train & 1])
            first = _trains(first_ones(setup, mine))
            if rules.multi_double_extra == "first_only":
                order = places & ~first
                elsewhere |= all_trains & ~places
            else:
                order = _trains(live) & ~first
        elif places and rules.double_next_tile == "on_double" and not (several and double):
            off_double = all_trains & ~places
        if double and rules.doubles_per_turn == "one" and turn.doubles:
            second = all_trains
    if turn.going_on and not turn.owes:
        going_on = all_trains & ~(1 << turn.seat | closed | own_only | early | elsewhere)
    return Shut(closed, own_only, early, elsewhere, order, off_double, going_on, second)


def _trains(doubles: Iterable[OpenDouble]) -> int:
    trains = 0
    for double in doubles:
        trains |= 1 << double.train
    return trains


def _trains_that_bind(setup: Setup, live: tuple[OpenDouble, ...]) -> int:
    """The trains with a double that is somebody's duty, and that are open to all for that."""
    trains = 0
    if setup.rules.open_double_binds != "train":
        for double in live:
            if double.binds:
                trains |= 1 << double.train
    return trains


def open_trains(setup: Setup, position: Position, double: bool) -> int:
    """The trains, as bits, that are open for a tile of this kind."""
    if not position.doubles and not position.turn.going_on:  # mostly; and quicker without all the reasons
        closed, own_only, early = _plainly_shut(setup, position)
        return setup.all_trains & ~(closed | own_only | early)
    closed, own_only, early, elsewhere, order, off_double, going_on, second = shut(setup, position, double)
    return setup.all_trains & ~(
        closed | own_only | early | elsewhere | order | off_double | going_on | second
    )


def openings(setup: Setup, position: Position, hand: int) -> list[tuple[int, int]]:
    """Each train on which tiles of `hand` may be laid now, with those tiles, as the rules stand.

    Empty once the turn is over; where a first-turn train may go on, its player may also stop.
    """
    ends, turn = position.ends, position.turn
    if turn.over:
        return []
    suits, found = setup.suits, []
    to_singles = to_doubles = -1
    for train, end in enumerate(ends):
        tiles = hand & suits[end] if end in suits else 0
        if tiles:
            if to_singles < 0:
                to_singles = to_doubles = open_trains(setup, position, False)
                if turn.owes and hand & setup.doubles and _kind_matters(setup, turn):
                    to_doubles = open_trains(setup, position, True)
            if not to_singles >> train & 1:
                tiles &= setup.doubles
            if not to_doubles >> train & 1:
                tiles &= ~setup.doubles
            if tiles:
                found.append((train, tiles))
    return found


def _kind_matters(setup: Setup, turn: Turn) -> bool:
    """Whether the tile that is owed may go elsewhere if it is a double, as `shut` says."""
    several = turn.doubles & (turn.doubles - 1)
    return bool(several) or setup.rules.doubles_per_turn == "one"


def moves(setup: Setup, position: Position, hand: int) -> list[tuple[int, int]]:
    """Every pair of a train and a tile (one bit) of `hand` that may be laid now, as `openings` says."""
    found = []
    for train, tiles in openings(setup, position, hand):
        while tiles:
            tile = tiles & -tiles
            found.append((train, tile))
            tiles ^= tile
    return found


def open_to_all(setup: Setup, position: Position, seat: int) -> Position:
    """The position as `seat` would find it if every train had a marker and the first lap were over.

    It is by this that a round is blocked (`docs/rules.md`, Out and blocked).
    """
    ends, begun, _, doubles, table, _, waiting, _ = position
    turn = fresh_turn(seat)
    return Position(ends, begun, setup.all_trains, doubles, table, setup.all_seats, waiting, turn)


def can_anybody_play(setup: Setup, position: Position, hands: tuple[int, ...]) -> bool:
    """Whether some player could lay a tile of his hand (as bits, by seat) if every train had a marker."""
    matching = 0
    for end in position.ends:
        matching |= setup.suits.get(end, 0)
    shut_to_nobody = not position.doubles and setup.rules.own_train_first == "no"
    for seat, hand in enumerate(hands):
        if hand & matching and (shut_to_nobody or openings(setup, open_to_all(setup, position, seat), hand)):
            return True
    return False
