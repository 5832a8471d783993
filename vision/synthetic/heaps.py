"""Closer ways to lay tiles out: side by side in any way, in steps, stacked and in piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee import Tile
from vision.synthetic.arrange import Taken, footprint
from vision.synthetic.camera import Points
from vision.synthetic.look import Look
from vision.synthetic.scene import PlacedTile, Pose


def knot(
    tiles: Sequence[Tile], look: Look, rng: np.random.Generator, gap: float, crooked: float
) -> tuple[PlacedTile, ...]:
    """Tiles that each touch another one: long sides, ends, corners, T and L, `gap` mm apart.

    They are turned by about `crooked` degrees. Tiles that find no free side are left out.
    """
    first = PlacedTile(_either_way(tiles[0], rng), Pose(0, 0, float(rng.uniform(0, 360))))
    taken = Taken([footprint(first, look)])
    placed = [first]
    along_only = rng.random() < 0.3
    for tile in tiles[1:]:
        values = _either_way(tile, rng)
        for _ in range(60):
            host = placed[int(rng.integers(len(placed)))].pose
            pose = _beside(host, look, rng, gap, along_only)
            pose = replace(pose, angle=pose.angle + float(rng.normal(0, crooked)))
            candidate = PlacedTile(values, pose)
            if taken.free(footprint(candidate, look, -0.05)):
                taken.outlines.append(footprint(candidate, look))
                placed.append(candidate)
                break
    return tuple(placed)


def _either_way(tile: Tile, rng: np.random.Generator) -> tuple[int, int]:
    return (tile.high, tile.low) if rng.random() < 0.5 else (tile.low, tile.high)


def _beside(host: Pose, look: Look, rng: np.random.Generator, gap: float, along_only: bool) -> Pose:
    """A place at one side of the tile at `host`."""
    across = not along_only and rng.random() < 0.4
    reach = np.array([look.width, look.length] if across else [look.length, look.width]) / 2
    half = np.array([look.length, look.width]) / 2
    axis, sign = int(rng.integers(2)), float(rng.choice([-1, 1]))
    other = 1 - axis
    slack = float(half[other] - reach[other])
    offset = np.zeros(2)
    offset[axis] = sign * (half[axis] + reach[axis] + gap)
    slides = [0.0, 0.0, slack, -slack, half[other], -half[other], float(rng.uniform(-1, 1)) * half[other]]
    offset[other] = float(rng.choice(slides))
    x, y = host.place(offset[None, :])[0]
    turn = 90.0 * across + 180.0 * int(rng.integers(2))
    return Pose(float(x), float(y), host.angle + turn)


def steps(
    tiles: Sequence[Tile], look: Look, rng: np.random.Generator, gap: float, pyramid: bool
) -> tuple[PlacedTile, ...]:
    """Rows that are each half a tile further on than the last; in a `pyramid` each has one tile more."""
    placed: list[PlacedTile] = []
    left = list(tiles)
    columns = int(rng.integers(1, 5))
    shift = float(rng.choice([0.25, 0.5, 0.5])) * (look.length + gap)
    row = 0
    while left:
        count = row + 1 if pyramid else columns
        start = -shift * row if pyramid else shift * row
        for column in range(min(count, len(left))):
            x, y = start + column * (look.length + gap), -row * (look.width + gap)
            x, y = np.add((x, y), rng.uniform(-0.45, 0.45, 2) * gap)
            angle = 180.0 * int(rng.integers(2))
            placed.append(PlacedTile(_either_way(left.pop(), rng), Pose(float(x), float(y), angle)))
        row += 1
    return tuple(placed)


def pile(
    tiles: Sequence[Tile], look: Look, rng: np.random.Generator, radius: float, levels: int = 3
) -> tuple[PlacedTile, ...]:
    """Tiles thrown within `radius` mm, some on others: up to `levels` high, each level on the one below."""
    placed: list[PlacedTile] = []
    outlines: list[Points] = []
    for tile in tiles:
        for _ in range(30):
            way, far = rng.uniform(0, 2 * np.pi), radius * float(np.sqrt(rng.random()))
            pose = Pose(float(far * np.cos(way)), float(far * np.sin(way)), float(rng.uniform(0, 360)))
            candidate = PlacedTile(_either_way(tile, rng), pose)
            outline = footprint(candidate, look)
            tops = [
                lower.base + look.thickness
                for lower, other in zip(placed, outlines, strict=True)
                if _meet(outline, other)
            ]
            base = max(tops, default=0.0)
            if base < (levels - 0.5) * look.thickness:
                placed.append(replace(candidate, base=base))
                outlines.append(outline)
                break
    return tuple(placed)


def _meet(one: Points, other: Points) -> bool:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(area > 0.5)


def turned_over(
    placed: Sequence[PlacedTile], rng: np.random.Generator, share: float
) -> tuple[PlacedTile, ...]:
    """`placed` with about a `share` of the tiles face down."""
    return tuple(replace(tile, face_up=tile.face_up and rng.random() >= share) for tile in placed)
