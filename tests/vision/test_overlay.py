from __future__ import annotations

import numpy as np
import pytest

from vision.overlay import overlay
from vision.reading import Corners, Reading, TileReading

SQUARE_ON: Corners = ((100.0, 200.0), (100.0, 100.0), (300.0, 100.0), (300.0, 200.0))
GREEN, ORANGE, BLUE = (80, 190, 60), (0, 150, 255), (190, 150, 110)


def picture() -> np.ndarray:
    return np.full((300, 400, 3), 200, np.uint8)


def reading(*tiles: TileReading) -> Reading:
    return Reading(400, 300, tiles, any(t.review for t in tiles), (), "by hand")


def changed(before: np.ndarray, after: np.ndarray, x: int, y: int, radius: int = 10) -> bool:
    part = np.s_[y - radius : y + radius, x - radius : x + radius]
    return bool((before[part] != after[part]).any())


@pytest.mark.parametrize(
    ("tile", "colour"),
    [
        (TileReading(SQUARE_ON, (6, 3), 0.99), GREEN),
        (TileReading(SQUARE_ON, (6, 3), 0.4, review=True), ORANGE),
        (TileReading(SQUARE_ON, (6, None), 0.4, whole=False, review=True), ORANGE),
        (TileReading(SQUARE_ON, (6, None), 0.9, whole=False), BLUE),
        (TileReading(SQUARE_ON, None, 0.9, face="down"), BLUE),
    ],
)
def test_the_outline_has_the_colour_of_what_it_means(tile: TileReading, colour: tuple[int, int, int]) -> None:
    drawn = overlay(picture(), reading(tile))
    for x, y in ((130, 100), (270, 200), (100, 120), (300, 180)):
        assert tuple(drawn[y, x].tolist()) == colour


def test_the_picture_that_is_drawn_over_stays_as_it_was() -> None:
    given = picture()
    given.setflags(write=False)
    drawn = overlay(given, reading(TileReading(SQUARE_ON, (6, 3), 0.99)))
    assert (given == 200).all()
    assert drawn.shape == given.shape
    assert not np.shares_memory(drawn, given)
    assert (overlay(given, reading()) == given).all()


def test_values_stand_at_the_ends_of_their_own_halves_and_only_they_change_with_them() -> None:
    six_three = overlay(picture(), reading(TileReading(SQUARE_ON, (6, 3), 0.99)))
    six_four = overlay(picture(), reading(TileReading(SQUARE_ON, (6, 4), 0.99)))
    ys, xs = np.nonzero((six_three != six_four).any(axis=2))
    assert 260 <= xs.min() <= xs.max() <= 300
    assert 130 <= ys.min() <= ys.max() <= 170
    five_three = overlay(picture(), reading(TileReading(SQUARE_ON, (5, 3), 0.99)))
    _, xs = np.nonzero((six_three != five_three).any(axis=2))
    assert 100 <= xs.min() <= xs.max() <= 140


@pytest.mark.parametrize(
    ("tile", "marked"),
    [
        (TileReading(SQUARE_ON, (6, 3), 0.99), False),
        (TileReading(SQUARE_ON, (6, 3), 0.5, review=True), True),
        (TileReading(SQUARE_ON, None, 0.5, face="down"), True),  # crossed out
    ],
)
def test_the_middle_is_marked_only_where_there_is_something_to_say(tile: TileReading, marked: bool) -> None:
    assert changed(picture(), overlay(picture(), reading(tile)), 200, 150) == marked


@pytest.mark.parametrize(
    "corners",
    [
        ((-900.0, 9000.0), (-900.0, -100.0), (-100.0, -100.0), (-100.0, 9000.0)),
        ((10.0, 10.0), (10.0, 10.0), (10.0, 10.0), (10.0, 10.0)),
        ((398.0, 20.0), (398.0, -20.0), (480.0, -20.0), (480.0, 20.0)),
    ],
    ids=["outside", "a point", "across the edge"],
)
@pytest.mark.parametrize("size", [(300, 400, 3), (1, 1, 3)])
def test_odd_outlines_and_sizes_are_drawn_as_far_as_they_go(
    corners: Corners, size: tuple[int, int, int]
) -> None:
    drawn = overlay(np.zeros(size, np.uint8), reading(TileReading(corners, (12, None), 0.1, review=True)))
    assert drawn.shape == size
