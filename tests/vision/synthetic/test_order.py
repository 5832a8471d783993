"""What hides something is painted after it."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
import pytest

from vision.synthetic import truth
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE
from vision.synthetic.order import back_to_front
from vision.synthetic.painter import paint
from vision.synthetic.scene import Film, Ground, Light, PlacedTile, Pose, Scene, Thing
from vision.synthetic.solids import disc, rectangle, silhouette, thing_solid


def block(x: float, y: float, length: float, width: float, height: float, base: float = 0.0) -> Thing:
    outline = tuple((float(a), float(b)) for a, b in rectangle(length, width))
    return Thing("clutter", outline, Pose(x, y), height, (200, 30, 30), base)


FAR = block(0, 30, 30, 10, 9)
LONG = block(60, 0, 140, 10, 9)
NEAR = block(0, -30, 30, 10, 40)
ON_TOP = block(0, -30, 30, 10, 5, base=40)
SHEET = block(0, 0, 300, 300, 0.3)


@pytest.mark.parametrize("tilt", [0, 35, 60])
def test_solids_come_back_to_front_in_whichever_order_they_are_given(tilt: float) -> None:
    camera = Camera(400, 400, distance=600, tilt=tilt)
    expected = [SHEET, FAR, LONG, NEAR, ON_TOP]
    for things in permutations(expected):
        made = [thing_solid(thing) for thing in things]
        order = [
            things[index] for index in back_to_front(made, [silhouette(s, camera) for s in made], camera)
        ]
        assert order[0] == SHEET
        assert order.index(NEAR) < order.index(ON_TOP)
        if tilt == 60:
            assert order.index(FAR) < order.index(NEAR)


def test_a_ring_of_solids_is_painted_all_the_same() -> None:
    camera = Camera(400, 400, distance=400, tilt=60)
    posts = [(0, 0, 0), (14, 2, 120), (5, 13, 240)]
    things = [
        Thing("clutter", block(0, 0, 40, 4, 30).outline, Pose(x, y, angle), 30, (0, 0, 0))
        for x, y, angle in posts
    ]
    made = [thing_solid(thing) for thing in things]
    assert sorted(back_to_front(made, [silhouette(s, camera) for s in made], camera)) == [0, 1, 2]


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_no_face_is_painted_over_by_a_touching_neighbour(turn: float) -> None:
    tiles = tuple(
        PlacedTile((0, 0), Pose(x, y, angle))
        for x, y, angle in ((0, 0, 0), (0, 25, 180), (37.5, 12.5, 90), (0, -25, 0), (75, 12.5, 0))
    )
    face = WHITE.__class__("white", "black", (255, 255, 255), ((0, 0, 0),), back=(0, 0, 0), bar=None, gloss=0)
    scene = Scene(
        tiles,
        face,
        6,
        "touching",
        Ground("plain", (0, 0, 0), (0, 0, 0), gloss=0),
        Light(elevation=89, ambient=1, glare=0, warmth=0),
        Camera(500, 400, distance=400, tilt=60, turn=turn, target=(20, 0)),
        Film(0, 0, 0),
    )
    picture = paint(scene, oversample=1)
    for view in truth.views(scene):
        polygon = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(polygon, [np.rint((view.corners - 0.5) * 16).astype(np.int32)], 255, shift=4)
        assert picture[cv2.erode(polygon, np.ones((7, 7))) > 0].min() > 150


def test_a_tall_thing_behind_a_tile_does_not_hide_it() -> None:
    outline = tuple((float(x), float(y)) for x, y in disc(10))
    tall = Thing("clutter", outline, Pose(0, 24), 60, (255, 0, 0))
    scene = Scene(
        (PlacedTile((0, 0), Pose(0, 0)),),
        WHITE,
        6,
        "separate",
        Ground("plain", (0, 0, 0), (0, 0, 0), gloss=0),
        Light(elevation=89, ambient=1, glare=0, warmth=0),
        Camera(400, 400, distance=300, tilt=60),
        Film(0, 0, 0),
        things=(tall,),
    )
    picture = paint(scene, oversample=1)
    x, y = scene.camera.project([[0, 11, WHITE.thickness]])[0]
    assert picture[int(y), int(x), 0] > 150
