"""A second, slow referee for counting games: every rule is a question about the whole list of moves so far.

It shares nothing with the package `referee`, not even the tile, so that an engine that agrees with it has
been checked by somebody else. Nothing is remembered between two questions; each is answered by reading the
moves since the deal again. The model is that of "Counting games" in `docs/rules.md`. Tiles, moves, options
and the table are those of `brute_history`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

from brute_history import (
    EndlessRound,
    Hand,
    History,
    Laid,
    Move,
    Table,
    Tile,
    Train,
    first_lap_is_over,
    in_first_turn,
    is_double,
    is_out,
    live_doubles,
    may_go_on,
    open_doubles,
    open_end,
    owes,
    own_turn_number,
    plays_in,
    plays_on,
    this_turn,
    tiles_of,
    to_act,
    trains,
    turns,
)

# What binds a player


def binds_by_now(table: Table, history: History, double: Laid) -> bool:
    """Doubles of a first turn may bind later, or never."""
    if table.options["first_turn_double"] == "binds" or not in_first_turn(history, double.move):
        return True
    return table.options["first_turn_double"] == "waits" and first_lap_is_over(table, history)


def duties(table: Table, history: History, seat: int) -> list[Laid]:
    """The live doubles that bind this player; not those that he has laid in this same turn."""
    if table.options["own_train_first"] == "all" and not plays_on(history, seat):
        return []
    before = len(history) - len(this_turn(table, history))
    return [
        double
        for double in live_doubles(table, history)
        if double.move < before
        and binds_by_now(table, history, double)
        and (
            table.options["open_double_binds"] == "all"
            or (table.options["open_double_binds"] == "next" and (double.seat + 1) % table.players == seat)
        )
    ]


def doubles_of_this_turn(table: Table, history: History) -> list[Laid]:
    """The live doubles that the player to act has laid in this turn."""
    before = len(history) - len(this_turn(table, history))
    return [double for double in live_doubles(table, history) if double.move >= before]


def first_in_order(table: Table, doubles: list[Laid]) -> list[Train]:
    """On which trains the doubles lie that may be covered first."""
    chosen = {"as_played": doubles[:1], "reverse": doubles[-1:], "any": doubles}
    return [double.train for double in chosen[table.options["close_order"]]]


def waits_with_own_train(table: Table, history: History, seat: int) -> bool:
    """He passed with a duty, and the double (on another train) still is open and can be covered."""
    if table.options["failed_cover"] != "mark_and_wait":
        return False
    open_still = {double.move for double in live_doubles(table, history) if double.train != seat}
    return any(
        double.move in open_still
        for index, move in enumerate(history)
        if move == (seat, "pass")
        for double in duties(table, history[:index], seat)
    )


def marked(table: Table, history: History, owner: int) -> bool:
    """A pass marks the own train; a turn with a play (on the own train) and without a pass takes it off."""
    marker = False
    for start, end in turns(history):
        if history[start][0] != owner:
            continue
        if history[end - 1][1] == "pass":
            needless = table.options["failed_cover"] == "no_mark" and duties(table, history[: end - 1], owner)
            marker = marker or not needless
        elif any(
            move[1] == "play" and (move[3] == owner or table.options["marker_off"] == "any_play")
            for move in history[start:end]
        ):
            marker = False
    return marker


# Where a player may lay a tile


def is_open_to(table: Table, history: History, seat: int, train: Train, *, all_marked: bool) -> bool:
    """The train is open to a player who has no duty. With every train marked first turns have no limits."""
    first_turn = own_turn_number(table, history, seat) == 1 and not all_marked
    if train == seat:
        return not waits_with_own_train(table, history, seat)
    if train == "M":
        too_early = first_turn and table.options["mexican_from"] == "second_turn"
        own_first = table.options["own_train_first"] == "mexican" and not plays_on(history, seat)
        return not too_early and not own_first
    if first_turn and table.options["first_turn_trains"] == "own":
        return False
    if all_marked or marked(table, history, int(train)):
        return True
    return table.options["open_double_binds"] == "next" and any(
        double.train == train and binds_by_now(table, history, double)
        for double in live_doubles(table, history)
    )


def is_right_after_double(table: Table, history: History, tile: Tile, train: Train) -> bool:
    """The tile that is owed after a double may lie on this (open) train."""
    live = doubles_of_this_turn(table, history)
    if is_double(tile) and table.options["doubles_per_turn"] == "one" and counted_doubles(table, history):
        return False
    if not live:
        return True
    if len(live) == 1:
        return table.options["double_next_tile"] == "anywhere" or train == live[0].train
    if is_double(tile) or table.options["multi_double_extra"] == "anywhere":
        return True
    if train in first_in_order(table, live):
        return True
    return table.options["multi_double_extra"] == "first_or_nondouble" and all(
        double.train != train for double in live_doubles(table, history)
    )


def counted_doubles(table: Table, history: History) -> int:
    """The doubles of this turn, dead ones too; those inside a first-turn train are free."""
    turn = this_turn(table, history)
    before = len(history) - len(turn)
    laid = sum(is_double(move[2]) for move in plays_in(turn))
    if table.options["first_turn"] == "train" and turn and in_first_turn(history, before):
        return sum(double.move >= before for double in open_doubles(history))
    return laid


def may_play(
    table: Table, history: History, seat: int, tile: Tile, train: Train, *, all_marked: bool = False
) -> bool:
    """This player may lay this tile on this train now; `all_marked` asks as if every train had a marker."""
    if open_end(table, history, train) not in tile:
        return False
    if table.options["own_train_first"] == "all" and not plays_on(history, seat):
        return train == seat
    going_on = bool(this_turn(table, history)) and may_go_on(table, history)
    if going_on and train != seat:
        return False
    bound_by = duties(table, history, seat)
    if bound_by:
        return train in first_in_order(table, bound_by)
    if not is_open_to(table, history, seat, train, all_marked=all_marked):
        return False
    owing = bool(this_turn(table, history)) and owes(table, history)
    return not owing or is_right_after_double(table, history, tile, train)


def legal_plays(table: Table, history: History, hand: Hand) -> set[tuple[Tile, Train]]:
    """What the player to act, with this hand, may lay and where."""
    seat = to_act(table, history)
    return {
        (tile, train)
        for tile in hand
        for train in trains(table)
        if may_play(table, history, seat, tile, train)
    }


def may_draw(table: Table, history: History) -> bool:
    """The player to act, who has no play, may take a tile from a boneyard that has some."""
    turn = this_turn(table, history)
    laid = plays_in(turn)
    first_turn = own_turn_number(table, history, to_act(table, history)) == 1
    if first_turn and not laid and table.options["no_start"] == "mark":
        return False
    if table.options["draws_per_turn"] == "until_playable":
        return True
    since = turn
    if table.options["redraw_after_double"] == "yes":
        doubles = [i for i, move in enumerate(turn) if move[1] == "play" and is_double(move[2])]
        since = turn[doubles[-1] :] if doubles else turn
    drawn = [move for move in since if move[1] == "draw"]
    return len(drawn) < int(table.options["draws_per_turn"])


def moves(table: Table, history: History, hand: Hand, boneyard: Hand) -> list[Move]:
    """All moves of the player to act; a draw stands once for every tile that it may bring."""
    seat = to_act(table, history)
    plays: list[Move] = [(seat, "play", *play) for play in sorted(legal_plays(table, history, hand), key=str)]
    if this_turn(table, history) and may_go_on(table, history):
        return [*plays, (seat, "stop")]
    if plays:
        return plays
    if boneyard and may_draw(table, history):
        return [(seat, "draw", tile) for tile in sorted(boneyard)]
    return [(seat, "pass")]


# How a round ends


def ending(table: Table, history: History, hands: tuple[Hand, ...], boneyard: Hand) -> str:
    """How the round has ended: "out", "blocked", or "" while it goes on."""
    if any(is_out(table, history, seat) for seat in range(table.players)):
        ends = table.options["out_on_first_turn"] == "ends" or first_lap_is_over(table, history)
        return "out" if ends else ""
    if not history or history[-1][1] != "pass" or boneyard:
        return ""
    somebody = any(
        may_play(table, history, seat, tile, train, all_marked=True)
        for seat in range(table.players)
        for tile in hands[seat]
        for train in trains(table)
    )
    return "" if somebody else "blocked"


def after(hands: tuple[Hand, ...], boneyard: Hand, move: Move) -> tuple[tuple[Hand, ...], Hand]:
    """The hands and the boneyard when the move has been made."""
    seat, kind = move[:2]
    hand = hands[seat]
    if kind == "play":
        hand = hand - {move[2]}
    elif kind == "draw":
        hand, boneyard = hand | {move[2]}, boneyard - {move[2]}
    return (*hands[:seat], hand, *hands[seat + 1 :]), boneyard


def walk(
    table: Table, history: History, hands: tuple[Hand, ...], boneyard: Hand
) -> Iterator[tuple[History, tuple[Hand, ...], Hand, str]]:
    """Every node from here on: the moves that led to it, the hands, the boneyard, and the ending or ""."""
    end = ending(table, history, hands, boneyard)
    yield history, hands, boneyard, end
    if end:
        return
    laps = 2 * table.players
    if len(history) > laps and all(move[1] == "pass" for move in history[-laps:]):
        raise EndlessRound("Everybody has passed twice and nothing has changed: choose other options.")
    for move in moves(table, history, hands[to_act(table, history)], boneyard):
        yield from walk(table, (*history, move), *after(hands, boneyard, move))


# Counting


def deals(highest: int, players: int, hand: int) -> Iterator[tuple[tuple[Hand, ...], Hand]]:
    """Every way to give each player his tiles, the highest double set aside, and the tiles left over."""

    def give(rest: Hand, left: int) -> Iterator[tuple[tuple[Hand, ...], Hand]]:
        if not left:
            yield (), rest
            return
        for chosen in combinations(sorted(rest), hand):
            for others, over in give(rest - set(chosen), left - 1):
                yield (frozenset(chosen), *others), over

    return give(frozenset(tiles_of(highest)) - {(highest, highest)}, players)


def renamed(hands: tuple[Hand, ...], names: tuple[int, ...]) -> tuple[Hand, ...]:
    return tuple(
        frozenset((min(names[a], names[b]), max(names[a], names[b])) for a, b in hand) for hand in hands
    )


class Counts(NamedTuple):
    """The deals, the different games over all of them, and how many ended with somebody out or blocked."""

    deals: int
    games: int
    out: int
    blocked: int


def count(highest: int, players: int, hand: int, options: dict[str, str], *, rename: bool = False) -> Counts:
    """All games of all deals.

    A boneyard is not put in order beforehand: a draw may bring any of its tiles, and a game that leaves some
    undrawn stands for all their orders. With `rename` only one is played of several deals that differ in the
    names of the numbers below the engine's (no rule looks at more than whether two halves are equal).
    """
    table = Table(highest, players, hand, options)
    found: Counter[str] = Counter()
    number = 0
    alike: Counter[tuple[tuple[Tile, ...], ...]] = Counter()
    for hands, rest in deals(highest, players, hand):
        number += factorial(len(rest))
        names = permutations(range(highest)) if rename else [tuple(range(highest))]
        alike[min(tuple(tuple(sorted(h)) for h in renamed(hands, (*n, highest))) for n in names)] += 1
    everything = frozenset(tiles_of(highest)) - {(highest, highest)}
    for dealt, times in alike.items():
        hands = tuple(map(frozenset, dealt))
        rest = everything.difference(*hands)
        for _, _, boneyard, end in walk(table, (), hands, rest):
            if end:
                found[end] += times * factorial(len(boneyard))
    return Counts(number, found.total(), found["out"], found["blocked"])
