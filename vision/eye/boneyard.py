"""How many tiles lie face down: counted while the table is set up, then followed tile by tile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from vision.geometry import overlap
from vision.reading import Corners
from vision.tracking import Tracked, TrackedTile

_SHUFFLED = 3
"""If so many backs are gone at once, somebody moved the boneyard: all are counted anew."""

_SAME = 0.5
"""The share of a place from which on a back that comes there is the one that was gone."""


@dataclass(frozen=True, slots=True)
class Boneyard:
    """The boneyard's `count`, None where none was seen, and the places of backs that are gone (pixels)."""

    count: int | None = None
    gone: tuple[Corners, ...] = ()


def step(state: Boneyard, before: Tracked, after: Tracked, laid: Collection[int], playing: bool) -> Boneyard:
    """The boneyard after one more reading, which made of the tiles `before` those `after`.

    `laid` are the numbers of tiles in trains, `playing` says that the engine lies there. From then on a back
    leaves only if its place was seen without it, and none is new: what looks like one elsewhere is no tile of
    the boneyard.
    """
    now = backs(after.tiles, laid)
    if not playing or not state.count:
        return Boneyard(len(now) or None)
    there = {tile.number for tile in after.tiles}
    left = [tile.corners for tile in backs(before.tiles, laid) if tile.number not in there]
    if len(left) >= _SHUFFLED:
        return Boneyard(len(now))
    known = {tile.number for tile in before.tiles}
    gone = [*state.gone, *left]
    count = state.count - len(left)
    for tile in now:
        place = next((one for one in gone if overlap(one, tile.corners) > _SAME), None)
        if tile.number not in known and place is not None:
            gone.remove(place)
            count += 1
    return Boneyard(max(count, 0), tuple(gone))


def backs(tiles: Sequence[TrackedTile], laid: Collection[int]) -> list[TrackedTile]:
    """Those of `tiles` that belong to the boneyard: face down, or blank as a back without print is.

    A lone blank may be the tile.
    """
    loose = [tile for tile in tiles if tile.believed and tile.number not in laid]
    down = [tile for tile in loose if tile.face_down]
    blank = [tile for tile in loose if not tile.face_down and tile.values == (0, 0)]
    return down + blank if down or len(blank) > 1 else []
