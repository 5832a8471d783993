"""Small painted pictures with their truth; lets tests import the helpers beside them, like `true_tiles`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from vision.pipeline import Pixels
from vision.reading import Corners
from vision.synthetic import truth
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE, Look
from vision.synthetic.painter import paint
from vision.synthetic.scene import Film, Ground, Light, PlacedTile, Pose, Scene

sys.path.insert(0, str(Path(__file__).parent))

Laid = tuple[tuple[int, int], float, float, float]
"""A tile's values, where its middle lies (x, y in mm) and its angle (degrees)."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A picture, and the values and corners of its tiles."""

    picture: Pixels
    values: list[tuple[int, int]]
    corners: list[Corners]


Painter = Callable[..., Painted]


@pytest.fixture(scope="session")
def painted() -> Painter:
    """Paints tiles on a plain ground, seen from above."""

    def make(
        *laid: Laid,
        look: Look = WHITE,
        ground: tuple[int, int, int] = (40, 80, 60),
        exposure: float = 1.0,
        blur: float = 0.5,
        width: int = 640,
        distance: float = 300.0,
        face_up: bool = True,
    ) -> Painted:
        scene = Scene(
            tuple(PlacedTile(values, Pose(x, y, angle), face_up) for values, x, y, angle in laid),
            look,
            18,
            "separate",
            Ground("plain", ground, ground),
            Light(elevation=75, ambient=0.7, glare=0, exposure=exposure),
            Camera(width, width * 3 // 4, distance=distance),
            Film(blur=blur),
        )
        views = truth.views(scene)
        corners: list[Corners] = []
        for view in views:
            a, b, c, d = ((float(x), float(y)) for x, y in view.corners)
            corners.append((a, b, c, d))
        return Painted(paint(scene), [values for values, *_ in laid], corners)

    return make
