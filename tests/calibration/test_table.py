"""The table from its corners or from markers: known cameras give known tables."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictured import Pose, drawn_boxes, drawn_table, photograph, table_picture

from calibration.boards import CORNERS, marker_boxes
from calibration.edges import straightened
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.opencv import Picture
from calibration.plane import expected_outline, residuals
from calibration.rectangles import Points
from calibration.table import Table, TableSight, rectangle_of
from calibration.table_fit import corners_by_hand, corners_by_markers, fit_table

PICTURE = (1280, 720)
PLAIN = Lens(PICTURE, 1100.0, (639.5, 359.5), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0)
BENT = Lens(PICTURE, 1050.0, (651.0, 352.0), (-0.2, 0.04, 0.001, 0.0), 0.0, 0.0, 0)
SIZE = (1200.0, 800.0)
ABOVE = Pose(1500, turn=3, lean=-10, side=5, middle=(600, 400))
SLANTED = Pose(1750, turn=10, lean=-35, side=5, middle=(600, 400))
INSIDE = np.array([(600.0, 400.0), (100.0, 700.0), (1100.0, 80.0)])


def corners(pose: Pose, lens: Lens, size: tuple[float, float] = SIZE) -> Points:
    return pose.project(rectangle_of(size), lens)


def off_mm(table: Table, pose: Pose, lens: Lens) -> float:
    """How far points of the table are told wrong, at most."""
    told = table.to_table(pose.project(INSIDE, lens))
    return float(np.linalg.norm(told - INSIDE, axis=1).max())


@pytest.fixture(scope="module")
def drawn() -> Picture:
    return drawn_table((1200, 800))


# Corners by hand

POSES = st.builds(
    Pose,
    distance=st.floats(1500, 2500),
    at=st.tuples(st.floats(-0.05, 0.05), st.floats(-0.05, 0.05)),
    turn=st.floats(-180, 180),
    lean=st.floats(-50, 10),
    side=st.floats(-20, 20),
    middle=st.just((600.0, 400.0)),
)


@given(pose=POSES, known=st.booleans())
def test_exact_corners_and_the_size_give_the_table(pose: Pose, known: bool) -> None:
    sight = corners_by_hand(corners(pose, PLAIN), SIZE)
    table = fit_table(sight, PICTURE, PLAIN if known else None)
    assert table.size == SIZE
    assert table.millimetres
    assert off_mm(table, pose, PLAIN) < 0.5
    assert table.error is not None
    assert table.error_mm is not None
    assert table.error < 0.5
    assert table.error_mm < 1


@given(pose=POSES)
def test_a_bent_lens_that_is_known_does_no_harm(pose: Pose) -> None:
    table = fit_table(corners_by_hand(corners(pose, BENT), SIZE), PICTURE, BENT)
    assert off_mm(table, pose, BENT) < 1
    assert table.corners == pytest.approx(corners(pose, BENT), abs=0.5)


@settings(max_examples=30)
@given(pose=POSES, seed=st.integers(0, 10**6))
def test_clicks_that_are_a_little_off_are_told_in_pixels_and_mm(pose: Pose, seed: int) -> None:
    clicked = corners(pose, PLAIN) + np.random.default_rng(seed).normal(0, 1.5, (4, 2))
    table = fit_table(corners_by_hand(clicked, SIZE), PICTURE, PLAIN)
    assert table.error is not None
    assert table.error_mm is not None
    assert 0 < table.error < 6
    per_pixel = np.sqrt(np.prod(SIZE) / _area(clicked))
    assert 0.2 * per_pixel < table.error_mm / table.error < 5 * per_pixel
    assert off_mm(table, pose, PLAIN) < 25


def _area(points: Points) -> float:
    x, y = points.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


@given(pose=POSES, points=st.lists(st.tuples(st.floats(0, 1200), st.floats(0, 800)), min_size=1, max_size=5))
def test_pixels_and_points_undo_each_other(pose: Pose, points: list[tuple[float, float]]) -> None:
    table = fit_table(corners_by_hand(corners(pose, BENT), SIZE), PICTURE, BENT)
    assert table.to_table(table.to_pixels(points)) == pytest.approx(np.array(points), abs=0.1)


@pytest.mark.parametrize("known", [None, PLAIN], ids=["no lens", "lens"])
@pytest.mark.parametrize("pose", [ABOVE, SLANTED], ids=["above", "slanted"])
def test_without_a_size_the_shape_is_told(pose: Pose, known: Lens | None) -> None:
    table = fit_table(corners_by_hand(corners(pose, PLAIN)), PICTURE, known)
    assert table.size == (1.0, pytest.approx(2 / 3, rel=0.01 if known else 0.06))
    assert (table.millimetres, table.error, table.error_mm) == (False, None, None)
    assert table.to_table(corners(pose, PLAIN)) == pytest.approx(rectangle_of(table.size), abs=1e-6)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((0, 1, 2, 3), (1200, 800)),
        ((1, 2, 3, 0), (800, 1200)),
        ((0, 3, 2, 1), (800, 1200)),
        ((3, 2, 1, 0), (1200, 800)),
    ],
    ids=["clockwise", "from the second", "anticlockwise", "from the last backwards"],
)
def test_corners_may_be_given_either_way_round(order: tuple[int, ...], told: tuple[float, float]) -> None:
    given_corners = corners(SLANTED, PLAIN)[list(order)]
    table = fit_table(corners_by_hand(given_corners, told), PICTURE, PLAIN)
    assert table.corners[0] == pytest.approx(given_corners[0], abs=0.1)
    assert sorted(table.size) == [800, 1200]
    assert table.error == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("points", "told", "sentence"),
    [
        ([(0, 0), (100, 100), (100, 0), (0, 100)], None, "one after the other"),
        ([(0, 0), (100, 0), (200, 0), (0, 100)], None, "one after the other"),
        ([(0, 0), (100, 0), (20, 20), (0, 100)], None, "one after the other"),
        ([(5, 5)] * 4, None, "one after the other"),
        ([(0, 0), (100, 0), (100, float("nan")), (0, 100)], None, "one after the other"),
        ([(100, 100), (110, 100), (110, 110), (100, 110)], None, "too small"),
        ([(100, 100), (1100, 100), (1100, 120), (100, 120)], None, "too narrow"),
        ([(799.9999999999, 0), (800, 0), (1279, 719), (0, 719)], None, "too narrow"),
        ([(0, 0), (1279, 0), (1279, 719), (1278.9999999999, 719)], None, "too narrow"),
        ([(0, 0), (640, -0.0000001), (1279, 0), (640, 719)], None, "in one line"),
        ([(0, 0), (640, -1), (1279, 0), (640, 719)], None, "in one line"),
        ([(0, 0), (0, -26), (1, 0), (1, 26)], SIZE, "in one line"),
        ([(0, 300), (1279, 300), (1279, 340), (0, 340)], None, "32 times as long as wide"),
        ([(0, 0), (2561, 0), (1279, 719), (0, 719)], None, "far outside"),
        ([(0, -1281), (1279, 0), (1279, 719), (0, 719)], None, "far outside"),
        (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 1e9, None, "far outside"),
        (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 1e160, None, "far outside"),
        (np.array([(0, 0), (3, 0), (3, 2), (0, 2)]) * 1e9, SIZE, "far outside"),
        (corners(ABOVE, PLAIN), (800.0, 1200.0), "can't be those of a table of 800 x 1200 mm"),
        (corners(SLANTED, PLAIN), (800.0, 1200.0), "can't be those of a table of 800 x 1200 mm"),
        (corners(ABOVE, PLAIN), (2400.0, 800.0), "can't be those of a table of 2400 x 800 mm"),
    ],
    ids=[
        "crossed",
        "in a row",
        "dented",
        "a point",
        "no number",
        "tiny",
        "a strip",
        "an edge of nothing",
        "another edge of nothing",
        "three in a row but for a hair",
        "three in a row but for a pixel",
        "folded",
        "longer than any table",
        "far to the right",
        "far above",
        "far away",
        "out of this world",
        "far away with a size",
        "sides swapped",
        "slanted",
        "too long",
    ],
)
def test_what_is_no_table_is_told(
    points: list[tuple[float, float]], told: tuple[float, float] | None, sentence: str
) -> None:
    with pytest.raises(CalibrationError, match=sentence) as caught:
        fit_table(corners_by_hand(points, told), PICTURE)
    assert str(caught.value).endswith(".")


@given(
    points=st.lists(st.tuples(*[st.floats(allow_nan=False)] * 2), min_size=4, max_size=4),
    near=st.lists(st.tuples(st.floats(-1280, 2560), st.floats(-1280, 2000)), min_size=4, max_size=4),
    far=st.booleans(),
    told=st.sampled_from([None, SIZE]),
    lens=st.sampled_from([None, PLAIN, BENT]),
)
def test_any_corners_give_a_finite_table_or_a_sentence(
    points: list[tuple[float, float]],
    near: list[tuple[float, float]],
    far: bool,
    told: tuple[float, float] | None,
    lens: Lens | None,
) -> None:
    try:
        table = fit_table(corners_by_hand(points if far else near, told), PICTURE, lens)
    except CalibrationError:
        return
    assert np.isfinite([*table.homography.flat, *table.size, table.error or 0, table.error_mm or 0]).all()


# Markers


@pytest.mark.parametrize("lens", [PLAIN, BENT], ids=["plain", "bent"])
@pytest.mark.parametrize("pose", [ABOVE, SLANTED], ids=["above", "slanted"])
def test_markers_and_the_size_give_the_table(drawn: Picture, pose: Pose, lens: Lens) -> None:
    table = fit_table(corners_by_markers(table_picture(pose, lens, drawn), SIZE), PICTURE, lens)
    assert table.size == SIZE
    assert off_mm(table, pose, lens) < 1
    assert table.corners == pytest.approx(corners(pose, lens), abs=0.6)
    assert table.error is not None
    assert table.error_mm is not None
    assert table.error < 0.4
    assert table.error_mm < 0.6


def test_markers_alone_tell_the_size(drawn: Picture) -> None:
    table = fit_table(corners_by_markers(table_picture(ABOVE, BENT, drawn)), PICTURE, BENT)
    assert table.millimetres
    assert table.size == (pytest.approx(1200, rel=0.01), pytest.approx(800, rel=0.01))
    assert table.error_mm is not None
    assert 0 < table.error_mm < 10


def test_without_the_lens_markers_say_how_far_it_bends(drawn: Picture) -> None:
    sight = corners_by_markers(table_picture(ABOVE, BENT, drawn), SIZE)
    known, unknown = fit_table(sight, PICTURE, BENT), fit_table(sight, PICTURE)
    assert known.error is not None
    assert unknown.error is not None
    assert unknown.error > 2 * known.error
    assert off_mm(unknown, ABOVE, BENT) < 15


@pytest.mark.parametrize("order", [CORNERS, (41, 42, 43, 40), (43, 42, 41, 40), (42, 40, 43, 41)])
def test_markers_may_lie_in_any_order_and_turned(order: tuple[int, ...]) -> None:
    picture = table_picture(ABOVE, PLAIN, drawn_table((1200, 800), order, (2, 0, 3, 1)))
    table = fit_table(corners_by_markers(picture), PICTURE, PLAIN)
    first = order.index(CORNERS[0])
    assert table.corners == pytest.approx(np.roll(corners(ABOVE, PLAIN), -first, axis=0), abs=1)


def test_after_a_walk_round_the_table_its_points_are_the_same(drawn: Picture) -> None:
    other_side = replace(ABOVE, turn=183)
    for pose in (ABOVE, other_side):
        table = fit_table(corners_by_markers(table_picture(pose, PLAIN, drawn), SIZE), PICTURE, PLAIN)
        assert off_mm(table, pose, PLAIN) < 1


@pytest.mark.parametrize(
    ("markers", "sentence"),
    [
        ((), "No marker is to be seen"),
        ((40, 41, 42), "Marker 4 can't be seen"),
        ((40, 42), "Markers 2 and 4 can't be seen"),
        ((7, 8, 9, 10), "No marker is to be seen"),
    ],
)
def test_missing_markers_are_named(markers: tuple[int, ...], sentence: str) -> None:
    picture = table_picture(ABOVE, PLAIN, drawn_table((1200, 800), markers))
    with pytest.raises(CalibrationError, match=sentence) as caught:
        corners_by_markers(picture)
    assert str(caught.value).endswith(".")


def test_a_marker_twice_is_told(drawn: Picture) -> None:
    twice = drawn.copy()
    twice[600:645, 800:845] = twice[300:345, 300:345]
    with pytest.raises(CalibrationError, match="there twice"):
        corners_by_markers(table_picture(ABOVE, PLAIN, twice))


def test_markers_that_contradict_the_told_size_are_told(drawn: Picture) -> None:
    sight = corners_by_markers(table_picture(ABOVE, PLAIN, drawn), (1500.0, 800.0))
    with pytest.raises(CalibrationError, match="not 1500 x 800"):
        fit_table(sight, PICTURE, PLAIN)


@pytest.mark.parametrize("side", [18, 25, 40, 80])
def test_edges_are_found_to_a_part_of_a_pixel(side: int) -> None:
    lens = Lens((200, 150), 500.0, (99.5, 74.5), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0)
    paper = drawn_boxes(marker_boxes(40, 35, 5, 5), (45, 45), 16.0)
    pose = Pose(500 * 35 / side, (0.02, -0.03), 20, 15, 10, (22.5, 22.5))
    true = pose.project(rectangle_of((35, 35)) + 5, lens)
    picture = photograph(_blurred(paper, 16 * 35 / side * 0.5), 16.0, pose, lens, 200)
    guess = true + np.random.default_rng(side).normal(0, 0.4, true.shape)
    assert straightened(picture, guess[None])[0] == pytest.approx(true, abs=0.2 if side < 20 else 0.08)


def _blurred(picture: Picture, by: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), by), np.uint8)


def test_where_there_are_no_edges_the_guess_stays() -> None:
    guess = np.array([[(20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0)]])
    assert np.array_equal(straightened(np.full((80, 80), 90, np.uint8), guess), guess)


# The plane of tiles


@pytest.mark.parametrize("lens", [PLAIN, BENT], ids=["plain", "bent"])
def test_tiles_lie_in_the_plane_of_the_table(lens: Lens) -> None:
    table = fit_table(corners_by_hand(corners(SLANTED, lens), SIZE), PICTURE, lens)
    plane = table.plane(PICTURE, 50.0, 25.0)
    tile = np.array([(300, 225), (300, 200), (350, 200), (350, 225)], np.float64)
    outline = lens.ideal(SLANTED.project(tile, lens))
    assert residuals(plane, outline)[0] < 0.01
    middle, right = plane.to_table([(639.5, 359.5), (739.5, 359.5)])
    assert middle == pytest.approx([0, 0], abs=1e-6)
    assert right[0] > 0
    assert right[1] == pytest.approx(0, abs=0.1 * right[0])
    assert np.linalg.norm(right) == pytest.approx(
        np.linalg.norm(np.diff(table.to_table(lens.seen([(639.5, 359.5), (739.5, 359.5)])), axis=0)), rel=1e-6
    )
    shown = expected_outline(plane, (0, 0), 0)
    assert shown.mean(axis=0) == pytest.approx([639.5, 359.5], abs=1)


def test_a_sight_says_what_it_is() -> None:
    assert not TableSight(np.zeros((1, 4, 2)), None).by_markers
    assert TableSight(np.zeros((4, 4, 2)), None).by_markers
