"""What the moves since the deal say of the table and of the turns; `brute_force` has the rules.

A tile is a pair, smaller half first; a seat is a number from 0; a train is its owner's seat, or "M". A move
is `(seat, "play", tile, train)`, `(seat, "draw", tile)`, `(seat, "pass")` or `(seat, "stop")`: "stop" ends a
first turn in which a whole train may be laid.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

Tile = tuple[int, int]
Train = int | str
Move = tuple[Any, ...]
History = tuple[Move, ...]
Hand = frozenset[Tile]

VALUES: dict[str, tuple[str, ...]] = {
    "first_turn": ("one_tile", "train"),
    "first_turn_trains": ("any", "own"),
    "no_start": ("draw", "mark"),
    "mexican_from": ("first_turn", "second_turn"),
    "own_train_first": ("no", "mexican", "all"),
    "first_turn_double": ("binds", "waits", "free"),
    "out_on_first_turn": ("ends", "finish_lap"),
    "draws_per_turn": ("1", "2", "until_playable"),
    "redraw_after_double": ("yes", "no"),
    "marker_off": ("own_play", "any_play"),
    "failed_cover": ("mark", "mark_and_wait", "no_mark"),
    "double_next_tile": ("anywhere", "on_double"),
    "doubles_per_turn": ("many", "one"),
    "multi_double_extra": ("anywhere", "first_only", "first_or_nondouble"),
    "open_double_binds": ("all", "next", "train"),
    "close_order": ("as_played", "reverse", "any"),
    "dead_double": ("releases", "binds"),
    "last_tile_double": ("out", "must_cover"),
}
"""The options that a count of games looks at, each with its values, the usual one first."""

USUAL: dict[str, str] = {name: values[0] for name, values in VALUES.items()}
STATION = USUAL | {
    "first_turn": "train",
    "first_turn_trains": "own",
    "mexican_from": "second_turn",
    "first_turn_double": "waits",
}
TRAINYARD = USUAL | {"double_next_tile": "on_double", "doubles_per_turn": "one"}
HUB = USUAL | {"multi_double_extra": "first_only"}
CABOOSE = STATION | {"no_start": "mark", "out_on_first_turn": "finish_lap"}
PRESETS = {"station": STATION, "trainyard": TRAINYARD, "hub": HUB, "caboose": CABOOSE}


class EndlessRound(Exception):
    """Everybody passes for ever: no marker will come that would let anybody play."""


class Table(NamedTuple):
    """What does not change in a round: the highest number, the players, the tiles dealt to each, options."""

    highest: int
    players: int
    dealt: int
    options: dict[str, str]


class Laid(NamedTuple):
    """A double at the end of a train: which move laid it (counted from 0), who, which number, and where."""

    move: int
    seat: int
    number: int
    train: Train


# What lies on the table


def tiles_of(highest: int) -> list[Tile]:
    return [(a, b) for a in range(highest + 1) for b in range(a, highest + 1)]


def trains(table: Table) -> list[Train]:
    return [*range(table.players), "M"]


def plays_on(history: History, train: Train) -> list[Tile]:
    return [move[2] for move in history if move[1] == "play" and move[3] == train]


def open_end(table: Table, history: History, train: Train) -> int:
    """The half that the next tile on the train must have."""
    end = table.highest
    for a, b in plays_on(history, train):
        end = b if a == end else a
    return end


def open_doubles(history: History) -> list[Laid]:
    """The doubles that are the last tile of their train, in the order in which they were laid."""
    last = {move[3]: index for index, move in enumerate(history) if move[1] == "play"}
    return [
        Laid(index, history[index][0], history[index][2][0], train)
        for train, index in sorted(last.items(), key=lambda item: item[1])
        if history[index][2][0] == history[index][2][1]
    ]


def is_dead(table: Table, history: History, double: Laid) -> bool:
    """All tiles with its number lie on the table, and the table may therefore forget it."""
    of_the_suit = [move for move in history if move[1] == "play" and double.number in move[2]]
    return table.options["dead_double"] == "releases" and len(of_the_suit) == table.highest + 1


def live_doubles(table: Table, history: History) -> list[Laid]:
    return [double for double in open_doubles(history) if not is_dead(table, history, double)]


# Whose turn it is, and what has happened in it


def turns(history: History) -> list[tuple[int, int]]:
    """Where each turn starts and ends: neighbouring turns are different players'."""
    starts = [i for i, move in enumerate(history) if i == 0 or history[i - 1][0] != move[0]]
    return list(pairwise([*starts, len(history)]))


def turn_is_over(table: Table, history: History) -> bool:
    """The last move ended its player's turn."""
    seat, kind = history[-1][:2]
    if kind != "play":
        return bool(kind in ("pass", "stop"))
    return is_out(table, history, seat) or not (owes(table, history) or may_go_on(table, history))


def to_act(table: Table, history: History) -> int:
    if not history:
        return 0
    seat: int = history[-1][0]
    return (seat + 1) % table.players if turn_is_over(table, history) else seat


def this_turn(table: Table, history: History) -> History:
    """The moves of a turn that is not over yet."""
    if not history or turn_is_over(table, history):
        return ()
    return last_run(history)


def last_run(history: History) -> History:
    """The moves of the player who moved last, back to the start of his turn."""
    start = len(history)
    while start and history[start - 1][0] == history[-1][0]:
        start -= 1
    return history[start:]


def plays_in(moves: History) -> History:
    return tuple(move for move in moves if move[1] == "play")


def is_double(tile: Tile) -> bool:
    return tile[0] == tile[1]


def own_turn_number(table: Table, history: History, seat: int) -> int:
    """Which of his turns it is for the player who is to act, which one comes for the others."""
    had = len([start for start, _ in turns(history) if history[start][0] == seat])
    running = bool(history) and history[-1][0] == seat and not turn_is_over(table, history)
    return had if running else had + 1


def in_first_turn(history: History, index: int) -> bool:
    """The move with this index belongs to its player's own first turn."""
    seat = history[index][0]
    start, end = next(turn for turn in turns(history) if history[turn[0]][0] == seat)
    return bool(start <= index < end)


def first_lap_is_over(table: Table, history: History) -> bool:
    had = len(turns(history))
    return had > table.players or (had == table.players and turn_is_over(table, history))


def owes(table: Table, history: History) -> bool:
    """The last mover's last tile in his turn is a double after which a further tile is owed."""
    laid = plays_in(last_run(history))
    if not laid or not is_double(laid[-1][2]):
        return False
    return table.options["first_turn_double"] == "binds" or not in_first_turn(history, len(history) - 1)


def may_go_on(table: Table, history: History) -> bool:
    """The last mover is building a whole train in his own first turn, and owes nothing."""
    laid = plays_in(last_run(history))
    return (
        table.options["first_turn"] == "train"
        and bool(laid)
        and laid[-1][3] == laid[-1][0]
        and in_first_turn(history, len(history) - 1)
        and not owes(table, history)
    )


def is_out(table: Table, history: History, seat: int) -> bool:
    """He has laid his last tile, and as his last one such a tile as ends the round."""
    laid = [move[2] for move in history if move[0] == seat and move[1] == "play"]
    drawn = [move for move in history if move[0] == seat and move[1] == "draw"]
    if len(laid) < table.dealt + len(drawn):
        return False
    return table.options["last_tile_double"] == "out" or not is_double(laid[-1])
