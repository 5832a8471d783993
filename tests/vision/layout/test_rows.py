"""Trains are found as they were laid: straight, bent, with doubles across, close to each other."""

from __future__ import annotations

import pytest
from laid_tables import Lying, laid, random_table

from vision.layout.links import Values
from vision.layout.rows import Rows, rows_of

ENGINE = Lying((9, 9), 0, 0, 90)


def found(*tiles: Lying, engine: int = 9) -> Rows:
    return rows_of(*laid(*tiles), engine)


def trains(*tiles: Lying) -> list[list[int]]:
    """The trains as numbers of tiles, by bearing."""
    return [[tile.number for tile in row.tiles] for row in found(*tiles).rows]


def test_a_train_that_touches_the_engine() -> None:
    rows = found(ENGINE, Lying((9, 4), 1.6, 0), Lying((2, 4), 3.7, 0, 180))
    assert rows.engine == 0
    (row,) = rows.rows
    assert [(tile.number, tile.touching) for tile in row.tiles] == [(1, 0), (2, 1)]
    assert row.bearing == pytest.approx(90)
    assert rows.loose == ()


@pytest.mark.parametrize(("x", "y", "bearing"), [(0, -3, 0), (3, 0, 90), (0, 3, 180), (-3, 0, 270)])
def test_a_bearing_counts_clockwise_from_the_pictures_top(x: float, y: float, bearing: float) -> None:
    (row,) = found(ENGINE, Lying((9, 4), x, y, bearing - 90)).rows
    assert row.bearing == pytest.approx(bearing, abs=1e-6)


def test_a_train_begins_in_a_slot_of_the_hub() -> None:
    assert trains(ENGINE, Lying((9, 4), 3.8, 0), Lying((4, 4), 5.4, 0, 90)) == [[1, 2]]


@pytest.mark.parametrize(
    ("bent", "name"),
    [
        (Lying((4, 1), 3.1, 0.55, 90), "at a right angle, beside the end"),
        (Lying((1, 4), 3.1, -0.55, 90), "to the other side"),
        (Lying((4, 1), 3.55, 0.6, 35), "by a small angle"),
        (Lying((4, 1), 2.1, 1.05, 90), "from the side of the last half"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_train_turns(bent: Lying, name: str) -> None:
    assert trains(ENGINE, Lying((9, 4), 1.6, 0), bent) == [[1, 2]]


def test_a_double_lies_across_and_the_train_goes_on_at_its_other_side() -> None:
    tiles = ENGINE, Lying((9, 4), 1.6, 0), Lying((4, 4), 3.15, 0, 90), Lying((4, 7), 4.75, 0)
    assert trains(*tiles) == [[1, 2, 3]]


def test_a_double_may_lie_lengthwise() -> None:
    assert trains(ENGINE, Lying((9, 4), 1.6, 0), Lying((4, 4), 3.7, 0), Lying((4, 7), 5.8, 0)) == [[1, 2, 3]]


def test_a_train_turns_a_corner_after_a_double() -> None:
    tiles = ENGINE, Lying((9, 4), 1.6, 0), Lying((4, 4), 3.15, 0, 90), Lying((4, 7), 4.2, 0.5, 90)
    assert trains(*tiles) == [[1, 2, 3]]


def test_trains_that_run_side_by_side_stay_apart() -> None:
    first = Lying((9, 4), 1.6, -0.52), Lying((4, 7), 3.65, -0.52), Lying((7, 1), 5.7, -0.52)
    second = Lying((9, 5), 1.6, 0.52), Lying((5, 8), 3.65, 0.52), Lying((8, 2), 5.7, 0.52)
    assert sorted(trains(ENGINE, *first, *second)) == [[1, 2, 3], [4, 5, 6]]


def test_a_tile_that_does_not_match_is_in_the_train_all_the_same() -> None:
    """An illegal play is still a play: the referee must see it."""
    assert trains(ENGINE, Lying((9, 4), 1.6, 0), Lying((5, 7), 3.65, 0)) == [[1, 2]]


def test_values_decide_where_places_do_not() -> None:
    """A tile in the corner between the ends of two trains belongs to the one that it matches."""
    right, up = Lying((9, 4), 1.6, 0), Lying((9, 5), 0, -2.1, 270)
    ahead = Lying((4, 7), 3.2, -0.6, 270), Lying((7, 6), 3.2, -2.7, 270)
    assert trains(ENGINE, right, up, *ahead) == [[2], [1, 3, 4]]


def test_tiles_away_from_all_trains_are_loose() -> None:
    rows = found(ENGINE, Lying((9, 4), 1.6, 0), Lying((4, 7), 4.6, 0.9), Lying((1, 1), 20, 9))
    assert rows.loose == (2, 3)


def test_without_the_engine_all_is_loose() -> None:
    assert found(Lying((9, 4), 1.6, 0), Lying((4, 7), 3.7, 0)) == Rows(None, (), (0, 1))


def test_halves_that_are_not_known_are_laid_by_their_places() -> None:
    assert trains(ENGINE, Lying((None, 4), 1.6, 0), Lying((4, None), 3.7, 0)) == [[1, 2]]


def test_two_readings_of_the_engine_take_the_one_where_trains_begin() -> None:
    rows = found(Lying((9, 9), 12, 8), ENGINE, Lying((9, 4), 1.6, 0))
    assert rows.engine == 1


@pytest.mark.parametrize("values", [(None, None), (4, None), (4, 5)], ids=["unread", "half read", "misread"])
def test_a_double_across_that_was_not_read_as_one_is_in_its_train(values: Values) -> None:
    tiles = ENGINE, Lying((9, 4), 1.6, 0), Lying(values, 3.15, 0, 90), Lying((4, 7), 4.75, 0)
    assert trains(*tiles) == [[1, 2, 3]]


@pytest.mark.parametrize("seed", [*range(30), 124, 148, 152, 165, 367])
def test_random_tables_are_found_as_they_were_laid(seed: int) -> None:
    table = random_table(seed)
    rows = rows_of(table.flat(), table.values, table.engine)
    assert rows.engine == 0
    assert {tuple(tile.number for tile in row.tiles) for row in rows.rows} == table.trains
    assert rows.loose == ()
    for row in rows.rows:
        for tile in row.tiles:
            first, second = table.values[tile.number]
            assert tile.touching == 0 or first == second
