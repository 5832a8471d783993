"""Pip layouts of 0 to 18: right in number, without overlap, the same after half a turn."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.maps import LARGEST_VALUE
from vision.synthetic.faces import pip_radius, spots
from vision.synthetic.layouts import SYMMETRIC, VARIANTS, layout
from vision.synthetic.look import LOOKS, Look

ALL = [(value, variant) for value in range(LARGEST_VALUE + 1) for variant in range(VARIANTS)]


def test_there_is_a_layout_for_every_value_and_none_beyond() -> None:
    with pytest.raises(IndexError):
        layout(LARGEST_VALUE + 1)


@pytest.mark.parametrize(("value", "variant"), ALL)
def test_a_layout_has_as_many_pips_as_its_value(value: int, variant: int) -> None:
    points = {(round(x, 6), round(y, 6)) for x, y in layout(value, variant)}
    assert len(points) == value
    assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in points)


@pytest.mark.parametrize(("value", "variant"), [(v, kind) for v, kind in ALL if kind < SYMMETRIC])
def test_a_layout_looks_the_same_after_half_a_turn(value: int, variant: int) -> None:
    points = {(round(x, 6), round(y, 6)) for x, y in layout(value, variant)}
    assert {(-x + 0.0, -y + 0.0) for x, y in points} == points


@pytest.mark.parametrize(("value", "variant"), ALL)
def test_pips_do_not_overlap(value: int, variant: int) -> None:
    for one, other in combinations(layout(value, variant), 2):
        assert np.hypot(one[0] - other[0], one[1] - other[1]) > 2 * pip_radius(value)


def test_an_unknown_variant_is_the_last_known_one() -> None:
    assert layout(10, VARIANTS) == layout(10, 99) == layout(10, VARIANTS - 1)


@pytest.mark.parametrize(
    ("value", "variant", "rows"),
    [
        (7, 0, [3, 1, 3]),
        (8, 0, [3, 2, 3]),
        (10, 0, [4, 2, 4]),
        (11, 0, [4, 3, 4]),
        (12, 0, [4, 4, 4]),
        (12, 2, [3, 3, 3, 3]),
        (6, 2, [3, 3]),
        (6, 3, [2, 2, 2]),
        (10, 4, [3, 4, 3]),
        (13, 0, [5, 3, 5]),
        (14, 0, [5, 4, 5]),
        (15, 0, [5, 5, 5]),
        (16, 1, [4, 4, 4, 4]),
        (18, 0, [6, 6, 6]),
    ],
)
def test_rows_hold_as_many_pips_as_on_real_tiles(value: int, variant: int, rows: list[int]) -> None:
    across = [round(y, 6) for _, y in layout(value, variant)]
    assert [across.count(y) for y in sorted(set(across))] == rows


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
@pytest.mark.parametrize("value", range(LARGEST_VALUE + 1))
def test_pips_stay_on_their_half(look: Look, value: int) -> None:
    drawn = spots((value, LARGEST_VALUE - value), look)
    assert len(drawn) == LARGEST_VALUE
    assert sum(spot.x < look.length / 2 for spot in drawn) == value
    for spot in drawn:
        assert spot.radius < spot.y < look.width - spot.radius
        assert abs(spot.x - look.length / 2) > spot.radius + 0.5
