"""The picture of a table that changes little by little: painted once, and anew where something changed."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.camera import Camera, Points
from vision.synthetic.canvas import Canvas, Window, lighting
from vision.synthetic.film import curve, vignette
from vision.synthetic.look import Look
from vision.synthetic.rounds.surface import Item
from vision.synthetic.scene import PlacedTile, Scene
from vision.synthetic.solids import Solid, thing_solid, tile_solid

_FINER = 2
"""Pixels are painted so many times smaller each way."""

_GRID = 8
"""Painted windows begin and end at multiples of so many pixels, so that shadows fall on the same grid."""

_SOFT = 48
"""Painted pixels beyond a change up to which its shadow may reach, and as many that are painted for nothing:
what is blurred needs its surroundings."""


class TablePicture:
    """The table as a camera shows it, without noise; `levels` (H x W x 3 bytes) is the picture."""

    def __init__(self, scene: Scene) -> None:
        self.camera, film = scene.camera, scene.film
        width, height = self.camera.width, self.camera.height
        self.power, self.gleam = lighting(scene, self.camera)
        self.power = self.power.copy()
        self.corners = vignette(width, height, film.vignette) if film.vignette > 0 else None
        self.light = np.zeros((height, width, 3), np.float32)
        self.levels: Pixels = np.zeros((height, width, 3), np.uint8)
        self._paint(scene, Window(0, 0, width * _FINER, height * _FINER))
        self._develop(scene, Window(0, 0, width, height))

    def show(self, scene: Scene, changed: Iterable[Item]) -> None:
        """Paint anew where the `changed` items lie, or lay before."""
        boxes = [box for box in (self._box(item, scene) for item in changed) if box is not None]
        for box in _joined(boxes):
            inner = self._paint(scene, box)
            self._develop(scene, inner)

    def _box(self, item: Item, scene: Scene) -> Window | None:
        """Where an item and its shadow show, in painted pixels."""
        camera = self.camera.scaled(_FINER)
        points = np.concatenate([_reach(solid, scene, camera) for solid in _solids(item, scene.look)])
        whole = Window(0, 0, camera.width, camera.height)
        found = Window.around(points, whole)
        return found and _grown(found, _SOFT, whole)

    def _paint(self, scene: Scene, window: Window) -> Window:
        """Paint a window (painted pixels); gives it in the picture's pixels."""
        whole = Window(0, 0, self.camera.width * _FINER, self.camera.height * _FINER)
        bounds = _grown(window, _SOFT, whole)
        canvas = Canvas(scene, _FINER, bounds)
        canvas.paint()
        inner = Window(*(edge // _FINER for edge in (window.left, window.top, window.right, window.bottom)))
        part = np.ascontiguousarray(canvas.pixels[window.within(bounds)])
        light = np.asarray(cv2.resize(part, inner.size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        place = inner.within(Window(0, 0, self.camera.width, self.camera.height))
        light *= self.power[place]
        if self.gleam is not None:
            light += self.gleam[place]
        self.light[place] = light
        return inner

    def _develop(self, scene: Scene, window: Window) -> None:
        """Take over a window (pixels) into the picture, through the lens."""
        whole = Window(0, 0, self.camera.width, self.camera.height)
        bounds = _grown(window, 20, whole)
        light = self.light[bounds.within(whole)]
        if scene.film.blur > 0:
            light = np.asarray(cv2.GaussianBlur(light, (0, 0), scene.film.blur), dtype=np.float32)
        if self.corners is not None:
            light = light * self.corners[bounds.within(whole)]
        levels = cv2.convertScaleAbs(curve(np.ascontiguousarray(light)))
        outer = _grown(window, 4, whole)
        self.levels[outer.within(whole)] = levels[outer.within(bounds)]


def _solids(item: Item, look: Look) -> list[Solid]:
    if isinstance(item, PlacedTile):
        return [tile_solid(item, look)]
    return [thing_solid(part) for part in item]


def _reach(solid: Solid, scene: Scene, camera: Camera) -> Points:
    """Points (pixels) around all that a solid covers or keeps the light from."""
    slide = -scene.light.direction[:2] / scene.light.direction[2]
    shadow = solid.outline + slide * solid.top
    flat = np.hstack([shadow, np.zeros((len(shadow), 1))])
    return camera.project(np.vstack([solid.ring(solid.base), solid.ring(solid.top), flat]))


def _grown(window: Window, by: int, whole: Window) -> Window:
    """`window`, `by` pixels larger all round and out to the grid, within `whole`."""
    low = [(edge - by) // _GRID * _GRID for edge in (window.left, window.top)]
    high = [-((-edge - by) // _GRID) * _GRID for edge in (window.right, window.bottom)]
    found = whole.cut(Window(low[0], low[1], high[0], high[1]))
    assert found is not None
    return found


def _joined(boxes: list[Window]) -> list[Window]:
    """The boxes, those that overlap as one."""
    found: list[Window] = []
    for box in boxes:
        while True:
            other = next((each for each in found if each.cut(box) is not None), None)
            if other is None:
                break
            found.remove(other)
            box = Window(
                min(box.left, other.left),
                min(box.top, other.top),
                max(box.right, other.right),
                max(box.bottom, other.bottom),
            )
        found.append(box)
    return found
