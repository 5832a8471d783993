"""Printed tokens say whose they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.boards import CORNERS, TOKENS, dictionary
from vision.markers import tokens_in
from vision.pipeline import Pixels


def table(*tokens: tuple[int, float, float, float], side: int = 34) -> Pixels:
    """A table with codes: number, middle (pixels), degrees; each black square `side` pixels wide."""
    picture = np.full((540, 960, 3), (60, 95, 45), np.uint8)
    for number, x, y, degrees in tokens:
        code = cv2.aruco.generateImageMarker(dictionary(), number, 140)
        code = cv2.copyMakeBorder(code, 25, 25, 25, 25, cv2.BORDER_CONSTANT, value=255)
        turn = cv2.getRotationMatrix2D((95, 95), degrees, side / 140)
        turn[:, 2] += (x - 95, y - 95)
        size = (picture.shape[1], picture.shape[0])
        there = cv2.warpAffine(np.full_like(code, 255), turn, size, flags=cv2.INTER_AREA)
        seen = cv2.warpAffine(cv2.GaussianBlur(code, (0, 0), 1.6), turn, size, flags=cv2.INTER_AREA)
        picture = np.where(there[..., None] > 127, seen[..., None], picture).astype(np.uint8)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("place", [0, 3, 13])
@pytest.mark.parametrize("degrees", [0, 25, 140])
def test_a_token_is_read_where_it_lies(place: int, degrees: float) -> None:
    (token,) = tokens_in(table((TOKENS[place], 400.5, 300.25, degrees)))
    assert token.place == place
    assert token.middle == pytest.approx((400.5, 300.25), abs=1.5)


def test_tokens_come_in_order_and_other_codes_are_none() -> None:
    picture = table(
        (TOKENS[4], 100, 100, 0), (TOKENS[1], 300, 200, 40), (CORNERS[0], 500, 300, 0), (7, 700, 400, 0)
    )
    assert [token.place for token in tokens_in(picture)] == [1, 4]


def test_a_bare_table_has_no_tokens() -> None:
    assert tokens_in(table()) == ()
