"""What lies at the table's edges: the boneyard, and the tiles that players hold."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from referee import Tile
from vision.synthetic.arrange import footprint
from vision.synthetic.rounds.surface import Item, Surface
from vision.synthetic.rounds.trails import NoRoom
from vision.synthetic.scene import PlacedTile, Pose, Thing
from vision.synthetic.solids import rectangle
from vision.synthetic.trains import way

_RACKED = 0.22
"""In how many rounds tiles of players are in the picture."""


def boneyard(surface: Surface, count: int, rng: Random) -> list[str]:
    """Lay `count` tiles face down somewhere at the picture's edge; gives their names. Raises `NoRoom`."""
    if not count:
        return []
    look = surface.look
    gap, crooked = rng.uniform(3, 6), rng.uniform(0.5, 5)
    cell = np.array([look.length, look.width]) + gap + 0.02 * crooked * look.length
    ways = [(columns, -(-count // columns)) for columns in range(1, 9)]
    wanted = rng.uniform(-0.6, 0.6)
    shapes = sorted(ways, key=lambda each: abs(np.log(each[0] * cell[0] / (each[1] * cell[1])) - wanted))
    corners = [(x, y) for x in (0, 1) for y in (0, 1)] + [(0, 0.5), (1, 0.5)]
    for columns, rows in shapes[:3]:
        for right, down in rng.sample(corners, len(corners)):
            size = cell * (columns, rows)
            tiles = _block(surface, count, columns, size, cell, crooked, (right, down), rng)
            outlines = [footprint(tile, look, 6) for tile in tiles]
            if all(surface.in_picture(footprint(tile, look)) for tile in tiles) and all(
                surface.is_free(outline) for outline in outlines
            ):
                for number, tile in enumerate(tiles):
                    surface.put(f"back {number}", tile)
                return [f"back {number}" for number in range(count)]
    raise NoRoom


def _block(
    surface: Surface,
    count: int,
    columns: int,
    size: np.ndarray,
    cell: np.ndarray,
    crooked: float,
    place: tuple[float, float],
    rng: Random,
) -> list[PlacedTile]:
    """A block of tiles as near to a `place` (0 to 1 each way) of the picture's border as there is room."""
    camera, edge = surface.camera, surface.edge + 14
    rows = -(-count // columns)
    extent = size * camera.focal_pixels / camera.distance * 1.12
    middle = np.array(
        [
            edge + extent[0] / 2 + place[0] * (camera.width - 2 * edge - extent[0]),
            edge + extent[1] / 2 + place[1] * (camera.height - 2 * edge - extent[1]),
        ]
    )
    x, y = camera.unproject([middle])[0]
    block = Pose(float(x), float(y), camera.turn + rng.gauss(0, 2))
    tiles = []
    for number in range(count):
        row, column = divmod(number, columns)
        local = (np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * cell).tolist()
        local = [local[0] + rng.uniform(-1, 1), local[1] + rng.uniform(-1, 1)]
        at = block.place([local])[0]
        angle = block.angle + rng.gauss(0, crooked) + 180 * rng.randrange(2)
        tiles.append(PlacedTile((0, 0), Pose(float(at[0]), float(at[1]), angle), face_up=False))
    return tiles


class Racks:
    """The tiles of players whose hands are in the picture, in a row each at its edge."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.slots: dict[str, list[Pose]] = {}
        self.held: dict[str, dict[Tile, int]] = {}
        self.open = False

    def lay(self, hands: Mapping[str, tuple[Tile, ...]], headings: Mapping[str, float], rng: Random) -> None:
        """In a few rounds, lay the tiles of one or two players at the picture's edge."""
        self.open = rng.random() < 0.4
        if rng.random() > _RACKED:
            return
        for player in rng.sample(sorted(hands), min(len(hands), rng.choice((1, 1, 2)))):
            self._lay(player, hands[player], headings[player], rng)

    def _lay(self, player: str, hand: tuple[Tile, ...], heading: float, rng: Random) -> None:
        """A row along the edge that the player sits at, if there is room for it."""
        surface, look = self.surface, self.surface.look
        camera = surface.camera
        pixels = camera.project([[0, 0, 0], [*way(heading), 0]])
        right, down = pixels[1] - pixels[0]
        size = np.array([camera.width, camera.height])
        share = np.abs(np.array([right, down])) / size
        axis = int(share.argmax())
        far = (1 if (right, down)[axis] > 0 else 0) * size[axis]
        deep = (look.length if self.open else look.thickness) * camera.focal_pixels / camera.distance
        deep *= rng.uniform(0.25, 0.5)
        spot = np.zeros(2)
        spot[axis] = far + (-deep if far else deep)
        spot[1 - axis] = size[1 - axis] * rng.uniform(0.3, 0.7)
        x, y = camera.unproject([spot])[0]
        inward = camera.turn + (0.0 if axis == 0 else 90.0)
        step = (look.width + 0.6) if self.open else (look.length + 0.8)
        row = Pose(float(x), float(y), inward + 90)
        count = len(hand) + 5
        tiles = sorted(hand)
        rng.shuffle(tiles)
        poses = []
        for number in range(count):
            at = row.place([[(number - (len(hand) - 1) / 2) * step, 0]])[0]
            turned = inward + 180 * rng.randrange(2) if self.open else inward + 90
            poses.append(Pose(float(at[0]), float(at[1]), turned + rng.gauss(0, 0.5)))
        items = {tile: self._item(tile, pose) for tile, pose in zip(tiles, poses, strict=False)}
        margin = [
            footprint(PlacedTile((0, 0), pose), look, 8 if self.open else -2) for pose in poses[: len(tiles)]
        ]
        if not all(surface.is_free(outline) for outline in margin):
            return
        self.slots[player] = poses
        self.held[player] = {tile: number for number, tile in enumerate(tiles)}
        for tile, item in items.items():
            surface.put(f"rack {player} {tile}", item)

    def _item(self, tile: Tile, pose: Pose) -> Item:
        look = self.surface.look
        if self.open:
            return PlacedTile((tile.high, tile.low), pose)
        outline = tuple((float(a), float(b)) for a, b in rectangle(look.length, look.thickness, 1.0))
        return (Thing("clutter", outline, pose, look.width, look.back or look.body),)

    def names(self, player: str, tile: Tile) -> list[str]:
        """The name under which the player's tile lies in the row, if it does; it leaves the row."""
        if self.held.get(player, {}).pop(tile, None) is None:
            return []
        return [f"rack {player} {tile}"]

    def add(self, player: str, tile: Tile) -> tuple[tuple[float, float], tuple[str, Item | None]] | None:
        """A tile joins the row: where, and what lies there then; None where no row is in the picture."""
        if player not in self.slots:
            return None
        taken = set(self.held[player].values())
        free = [number for number in range(len(self.slots[player])) if number not in taken]
        if not free:
            return None
        pose = self.slots[player][free[0]]
        item = self._item(tile, pose)
        outline = footprint(PlacedTile((0, 0), pose), self.surface.look, -3)
        if self.surface.meets(outline):
            return None
        self.held[player][tile] = free[0]
        self.surface.put(f"rack {player} {tile}", item)
        return (pose.x, pose.y), (f"rack {player} {tile}", item)
