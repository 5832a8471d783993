"""How trains grow over the table: tile by tile, doubles across, bending where the way ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from vision.synthetic.arrange import footprint
from vision.synthetic.camera import Points
from vision.synthetic.rounds.surface import Surface
from vision.synthetic.scene import PlacedTile, Pose
from vision.synthetic.solids import rectangle
from vision.synthetic.trains import following, way

_AHEAD = 4
"""How many further tiles should find room behind one that is laid."""

_APART = 7.0
"""How far (mm) tiles of different trains, and of one train beyond the neighbours, keep off each other."""

_WANDERS = 0.1
"""How often a train turns off without need."""


@dataclass(frozen=True, slots=True)
class Tail:
    """Where a train's next tile begins: a point (mm), the heading (degrees counter-clockwise from x), and
    whether a double lies there."""

    x: float
    y: float
    heading: float
    after_double: bool = False

    @property
    def point(self) -> Points:
        """x and y."""
        return np.array([self.x, self.y])

    def lane(self, length: float, width: float) -> Points:
        """A strip of the table ahead, `length` x `width` mm."""
        middle = self.point + length / 2 * way(self.heading)
        return Pose(float(middle[0]), float(middle[1]), self.heading).place(rectangle(length, width))


class NoRoom(Exception):
    """A train finds no room for its next tile: the table must be laid out in another way."""


def next_place(
    surface: Surface, tail: Tail, values: tuple[int, int], own: tuple[str, ...], rng: Random
) -> tuple[PlacedTile, Tail]:
    """Where the next tile of a train comes to lie, and the train's new tail.

    `own` are the names of the train's last tile and of what belongs to its beginning; the last one may be
    touched. Raises `NoRoom`.
    """
    best: tuple[int, PlacedTile, Tail] | None = None
    for turn in _turns(tail, values[0] == values[1], rng):
        gap = 0.5 + abs(rng.gauss(0, 0.5))
        tile, end = _placed(surface, tail, values, turn, gap)
        if not _fits(surface, tile, own):
            continue
        depth = _depth(surface, end, [footprint(tile, surface.look)], own, _AHEAD)
        if best is None or depth > best[0]:
            best = (depth, tile, end)
        if depth == _AHEAD:
            break
    if best is None:
        raise NoRoom
    return best[1], best[2]


def _placed(
    surface: Surface, tail: Tail, values: tuple[int, int], turn: float, gap: float
) -> tuple[PlacedTile, Tail]:
    tile, end = following(values, surface.look, tail.point, tail.heading, turn, gap)
    return tile, Tail(float(end[0]), float(end[1]), tail.heading + turn, values[0] == values[1])


def _turns(tail: Tail, double: bool, rng: Random) -> Iterator[float]:
    """The ways in which a train may go on, the first one preferred."""
    straight, side = rng.gauss(0, 1.2), rng.choice((-1, 1))
    gentle = [side * rng.uniform(12, 35), -side * rng.uniform(12, 35)]
    sharp = [] if double or tail.after_double else [90.0 * side, -90.0 * side]
    if rng.random() < _WANDERS:
        yield from (gentle[:1] if rng.random() < 0.5 else sharp[:1]) if not double else ()
    yield straight
    yield from sharp
    yield from gentle


def _fits(surface: Surface, tile: PlacedTile, own: tuple[str, ...]) -> bool:
    look = surface.look
    if not surface.on_table(footprint(tile, look)):
        return False
    return surface.is_free(footprint(tile, look, _APART), own) and surface.is_free(
        footprint(tile, look), own[1:]
    )


def _depth(surface: Surface, tail: Tail, laid: list[Points], own: tuple[str, ...], ahead: int) -> int:
    """How many of `ahead` further tiles find room behind `tail`, the best way."""
    if ahead == 0:
        return 0
    best = 0
    for turn in (0.0, 90.0, -90.0) if not tail.after_double else (0.0, 25.0, -25.0):
        tile, end = _placed(surface, tail, (0, 1), turn, 1.0)
        outline = footprint(tile, surface.look)
        if any(_meet(outline, other) for other in laid[:-1]) or not _fits(surface, tile, own):
            continue
        best = max(best, 1 + _depth(surface, end, [*laid, outline], own, ahead - 1))
        if best == ahead:
            break
    return best


def _meet(one: Points, other: Points) -> bool:
    low = np.maximum(one.min(axis=0), other.min(axis=0))
    return bool((low < np.minimum(one.max(axis=0), other.max(axis=0))).all())
