"""Tiles and things as what they are to light and camera: upright prisms over convex outlines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import Colour, Look
from vision.synthetic.scene import Drawing, PlacedTile, Pose, Scene, Thing


@dataclass(frozen=True, eq=False, slots=True)
class Solid:
    """A prism on the table: `outline` N x 2 mm counter-clockwise, from height `base` to `top`.

    `bands` are (from, to, colour) of its sides. `tile` and `look` are there when it is a domino,
    `drawing` when its top shows one, over the `box` (left lower, right upper corner, mm in its own frame).
    """

    outline: Points
    base: float
    top: float
    bands: tuple[tuple[float, float, Colour], ...]
    pose: Pose
    colour: Colour
    tile: PlacedTile | None = None
    look: Look | None = None
    drawing: Drawing | None = None
    box: tuple[Points, Points] = (np.zeros(2), np.zeros(2))

    @property
    def flat(self) -> bool:
        """True for sheets and mats: things lie on them, and they cast no shadow to speak of."""
        return self.tile is None and self.top - self.base < 1

    def ring(self, z: float) -> Points:
        """The outline at height `z`, N x 3 mm."""
        points = np.empty((len(self.outline), 3))
        points[:, :2], points[:, 2] = self.outline, z
        return points


@lru_cache(maxsize=256)
def _rounded(length: float, width: float, corner: float) -> Points:
    outline = rectangle(length, width, corner)
    outline.setflags(write=False)
    return outline


def rectangle(length: float, width: float, corner: float = 0.0, steps: int = 5) -> Points:
    """A rectangle round the origin with rounded corners (radius `corner`), counter-clockwise, N x 2 mm."""
    half = np.array([length / 2 - corner, width / 2 - corner])
    if corner <= 0:
        return np.asarray(np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * half)
    angles = np.linspace(0, np.pi / 2, steps)
    arc = corner * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    corners = []
    for turn, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        c, s = round(np.cos(turn * np.pi / 2)), round(np.sin(turn * np.pi / 2))
        corners.append(arc @ np.array([[c, s], [-s, c]]) + half * (sx, sy))
    return np.concatenate(corners)


def disc(radius: float, sides: int = 32) -> Points:
    """A circle (or a regular polygon of `sides`) round the origin, counter-clockwise, N x 2 mm."""
    angles = np.arange(sides) * 2 * np.pi / sides
    return np.asarray(radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def tile_solid(tile: PlacedTile, look: Look) -> Solid:
    """The prism of a domino."""
    top = tile.base + look.thickness
    back = look.back or look.body
    upper, lower = (look.body, back) if tile.face_up else (back, look.body)
    middle = tile.base + look.thickness * (0.55 if tile.face_up else 0.45)
    bands = (
        ((tile.base, top, upper),) if upper == lower else ((tile.base, middle, lower), (middle, top, upper))
    )
    outline = tile.pose.place(_rounded(look.length, look.width, look.corner))
    return Solid(outline, tile.base, top, bands, tile.pose, upper, tile, look)


def thing_solid(thing: Thing) -> Solid:
    """The prism of anything else."""
    top = thing.base + thing.height
    own = np.array(thing.outline)
    return Solid(
        thing.pose.place(own),
        thing.base,
        top,
        ((thing.base, top, thing.colour),),
        thing.pose,
        thing.colour,
        drawing=thing.drawing,
        box=(own.min(axis=0), own.max(axis=0)),
    )


def solids(scene: Scene) -> list[Solid]:
    """All solids of `scene`: first its tiles, in order, then its things."""
    tiles = [tile_solid(tile, scene.look_of(tile)) for tile in scene.tiles]
    return tiles + [thing_solid(thing) for thing in scene.things]


def face_corners(tile: PlacedTile, look: Look) -> Points:
    """The corners of the tile's upper face, 4 x 3 mm, clockwise seen from above.

    The first two are the short edge of the half whose value comes first.
    """
    length, width = look.length / 2, look.width / 2
    corners = tile.pose.place([[-length, -width], [-length, width], [length, width], [length, -width]])
    return np.hstack([corners, np.full((4, 1), tile.base + look.thickness)])


def hull(points: Points) -> Points:
    """The convex hull of `points` (N x 2), M x 2, counter-clockwise in a frame whose y runs up."""
    found = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(float)
    following = np.roll(found, -1, axis=0)
    area = (found[:, 0] * following[:, 1] - found[:, 1] * following[:, 0]).sum()
    return found if area > 0 else found[::-1]


def silhouette(solid: Solid, camera: Camera) -> Points:
    """The solid's outline in the picture, M x 2 pixels."""
    return hull(camera.project(np.vstack([solid.ring(solid.base), solid.ring(solid.top)])))


def inside(points: Points, polygon: Points) -> np.ndarray:
    """Which of `points` (N x 2) lie inside the convex `polygon` (M x 2, counter-clockwise)."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    offsets = points[:, None, :] - polygon[None, :, :]
    return np.asarray((edges[:, 0] * offsets[..., 1] - edges[:, 1] * offsets[..., 0] > 0).all(axis=1))
