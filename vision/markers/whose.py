"""Whose train a thing on the table marks: that whose end or head is nearest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.plane import TablePlane
from vision.geometry import outline_area, sides
from vision.layout.seen import Lying
from vision.markers.look import MarkerLook
from vision.markers.tokens import Token
from vision.reading import Corners
from vision.things import Thing

MEXICAN = "M"

_REACH = 1.7
"""How far (widths of a tile) the middle of a marker may be from the outline of the tile that it is at."""

_UNMARKED = 0.35
"""How much nearer (widths of a tile) to the Mexican train something must be to be no marker of another."""

_GAP, _LONGER = 1.5, 3.0
"""How far (widths of a tile) from the engine's middle a train may begin, and how far its first tile may then
reach, where no other train tells it."""

_LARGEST, _TILE_LIKE, _LONG = 1.1, 0.6, 1.6
"""Tile areas of the largest marker; those from which on a thing so many times as long as wide is rather a
tile that was not read. A dark thing so long is a shadow."""

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """Something that may be a marker, with its outline and middle (pixels), and the train that it would mark.

    `sure` is what a printed token is.
    """

    train: str
    box: Corners
    middle: tuple[float, float]
    sure: bool = False


def found_by(
    things: Sequence[Thing],
    lying: Lying,
    plane: TablePlane | None = None,
    look: MarkerLook | None = None,
    tokens: Sequence[Token] = (),
    players: Sequence[str] = (),
    size: tuple[int, int] | None = None,
) -> tuple[Found, ...]:
    """The things that may be markers, the nearest first, each with the train whose end or head it is at.

    `lying` is where engine and trains are. Without a `look` anything small may be a marker; with one only
    what is like it, in pictures of `size` also as large. A printed token marks the train of its player, the
    first of `players` by the first number, where it lies at that train. What lies elsewhere, or at the
    Mexican train, marks none. `plane` is the table's, where it is known.
    """
    outlines = [corners for tiles in lying.trains.values() for corners in tiles]
    outlines += [lying.engine] if lying.engine else []
    if not outlines:
        return ()
    table = _Table.of(outlines, plane)
    places = _places(lying, table)
    tile_area = float(np.median([outline_area(corners) for corners in outlines]))
    found = []
    for thing in things:
        if not places or not _may_be(thing) or (look is not None and not look.fits(thing, tile_area, size)):
            continue
        middle = table.flat(thing.middle)
        options = (
            (_away(middle, place) + _UNMARKED * (name == MEXICAN), name) for name, place in places.items()
        )
        away, train = min(options)
        if away <= _REACH and train != MEXICAN:
            found.append((away, Found(train, thing.box, thing.middle)))
    for token in tokens:
        train = players[token.place] if token.place < len(players) else MEXICAN
        if train in places and train != MEXICAN and _away(table.flat(token.middle), places[train]) <= _REACH:
            found.append((-1.0, Found(train, token.corners, token.middle, True)))
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def _may_be(thing: Thing) -> bool:
    """Whether a thing has the size and shape of a marker."""
    if not thing.small or thing.area > _LARGEST:
        return False
    short, long = sorted(sides(thing.box))
    is_long = long > _LONG * max(short, 1e-9)
    return not is_long or (thing.area <= _TILE_LIKE and not thing.dim)


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    """The way from pixels to the table, in widths of a tile."""

    plane: TablePlane | None
    unit: float

    @classmethod
    def of(cls, outlines: Sequence[Corners], plane: TablePlane | None) -> _Table:
        """The way by which `outlines` (pixels) are those of tiles."""
        pixels = _Table(plane, 1.0)
        widths = [sides(_corners(pixels.flat(corners)))[0] for corners in outlines]
        return cls(plane, max(float(np.median(widths)), 1e-9))

    def flat(self, pixels: npt.ArrayLike) -> Points:
        """Where on the table the points (... x 2) are that show at `pixels`."""
        points = np.asarray(pixels, np.float64)
        return np.asarray((points if self.plane is None else self.plane.to_table(points)) / self.unit)


def _corners(points: Points) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _places(lying: Lying, table: _Table) -> dict[str, tuple[Points, ...]]:
    """Where each train may be marked, as outlines (N x 2) on the table: its last tile, its first, and the way
    from there half to the engine; without a tile, where the first would lie."""
    trains = {
        name: [table.flat(corners) for corners in tiles] for name, tiles in lying.trains.items() if tiles
    }
    if lying.engine is None:
        return {name: (tiles[-1], tiles[0]) for name, tiles in trains.items()}
    heart = table.flat(lying.engine).mean(axis=0)
    found: dict[str, tuple[Points, ...]] = {}
    for name, tiles in trains.items():
        edge = tiles[0][:2].mean(axis=0)
        found[name] = (tiles[-1], tiles[0], np.stack([edge, (edge + heart) / 2]))
    gaps = [float(np.linalg.norm(tiles[0][:2].mean(axis=0) - heart)) for tiles in trains.values()]
    gap = float(np.median(gaps)) if gaps else _GAP
    for name, bearing in lying.bearings.items():
        if name not in found:
            way = np.array([np.sin(np.radians(bearing)), -np.cos(np.radians(bearing))])
            across = np.array([-way[1], way[0]]) / 2
            begin, end = heart + gap * way, heart + (gap + (2.0 if gaps else _LONGER)) * way
            found[name] = (np.stack([begin - across, begin + across, end + across, end - across]),)
    return found


def _away(point: Points, place: tuple[Points, ...]) -> float:
    """How far (widths of a tile) `point` lies from the nearest of the outlines; 0 within one."""
    spot = (float(point[0]), float(point[1]))
    return min(
        max(0.0, -float(cv2.pointPolygonTest(outline.astype(np.float32), spot, True))) for outline in place
    )
