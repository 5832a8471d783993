"""What is painted is where the truth says it is, and is painted the same way again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.synthetic import truth
from vision.synthetic.camera import Camera
from vision.synthetic.faces import spots
from vision.synthetic.film import encode
from vision.synthetic.look import LOOKS, WHITE, Look
from vision.synthetic.painter import paint
from vision.synthetic.scene import Film, Ground, Light, PlacedTile, Pose, Scene, SceneError, Thing
from vision.synthetic.solids import disc
from vision.synthetic.variety import random_scene

BLACK_GROUND = Ground("plain", (0, 0, 0), (0, 0, 0), gloss=0)
FLAT = Light(elevation=89, ambient=1, glare=0, warmth=0)
CLEAN = Film(blur=0, noise=0, vignette=0)
CARD = replace(
    WHITE,
    body=(255, 255, 255),
    pips=((255, 255, 255),),
    bar=None,
    thickness=0.01,
    corner=0.01,
    bevel=0.01,
    depth=0,
)


def scene(*tiles: PlacedTile, look: Look = CARD, camera: Camera | None = None, **rest: object) -> Scene:
    return Scene(
        tiles,
        look,
        6,
        "separate",
        BLACK_GROUND,
        FLAT,
        camera or Camera(400, 300, distance=250),
        CLEAN,
        **rest,  # type: ignore[arg-type]
    )


@settings(max_examples=25, deadline=None)
@given(st.floats(-30, 30), st.floats(-25, 25), st.floats(0, 360), st.floats(0, 50), st.floats(-180, 180))
def test_the_painted_body_fills_the_truth_outline(
    x: float, y: float, angle: float, tilt: float, turn: float
) -> None:
    made = scene(
        PlacedTile((3, 4), Pose(x, y, angle)), camera=Camera(400, 300, distance=300, tilt=tilt, turn=turn)
    )
    (view,) = truth.views(made)
    body = paint(made)[..., 1] > 128
    polygon = np.zeros(body.shape, np.uint8)
    cv2.fillPoly(polygon, [np.rint((view.corners - 0.5) * 16).astype(np.int32)], 255, shift=4)
    near = cv2.dilate(polygon, np.ones((5, 5))) > 0
    within = cv2.erode(polygon, np.ones((5, 5))) > 0
    assert body[within].all()
    assert not body[~near].any()


@pytest.mark.parametrize("values", [(6, 0), (0, 6), (1, 5), (5, 1)])
def test_the_first_value_is_at_the_first_two_corners(values: tuple[int, int]) -> None:
    look = replace(CARD, pips=((0, 0, 0),))
    made = scene(PlacedTile(values, Pose(0, 0, 33)), look=look, camera=Camera(600, 450, distance=120))
    (view,) = truth.views(made)
    target = np.array([[0, 200], [0, 0], [400, 0], [400, 200]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(view.corners.astype(np.float32), target)
    flat = cv2.warpPerspective(paint(made), warp, (400, 200))[..., 1]
    for value, half in zip(values, (flat[:, 5:195], flat[:, 205:395]), strict=True):
        count, _ = cv2.connectedComponents((half[5:-5] < 128).astype(np.uint8))
        assert count - 1 == value


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (40, 30), (25, -120)])
def test_pips_are_painted_where_the_camera_sees_them(tilt: float, turn: float) -> None:
    look, tile = replace(CARD, pips=((0, 0, 0),), thickness=9), PlacedTile((1, 1), Pose(7, -4, 33))
    camera = Camera(600, 450, distance=180, tilt=tilt, turn=turn)
    dark = paint(scene(tile, look=look, camera=camera))[..., 1] < 128
    for spot in spots(tile.values, look):
        middle = tile.pose.place([[spot.x - look.length / 2, look.width / 2 - spot.y]])
        expected = camera.project(np.hstack([middle, [[look.thickness]]]))[0]
        rows, columns = np.nonzero(dark)
        near = np.hypot(columns + 0.5 - expected[0], rows + 0.5 - expected[1]) < 18
        found = (columns[near].mean() + 0.5, rows[near].mean() + 0.5)
        assert np.allclose(found, expected, atol=0.3)


def test_the_truth_corners_run_clockwise_as_seen() -> None:
    made = random_scene(np.random.default_rng(4), 640, 480, 4)
    for corners in truth.record(made, "x.jpg")["corners"]:
        points = np.array(corners)
        following = np.roll(points, -1, axis=0)
        assert (points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0]).sum() > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_same_scene_is_painted_the_same(seed: int) -> None:
    first, second = (random_scene(np.random.default_rng(seed), 160, 120, seed) for _ in range(2))
    assert first == second
    assert np.array_equal(paint(first), paint(second))
    assert encode(paint(first), first.film) == encode(paint(second), second.film)


def test_another_seed_is_another_picture() -> None:
    made = random_scene(np.random.default_rng(1), 160, 120, 1)
    assert not np.array_equal(paint(made), paint(replace(made, seed=2)))


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_pips_show_on_every_look(look: Look) -> None:
    tiles = (PlacedTile((6, 6), Pose(0, 20, 0)), PlacedTile((0, 0), Pose(0, -20, 0)))
    made = replace(
        scene(*tiles, look=replace(look, bar=None, pin=None), camera=Camera(800, 600, distance=200)),
        light=Light(elevation=70, glare=0),
    )
    picture = paint(made).astype(float)
    spread = []
    for view in truth.views(made):
        low, high = view.corners.min(axis=0).astype(int) + 12, view.corners.max(axis=0).astype(int) - 12
        patch = picture[low[1] : high[1], low[0] : high[0]]
        spread.append(float(np.abs(patch - np.median(patch, axis=(0, 1))).mean()))
    assert spread[0] > 2.5 * spread[1]


def test_light_makes_pictures_brighter() -> None:
    made = random_scene(np.random.default_rng(2), 160, 120, 2)
    dim, bright = (
        float(paint(replace(made, light=replace(made.light, exposure=power))).mean()) for power in (0.4, 1.2)
    )
    assert dim < 0.8 * bright


def test_a_near_tile_hides_what_is_behind_it() -> None:
    tall = Thing("clutter", tuple((float(x), float(y)) for x, y in disc(20)), Pose(0, -25), 60, (255, 0, 0))
    camera = Camera(400, 300, distance=300, tilt=50)
    tile = PlacedTile((2, 2), Pose(0, 15))
    (view,) = truth.views(scene(tile, camera=camera, things=(tall,)))
    assert view.shown < 0.9
    picture = paint(scene(tile, camera=camera, things=(tall,)))
    x, y = camera.project([[0, 12, 0]])[0]
    assert picture[int(y), int(x), 2] > 60
    assert picture[int(y), int(x), 0] < 30


def test_no_side_is_painted_over_a_touching_face() -> None:
    red, look = replace(CARD, body=(255, 0, 0), thickness=12), replace(CARD, thickness=12)
    near = PlacedTile((1, 1), Pose(20, 12), look=look)
    far_but_in_front = PlacedTile((0, 0), Pose(-22, -13.1), look=red)
    for tiles in ((near, far_but_in_front), (far_but_in_front, near)):
        made = scene(*tiles, camera=Camera(400, 300, distance=250, tilt=55, turn=45))
        picture = paint(made)
        for view in truth.views(made):
            inner = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillPoly(inner, [np.rint((view.corners - 0.5) * 16).astype(np.int32)], 255, shift=4)
            face = picture[cv2.erode(inner, np.ones((5, 5))) > 0]
            assert face[:, 2].min() > 150
            assert face[:, 0].max() < 50 if view.tile is far_but_in_front else face[:, 0].min() > 200


def test_a_scene_refuses_what_can_not_be() -> None:
    with pytest.raises(SceneError, match="no tile 7-2"):
        scene(PlacedTile((7, 2), Pose(0, 0)))
    with pytest.raises(SceneError, match="convex"):
        Thing("clutter", ((0, 0), (0, 1), (1, 0)), Pose(0, 0), 1, (0, 0, 0))
