"""The maps that the finder learns to make."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from true_tiles import box, label

from vision.maps import STRIDE
from vision.training.finder_data import FinderExample, axes, describe, encode, finder_example
from vision.training.labels import Label

PICTURE = np.zeros((160, 240, 3), np.uint8)


def partly(first: float, second: float) -> Label:
    """A tile of 80 pixels along x round (122, 82), whose halves show so much."""
    return Label(box(122, 82, 0), (3, 4), True, False, (first, second), None)


def at(field: np.ndarray, x: float, y: float) -> float:
    """The cell that pixel `x`, `y` (from the edge of the first) lies in."""
    return float(field[int(y / STRIDE), int(x / STRIDE)])


def test_middles_of_tiles_and_of_halves_are_1() -> None:
    made = encode(PICTURE, (partly(1, 1),))
    assert made.heats.shape == (2, 40, 60)
    assert at(made.heats[0], 122, 82) == at(made.heats[1], 102, 82) == at(made.heats[1], 142, 82) == 1
    assert (made.heats[0] == 1).sum() == 1
    assert (made.heats[1] == 1).sum() == 2
    assert (made.care == 1).all()


def test_heat_falls_off_within_the_tile() -> None:
    heat = encode(PICTURE, (partly(1, 1),)).heats[0]
    levels = [at(heat, 122 + 4 * n, 82) for n in range(6)]
    assert levels == sorted(levels, reverse=True)
    assert at(heat, 122, 82 + 20) < 0.01


def test_shapes_are_told_where_the_tile_is_and_nowhere_else() -> None:
    made = encode(PICTURE, (partly(1, 1),))
    assert at(made.inner, 122, 82) == at(made.inner, 140, 88) == 1
    assert at(made.inner, 122, 110) == at(made.inner, 170, 82) == 0
    told = made.shape[:, made.inner > 0]
    expected = [1, 0, np.log(40), -1, 0, np.log(20)]
    assert pytest.approx(np.tile(expected, (told.shape[1], 1)), abs=1e-5) == told.T


@pytest.mark.parametrize(
    ("first", "second", "halves"), [(1, 0.3, 1), (0.3, 1, 1), (0.6, 0.6, 2)], ids=["first", "second", "both"]
)
def test_a_half_that_hardly_shows_is_not_to_be_found(first: float, second: float, halves: int) -> None:
    heats = encode(PICTURE, (partly(first, second),)).heats
    assert (heats[0] == 1).sum() == 1
    assert (heats[1] == 1).sum() == halves
    assert (at(heats[1], 102, 82) == 1) is (first > 0.5)


def test_a_tile_of_which_little_shows_neither_is_one_nor_is_none() -> None:
    made = encode(PICTURE, (partly(0.7, 0.1),))
    assert made.heats.max() == 0
    assert at(made.care, 122, 82) == 0
    assert at(made.care, 122, 110) == 1
    assert made.inner.max() == 0


def test_a_tile_of_which_nothing_shows_is_none() -> None:
    made = encode(PICTURE, (partly(0.2, 0.1),))
    assert made.heats.max() == 0
    assert made.care.min() == 1


@pytest.mark.parametrize(("x", "y"), [(2, 80), (238, 158), (-30, 80), (400, 400)])
def test_tiles_at_the_border_and_beyond_are_no_error(x: float, y: float) -> None:
    made = encode(PICTURE, (label(box(x, y, 30)),))
    assert bool(made.heats[0].max() == 1) is (0 <= x < 240 and 0 <= y < 160)


@given(st.floats(-200, 200), st.floats(-200, 200))
def test_an_axis_either_way_is_the_same_axis(x: float, y: float) -> None:
    one, other = np.array([x, y]), np.array([30.0, -8.0])
    assert describe(one, other) == pytest.approx(describe(-one, -other), abs=1e-4)


def test_axes_lead_to_the_second_end_and_to_a_long_edge() -> None:
    along, across = axes(box(50, 60, 0, 80))
    assert along == pytest.approx((40, 0))
    assert across == pytest.approx((0, -20))


def test_an_example_is_always_the_same_one() -> None:
    one, again, other = finder_example(7, 3), finder_example(7, 3), finder_example(7, 4)
    for name in FinderExample.__slots__:
        assert (getattr(one, name) == getattr(again, name)).all()
    assert (one.picture != other.picture).any()
    assert one.picture.shape == (3, 256, 256)
    assert one.shape.shape == (6, 64, 64)
