"""What a table shows, as the referee wants to hear it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.plane import TablePlane
from referee import Layout, SeenTile, SeenTrain
from vision.geometry import turned
from vision.layout.flat import FlatTiles, flat_tiles
from vision.layout.places import Places
from vision.layout.rows import Row, rows_of
from vision.reading import Corners
from vision.tracking import TrackedTile

_NEAR = 5.0
"""How far (widths of a tile) from trains and engine a tile may lie that is to be laid, or was pushed off."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Where engine and trains lie in the picture, as outlines in pixels.

    `trains` has the tiles of each by its name, outwards, each outline beginning with the half towards the
    engine. `bearings` (degrees, clockwise from the picture's top, on the table) has all places that trains
    leave the engine by, also those that have none yet.
    """

    engine: Corners | None
    trains: Mapping[str, tuple[Corners, ...]]
    bearings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A table: its `layout`, without markers, where that is `lying`, and all `places` of trains so far.

    `laid` has the numbers of the tiles that are the engine or in a train.
    """

    layout: Layout
    lying: Lying
    places: Places
    laid: frozenset[int] = frozenset()


def laid_out(
    tiles: Sequence[TrackedTile],
    size: tuple[int, int],
    engine: int,
    places: Places,
    plane: TablePlane | None = None,
) -> LaidOut:
    """The table round the double of `engine`; `places` are those that trains left it by before.

    A place without a tile is an empty train, as long as the engine is in sight.
    `tiles` are those that are followed in pictures of `size` (width, height). Left out are those that are not
    believed yet, those that were not seen last time but lie elsewhere now, loose ones that nobody could read,
    and those that lie apart, in somebody's hand. The boneyard is out of sight where no tile lies face down;
    blanks beside it belong to it. A known `plane` saves time, and keeps bearings from jumping by some degrees
    with the fourth tile, from which on it can be found.
    """
    there = [tile for tile in tiles if tile.believed and not _moved(tile, tiles)]
    up = [tile for tile in there if not tile.face_down]
    flat = flat_tiles([tile.corners for tile in up], size, plane)
    found = rows_of(flat, [tile.values for tile in up], engine)
    named, places = places.named(found.rows)
    aside = [tile.number for row in found.rows if row not in named.values() for tile in row.tiles]
    bearings = {**places.found, **places.seats}
    empty = () if found.engine is None else tuple(SeenTrain(name) for name in bearings if name not in named)
    down = len(there) - len(up)
    laid = [tile.number for row in named.values() for tile in row.tiles]
    loose, backs = _without_backs((*found.loose, *aside), up, down)
    if found.engine is not None:
        loose = _beside(loose, [found.engine, *laid], flat)
    layout = Layout(
        None if found.engine is None else _seen(up[found.engine], 0),
        (*(SeenTrain(name, *_train(up, row)) for name, row in named.items()), *empty),
        tuple(_seen(up[number], 0) for number in loose if None not in up[number].values),
        backs or None,
    )
    lying = Lying(
        None if found.engine is None else up[found.engine].corners,
        {name: _outlines(up, row) for name, row in named.items()},
        bearings,
    )
    in_trains = frozenset(
        up[number].number for number in ([] if found.engine is None else [found.engine, *laid])
    )
    return LaidOut(layout, lying, places, in_trains)


def _outlines(tiles: Sequence[TrackedTile], row: Row) -> tuple[Corners, ...]:
    """Where the tiles of a train lie, each with its half towards the engine first."""
    laid = ((tiles[tile.number].corners, tile.touching) for tile in row.tiles)
    return tuple(turned(corners) if touching else corners for corners, touching in laid)


def _without_backs(
    loose: Sequence[int], tiles: Sequence[TrackedTile], down: int
) -> tuple[Sequence[int], int]:
    """The `loose` ones of `tiles` that are none of the boneyard, and how many that has; `down` show backs.

    A back in the colour of the faces looks like a blank, of which a set has one.
    """
    blanks = [number for number in loose if tiles[number].values == (0, 0)]
    if not down and len(blanks) < 2:
        return loose, down
    return [number for number in loose if number not in blanks], down + len(blanks)


def _beside(loose: Sequence[int], laid: Sequence[int], flat: FlatTiles) -> list[int]:
    """Those of the `loose` tiles that lie near what is `laid`: others are somebody's hand."""
    there = flat.middles[list(laid)]
    return [
        number
        for number in loose
        if float(np.linalg.norm(there - flat.middles[number], axis=1).min()) <= _NEAR
    ]


def _train(tiles: Sequence[TrackedTile], row: Row) -> tuple[tuple[SeenTile, ...], bool]:
    """The tiles of a train, and whether something lies over its end."""
    seen = tuple(_seen(tiles[tile.number], tile.touching) for tile in row.tiles)
    return seen, bool(seen) and seen[-1].hidden


def _moved(tile: TrackedTile, tiles: Sequence[TrackedTile]) -> bool:
    """Whether a tile that was not seen in its place is believed to lie in another."""
    if not tile.missing or None in tile.values:
        return False
    return any(
        other.number != tile.number and other.believed and set(other.values) == set(tile.values)
        for other in tiles
    )


def _seen(tile: TrackedTile, touching: int) -> SeenTile:
    """`tile` with its half number `touching` first; one that nobody could read is there and no more.

    One that was not seen last time may be taken away: until that is known it counts as hidden.
    """
    first, second = tile.values[touching], tile.values[1 - touching]
    hidden = tile.hidden or tile.missing > 0
    if first is None or second is None:
        return SeenTile(0, 0, 0.0, hidden)
    return SeenTile(first, second, tile.certainty, hidden)
