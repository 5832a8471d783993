"""Which tiles a player held, in all ways or in some, of saying which unseen draw brought which tile.

The ways are never listed. There is one of a certain kind if draws and tiles can be paired so that every
draw and every tile that needs a partner has one, and that is so if the draws can be served and the tiles
can be served, each for itself (a theorem of Mendelsohn and Dulmage on matchings).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from referee.histories import Shown, Stretch
from referee.tile_sets import each

NO_LIMITS: Mapping[Shown, int] = {}


class Ways:
    """All ways of one stretch, and what they say of a tile; what was found out once is kept.

    A tile that can't have come late can't have come later either, so a few trials tell it for all turns.
    """

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        self._places = [draw.place for draw in stretch.draws]
        self._too_late, self._early_enough = cache(self._find_too_late), cache(self._find_early_enough)

    def may_come_late(self, tile: Shown, since: int) -> bool:
        """Whether in some way an unseen draw at the place `since` or after it brought the tile."""
        return tile.came is None and bisect_left(self._places, since) < self._too_late(tile)

    def may_come_early(self, tile: Shown, since: int) -> bool:
        """Whether in some way the tile was there before the place `since`."""
        return tile.came is not None or bisect_left(self._places, since) >= self._early_enough(tile)

    def _find_too_late(self, tile: Shown) -> int:
        """The number of the first draw, in their order, that no way leaves for the tile to come with."""
        return bisect_left(
            self._places, True, key=lambda place: not has_way(self.stretch, late={tile: place})
        )

    def _find_early_enough(self, tile: Shown) -> int:
        """How many draws there have to be before the tile is needed, so that there is a way."""
        return bisect_left(self._places, True, key=lambda place: has_way(self.stretch, early={tile: place}))


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
    if most_served(urgent) < len(urgent):
        return False
    if not stretch.complete:
        return True
    due = _before(places, len(places) and places[-1] + 1) & ~assumed
    return most_served(fitting & due for fitting in choices) == due.bit_count()


def _before(places: Sequence[int], end: int) -> int:
    """The draws before a place, as bits; `places` has theirs in order."""
    return (1 << bisect_left(places, end)) - 1


def most_served(choices: Iterable[int]) -> int:
    """How many at most can have a partner of their own; `choices` has those that suit each as bits.

    >>> most_served([0b01, 0b11]), most_served([0b01, 0b01])
    (2, 1)
    """
    # Who can wait the least comes first, so that hardly anybody has to give a partner away again.
    asking = sorted(choices, key=int.bit_length)
    partner: dict[int, int] = {}
    taken = hopeless = 0
    for number, fitting in enumerate(asking):
        free = fitting & ~taken
        if free:
            partner[free & -free] = number
            taken |= free & -free
        else:
            hopeless |= _exchange(number, asking, partner, hopeless)
            taken = sum(partner)
    return len(partner)


def _exchange(number: int, asking: Sequence[int], partner: dict[int, int], hopeless: int) -> int:
    """Find a partner for one by giving others another; `partner` has who has which by now.

    Gives those, as bits, that nobody need ask again, as no way from them leads to one who is free.
    """
    asked_by: dict[int, int] = {}
    given_up: dict[int, int] = {}
    queue, tried = [number], hopeless
    for asker in queue:
        for one in each(asking[asker] & ~tried):
            asked_by[one] = asker
            if one not in partner:
                while one:
                    asker = asked_by[one]
                    partner[one], one = asker, given_up.get(asker, 0)
                return 0
            tried |= one
            given_up[partner[one]] = one
            queue.append(partner[one])
    return tried
