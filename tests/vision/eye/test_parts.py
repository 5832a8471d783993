"""What of a frame is read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.eye.parts import Part, median, parts_of, whole
from vision.settling import Region

SIZE = 1920, 1080


@pytest.mark.parametrize(
    ("regions", "count"),
    [
        ([], 0),
        ([Region(900, 500, 40, 40)], 1),
        ([Region(900, 500, 40, 40), Region(1000, 500, 40, 40)], 1),
        ([Region(100, 100, 40, 40), Region(1700, 900, 40, 40)], 2),
        ([Region(0, 0, 10, 10)], 1),
        ([Region(0, 0, 1900, 1000)], 1),
    ],
)
def test_each_change_is_read_once(regions: list[Region], count: int) -> None:
    assert len(parts_of(regions, SIZE, 100)) == count


def test_where_much_has_changed_all_is_read() -> None:
    assert parts_of([Region(0, 0, 1900, 500)], SIZE, 100) == (whole(SIZE),)


regions = st.builds(
    Region, st.integers(0, 1900), st.integers(0, 1060), st.integers(1, 20), st.integers(1, 20)
)


@given(st.lists(regions, max_size=6), st.floats(0, 300))
def test_parts_hold_all_that_changed_and_do_not_meet(changed: list[Region], margin: float) -> None:
    parts = parts_of(changed, SIZE, margin)
    for part in parts:
        assert 0 <= part.left < part.right <= SIZE[0]
        assert 0 <= part.top < part.bottom <= SIZE[1]
        assert not any(part.meets(other) for other in parts if other != part)
    for region in changed:
        box = Part(
            max(0, int(region.left - margin) + 1),
            max(0, int(region.top - margin) + 1),
            min(SIZE[0], int(region.left + region.width + margin)),
            min(SIZE[1], int(region.top + region.height + margin)),
        )
        assert any(part.with_part(box) == part for part in parts)


def test_the_median_leaves_out_what_flickers() -> None:
    still = np.full((4, 6, 3), 90, np.uint8)
    flash = np.full((4, 6, 3), 250, np.uint8)
    assert (median([still, flash, still]) == still).all()
    assert (median([flash, still]) == still).all()
