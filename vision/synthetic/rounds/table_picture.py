"""The picture of a table that changes little by little: painted once, and anew where something changed."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic import blender
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
"""Windows begin and end at multiples of so many pixels, so that shadows are painted on the same grid."""

_SOFT = 24
"""Pixels beyond a change up to which its shadow may reach, and as many that are painted for nothing: what is
blurred needs its surroundings."""


class TablePicture:
    """The table as a camera shows it, without noise; `levels` (H x W x 3 bytes) is the picture.

    `light` is the same in linear light (blue, green, red), which `make` makes.
    """

    def __init__(self, scene: Scene) -> None:
        self.camera, film = scene.camera, scene.film
        width, height = self.camera.width, self.camera.height
        self.corners = vignette(width, height, film.vignette) if film.vignette > 0 else None
        self.light = np.zeros((height, width, 3), np.float32)
        self.levels: Pixels = np.zeros((height, width, 3), np.uint8)
        self.make(scene, Window(0, 0, width, height))
        self._develop(scene, Window(0, 0, width, height))

    def show(self, scene: Scene, changed: Iterable[Item]) -> None:
        """Paint anew where the `changed` items lie, or lay before."""
        boxes = [box for box in (self._box(item, scene) for item in changed) if box is not None]
        for box in _joined(boxes):
            self.make(scene, box)
            self._develop(scene, box)

    def make(self, scene: Scene, window: Window) -> None:
        """Make a window of `light` anew."""
        raise NotImplementedError

    def _box(self, item: Item, scene: Scene) -> Window | None:
        """Where an item and its shadow show, in pixels."""
        points = np.concatenate([_reach(solid, scene, self.camera) for solid in _solids(item, scene.look)])
        whole = Window(0, 0, self.camera.width, self.camera.height)
        found = Window.around(points, whole)
        return found and _grown(found, _SOFT, whole)

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


class PaintedTable(TablePicture):
    """The picture that the painter makes."""

    def __init__(self, scene: Scene) -> None:
        self.power, self.gleam = lighting(scene, scene.camera)
        super().__init__(scene)

    def make(self, scene: Scene, window: Window) -> None:
        """Paint a window, and as much around it as casts shadows into it."""
        whole = Window(0, 0, self.camera.width, self.camera.height)
        bounds = _finer(_grown(window, _SOFT, whole))
        canvas = Canvas(scene, _FINER, bounds)
        canvas.paint()
        part = np.ascontiguousarray(canvas.pixels[_finer(window).within(bounds)])
        light = np.asarray(cv2.resize(part, window.size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        place = window.within(whole)
        light *= self.power[place]
        if self.gleam is not None:
            light += self.gleam[place]
        self.light[place] = light


class RenderedTable(TablePicture):
    """The picture that Blender makes. Raises `RenderingError` where it is missing."""

    def __init__(self, scene: Scene) -> None:
        self.stage = blender.Stage(blender.load(), scene)
        super().__init__(scene)

    def make(self, scene: Scene, window: Window) -> None:
        """Render a window."""
        self.stage.show(scene)
        part = (window.left, window.top, window.right, window.bottom)
        whole = Window(0, 0, self.camera.width, self.camera.height)
        self.light[window.within(whole)] = self.stage.shoot(
            blender.SAMPLES, 0, None if window == whole else part
        )


def _finer(window: Window) -> Window:
    """A window of the picture in painted pixels."""
    return Window(*(_FINER * edge for edge in (window.left, window.top, window.right, window.bottom)))


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
