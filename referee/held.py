"""Which tiles a player held, in all ways or in some, of saying which unseen draw brought which tile.

The ways are never listed. There is one of a certain kind if draws and tiles can be paired so that every
draw and every tile that needs a partner has one, and that is so if the draws can be served and the tiles
can be served, each for itself (a theorem of Mendelsohn and Dulmage on matchings).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from referee.histories import Shown, Stretch

NO_LIMITS: Mapping[Shown, int] = {}


def has_way(
    stretch: Stretch, late: Mapping[Shown, int] = NO_LIMITS, early: Mapping[Shown, int] = NO_LIMITS
) -> bool:
    """Whether there is a way in which each tile of `late` came at its place or after it, of `early` before.

    Source: `docs/rules.md`, The audit.
    """
    places = [draw.place for draw in stretch.draws]
    assumed = sum(1 << number for number, draw in enumerate(stretch.draws) if draw.assumed)
    choices, urgent = [], []
    for tile in stretch.shown:
        if tile.came is not None:
            continue
        fitting = _before(places, early.get(tile, tile.first))
        if tile in late:
            fitting &= ~_before(places, late[tile])
        choices.append(fitting)
        if tile in late or (tile.tile and not stretch.dealt):
            urgent.append(fitting)
    if stretch.took_place is not None:
        # A stand-in for each assumed draw that did not take place leaves all draws with a tile.
        stand_ins = [assumed] * (assumed.bit_count() - stretch.took_place)
        choices += stand_ins
        urgent += stand_ins
        assumed = 0
    if not all_served(urgent):
        return False
    if not stretch.complete:
        return True
    return all_served(
        [
            sum(1 << tile for tile, fitting in enumerate(choices) if fitting >> number & 1)
            for number in range(len(places))
            if not assumed >> number & 1
        ]
    )


def _before(places: Sequence[int], end: int) -> int:
    """The draws before a place, as bits; `places` has theirs in order."""
    return (1 << bisect_left(places, end)) - 1


def all_served(choices: Sequence[int]) -> bool:
    """Whether each can have a partner of its own; `choices` has those that suit it as bits.

    >>> all_served([0b01, 0b11]), all_served([0b01, 0b01])
    (True, False)
    """
    partner: dict[int, int] = {}
    return all(_serve(number, choices, partner, set()) for number in range(len(choices)))


def _serve(number: int, choices: Sequence[int], partner: dict[int, int], tried: set[int]) -> bool:
    """Find a partner for one, if need be by giving others another; `partner` has who has which by now."""
    rest = choices[number]
    while rest:
        one = rest & -rest
        rest ^= one
        if one in tried:
            continue
        tried.add(one)
        if one not in partner or _serve(partner[one], choices, partner, tried):
            partner[one] = number
            return True
    return False
