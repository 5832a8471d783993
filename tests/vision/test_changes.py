"""What counts as a change between two pictures of a table, and what does not."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_tables import GROUNDS, HEIGHT, TRAIN, WIDTH, filmed, nudged, table, with_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.changes import Change, compare, small_grey
from vision.pipeline import Pixels

SCALE = WIDTH / 480
MORE = (470.0, 300.0, 30.0)


def change(before: Pixels, now: Pixels) -> Change:
    return compare(small_grey(before), small_grey(now))


def where(change: Change) -> tuple[float, float, float, float]:
    """The box of what differs, in pixels of the frame: left, top, right, bottom."""
    rows, columns = np.nonzero(change.mask)
    low, high = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()]) + 1
    left, top = low * SCALE
    right, bottom = high * SCALE
    return left, top, right, bottom


@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((1080, 1920), (270, 480)),
        ((1920, 1080), (480, 270)),
        ((2160, 3840), (270, 480)),
        ((720, 1280), (270, 480)),
        ((959, 1000), (460, 480)),
        ((480, 640), (360, 480)),
        ((300, 400), (300, 400)),
        ((1, 2000), (1, 480)),
        ((1, 1), (1, 1)),
    ],
)
def test_a_copy_is_small(size: tuple[int, int], small: tuple[int, int]) -> None:
    grey = small_grey(np.full((*size, 3), 90, np.uint8))
    assert (grey.shape, grey.dtype) == (small, np.float32)
    assert np.all(grey == 90)


@pytest.mark.parametrize("shape", [(1, 1), (1, 480), (480, 1), (15, 20), (270, 480)])
@pytest.mark.parametrize("level", [0, 128, 255])
def test_any_two_pictures_can_be_compared(shape: tuple[int, int], level: int) -> None:
    before = np.full(shape, level, np.float32)
    assert not compare(before, before).mask.any()
    other = compare(before, np.random.default_rng(0).uniform(0, 255, shape).astype(np.float32))
    assert other.mask.shape == shape


@settings(max_examples=25)
@given(
    st.sampled_from(sorted(GROUNDS)),
    st.floats(0.6, 1.25),
    st.floats(-0.12, 0.12),
    st.floats(0, 6),
    st.integers(0, 999),
)
def test_light_and_noise_are_no_change(
    ground: str, gain: float, side: float, noise: float, seed: int
) -> None:
    picture = table(ground=ground)
    changed = change(filmed(picture), filmed(picture, gain, side, noise, seed))
    assert np.count_nonzero(changed.mask) < 6
    assert changed.shift is None


@pytest.mark.parametrize("length", [30, 40, 50])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("gain", [0.8, 1.0, 1.15])
def test_a_tile_more_or_less_is_a_change_where_it_lies(length: int, ground: str, gain: float) -> None:
    less, more = table(ground=ground, length=length), table((*TRAIN, MORE), ground, length)
    for before, now in ((less, more), (more, less)):
        changed = change(filmed(before), filmed(now, gain, 0.05, seed=1))
        assert changed.shift is None
        left, top, right, bottom = where(changed)
        assert left < MORE[0] < right
        assert top < MORE[1] < bottom
        assert right - left < 1.3 * length + 6
        assert bottom - top < 1.3 * length + 6


def test_a_coin_is_a_change() -> None:
    coin = table()
    coin[296:312, 462:478] = (60, 120, 160)
    left, top, right, bottom = where(change(filmed(table()), filmed(coin, 0.9, seed=1)))
    assert (left, top) == pytest.approx((462, 296), abs=4)
    assert (right, bottom) == pytest.approx((478, 312), abs=4)


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_hand_does_not_pass_for_light(ground: str) -> None:
    picture = table(ground=ground)
    changed = change(filmed(picture), filmed(with_hand(picture, 500, 330), 0.9, 0.06, seed=1))
    left, top, right, bottom = where(changed)
    assert changed.shift is None
    assert (left, top) == pytest.approx((444, 285), abs=16)
    assert bottom > HEIGHT - 6
    assert right < 640
    assert 0.035 < changed.mask.mean() < 0.06


@settings(max_examples=25)
@given(
    st.sampled_from(sorted(GROUNDS)),
    st.floats(-45, 45),
    st.floats(-45, 45),
    st.floats(0.85, 1.1),
    st.integers(0, 999),
)
def test_a_nudge_is_told_by_how_much(ground: str, x: float, y: float, gain: float, seed: int) -> None:
    if np.hypot(x, y) < 4:
        x += 5
    picture = table(ground=ground)
    changed = change(filmed(picture), filmed(nudged(picture, x, y), gain, seed=seed))
    assert changed.shift is not None
    assert changed.shift[0] * SCALE == pytest.approx(x, abs=1)
    assert changed.shift[1] * SCALE == pytest.approx(y, abs=1)
    assert np.count_nonzero(changed.mask) < 6


@pytest.mark.parametrize("ground", GROUNDS)
def test_beside_a_nudge_a_new_tile_is_seen(ground: str) -> None:
    now = nudged(table((*TRAIN, MORE), ground), 12, -7)
    changed = change(filmed(table(ground=ground)), filmed(now, 0.95, seed=1))
    assert changed.shift is not None
    left, top, right, bottom = where(changed)
    assert left < MORE[0] + 12 < right
    assert top < MORE[1] - 7 < bottom
    assert right - left < 70


def test_tiles_that_are_moved_are_no_nudge() -> None:
    """Three of eleven, all by the same: the others say that the camera stands."""
    moved = tuple((x + 14, y + 6, a) if y > 200 else (x, y, a) for x, y, a in (*TRAIN, MORE))
    changed = change(filmed(table((*TRAIN, MORE))), filmed(table(moved), seed=1))
    assert changed.shift is None
    assert changed.mask.any()


def test_one_thing_on_a_bare_table_that_moves_is_no_nudge() -> None:
    changed = change(filmed(table(((300, 300, 0),))), filmed(table(((310, 300, 0),)), seed=1))
    assert changed.shift is None
    assert changed.mask.any()


def test_a_shaking_hand_is_no_nudge() -> None:
    picture = table()
    changed = change(filmed(with_hand(picture, 500, 330)), filmed(with_hand(picture, 512, 324), seed=1))
    assert changed.shift is None
    assert changed.mask.any()


def test_a_tile_is_seen_where_a_lamp_is_lit() -> None:
    """Twice as much light on one side as on the other."""
    changed = change(filmed(table(), 0.7, 0.3), filmed(table((*TRAIN, MORE)), 0.9, -0.3, seed=1))
    left, top, right, bottom = where(changed)
    assert left < MORE[0] < right
    assert top < MORE[1] < bottom
    assert right - left < 80


def test_what_is_compared_is_left_as_it_was() -> None:
    before, now = small_grey(table()), small_grey(nudged(table(), 20, 10))
    kept = before.copy(), now.copy()
    compare(before, now)
    assert np.array_equal(before, kept[0])
    assert np.array_equal(now, kept[1])


def test_expected_is_the_picture_before_in_the_light_and_place_of_now() -> None:
    now = small_grey(filmed(nudged(table(), 16, 8), 0.8, 0.05, seed=1))
    changed = compare(small_grey(filmed(table())), now)
    inner = np.s_[20:-20, 20:-20]
    assert np.abs(changed.expected - now)[inner].mean() < 2
