"""Counting games: how many ways a round can go from every deal (`docs/rules.md`, Counting games)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial
from typing import NamedTuple

from referee.errors import PerftError
from referee.game_tree import Hands, Node, go_on, start
from referee.setup import Setup
from referee.tile_sets import each
from referee.tiles import Tile

MOST_DEALS = 1_000_000
"""No set that is sold has so few deals; those of the tiny ones are counted within seconds."""


class Perft(NamedTuple):
    """Deals, and the games that can follow from them by how they end."""

    deals: int
    games: int
    out: int
    blocked: int


class Tally(NamedTuple):
    """Nodes that were visited, the ends of rounds among them, and the games that ended out and blocked."""

    nodes: int
    out: int
    blocked: int


def perft(setup: Setup, hand: int) -> Perft:
    """Count every game of round 1 with `hand` tiles each.

    The highest double is set aside as the engine, the first seat starts, and whatever the rules say a player
    who can play does. Raises `PerftError` where the tiles do not suffice, where there are more than
    `MOST_DEALS` deals, and where the rules let a round go on for ever.

    >>> from referee.tiles import DominoSet
    >>> perft(Setup(("A", "B"), DominoSet(2), "hub"), 2)
    Perft(deals=30, games=232, out=230, blocked=2)
    """
    deals = number_of_deals(setup, hand)
    if deals > MOST_DEALS:
        raise PerftError("deals", power=len(str(deals)) - 1)
    _, out, blocked = count_merged(setup, _different_deals(setup, hand))
    return Perft(deals, out + blocked, out, blocked)


def number_of_deals(setup: Setup, hand: int) -> int:
    """How many deals there are, each order of the boneyard counted. Raises `PerftError` for too few tiles.

    >>> from referee.tiles import DominoSet
    >>> number_of_deals(Setup(("A", "B"), DominoSet(3), "hub"), 4)
    630
    """
    players, tiles = len(setup.players), len(setup.domino_set) - 1
    if hand < 1 or players * hand > tiles:
        size = setup.domino_set.max_pip
        raise PerftError("hand", size=size, tiles=tiles, players=players, hand=hand)
    deals: int = factorial(tiles) // factorial(hand) ** players
    return deals


def all_deals(setup: Setup, hand: int) -> Iterator[tuple[Hands, int]]:
    """Every way to deal, as the hands and the boneyard that remains, in no order."""
    engine = setup.domino_set.engine(1)

    def deal(rest: list[int], seats: int) -> Iterator[tuple[Hands, int]]:
        if not seats:
            yield (), sum(rest)
            return
        for taken in combinations(rest, hand):
            for hands, yard in deal([tile for tile in rest if tile not in taken], seats - 1):
                yield (sum(taken), *hands), yard

    return deal([1 << tile.number for tile in setup.domino_set if tile != engine], len(setup.players))


def _different_deals(setup: Setup, hand: int) -> dict[Node, int]:
    """The start of one deal for all that differ only in the names of the numbers, with how many those are.

    No rule of play looks at more than whether two halves are equal, so that their games are as many.
    """
    names = list(permutations(range(setup.domino_set.max_pip)))
    tiles = [tile for tile in setup.domino_set if tile != setup.domino_set.engine(1)]
    renamed = [{1 << tile.number: 1 << _renamed(tile, given).number for tile in tiles} for given in names]
    found: dict[Node, int] = {}
    for hands, yard in all_deals(setup, hand):
        alike = {tuple([sum([new[tile] for tile in each(held)]) for held in hands]) for new in renamed}
        if hands == min(alike):
            found[start(setup, hands, yard)] = len(alike)
    return found


def _renamed(tile: Tile, names: tuple[int, ...]) -> Tile:
    return Tile(*(names[half] if half < len(names) else half for half in (tile.high, tile.low)))


def count_merged(setup: Setup, nodes: dict[Node, int]) -> Tally:
    """Count the games from each node, times its number, over every order of the boneyard.

    Nodes that several lines of play come to are gone on from once. Raises `PerftError` where a round has no
    end.
    """
    visited = out = blocked = 0
    while nodes:
        coming: dict[Node, int] = {}
        for node, ways in nodes.items():
            following, went_out, stuck = go_on(setup, node)
            visited += 1 + went_out + stuck
            blocked += ways * stuck
            if went_out:
                out += ways * went_out * factorial(node[2].bit_count())
            for child in following:
                coming[child] = coming.get(child, 0) + ways
        nodes = coming
    return Tally(visited, out, blocked)


def count_each(setup: Setup, node: Node) -> Tally:
    """Count the games from a node as `count_merged` does, visiting every node of every line of play."""
    visited = out = blocked = 0
    waiting = [node]
    while waiting:
        node = waiting.pop()
        following, went_out, stuck = go_on(setup, node)
        visited += 1 + went_out + stuck
        blocked += stuck
        if went_out:
            out += went_out * factorial(node[2].bit_count())
        waiting += following
    return Tally(visited, out, blocked)
