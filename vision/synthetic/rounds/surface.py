"""The table's top while a round is laid out: what lies where, and where there is room in the picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import cv2
import numpy as np

from vision.synthetic.arrange import footprint
from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import Look
from vision.synthetic.scene import PlacedTile, Thing

Item: TypeAlias = PlacedTile | tuple[Thing, ...]
"""What lies on the table under one name: a tile, or a thing made of parts."""


def outlines(item: Item, look: Look, margin: float = 0.0) -> list[Points]:
    """The convex outlines of `item` on the table (mm), tiles `margin` mm larger all round."""
    if isinstance(item, PlacedTile):
        return [footprint(item, look, margin)]
    return [part.pose.place(part.outline) for part in item]


class Surface:
    """What lies on the table, by name, and where the picture ends."""

    def __init__(self, look: Look, camera: Camera, edge: float, ends: float) -> None:
        self.look, self.camera = look, camera
        self.edge, self.ends = edge, ends
        """Pixels that are kept free along the picture's edge, and how many more the table ends before it."""
        self.items: dict[str, Item] = {}
        self._outlines: dict[str, list[tuple[tuple[float, ...], np.ndarray]]] = {}

    def put(self, key: str, item: Item | None) -> None:
        """Lay `item` down under `key`, in place of what lay there; None takes it away."""
        self.items.pop(key, None)
        self._outlines.pop(key, None)
        if item is not None:
            self.items[key] = item
            self.keep_free(key, outlines(item, self.look))

    def keep_free(self, key: str, polygons: list[Points]) -> None:
        """Let nothing lie on `polygons` (convex, mm)."""
        self._outlines[key] = [(_box(polygon), polygon.astype(np.float32)) for polygon in polygons]

    def release(self, key: str) -> None:
        """Allow tiles where `keep_free` did not."""
        if key not in self.items:
            self._outlines.pop(key, None)

    def meets(self, outline: Points, without: Collection[str] = ()) -> list[str]:
        """The names of what `outline` (convex, mm) overlaps."""
        box, polygon = _box(outline), outline.astype(np.float32)
        return [
            key
            for key, parts in self._outlines.items()
            if key not in without and any(_overlap(box, polygon, *part) for part in parts)
        ]

    def is_free(self, outline: Points, without: Collection[str] = ()) -> bool:
        """Whether `outline` overlaps nothing."""
        return not self.meets(outline, without)

    def names(self) -> list[str]:
        """The names of all that lies there or is kept free."""
        return list(self._outlines)

    def away(self, spot: tuple[float, float], keys: Collection[str]) -> float:
        """How far (mm) the nearest of the named outlines is from `spot`; infinite without any."""
        near = [
            -cv2.pointPolygonTest(polygon, (float(spot[0]), float(spot[1])), True)
            for key in keys
            for _, polygon in self._outlines.get(key, ())
        ]
        return min(near, default=float("inf"))

    def on_table(self, outline: Points) -> bool:
        """Whether all of `outline` lies on the table, which may end before the picture does."""
        return self._holds(outline, self.edge + self.ends)

    def in_picture(self, outline: Points) -> bool:
        """Whether all of `outline` lies well within the picture."""
        return self._holds(outline, self.edge)

    def _holds(self, outline: Points, edge: float) -> bool:
        points = np.hstack([outline, np.full((len(outline), 1), self.look.thickness)])
        pixels = self.camera.project(points)
        size = np.array([self.camera.width, self.camera.height])
        return bool((pixels > edge).all() and (pixels < size - edge).all())


def _box(outline: Points) -> tuple[float, ...]:
    return (*outline.min(axis=0).tolist(), *outline.max(axis=0).tolist())


def _overlap(
    box: tuple[float, ...], polygon: np.ndarray, other: tuple[float, ...], there: np.ndarray
) -> bool:
    if box[0] >= other[2] or other[0] >= box[2] or box[1] >= other[3] or other[1] >= box[3]:
        return False
    return bool(cv2.intersectConvexConvex(polygon, there)[0] > 0.05)
