from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.finder import OUTLINES, OutlineFinder, shapes, strips, within
from vision.geometry import centre, overlap, sides, turned
from vision.reading import Corners
from vision.scan import edge_map, scan, snapped
from vision.synthetic.look import BLACK, IVORY, LOOKS, WHITE

Painter = Callable[..., Any]


def error(found: Corners, true: Corners) -> float:
    """The largest distance of a corner, in tile lengths, whichever half comes first."""
    long = sides(true)[1]
    return min(
        max(math.dist(p, q) for p, q in zip(c, true, strict=True)) / long for c in (found, turned(found))
    )


def best(candidates: Any, true: Corners) -> float:
    return min(error(candidate.corners, true) for candidate in candidates)


@pytest.mark.parametrize("angle", [0, 17, 45, 80, 90, 133])
@pytest.mark.parametrize("look", [WHITE, BLACK], ids=["light on dark", "dark on light"])
def test_a_lone_tile_is_found_at_any_angle(painted: Painter, angle: float, look: Any) -> None:
    ground = (40, 80, 60) if look is WHITE else (200, 190, 170)
    scene = painted(((5, 2), 10, -6, angle), look=look, ground=ground)
    assert best(OutlineFinder().find(scene.picture).candidates, scene.corners[0]) < 0.07


@pytest.mark.parametrize(
    "laid",
    [
        [((6, 1), -51, 0, 0), ((1, 4), 0, 0, 0), ((4, 0), 51, 0, 0)],
        [((6, 6), -38.5, 0, 90), ((6, 1), 0, 0, 0), ((1, 3), 51, 0, 0)],
        [((2, 5), -25.5, 13, 0), ((3, 1), 25.5, 13, 0), ((0, 6), -25.5, -13, 0), ((4, 4), 25.5, -13, 0)],
    ],
    ids=["train", "train with a double", "block"],
)
def test_touching_tiles_are_found_one_by_one(painted: Painter, laid: Any) -> None:
    scene = painted(*laid)
    found = OutlineFinder().find(scene.picture).candidates
    for true in scene.corners:
        assert best(found, true) < 0.08


def test_all_kinds_of_tiles_are_found(painted: Painter) -> None:
    for name, look in LOOKS.items():
        scene = painted(((3, 4), 0, 0, 30), look=look, ground=(90, 120, 90))
        assert best(OutlineFinder().find(scene.picture).candidates, scene.corners[0]) < 0.08, name


def test_a_picture_in_which_nothing_is_has_no_candidates() -> None:
    assert OutlineFinder().find(np.full((300, 400, 3), 130, np.uint8)).candidates == ()


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (5, 4), (40, 2000)])
def test_odd_shapes_of_pictures_are_no_error(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    for candidate in OutlineFinder().find(noise).candidates:
        assert 0 <= candidate.score <= 1


def test_strips_measure_the_width_between_opposite_edges() -> None:
    starts = np.array([(0.0, 0.0), (0.0, 20.0), (120.0, 20.0), (120.0, 0.0)])
    steps = np.roll(starts, -1, axis=0) - starts
    assert strips(starts, steps, -1.0) == [(20.0, 4.0)]
    assert strips(starts, steps, 1.0) == []  # what lies outside the contour is no strip


def test_a_scan_for_the_right_size_finds_the_tile_first(painted: Painter) -> None:
    scene = painted(((6, 3), 0, 0, 30))
    width = sides(scene.corners[0])[0]
    places = scan(scene.picture, width, 2.0, [0, 30, 60], 20)
    assert overlap(places[0].corners, scene.corners[0]) > 0.8


def test_a_rough_outline_snaps_to_the_edges(painted: Painter) -> None:
    scene = painted(((6, 3), 0, 0, 30), look=IVORY)
    (true,) = scene.corners
    x, y = centre(true)
    width = sides(true)[0]
    a, b, c, d = (
        (px + 0.06 * (px - x) + 0.03 * width, py + 0.06 * (py - y) - 0.03 * width) for px, py in true
    )
    rough: Corners = (a, b, c, d)
    moved, weakest = snapped(edge_map(scene.picture), rough)
    assert error(moved, true) < 0.5 * error(rough, true)
    assert weakest > 0.5


def test_a_scan_of_a_picture_narrower_than_a_tile_finds_nothing() -> None:
    assert scan(np.full((5, 640, 3), 90, np.uint8), 16, 2.0, [0.0, 45.0], 10) == []


def test_of_a_chequered_cloth_only_so_many_outlines_are_looked_at() -> None:
    y, x = np.mgrid[:960, :1280]
    cloth = ((y // 12 + x // 24) % 2 * 200 + 30).astype(np.uint8)
    outlines = shapes(np.repeat(cloth[:, :, None], 3, axis=2)).outlines
    assert len(outlines) == OUTLINES


lines = st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 9)), min_size=1, max_size=30)


@given(lines, st.integers(1, 20))
def test_what_is_within_reach_is_summed(line: list[tuple[int, int]], reach: int) -> None:
    places, weights = (np.array(part, np.float64) for part in zip(*line, strict=True))
    slow = [sum(w for q, w in line if abs(p - q) < reach) for p, _ in line]
    assert within(places, weights, reach).tolist() == slow
