"""Cut-outs put tiles where the face net expects them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.crops import LENGTH, MARGIN, PLACE, SIZE, WIDTH, Shrinking, batch, cut, moved
from vision.pipeline import Array, Pixels

SLANTED = np.array([(60, 150), (90, 40), (290, 70), (250, 200)], np.float32)
"""A tile seen from the side, in a picture of 340 x 240 pixels."""


def drawn(outline: Array) -> Pixels:
    """A tile whose first half is green and whose second is red, on blue."""
    picture = np.full((240, 340, 3), (200, 0, 0), np.uint8)
    a, b, c, d = outline
    # The middle line of a plane seen in perspective goes through where the diagonals of the halves tell.
    back = cv2.getPerspectiveTransform(PLACE, outline)
    line = np.array([[(PLACE[0] + PLACE[3]) / 2, (PLACE[1] + PLACE[2]) / 2]], np.float32)
    low, high = cv2.perspectiveTransform(line, back)[0]
    for half, colour in (((a, b, high, low), (0, 200, 0)), ((low, high, c, d), (0, 0, 200))):
        cv2.fillConvexPoly(picture, np.rint(np.array(half) * 16).astype(np.int32), colour, cv2.LINE_8, 4)
    return picture


def test_a_tile_lies_in_the_middle_of_its_cutout_first_half_on_the_left() -> None:
    cutout = cut(drawn(SLANTED), SLANTED)
    assert cutout.shape == (SIZE[1], SIZE[0], 3) == (80, 128, 3)
    expected = np.zeros((SIZE[1], SIZE[0]), np.uint8)  # the strongest channel
    expected[MARGIN : MARGIN + WIDTH, MARGIN : MARGIN + LENGTH // 2] = 1
    expected[MARGIN : MARGIN + WIDTH, MARGIN + LENGTH // 2 : MARGIN + LENGTH] = 2
    off = cutout.argmax(axis=2) != expected
    inner = np.ones_like(expected)
    for line in (MARGIN, MARGIN + WIDTH):
        inner[line - 1 : line + 1] = 0
    for line in (MARGIN, MARGIN + LENGTH // 2, MARGIN + LENGTH):
        inner[:, line - 1 : line + 1] = 0
    assert not (off & (inner > 0)).any()


def test_the_other_end_first_is_the_same_cutout_turned_round() -> None:
    picture = drawn(SLANTED)
    other = cut(picture, np.roll(SLANTED, 2, axis=0))
    assert np.abs(other[::-1, ::-1].astype(int) - cut(picture, SLANTED)).max() <= 8


def test_beyond_the_picture_all_is_black() -> None:
    picture = np.full((100, 100, 3), 255, np.uint8)
    outline = np.array([(60, 70), (60, 30), (140, 30), (140, 70)], np.float32)
    cutout = cut(picture, outline)
    assert (cutout[:, : SIZE[0] // 2 - 2] == 255).all()
    assert (cutout[:, SIZE[0] // 2 + 2 :] == 0).all()


shifts = st.lists(st.floats(-0.08, 0.08), min_size=8, max_size=8)


@given(shifts)
def test_moved_corners_lie_where_the_cutout_showed_them(numbers: list[float]) -> None:
    shift = np.array(numbers, np.float32).reshape(4, 2)
    there = moved(SLANTED, shift)
    seen = cv2.perspectiveTransform(there[:, None], cv2.getPerspectiveTransform(SLANTED, PLACE))[:, 0]
    assert (seen - PLACE) / LENGTH == pytest.approx(shift, abs=1e-3)


def test_no_shift_moves_nothing_and_a_shift_is_in_lengths_of_the_tile() -> None:
    outline = np.array([(100, 160), (100, 60), (300, 60), (300, 160)], np.float32)
    assert moved(outline, np.zeros((4, 2), np.float32)) == pytest.approx(outline, abs=1e-3)
    along = np.tile(np.array([0.1, 0], np.float32), (4, 1))
    assert moved(outline, along) == pytest.approx(outline + np.float32([20, 0]), abs=1e-2)


@pytest.mark.parametrize("factor", [1, 2, 4, 8, 20])
def test_fine_patterns_of_large_tiles_keep_their_mean(factor: int) -> None:
    """Columns of one black and three white pixels look grey, wherever the samples fall."""
    length, width = LENGTH * factor, WIDTH * factor
    picture = np.zeros((width + 60, length + 60, 3), np.uint8)
    picture[:, np.arange(length + 60) % 4 > 0] = 255
    outline = np.array(
        [(30, 30 + width), (30, 30), (30 + length, 30), (30 + length, 30 + width)], np.float32
    ) + np.float32(0.3)
    tile = Shrinking(picture).cut(outline)[MARGIN:-MARGIN, MARGIN:-MARGIN].astype(float)
    assert tile.mean() == pytest.approx(191, abs=8)
    if factor >= 8:
        assert tile.std() < 12
        plain = cut(picture, outline)[MARGIN:-MARGIN, MARGIN:-MARGIN]
        assert abs(plain.mean() - 191) > 40, "samples of the full picture hit white and black alike: no test"


@pytest.mark.parametrize("factor", [0.4, 1.0, 1.9, 3.1, 9.0])
def test_shrinking_moves_nothing(factor: float) -> None:
    outline = SLANTED * np.float32(factor)
    big = cv2.resize(drawn(SLANTED), None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    own = Shrinking(np.asarray(big, np.uint8)).cut((outline + 0.5 * (factor - 1)).astype(np.float32))
    off = own.argmax(axis=2) != cut(drawn(SLANTED), SLANTED).argmax(axis=2)
    assert off.mean() < 0.04


@pytest.mark.parametrize("shape", [(1, 1), (1, 4000), (3, 4000), (5000, 2)])
def test_pictures_of_any_shape_can_be_cut_from(shape: tuple[int, int]) -> None:
    shrinking = Shrinking(np.full((*shape, 3), 90, np.uint8))
    outline = np.array([(0, 2000), (0, 0), (4000, 0), (4000, 2000)], np.float32)
    assert shrinking.cut(outline).shape == (80, 128, 3)


def test_a_batch_has_no_mean_and_one_deviation() -> None:
    rng = np.random.default_rng(1)
    cutouts = [
        rng.integers(low, high, (80, 128, 3), np.uint8) for low, high in ((0, 255), (100, 180), (9, 10))
    ]
    found = batch(cutouts)
    assert found.shape == (3, 3, 80, 128)
    assert found.dtype == np.float32
    assert found.mean(axis=(1, 2, 3)) == pytest.approx(0, abs=1e-3)
    assert found[0].std() == pytest.approx(1, abs=0.15)
    assert found[1].std() == pytest.approx(0.75, abs=0.1)
    assert found[2].std() == 0  # an even cut-out is not blown up


def test_a_batch_keeps_colours_apart() -> None:
    cutout = np.zeros((80, 128, 3), np.uint8)
    cutout[..., 2] = 240
    (planes,) = batch([cutout])
    assert planes[2].min() > 0 > planes[0].max()
    assert (planes[0] == planes[1]).all()
