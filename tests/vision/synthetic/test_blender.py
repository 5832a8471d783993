"""Blender shows tiles where the truth says they are; it is no part of what `make test` installs."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.synthetic import blender, painter, truth
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE, Look
from vision.synthetic.rounds.table_picture import RenderedTable
from vision.synthetic.scene import Film, Ground, Light, PlacedTile, Pose, Scene
from vision.synthetic.solids import silhouette, tile_solid
from vision.synthetic.variety import random_scene

pytestmark = pytest.mark.slow

CLEAN = Film(blur=0, noise=0, vignette=0)
SHARP = replace(
    WHITE, body=(255, 255, 255), pips=((255, 255, 255),), bar=None, corner=0.1, bevel=0.05, depth=0, gloss=0
)


@pytest.fixture(autouse=True)
def _needs_blender() -> None:
    pytest.importorskip(
        "bpy",
        reason="Blender is not installed: pip install '.[rendering]' with Python 3.13",
        exc_type=ImportError,
    )


def scene(camera: Camera, look: Look) -> Scene:
    tiles = (PlacedTile((3, 4), Pose(-32, 18, 25)), PlacedTile((6, 1), Pose(30, -12, -70)))
    black = Ground("plain", (0, 0, 0), (0, 0, 0), gloss=0)
    return Scene(tiles, look, 6, "separate", black, Light(ambient=0.9), camera, CLEAN)


@pytest.mark.parametrize(
    ("tilt", "turn", "shape"), [(0, 0, (320, 240)), (35, 60, (320, 240)), (20, -130, (240, 320))]
)
def test_the_rendered_tiles_fill_the_outlines_that_the_camera_gives(
    tilt: float, turn: float, shape: tuple[int, int]
) -> None:
    camera = Camera(*shape, distance=260, tilt=tilt, turn=turn)
    made = scene(camera, SHARP)
    body = blender.render(made, samples=16)[..., 1] > 60
    polygon = np.zeros(body.shape, np.uint8)
    for tile in made.tiles:
        outline = silhouette(tile_solid(tile, SHARP), camera)
        cv2.fillPoly(polygon, [np.rint((outline - 0.5) * 16).astype(np.int32)], 255, shift=4)
    assert body[cv2.erode(polygon, np.ones((5, 5))) > 0].all()
    assert not body[cv2.dilate(polygon, np.ones((5, 5))) == 0].any()


def test_the_first_value_is_at_the_first_two_corners() -> None:
    made = scene(Camera(480, 360, distance=200, tilt=15), replace(WHITE, bar=None))
    picture = blender.render(made, samples=16)
    for view in truth.views(made):
        target = np.array([[0, 200], [0, 0], [400, 0], [400, 200]], dtype=np.float32)
        warp = cv2.getPerspectiveTransform(view.corners.astype(np.float32), target)
        flat = cv2.warpPerspective(picture, warp, (400, 200))[..., 1]
        for value, half in zip(view.tile.values, (flat[10:190, 10:195], flat[10:190, 205:390]), strict=True):
            dark = (half < 0.5 * np.median(half)).astype(np.uint8)
            count, _ = cv2.connectedComponents(cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((3, 3))))
            assert count - 1 == value


def test_both_back_ends_make_much_the_same_picture() -> None:
    made = random_scene(np.random.default_rng(8), 320, 240, 8)
    made = replace(made, light=replace(made.light, exposure=1.0), film=CLEAN)
    rendered, painted = (
        cv2.GaussianBlur(picture, (0, 0), 2).astype(float).ravel()
        for picture in (blender.render(made, samples=16), painter.paint(made))
    )
    assert np.corrcoef(rendered, painted)[0, 1] > 0.85
    assert rendered.mean() == pytest.approx(painted.mean(), rel=0.3)


def test_a_part_that_is_rendered_anew_looks_as_if_all_were() -> None:
    camera = Camera(320, 240, distance=260, tilt=10)
    made = replace(scene(camera, WHITE), ground=Ground("plain", (90, 90, 90), (90, 90, 90), gloss=0))
    moved = replace(made.tiles[1], pose=Pose(28, 22, 15))
    after = replace(made, tiles=(made.tiles[0], moved))
    table = RenderedTable(made)
    table.show(after, [made.tiles[1], moved])
    off = np.abs(table.levels.astype(int) - RenderedTable(after).levels.astype(int))
    assert (off > 12).mean() < 0.004
    assert (np.abs(table.levels.astype(int) - RenderedTable(made).levels.astype(int)) > 12).mean() > 0.02
