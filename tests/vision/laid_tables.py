"""Tables laid by hand or at random, as flat tiles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee import DominoSet
from vision.layout.flat import FlatTiles, flat_tiles
from vision.layout.links import Values
from vision.reading import Corners
from vision.synthetic.arrange import footprint
from vision.synthetic.camera import Camera
from vision.synthetic.looks import random_look
from vision.synthetic.solids import face_corners
from vision.synthetic.trains import Laid, table

SIZE = 1920, 1080


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile with its middle at `x`, `y` (widths of a tile, y down); `degrees` clockwise from right say where
    its second half points."""

    values: Values
    x: float
    y: float
    degrees: float = 0.0


def laid(*tiles: Lying) -> tuple[FlatTiles, list[Values]]:
    """The tiles, each twice as long as wide, and their values."""
    turn = np.radians([tile.degrees for tile in tiles])
    return (
        FlatTiles(
            np.array([(tile.x, tile.y) for tile in tiles], float).reshape(-1, 2),
            np.stack([np.cos(turn), np.sin(turn)], axis=1).reshape(-1, 2),
            np.full(len(tiles), 2.0),
        ),
        [tile.values for tile in tiles],
    )


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A table as a camera sees it: the tiles' `corners` (pixels) and the trains as they were laid."""

    corners: list[Corners]
    values: list[Values]
    engine: int
    trains: set[tuple[int, ...]]

    def flat(self) -> FlatTiles:
        return flat_tiles(self.corners, SIZE)


def random_table(seed: int, tilt: float = 35.0, noise: float = 0.012) -> Table:
    """A table of 2 to 8 players, the camera tilted up to `tilt` degrees, corners `noise` lengths off."""
    rng = np.random.default_rng(seed)
    size = int(rng.choice([9, 12, 15, 18]))
    look, engine = random_look(rng, size), int(rng.integers(size + 1))
    lengths = [int(length) for length in rng.integers(1, 9, int(rng.integers(3, 10)))]
    found: Laid = table(
        DominoSet(size), engine, look, rng, lengths, (1100, 800), with_hub=bool(rng.integers(2))
    )
    tops = [np.c_[footprint(tile, look), np.full(4, look.thickness)] for tile in found.tiles]
    camera = Camera(*SIZE, tilt=float(rng.uniform(0, tilt)), turn=float(rng.uniform(-180, 180)))
    camera = camera.framing(np.vstack(tops), 0.05)
    corners = []
    for tile in found.tiles:
        seen = camera.project(face_corners(tile, look))
        seen = seen + rng.normal(0, noise * float(np.linalg.norm(seen[2] - seen[1])), (4, 2))
        a, b, c, d = ((float(x), float(y)) for x, y in seen)
        corners.append((a, b, c, d))
    return Table(
        corners, [tile.values for tile in found.tiles], engine, {train for train in found.trains[1:] if train}
    )
