"""How many tiles each player is dealt (`docs/rules.md`, Hand sizes)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules import Rules
from referee.tiles import SMALL_SIZES, DominoSet

HAND_SIZES: Mapping[str, Mapping[int, Mapping[int, int]]] = {
    "station": {players: {12: 12 if players <= 6 else 10 if players <= 8 else 8} for players in range(2, 11)},
    "trainyard": {
        players: {12: 15 if players <= 4 else 11 if players <= 6 else 8} for players in range(2, 9)
    },
    "hub": {
        2: {9: 15, 12: 16},
        3: {9: 13, 12: 16},
        4: {9: 10, 12: 15},
        5: {12: 14},
        6: {12: 12},
        7: {12: 10},
        8: {12: 9},
        **{players: {15: 11, 18: 11} for players in range(9, 13)},
    },
    "caboose": {
        2: {6: 7, 9: 15},
        3: {6: 7, 9: 15},
        4: {6: 7, 12: 15},
        5: {12: 12},
        6: {12: 12},
        7: {12: 11},
        8: {12: 11},
        **{players: {15: 11} for players in range(9, 13)},
        13: {18: 11},
        14: {18: 11},
    },
}
"""Tiles each by ruleset, number of players and set; what is not here the ruleset refuses."""


def dealt_tiles(ruleset: str, rules: Rules, domino_set: DominoSet, players: int) -> int | None:
    """Tiles that each player is dealt; None where the ruleset does not say.

    >>> dealt_tiles("hub", Rules(), DominoSet(12), 3), dealt_tiles("hub", Rules(), DominoSet(3), 3)
    (16, None)
    """
    if rules.hand_size != "table":
        return rules.hand_size
    return HAND_SIZES[ruleset].get(players, {}).get(domino_set.max_pip)


def seats_them(ruleset: str, rules: Rules, domino_set: DominoSet, players: int) -> bool:
    """Whether this many players may play with this set.

    With a number as `hand_size` everybody may. In any case the set must have enough tiles.

    >>> seats_them("trainyard", Rules(), DominoSet(12), 9)
    False
    """
    if players < 2:
        return False
    tiles = dealt_tiles(ruleset, rules, domino_set, players)
    if tiles is None:
        return domino_set.max_pip in SMALL_SIZES
    aside = rules.engine_source == "set_aside"
    return players * tiles + aside <= len(domino_set)
