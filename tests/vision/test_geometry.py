from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    centre,
    is_whole,
    overlap,
    rectify,
    sides,
    turned,
)
from vision.reading import Corners


def tile(x: float, y: float, degrees: float = 0.0, width: float = 20.0) -> Corners:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    a, b, d, e = (
        (x + c * u - s * v, y + s * u + c * v)
        for u, v in (
            (-width / 2, -width),
            (width / 2, -width),
            (width / 2, width),
            (-width / 2, width),
        )
    )
    return (a, b, d, e)


@given(st.floats(-100, 100), st.floats(-100, 100), st.floats(0, 360))
def test_a_tile_has_its_sides_and_its_middle_wherever_it_lies(x: float, y: float, angle: float) -> None:
    corners = tile(x, y, angle)
    assert sides(corners) == pytest.approx((20, 40))
    assert centre(corners) == pytest.approx((x, y), abs=1e-6)
    assert sides(turned(corners)) == pytest.approx((20, 40))


@given(st.floats(0, 360), st.floats(-30, 30), st.floats(-30, 30))
def test_overlap_is_a_share_and_the_same_both_ways(angle: float, x: float, y: float) -> None:
    first, second = tile(0, 0), tile(x, y, angle)
    assert 0 <= overlap(first, second) <= 1
    assert overlap(first, second) == pytest.approx(overlap(second, first), abs=1e-3)
    assert overlap(second, turned(second)) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("shift", "share"), [(0, 1.0), (10, 0.5), (20, 0.0), (100, 0.0)], ids=["same", "half", "beside", "far"]
)
def test_overlap_of_shifted_tiles(shift: float, share: float) -> None:
    assert overlap(tile(50, 50), tile(50 + shift, 50)) == pytest.approx(share, abs=1e-4)


def test_an_outline_without_area_overlaps_nothing() -> None:
    flat = ((0.0, 0.0), (0.0, 0.0), (5.0, 0.0), (5.0, 0.0))
    assert overlap(flat, tile(0, 0)) == 0


def test_the_first_half_is_rectified_to_the_top() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[:, 100:] = 255
    lying = ((140.0, 80.0), (140.0, 120.0), (60.0, 120.0), (60.0, 80.0))  # its first half is on the right
    cut = rectify(picture, lying, half=20, margin=3)
    assert cut.shape == (46, 26, 3)
    assert (cut[:21] == 255).all()
    assert (cut[-21:] == 0).all()


@pytest.mark.parametrize(
    ("corners", "whole"),
    [
        (tile(50, 50), True),
        (tile(50, 50, 30), True),
        (tile(9, 50), False),
        (tile(50, 85), False),
        (tile(10, 50), False),
        (tile(89.5, 50), False),
        (tile(22, 50, 45), True),
    ],
    ids=[
        "inside",
        "turned",
        "out left",
        "out below",
        "side on the border",
        "right border",
        "near the border",
    ],
)
def test_a_tile_cut_by_the_border_is_not_whole(corners: Corners, whole: bool) -> None:
    assert is_whole(corners, 100, 100) is whole
