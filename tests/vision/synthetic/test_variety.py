"""Random scenes: as varied as promised, the same for the same seed, seen as asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.synthetic import blender, truth
from vision.synthetic.painter import paint
from vision.synthetic.scene import Scene
from vision.synthetic.solids import solids
from vision.synthetic.variety import random_scene, random_view


def drawn(seed: int, empty: bool | None = None) -> Scene:
    return random_scene(np.random.default_rng(seed), 192, 192, seed, empty)


MANY = [drawn(seed) for seed in range(300)]


def test_scenes_are_varied() -> None:
    assert len({scene.ground.kind for scene in MANY}) >= 20
    assert {scene.arrangement for scene in MANY} == {"separate", "touching", "train", "table", "pile"}
    assert {scene.max_pips for scene in MANY} == {6, 9, 12, 15, 18}
    drawings = {thing.drawing.kind for scene in MANY for thing in scene.things if thing.drawing}
    assert {"coin", "die", "card", "keys", "dominoes", "biscuit", "skin", "ground", "cup"} <= drawings
    for extra in ("lamps", "shades", "glares", "plastics"):
        assert 3 < sum(bool(getattr(scene, extra)) for scene in MANY) < 150
    assert any(tile.base > 0 for scene in MANY for tile in scene.tiles)
    assert max(len(scene.tiles) for scene in MANY) > 40


def test_the_same_seed_is_the_same_scene() -> None:
    for scene in MANY[:40]:
        assert drawn(scene.seed) == scene


@pytest.mark.parametrize("seed", range(12))
def test_an_empty_scene_shows_no_face(seed: int) -> None:
    scene = drawn(seed, empty=True)
    assert not any(tile.face_up for tile in scene.tiles)
    assert scene.tiles or scene.things
    assert truth.record(scene, "a.jpg")["tiles"] == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(40, 200))
def test_a_view_shows_tiles_as_large_as_asked_for(seed: int, length: float) -> None:
    scene = random_view(np.random.default_rng(seed), drawn(seed), 256, 256, length)
    assert (scene.camera.width, scene.camera.height) == (256, 256)
    for solid in solids(scene):
        assert scene.camera.depth(solid.ring(solid.top)).min() > 0
    assert scene.camera.focal_pixels * scene.look.length / scene.camera.distance <= length + 1e-6


def test_views_show_mostly_something_to_read() -> None:
    shown = 0
    for scene in MANY[:60]:
        seen = random_view(np.random.default_rng(scene.seed), scene, 256, 256, 70)
        shown += any(view.shown > 0.3 for view in truth.views(seen))
    assert shown > 45


@pytest.mark.parametrize("seed", range(12))
def test_a_view_is_painted_and_painted_again(seed: int) -> None:
    scene = random_view(np.random.default_rng(seed), drawn(seed), 128, 128, 50)
    picture = paint(scene, oversample=1)
    assert picture.shape == (128, 128, 3)
    assert np.array_equal(picture, paint(scene, oversample=1))


def test_what_blender_does_not_show_changes_no_truth() -> None:
    for scene in MANY[:30]:
        bare = blender.showable(scene)
        assert not any(thing.drawing for thing in bare.things)
        assert truth.record(bare, "a.jpg") == truth.record(scene, "a.jpg")
        assert blender.showable(bare) == bare
        assert replace(bare, things=scene.things, lamps=scene.lamps).tiles == scene.tiles
