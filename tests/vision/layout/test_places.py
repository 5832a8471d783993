"""Trains keep their owners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.layout.places import Places, apart
from vision.layout.rows import Row

SEATS = Places({"A": 200.0, "B": 320.0, "M": 90.0})


def words(places: Places, *bearings: float) -> list[str]:
    """The words of trains that leave at `bearings`, in that order."""
    rows = [Row((), bearing) for bearing in bearings]
    named, _ = places.named(rows)
    return [next(word for word, row in named.items() if row is each) for each in rows]


@pytest.mark.parametrize(
    ("bearings", "expected"),
    [
        ((90, 200, 320), ["M", "A", "B"]),
        ((335, 75, 185), ["B", "M", "A"]),
        ((200,), ["A"]),
        ((), []),
        ((260, 200), ["at 260", "A"]),
        ((195, 215), ["A", "at 215"]),
        ((0,), ["at 0"]),
        ((359.7,), ["at 0"]),
    ],
)
def test_a_train_belongs_to_the_nearest_seat(bearings: tuple[float, ...], expected: list[str]) -> None:
    assert words(SEATS, *bearings) == expected


def test_a_seat_across_the_pictures_top() -> None:
    assert words(Places({"A": 355.0}), 8) == ["A"]


def test_a_place_that_nobody_named_keeps_its_word() -> None:
    first, places = Places({}).named([Row((), 100.2)])
    (word,) = first
    assert words(places, 106, 10) == [word, "at 10"]


def test_of_two_close_seats_the_nearer_has_the_train() -> None:
    close = Places({"A": 100.0, "B": 120.0})
    assert words(close, 108) == ["A"]
    assert words(close, 112) == ["B"]
    assert words(close, 108, 128) == ["A", "B"]


def test_a_place_that_was_made_up_takes_no_train_from_a_player() -> None:
    _, places = SEATS.named([Row((), 198), Row((), 207)])
    assert set(places.found) == {"at 207"}
    assert words(places, 205) == ["A"]
    assert words(places, 201, 209) == ["A", "at 207"]


def test_a_place_follows_its_train_where_nobody_named_it() -> None:
    places = Places({})
    for bearing in range(100, 180, 10):
        named, places = places.named([Row((), float(bearing))])
        assert set(named) == {"at 100"}
    assert places.found == {"at 100": 170}


def test_two_trains_in_one_direction_keep_their_words() -> None:
    _, places = Places({}).named([Row((), 100), Row((), 100)])
    assert sorted(words(places, 100, 100)) == ["at 100", "at 100 (2)"]


@given(st.lists(st.floats(0, 360), max_size=16))
def test_every_train_has_one_word(bearings: list[float]) -> None:
    rows = [Row((), bearing) for bearing in bearings]
    named, places = SEATS.named(rows)
    assert len(named) == len(rows)
    assert set(named) <= {*places.seats, *places.found}
    assert places.seats == SEATS.seats
    again, after = places.named(rows)
    assert list(again) == list(named)
    assert after == places


@given(st.floats(0, 360), st.floats(0, 360))
def test_an_angle_has_no_side(one: float, other: float) -> None:
    assert 0 <= apart(one, other) <= 180
    assert apart(one, other) == pytest.approx(apart(other, one), abs=1e-9)


def test_where_all_seats_are_known_nothing_else_is_a_train() -> None:
    places = Places({"A": 200.0, "M": 90.0}, complete=True)
    named, after = places.named([Row((), 260), Row((), 95)])
    assert {word: row.bearing for word, row in named.items()} == {"M": 95}
    assert after == places
