"""A small painted table, and frames of it as a camera gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np

from referee import DominoSet
from vision.eye import Eye, Glance, Memory, look
from vision.frames.frame import Frame
from vision.pipeline import Pixels
from vision.reader import default_reader
from vision.synthetic.camera import Camera
from vision.synthetic.look import IVORY
from vision.synthetic.painter import paint
from vision.synthetic.scene import Ground, PlacedTile, Pose, Scene, Thing

SIZE = 960, 540

ENGINE = PlacedTile((6, 6), Pose(0, 0, 90))
TRAIN = (
    PlacedTile((6, 4), Pose(40, 0, 0)),
    PlacedTile((4, 1), Pose(91, 0, 0)),
    PlacedTile((1, 3), Pose(142, 0, 0)),
)
OTHER = (PlacedTile((6, 2), Pose(-40, 0, 180)), PlacedTile((2, 5), Pose(-91, 0, 180)))
BACKS = (PlacedTile((0, 0), Pose(0, 110), face_up=False), PlacedTile((1, 1), Pose(70, 110), face_up=False))
HAND = Thing(
    "clutter",
    ((-60.0, -24.0), (60.0, -24.0), (60.0, 24.0), (-60.0, 24.0)),
    Pose(130, 0),
    30.0,
    (205, 160, 130),
)


@cache
def picture(tiles: tuple[PlacedTile, ...], things: tuple[Thing, ...] = ()) -> Pixels:
    """The table with `tiles`, 70 pixels long."""
    ground = Ground("cloth", (60, 95, 80), (50, 85, 70), seed=3)
    camera = Camera(*SIZE, tilt=8.0).framing(np.array([(-250.0, -140, 0), (250.0, 140, 0)]), 0.0)
    return paint(Scene(tiles, IVORY, 6, "table", ground, camera=camera, things=things, seed=1), 1)


def frames(*shown: tuple[Pixels, int]) -> Iterator[Frame]:
    """Each picture so many times, with the noise of a camera, five a second."""
    rng = np.random.default_rng(0)
    pictures = [picture for picture, times in shown for _ in range(times)]
    for number, pixels in enumerate(pictures):
        noise = rng.integers(-3, 4, pixels.shape, np.int16)
        yield Frame(np.clip(pixels + noise, 0, 255).astype(np.uint8), number / 5, number)


@cache
def eye() -> Eye:
    """An eye over this table with the program's own reader."""
    return Eye(default_reader(), DominoSet(6), 6, {"A": 90.0, "B": 270.0})


def glances(shown: Iterable[Frame], memory: Memory | None = None) -> list[Glance]:
    """What the eye told of each frame."""
    told = []
    memory = memory or Memory()
    for frame in shown:
        memory, glance = look(eye(), memory, frame)
        told.append(glance)
    return told
