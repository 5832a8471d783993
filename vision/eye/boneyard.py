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
    """The numbers of the `tiles` that lie in the boneyard, and the places (pixels) of those that are gone.

    `seen` says that there was one.
    """

    tiles: frozenset[int] = frozenset()
    gone: tuple[Corners, ...] = ()
    seen: bool = False

    @property
    def count(self) -> int | None:
        """How many lie there; None where no boneyard was seen."""
        return len(self.tiles) if self.seen else None


def step(state: Boneyard, before: Tracked, after: Tracked, laid: Collection[int], playing: bool) -> Boneyard:
    """The boneyard after one more reading, which made of the tiles `before` those `after`.

    `laid` are the numbers of tiles in trains, `playing` says that the engine lies there. From then on a back
    leaves only if its place was seen without it, and none is new: what looks like one elsewhere is no tile of
    the boneyard.
    """
    now = backs(after.tiles, laid)
    there = {tile.number for tile in after.tiles}
    left = [tile for tile in before.tiles if tile.number in state.tiles - there]
    if not playing or not state.seen or len(left) >= _SHUFFLED:
        return Boneyard(frozenset(tile.number for tile in now), seen=bool(now))
    tiles, gone = set(state.tiles & there), [*state.gone, *(tile.corners for tile in left)]
    known = {tile.number for tile in before.tiles}
    for tile in now:
        place = next((one for one in gone if overlap(one, tile.corners) > _SAME), None)
        if tile.number not in known and place is not None:
            gone.remove(place)
            tiles.add(tile.number)
    return Boneyard(frozenset(tiles), tuple(gone), True)


def backs(tiles: Sequence[TrackedTile], laid: Collection[int]) -> list[TrackedTile]:
    """Those of `tiles` that belong to the boneyard: face down, or blank as a back without print is.

    A lone blank may be the tile.
    """
    loose = [tile for tile in tiles if tile.believed and tile.number not in laid]
    down = [tile for tile in loose if tile.face_down]
    blank = [tile for tile in loose if not tile.face_down and tile.values == (0, 0)]
    return down + blank if down or len(blank) > 1 else []
