"""What an umpire believes to lie on the table, and what is new in a layout.

Readings vote: a tile that was misread at first is corrected once others outweigh that reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.layout import Layout, SeenTile, SeenTrain
from referee.tiles import Tile
from referee.umpire.evidence import SURE

HEAVIEST = 2.0
"""The most that a reading of a tile weighs; each look at another one takes away half of that one's weight."""
OFTEN = 2
"""How many layouts in a row have to show what can't be: a tile that appears in, or vanishes from, a row."""


class Vote(NamedTuple):
    """A reading of a tile, its weight, and how surely it was read at best."""

    touching: int
    end: int
    weight: float
    certainty: float


class Placed(NamedTuple):
    """A tile that lies in a row: the number of its evidence, its readings (the believed one first).

    `fixed` where a person said what it is. `missed` counts the layouts one after the other that don't show it
    within its row.
    """

    cause: int
    votes: tuple[Vote, ...]
    fixed: bool = False
    missed: int = 0

    @property
    def seen(self) -> SeenTile:
        """The reading that is believed."""
        best = self.votes[0]
        return SeenTile(best.touching, best.end, best.certainty)


def placed(cause: int, tile: SeenTile, fixed: bool = False) -> Placed:
    """A tile that was read for the first time."""
    return Placed(cause, (Vote(tile.touching, tile.end, tile.certainty, tile.certainty),), fixed)


def looked_at(tile: Placed, seen: SeenTile) -> Placed:
    """The tile after one more reading."""
    if tile.fixed or seen.hidden or not seen.is_read:
        return tile._replace(missed=0)
    key = seen.touching, seen.end
    votes = {
        (vote.touching, vote.end): vote._replace(weight=max(0.0, vote.weight - seen.certainty / 2))
        for vote in tile.votes
    }
    weight, certainty = next(
        ((vote.weight, vote.certainty) for vote in tile.votes if (vote.touching, vote.end) == key), (0.0, 0.0)
    )
    weight = min(HEAVIEST, weight + seen.certainty)
    votes[key] = Vote(*key, weight, max(certainty, seen.certainty))
    # The believed reading comes first, so it wins where others weigh the same.
    ranked = sorted(votes.values(), key=lambda vote: -vote.weight)
    return tile._replace(votes=tuple(ranked), missed=0)


Rows = Mapping[str, tuple[Placed, ...]]
"""The tiles of each row, by the row's name in the layouts."""


class RowNews(NamedTuple):
    """What a layout says of one row: the tiles that were there, after one more look; those at its end that
    are `gone`, those that `came` there, those that `appeared` within it (each before the tile of that place)
    and those that `vanished` from within it.
    """

    row: tuple[Placed, ...]
    gone: tuple[Placed, ...] = ()
    came: tuple[SeenTile, ...] = ()
    appeared: tuple[tuple[int, SeenTile], ...] = ()
    vanished: tuple[Placed, ...] = ()


def compare(row: tuple[Placed, ...], train: SeenTrain, elsewhere: frozenset[Tile]) -> RowNews:
    """What is new in a row. A tile that is seen `elsewhere` is no longer where another one lies now."""
    seen = _known(train.tiles, row)
    first = _agreeing(row, seen)
    last = _agreeing(row[first:][::-1], seen[first:][::-1]) if first < min(len(row), len(seen)) else 0
    middle, shown = row[first : len(row) - last], seen[first : len(seen) - last]
    pairs = min(len(middle), len(shown))
    if not last and any(_is_moved(tile, elsewhere) for tile in middle[:pairs]):
        pairs = 0
    looked = [looked_at(tile, look) for tile, look in zip(row[:first], seen[:first], strict=True)]
    looked += [looked_at(tile, look) for tile, look in zip(middle[:pairs], shown[:pairs], strict=True)]
    rest, more = middle[pairs:], shown[pairs:]
    ends = zip(row[len(row) - last :], seen[len(seen) - last :], strict=True)
    tail = [looked_at(tile, look) for tile, look in ends]
    if not last:
        if train.covered and rest:
            return RowNews((*looked, *rest))
        return RowNews(tuple(looked), gone=rest, came=more)
    missed = tuple(tile._replace(missed=tile.missed + 1) for tile in rest)
    vanished = () if train.covered else tuple(tile for tile in missed if tile.missed >= OFTEN)
    kept = rest if train.covered else tuple(tile for tile in missed if tile.missed < OFTEN)
    appeared = tuple((len(looked) + len(kept), tile) for tile in more if tile.is_read)
    return RowNews((*looked, *kept, *tail), appeared=appeared, vanished=vanished)


def _is_moved(tile: Placed, elsewhere: frozenset[Tile]) -> bool:
    """Whether a tile that was surely read lies somewhere else now."""
    return not tile.fixed and tile.seen.certainty >= SURE and tile.seen.tile in elsewhere


def _known(tiles: tuple[SeenTile, ...], row: tuple[Placed, ...]) -> tuple[SeenTile, ...]:
    """The tiles up to the first new one that nobody knows, without such ones between those of the row."""
    new = (place for place, tile in enumerate(tiles) if place >= len(row) and not tile.is_read)
    tiles = tiles[: next(new, len(tiles))]
    read = tuple(tile for tile in tiles if tile.is_read)
    return read if len(tiles) > len(row) == _agreeing(row, read) else tiles


def _agreeing(row: Iterable[Placed], seen: Iterable[SeenTile]) -> int:
    """How many tiles agree with what is seen, from the first on."""
    number = 0
    for tile, look in zip(row, seen, strict=False):
        best = tile.votes[0]
        unread = look.hidden or not look.is_read
        if not (tile.fixed or unread or (best.touching, best.end) == (look.touching, look.end)):
            break
        number += 1
    return number


def tiles_elsewhere(layout: Layout, slot: str) -> frozenset[Tile]:
    """The tiles that are read where they lie loose, or in other rows than `slot`."""
    rows = (train.tiles for train in layout.trains if train.name != slot)
    tiles = (tile for tiles in (layout.loose, *rows) for tile in tiles)
    return frozenset(tile.tile for tile in tiles if tile.is_read and not tile.hidden)
