"""Labels say what shows of a tile, as quickly made as they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.synthetic import truth
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE
from vision.synthetic.scene import Ground, PlacedTile, Pose, Scene, Thing
from vision.synthetic.solids import disc
from vision.synthetic.variety import random_scene
from vision.training.labels import Label, labels

GROUND = Ground("plain", (90, 90, 90), (100, 100, 100))
ABOVE = Camera(800, 600, distance=400)
EDGE = float(ABOVE.unproject([[800, 300]], WHITE.thickness)[0, 0])


def seen(*tiles: PlacedTile, things: tuple[Thing, ...] = (), camera: Camera = ABOVE) -> tuple[Label, ...]:
    return labels(Scene(tiles, WHITE, 18, "separate", GROUND, camera=camera, things=things))


def lid(x: float, radius: float) -> Thing:
    outline = tuple((float(a), float(b)) for a, b in disc(radius))
    return Thing("clutter", outline, Pose(x, 0), 30, (0, 0, 0), WHITE.thickness)


@pytest.mark.parametrize("tilt", [0, 30, 60])
def test_tiles_that_lie_free_or_touch_show_wholly(tilt: float) -> None:
    tiles = (
        PlacedTile((6, 6), Pose(0, 0)),
        PlacedTile((1, 2), Pose(0, 25.4)),
        PlacedTile((3, 2), Pose(-70, 20, 75), face_up=False),
    )
    found = seen(*tiles, camera=replace(ABOVE, tilt=tilt))
    assert [(one.values, one.face_up) for one in found] == [((6, 6), True), ((1, 2), True), ((3, 2), False)]
    assert min(min(one.shown) for one in found) > 0.97


@pytest.mark.parametrize(
    ("x", "things", "first", "second"),
    [
        (EDGE, (), 1.0, 0.0),
        (EDGE - 12.75, (), 1.0, 0.5),
        (0, (lid(14, 18),), 0.9, 0.0),
        (0, (lid(-14, 18),), 0.0, 0.9),
        (0, (lid(0, 5),), 0.9, 0.9),
    ],
    ids=["half out", "a quarter out", "second covered", "first covered", "a coin in the middle"],
)
def test_what_is_cut_or_covered_does_not_show(
    x: float, things: tuple[Thing, ...], first: float, second: float
) -> None:
    (found,) = seen(PlacedTile((4, 5), Pose(x, 0)), things=things)
    assert found.shown == pytest.approx((first, second), abs=0.1)
    assert found.seen == pytest.approx((first + second) / 2, abs=0.1)


def test_a_tile_below_another_shows_what_that_leaves() -> None:
    below, above = seen(
        PlacedTile((6, 6), Pose(0, 0)), PlacedTile((1, 2), Pose(19, 0, 90), base=WHITE.thickness)
    )
    assert below.shown[0] > 0.9 > 0.3 > below.shown[1]
    assert min(above.shown) > 0.97


@pytest.mark.parametrize("tile", [Pose(EDGE + 60, 0), Pose(0, 0)], ids=["beyond the edge", "below a lid"])
def test_what_does_not_show_at_all_has_no_label(tile: Pose) -> None:
    assert seen(PlacedTile((6, 6), tile), things=(lid(0, 60),)) == ()


def test_pips_are_as_many_as_the_values_and_on_their_halves() -> None:
    for values in ((0, 0), (3, 0), (6, 12), (18, 1)):
        (found,) = seen(PlacedTile(values, Pose(10, 5, 40)))
        assert found.pips is not None
        flat = cv2.getPerspectiveTransform(
            found.corners.astype(np.float32), np.array([(0, 1), (0, 0), (2, 0), (2, 1)], np.float32)
        )
        places = (
            cv2.perspectiveTransform(found.pips.astype(np.float32).reshape(-1, 1, 2), flat)
            if sum(values)
            else []
        )
        along = [float(place[0, 0]) for place in places]
        assert (sum(x < 1 for x in along), sum(x > 1 for x in along)) == values
        assert all(0 < x < 2 for x in along)


def test_backs_have_no_pips_and_numerals_are_none() -> None:
    (back,) = seen(PlacedTile((3, 4), Pose(0, 0), face_up=False))
    assert back.pips is not None
    assert back.pips.shape == (0, 2)
    digits = replace(WHITE, marks="digits")
    (numerals,) = labels(
        Scene((PlacedTile((3, 4), Pose(0, 0)),), digits, 6, "separate", GROUND, camera=ABOVE)
    )
    assert numerals.pips is None


@pytest.mark.parametrize("seed", range(12))
def test_labels_agree_with_the_truth_of_test_pictures(seed: int) -> None:
    scene = random_scene(np.random.default_rng([seed, 5]), 480, 360, seed, empty=False)
    by_place = {tuple(np.round(one.corners.ravel(), 3)): one for one in labels(scene) if not one.printed}
    compared = 0
    for view in truth.views(scene):
        found = by_place.pop(tuple(np.round(view.corners.ravel(), 3)), None)
        if found is None:
            assert view.shown < 0.15
            continue
        assert found.values == view.tile.values
        assert found.face_up == view.tile.face_up
        # Labels look a little inside the outline, in whole pixels.
        assert found.seen == pytest.approx(view.shown, abs=0.15)
        if view.whole:
            assert min(found.shown) > 0.9
        compared += 1
    assert by_place == {}
    assert compared
