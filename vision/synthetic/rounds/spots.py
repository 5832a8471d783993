"""Where markers go: beside a train's beginning or its last tile, and plainly with no other train."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from vision.synthetic.camera import Points
from vision.synthetic.rounds.surface import Surface
from vision.synthetic.rounds.trails import Tail
from vision.synthetic.scene import PlacedTile, Pose
from vision.synthetic.solids import rectangle
from vision.synthetic.trains import way

_PLAIN = 12.0
"""So many mm nearer to its own train than to any other a marker lies, where there is room for that."""

Spot = tuple[float, float]
"""x and y of a marker's middle (mm)."""


def beside_head(surface: Surface, start: Tail, radius: float, own: set[str], rng: Random) -> Spot | None:
    """A place for a marker at one side of a train's beginning; None where there is none.

    `own` are the names of what belongs to the train.
    """
    along = way(start.heading)
    across = np.array([-along[1], along[0]])
    aside = surface.look.width / 2 + radius + rng.uniform(2.5, 6)
    spots = [
        start.point + ahead * surface.look.length * along + side * aside * across
        for ahead in (0.5, 0.3, 0.7, 0.9, 1.1, 1.3)
        for side in rng.sample((1, -1), 2)
    ]
    heads = {key for key in own if key.startswith("start")}
    return _plainest(surface, spots, radius, own, heads)


def beside_tile(
    surface: Surface, tile: PlacedTile, radius: float, tail: Tail, own: set[str], rng: Random
) -> Spot | None:
    """A place for a marker beside the last tile of a train, off the way on which the train goes on."""
    look = surface.look
    surface.keep_free("lane", [tail.lane(1.2 * look.length, look.width + 2)])
    half = (look.length / 2, look.width / 2)
    reach = radius + rng.uniform(2.5, 6)
    around = []
    for step in np.linspace(-0.8, 0.8, 7):
        for side in (1, -1):
            around.append((step * half[0], side * (half[1] + reach)))
            around.append((side * (half[0] + reach), step * half[1]))
    rng.shuffle(around)
    spot = _plainest(surface, list(tile.pose.place(around)), radius, own, set())
    surface.release("lane")
    return spot


def _plainest(
    surface: Surface, spots: Iterable[Points], radius: float, own: set[str], without: set[str]
) -> Spot | None:
    """The first of `spots` that is plainly beside the train, or else the one that is most so."""
    best: tuple[float, Spot] | None = None
    side = 2 * radius + 3
    for x, y in spots:
        outline = Pose(float(x), float(y)).place(rectangle(side, side, radius))
        if not (surface.in_picture(outline) and surface.is_free(outline, without)):
            continue
        trains = {key for key in surface.names() if key.startswith(("tile", "start"))}
        nearer = surface.away((x, y), trains - own) - surface.away((x, y), trains & own)
        if best is None or nearer > best[0]:
            best = (nearer, (float(x), float(y)))
        if nearer >= _PLAIN:
            break
    return best and best[1]
