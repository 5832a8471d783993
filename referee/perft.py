"""Counting games: how many ways a round can go from every deal (`docs/rules.md`, Counting games)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from typing import NamedTuple, TypeAlias

from referee.openness import duties, first_ones, moves, open_to_all
from referee.position import Position, fresh_position, is_first_turn, lay, next_turn
from referee.setup import Setup
from referee.tile_sets import tile_bits

Hands: TypeAlias = tuple[int, ...]
_Counts: TypeAlias = tuple[int, int]


class Perft(NamedTuple):
    """Deals, and the games that can follow from them by how they end."""

    deals: int
    games: int
    out: int
    blocked: int


class PerftError(ValueError):
    """A deal that the set has not tiles enough for; the message is a sentence for a person."""


def perft(setup: Setup, hand: int) -> Perft:
    """Count every game of round 1 with `hand` tiles each.

    The highest double is set aside as the engine, the first seat starts, and whatever the rules say a player
    who can play does. Raises `PerftError` where the tiles do not suffice.

    >>> from referee.tiles import DominoSet
    >>> perft(Setup(("A", "B"), DominoSet(2), "hub"), 2)
    Perft(deals=30, games=232, out=230, blocked=2)
    """
    players = len(setup.players)
    rest = len(setup.domino_set) - 1 - players * hand
    if hand < 1 or rest < 0:
        raise PerftError(
            f"{players} players can't have {hand} tiles each of a double-{setup.domino_set.max_pip} set."
        )
    counter = GameCounter(setup, remember=True)
    deals = out = blocked = 0
    for hands, yard in _deals(setup, hand):
        deals += factorial(rest)
        gone_out, stuck = counter.count(start(setup), hands, yard)
        out += gone_out
        blocked += stuck
    return Perft(deals, out + blocked, out, blocked)


def start(setup: Setup) -> Position:
    """The position before the first tile of round 1: the engine in the hub, the first seat to play."""
    engine = setup.domino_set.engine(1)
    return fresh_position(setup, engine.high, tile_bits([engine]), 0)


def _deals(setup: Setup, hand: int) -> Iterator[tuple[Hands, int]]:
    """Every way to deal, as the hands and the tiles that remain, both as bits."""
    engine = setup.domino_set.engine(1)
    tiles = [1 << tile.number for tile in setup.domino_set if tile != engine]

    def deal(rest: list[int], seats: int) -> Iterator[tuple[Hands, int]]:
        if not seats:
            yield (), sum(rest)
            return
        for taken in combinations(rest, hand):
            for hands, yard in deal([tile for tile in rest if tile not in taken], seats - 1):
                yield (sum(taken), *hands), yard

    return deal(tiles, len(setup.players))


class GameCounter:
    """Walks through every game from a position; `nodes` counts the positions that it came to.

    With `remember` a position that comes again is not walked through again.
    """

    def __init__(self, setup: Setup, remember: bool) -> None:
        self.nodes = 0
        self._setup = setup
        self._memory: dict[tuple[Position, Hands, int, int], _Counts] | None = {} if remember else None

    def count(self, position: Position, hands: Hands, yard: int, out: int = 0) -> _Counts:
        """Games that end with a player out, and games that end blocked, over every order of the boneyard.

        `hands` and the boneyard `yard` are tiles as bits, `out` the seats that went out while the first lap
        has to be finished.
        """
        self.nodes += 1
        if self._memory is None:
            return self._count(position, hands, yard, out)
        key = (position, hands, yard, out)
        known = self._memory.get(key)
        if known is None:
            known = self._memory[key] = self._count(position, hands, yard, out)
        return known

    def _count(self, position: Position, hands: Hands, yard: int, out: int) -> _Counts:
        turn = position.turn
        gone_out = stuck = 0
        playable = moves(self._setup, position, hands[turn.seat])
        for train, tile in playable:
            more_out, more_stuck = self._lay(position, hands, yard, out, train, tile)
            gone_out += more_out
            stuck += more_stuck
        if turn.going_on and not turn.owes:
            more_out, more_stuck = self._end_turn(position, hands, yard, out)
            return gone_out + more_out, stuck + more_stuck
        if playable:
            return gone_out, stuck
        if yard and turn.draws < self._setup.draws and self._may_draw(position):
            return self._draw(position, hands, yard, out)
        return self._pass(position, hands, yard, out)

    def _may_draw(self, position: Position) -> bool:
        begins = is_first_turn(position) and not position.turn.laid
        return not (begins and self._setup.rules.no_start == "mark")

    def _lay(self, position: Position, hands: Hands, yard: int, out: int, train: int, tile: int) -> _Counts:
        setup, seat = self._setup, position.turn.seat
        touching = position.ends[train]
        end = setup.pips[tile] - touching
        double = end == touching
        laid = lay(setup, position, train, tile, end, double)
        if laid.marked >> seat & 1 and (train == seat or setup.rules.marker_off == "any_play"):
            laid = laid._replace(marked=laid.marked & ~(1 << seat))
        hand = hands[seat] & ~tile
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
        if not hand and not (double and setup.rules.last_tile_double == "must_cover"):
            if not (is_first_turn(laid) and setup.rules.out_on_first_turn == "finish_lap"):
                return factorial(yard.bit_count()), 0
            return self._end_turn(laid, hands, yard, out | 1 << seat)
        if laid.turn.over:
            return self._end_turn(laid, hands, yard, out)
        return self.count(laid, hands, yard, out)

    def _draw(self, position: Position, hands: Hands, yard: int, out: int) -> _Counts:
        """One branch for each tile that the next one in the boneyard can be."""
        seat = position.turn.seat
        drawn = position._replace(turn=position.turn._replace(draws=position.turn.draws + 1))
        gone_out = stuck = 0
        rest = yard
        while rest:
            tile = rest & -rest
            rest ^= tile
            held = (*hands[:seat], hands[seat] | tile, *hands[seat + 1 :])
            more_out, more_stuck = self.count(drawn, held, yard ^ tile, out)
            gone_out += more_out
            stuck += more_stuck
        return gone_out, stuck

    def _pass(self, position: Position, hands: Hands, yard: int, out: int) -> _Counts:
        setup, seat = self._setup, position.turn.seat
        due = first_ones(setup, duties(setup, position))
        if not (due and setup.rules.failed_cover == "no_mark"):
            position = position._replace(marked=position.marked | 1 << seat)
        if due and setup.rules.failed_cover == "mark_and_wait":
            waits = tuple((seat, double.train) for double in due)
            position = position._replace(waiting=tuple(sorted({*position.waiting, *waits})))
        if not yard and not out and not can_anybody_play(setup, position, hands):
            return 0, 1
        return self._end_turn(position, hands, yard, out)

    def _end_turn(self, position: Position, hands: Hands, yard: int, out: int) -> _Counts:
        setup = self._setup
        following = next_turn(setup, position, (position.turn.seat + 1) % len(setup.players))
        if out and following.firsts == setup.all_seats:
            return factorial(yard.bit_count()), 0
        return self.count(following, hands, yard, out)


def can_anybody_play(setup: Setup, position: Position, hands: Hands) -> bool:
    """Whether a player could lay a tile of his hand if every train had a marker."""
    return any(moves(setup, open_to_all(setup, position, seat), hand) for seat, hand in enumerate(hands))
