"""Maps that are made from true outlines lead back to them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from true_tiles import box, label, off, true_maps

from vision.maps import FINDER_MAPS, STRIDE
from vision.peaks import Peaks, peaks
from vision.pipeline import Array
from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import WHITE
from vision.synthetic.scene import Ground, PlacedTile, Pose, Scene
from vision.training.labels import labels

GROUND = Ground("plain", (40, 80, 60), (40, 80, 60))
EXACT = 0.06
"""How far (lengths of the tile) a corner may be off."""


def maps_of(corners: list[Points], side: int = 320) -> Array:
    """What a perfect finder makes of whole tiles with `corners`."""
    return true_maps(tuple(label(one) for one in corners), side, side)


def assert_all_found(seen: Peaks, true: list[Points], limit: float = EXACT) -> None:
    sure = seen.outlines[seen.scores > 0.5]
    assert len(sure) == len(true)
    for corners in true:
        assert min(off(outline, corners) for outline in sure) < limit


@pytest.mark.parametrize("degrees", [0, 30, 45, 89, 90, 135, 180, 250])
def test_a_lone_tile_is_found_at_any_angle(degrees: float) -> None:
    true = box(150, 170, degrees)
    seen = peaks(maps_of([true]))
    assert_all_found(seen, [true])
    assert seen.lengths[0] == pytest.approx(80, rel=0.02)


@pytest.mark.parametrize(
    "corners",
    [
        [box(60, 60, 10), box(200, 80, 100), box(150, 240, 55)],
        [box(100 + 40 * n, 160, 90) for n in range(4)],
        [box(60 + 80 * n, 100, 0) for n in range(3)],
        [box(60, 160, 90), box(120, 160, 0), box(180, 160, 90)],
        [box(100, 100 + 40 * row, 0) for row in range(3)] + [box(180, 100 + 40 * row, 0) for row in range(3)],
    ],
    ids=["separate", "side by side", "train", "train with doubles", "block"],
)
def test_tiles_are_found_one_by_one(corners: list[Points]) -> None:
    assert_all_found(peaks(maps_of(corners)), corners)


@pytest.mark.parametrize("tilt", [0, 30, 55])
def test_tiles_of_a_scene_are_found_from_above_and_from_the_side(tilt: float) -> None:
    tiles = tuple(
        PlacedTile((3, 4), Pose(x, y, angle))
        for x, y, angle in (
            (-70, 40, 20),
            (0, 40, 0),
            (51, 40, 0),
            (-60, -35, 75),
            (20, -40, 90),
            (46, -40, 90),
        )
    )
    camera = Camera(480, 352, distance=330, tilt=tilt)
    seen = labels(Scene(tiles, WHITE, 6, "separate", GROUND, camera=camera))
    assert len(seen) == len(tiles)
    assert_all_found(peaks(true_maps(seen, 480, 352)), [one.corners for one in seen])


@settings(max_examples=60)
@given(
    st.floats(100, 220),
    st.floats(100, 220),
    st.floats(0, 360),
    st.floats(24, 150),
    st.floats(0.3, 0.7),
    st.floats(-25, 25),
)
def test_any_parallelogram_is_found(
    x: float, y: float, degrees: float, length: float, slimness: float, shear: float
) -> None:
    a, b, c, d = box(x, y, degrees, length, length * slimness)
    along = (d - a) / length
    slip = math.tan(math.radians(shear)) * length * slimness / 2 * along
    true = np.stack([a - slip, b + slip, c + slip, d - slip])
    assert_all_found(peaks(maps_of([true])), [true], max(EXACT, 2 / length))


def test_corners_go_clockwise_as_seen() -> None:
    for degrees in range(0, 360, 15):
        a, b, c, _ = peaks(maps_of([box(150, 150, degrees)])).outlines[0]
        # y points down, so a positive cross product is a clockwise turn as seen
        assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0


def test_the_surest_comes_first() -> None:
    seen = maps_of([box(80, 80, 0), box(220, 220, 40)])
    seen[:2, :40] -= 8
    scores = peaks(seen).scores
    assert len(scores) >= 2
    assert (np.diff(scores) <= 0).all()
    first = peaks(seen).outlines[0]
    assert off(first, box(220, 220, 40)) < EXACT


def test_a_middle_without_halves_is_doubted() -> None:
    seen = maps_of([box(150, 150, 20)])
    sure = peaks(seen).scores[0]
    seen[1] = -9
    assert peaks(seen).scores[0] < 0.1 < 0.9 < sure


def test_a_tile_whose_half_lies_outside_is_doubted() -> None:
    true = box(10, 150, 0)
    assert peaks(maps_of([true])).scores[0] < 0.5


@pytest.mark.parametrize("level", [-20.0, -6.0])
def test_empty_maps_have_no_tiles(level: float) -> None:
    seen = peaks(np.full((FINDER_MAPS, 16, 24), level, np.float32))
    assert seen.outlines.shape == (0, 4, 2)
    assert seen.scores.shape == seen.lengths.shape == (0,)


def test_maps_of_any_content_give_finite_outlines() -> None:
    rng = np.random.default_rng(3)
    seen = peaks(rng.normal(0, 20, (FINDER_MAPS, 64, 96)).astype(np.float32))
    assert 0 < len(seen.scores) <= 400
    assert np.isfinite(seen.outlines).all()
    assert ((seen.scores >= 0) & (seen.scores <= 1)).all()


@pytest.mark.parametrize("count", [1, FINDER_MAPS - 1, FINDER_MAPS + 1])
def test_another_number_of_maps_is_an_error(count: int) -> None:
    with pytest.raises(ValueError, match=f"not {count}"):
        peaks(np.zeros((count, 8, 8), np.float32))


def test_outlines_count_pixels_from_the_edge_of_the_first() -> None:
    seen = np.full((FINDER_MAPS, 9, 9), -9, np.float32)
    seen[:2, 4, 4] = 9
    seen[2:] = np.array([1, 0, math.log(8), -1, 0, math.log(4)], np.float32)[:, None, None]
    (outline,) = peaks(seen).outlines
    assert outline.mean(axis=0) == pytest.approx((4.5 * STRIDE, 4.5 * STRIDE), abs=1e-3)
