"""Ways to lay tiles out that need no rules: hands in rows and scattered tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from referee import DominoSet, Tile
from vision.synthetic.camera import Points
from vision.synthetic.look import Look
from vision.synthetic.scene import PlacedTile, Pose, SceneError
from vision.synthetic.solids import rectangle


def deal(
    domino_set: DominoSet, counts: Sequence[int], rng: np.random.Generator, without: Iterable[Tile] = ()
) -> list[list[Tile]]:
    """Hands of `counts` tiles, all different and none of `without`. Raises `SceneError` for too many.

    >>> hands = deal(DominoSet(6), [3, 2], np.random.default_rng(0), [Tile(6, 6)])
    >>> len({*hands[0], *hands[1]} - {Tile(6, 6)})
    5
    """
    kept = set(without)
    tiles = [tile for tile in domino_set if tile not in kept]
    if sum(counts) > len(tiles):
        raise SceneError(
            f"A double-{domino_set.max_pip} set has no {sum(counts)} tiles to deal: ask for fewer."
        )
    order = iter(rng.permutation(len(tiles)))
    return [[tiles[next(order)] for _ in range(count)] for count in counts]


_Box = tuple[float, float, float, float]


@dataclass
class Taken:
    """What is taken already, while tiles are laid."""

    outlines: list[Points]
    _known: list[tuple[_Box, np.ndarray]] = field(default_factory=list)

    def free(self, outline: Points) -> bool:
        """True when `outline` meets nothing that lies there."""
        for other in self.outlines[len(self._known) :]:
            self._known.append((_box(other), other.astype(np.float32)))
        left, low, right, high = _box(outline)
        new = outline.astype(np.float32)
        for box, other in self._known:
            if box[0] < right and left < box[2] and box[1] < high and low < box[3]:
                area, _ = cv2.intersectConvexConvex(new, other)
                if area > 0.05:
                    return False
        return True


def _box(outline: Points) -> _Box:
    left, low = outline.min(axis=0).tolist()
    right, high = outline.max(axis=0).tolist()
    return left, low, right, high


def footprint(tile: PlacedTile, look: Look, margin: float = 0.0) -> Points:
    """The tile's outline on the table (4 x 2 mm), `margin` mm larger all round."""
    return tile.pose.place(rectangle(look.length + 2 * margin, look.width + 2 * margin))


_PUSH = 0.25


def hand(
    tiles: Sequence[Tile],
    look: Look,
    rng: np.random.Generator,
    columns: int,
    gap: float,
    crooked: float,
    standing: bool = False,
) -> tuple[PlacedTile, ...]:
    """Rows of tiles, `gap` mm apart, each turned and shifted by about `crooked` degrees and half as many mm.

    Their long edges run across, or up and down when `standing`. No tile overlaps another: one that would is
    pushed away from it.
    """
    taken = Taken([])
    across, down = (look.width, look.length) if standing else (look.length, look.width)
    placed = []
    for index, tile in enumerate(tiles):
        row, column = divmod(index, columns)
        turned = (90.0 if standing else 0.0) + 180.0 * int(rng.integers(2))
        x, y, angle = np.add(
            rng.normal(0, crooked, 3) * (0.5, 0.5, 1), (column * (across + gap), -row * (down + gap), turned)
        )
        candidate = PlacedTile((tile.high, tile.low), Pose(float(x), float(y), float(angle)))
        while not taken.free(footprint(candidate, look)):
            x, y = x + _PUSH * (column > 0), y - _PUSH * (row > 0)
            candidate = replace(candidate, pose=Pose(float(x), float(y), float(angle)))
        taken.outlines.append(footprint(candidate, look))
        placed.append(candidate)
    return tuple(placed)


def scatter(
    tiles: Sequence[Tile],
    look: Look,
    rng: np.random.Generator,
    area: tuple[float, float],
    gap: float = 3.0,
    face_up: bool = True,
    taken: Sequence[Points] = (),
    centre: tuple[float, float] = (0.0, 0.0),
) -> tuple[PlacedTile, ...]:
    """Tiles at any angle within `area` (mm) round `centre`, at least `gap` mm apart and off what is `taken`.

    Raises `SceneError` when there is no room for all.
    """
    ground = Taken(list(taken))
    placed: list[PlacedTile] = []
    for tile in tiles:
        for _ in range(400):
            x, y = rng.uniform(-0.5, 0.5, 2) * area + centre
            pose = Pose(float(x), float(y), float(rng.uniform(0, 360)))
            candidate = PlacedTile((tile.high, tile.low), pose, face_up)
            outline = footprint(candidate, look, gap)
            if ground.free(outline):
                ground.outlines.append(footprint(candidate, look))
                placed.append(candidate)
                break
        else:
            raise SceneError(f"There is no room for {len(tiles)} tiles on {area[0]:.0f} x {area[1]:.0f} mm.")
    return tuple(placed)
