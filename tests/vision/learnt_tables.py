"""Painted tables for tests of what is watched over time: trains, things, hands and lamps as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

import numpy as np
from drawn_tables import filmed

from vision.ground import Ground as Known
from vision.ground import step, view
from vision.pipeline import Pixels
from vision.reading import Corners
from vision.synthetic.camera import Camera
from vision.synthetic.effects import tint
from vision.synthetic.look import WHITE, Colour, Look
from vision.synthetic.painter import paint
from vision.synthetic.scene import Drawing, Film, Ground, Light, PlacedTile, Pose, Scene, Thing
from vision.synthetic.solids import disc, face_corners, rectangle
from vision.synthetic.trains import COIN, marker

WIDTH, HEIGHT = 960, 540
"""Half of 1920 x 1080: the small copies are the same. A tile is 35 pixels long, as one of 70 there."""

GREEN = Ground("cloth", (26, 84, 58), (44, 110, 78))
WOOD = Ground("wood", (128, 80, 46), (182, 128, 80))
LINEN = Ground("cloth", (176, 164, 142), (204, 194, 174))
CHECKED = Ground("checked", (240, 236, 228), (178, 34, 44))
GROUNDS = {"green": GREEN, "wood": WOOD, "linen": LINEN, "checked": CHECKED}

LAMP = Light(elevation=60, ambient=0.6, glare=0.05)

STEP = 51.5
"""From the middle of one tile of a row to that of the next, mm."""


@dataclass(frozen=True)
class Watched:
    """A table at one moment; lengths in mm, x to the right, y up, the middle of the picture at 0, 0."""

    tiles: tuple[PlacedTile, ...] = ()
    things: tuple[Thing, ...] = ()
    ground: Ground = GREEN
    light: Light = LAMP
    tilt: float = 15.0
    look: Look = WHITE

    @cached_property
    def camera(self) -> Camera:
        return Camera(WIDTH, HEIGHT, distance=990.0, tilt=self.tilt)

    @cached_property
    def corners(self) -> tuple[Corners, ...]:
        """The outlines of the tiles, pixels."""
        found = []
        for tile in self.tiles:
            a, b, c, d = ((float(x), float(y)) for x, y in self.camera.project(face_corners(tile, self.look)))
            found.append((a, b, c, d))
        return tuple(found)

    def seen(self, seed: int = 0, exposure: float = 1.0, warmth: float = 0.0) -> Pixels:
        """The picture that a camera takes with that much, and that warm, light."""
        shade = np.sqrt(exposure * tint(warmth)).astype(np.float32)
        return filmed(_painted(self).astype(np.float32) * shade, noise=2.5, seed=seed, quality=88)


@lru_cache(maxsize=64)
def _painted(table: Watched) -> Pixels:
    view = table.camera, Film(blur=0.6, noise=0.0), table.things
    return paint(Scene(table.tiles, table.look, 12, "table", table.ground, table.light, *view), oversample=1)


def row(count: int, x: float = 80.0, y: float = 0.0, heading: float = 0.0) -> tuple[PlacedTile, ...]:
    """A train of so many tiles from `x`, `y` on, towards `heading` (degrees, counter-clockwise)."""
    way = np.array([np.cos(np.radians(heading)), np.sin(np.radians(heading))])
    places = [np.array([x, y]) + STEP * number * way for number in range(count)]
    return tuple(
        PlacedTile(((7 * number + 5) % 12, (5 * number + 9) % 11), Pose(float(u), float(v), heading))
        for number, (u, v) in enumerate(places)
    )


def block(
    x: float, y: float, length: float, width: float, height: float, colour: Colour, angle: float = 0.0
) -> Thing:
    """A card, a book or a box."""
    outline = tuple((float(a), float(b)) for a, b in rectangle(length, width))
    return Thing("clutter", outline, Pose(x, y, angle), height, colour)


def cup(x: float, y: float, colour: Colour = (230, 228, 220)) -> Thing:
    outline = tuple((float(a), float(b)) for a, b in disc(38, 32))
    return Thing("clutter", outline, Pose(x, y), 70.0, colour)


SKIN, SLEEVE = (214, 160, 130), (60, 70, 110)


def hand(x: float, y: float, sleeve: Colour = SLEEVE, skin: Colour = SKIN) -> tuple[Thing, ...]:
    """A hand on the table with its middle at `x`, `y`, and an arm that comes from the lower border."""
    drawing = Drawing("skin", skin, skin)
    palm = tuple((float(a), float(b)) for a, b in rectangle(95, 80, 30, 6))
    arm = tuple((float(a), float(b)) for a, b in rectangle(900, 75, 20, 4))
    return (
        Thing("clutter", palm, Pose(x, y, 80), 24.0, skin, 12.0, drawing),
        Thing("clutter", arm, Pose(x + 20, y - 490, 90), 40.0, sleeve, 14.0),
    )


def penny(x: float, y: float, colour: Colour = COIN, base: float = 0.0) -> Thing:
    """A coin on the table, or on a tile if `base` is a tile's height."""
    return replace(marker(x, y, colour), base=base)


def learnt(moments: Sequence[Watched], state: Known | None = None, seed: int = 0) -> Known:
    """What is known after a reading of each of `moments`, the lamp flickering a little."""
    known = state or Known()
    for number, moment in enumerate(moments, seed):
        picture = moment.seen(number, exposure=1 + 0.04 * ((number * 7) % 5 - 2) / 2)
        known = step(view(known, picture), moment.corners)
    return known


OUT, BACK = row(4), row(3, -80, 0, 180)
"""Two trains that lie there from the first picture on."""

(LAST,) = row(5)[4:]
"""The tile that is laid at the end of the first while it is watched."""


@cache
def watched(ground: str) -> tuple[Known, Watched, Watched]:
    """A table on which a tile was laid: what is known of it, how it was before, and how it is now."""
    before = Watched((*OUT, *BACK), ground=GROUNDS[ground])
    now = replace(before, tiles=(*OUT, *BACK, LAST))
    return learnt([before] * 4 + [now] * 4), before, now
