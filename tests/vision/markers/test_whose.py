"""A thing marks the train whose end or head it is at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from true_tiles import box

from vision.layout.seen import Lying
from vision.markers import MarkerLook, Token, found_by
from vision.reading import Corners
from vision.things import Thing

LENGTH, WIDTH = 80.0, 40.0
HEART = (900.0, 500.0)


def tile(x: float, y: float, degrees: float = 0.0) -> Corners:
    """A tile with its middle there, its second half pointing to `degrees` (clockwise from right)."""
    a, b, c, d = ((float(u), float(v)) for u, v in box(x, y, degrees, LENGTH))
    return a, b, c, d


def outwards(bearing: float, count: int, gap: float = 70.0) -> tuple[Corners, ...]:
    """A straight train from the engine, leaving it at `bearing`."""
    way = np.array([np.sin(np.radians(bearing)), -np.cos(np.radians(bearing))])
    middles = [np.array(HEART) + (gap + LENGTH / 2 + (LENGTH + 2) * number) * way for number in range(count)]
    return tuple(tile(float(x), float(y), bearing - 90) for x, y in middles)


SEATS = {"A": 90.0, "B": 180.0, "M": 270.0, "C": 0.0}
TABLE = Lying(tile(*HEART), {"A": outwards(90, 4), "B": outwards(180, 1), "M": outwards(270, 2)}, SEATS)
"""A's tiles reach from 970 to 1296, B's from 570 to 650 down, M's from 830 to 668; C has none."""


def coin(x: float, y: float, size: float = 30.0, **more: object) -> Thing:
    square = ((x - size / 2, y - size / 2), (x + size / 2, y - size / 2))
    (a, b), (c, d) = square, ((x + size / 2, y + size / 2), (x - size / 2, y + size / 2))
    return replace(Thing((a, b, c, d), (x, y), 0.25, (60, 110, 170)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("x", "y", "train"),
    [
        (1330, 500, "A"),
        (1270, 545, "A"),
        (1250, 500, "A"),
        (1300, 450, "A"),
        (985, 545, "A"),
        (955, 510, "A"),
        (905, 690, "B"),
        (940, 600, "B"),
        (860, 620, "B"),
        (930, 390, "C"),
        (900, 350, "C"),
    ],
    ids=[
        "ahead of the end",
        "beside the end",
        "on the last tile",
        "askew",
        "beside the first tile",
        "before the first tile",
        "after the only tile",
        "left of the only tile",
        "right of the only tile",
        "where a train would begin",
        "where its first tile would lie",
    ],
)
def test_a_coin_marks_the_nearest_train(x: float, y: float, train: str) -> None:
    (found,) = found_by([coin(x, y)], TABLE)
    assert (found.train, found.middle, found.sure) == (train, (x, y), False)


@pytest.mark.parametrize(
    ("x", "y"),
    [(1130, 560), (1400, 500), (300, 900), (1200, 300), (820, 545), (640, 500), (700, 450)],
    ids=["mid train", "too far ahead", "in a corner", "far aside", "M's head", "M's end", "beside M"],
)
def test_a_coin_elsewhere_marks_nothing(x: float, y: float) -> None:
    assert found_by([coin(x, y)], TABLE) == ()


@pytest.mark.parametrize(
    "more",
    [
        {"area": 0.03},
        {"area": 1.4},
        {"area": 9.0, "at_border": True},
        {"box": tile(1330, 500), "area": 0.95},
        {"box": ((1310, 480), (1350, 480), (1350, 488), (1310, 488)), "dim": True},
    ],
    ids=["a speck", "a card", "a hand", "a tile that was not read", "a shadow"],
)
def test_what_is_no_marker_marks_nothing(more: dict[str, object]) -> None:
    assert found_by([coin(1330, 500, **more)], TABLE) == ()


def test_without_any_tile_there_is_nothing_to_mark() -> None:
    assert found_by([coin(1330, 500)], Lying(None, {}, SEATS)) == ()


def test_without_the_engine_ends_are_known() -> None:
    lying = replace(TABLE, engine=None)
    assert [found.train for found in found_by([coin(1330, 500), coin(930, 390)], lying)] == ["A"]


def test_a_look_refuses_what_is_unlike() -> None:
    red = MarkerLook((50.0, 60.0, 45.0))
    things = [coin(1330, 500), coin(905, 690, colour=(35, 30, 200))]
    assert [found.train for found in found_by(things, TABLE, look=red)] == ["B"]
    copper = MarkerLook((50.0, 18.0, 32.0))
    assert [found.train for found in found_by(things, TABLE, look=copper)] == ["A"]


def test_a_look_knows_its_size_in_pictures_of_the_same_camera() -> None:
    copper = MarkerLook((50.0, 18.0, 32.0), area=800.0, size=(1920, 1080))
    large = coin(1330, 500, area=0.9)
    assert found_by([coin(1330, 500)], TABLE, look=copper, size=(1920, 1080))
    assert not found_by([large], TABLE, look=copper, size=(1920, 1080))
    assert found_by([large], TABLE, look=copper, size=(1280, 720))


def test_a_token_marks_its_players_train_where_it_lies_at_it() -> None:
    beside = tile(1300, 450)
    for place, expected in ((0, ["A"]), (1, []), (2, []), (7, [])):
        found = found_by([], TABLE, tokens=[Token(place, beside)], players=["A", "B", "C"])
        assert [one.train for one in found] == expected
        assert all(one.sure for one in found)


def test_a_known_plane_is_used() -> None:
    class Flattened:
        """A plane seen from the side: it is twice as wide as it looks."""

        def to_table(self, pixels: np.ndarray) -> np.ndarray:
            return np.asarray(pixels) * (2.0, 1.0)

    thing = coin(1340, 500)
    assert found_by([thing], TABLE)
    assert not found_by([thing], TABLE, Flattened())  # type: ignore[arg-type]


@given(
    st.lists(st.tuples(st.floats(0, 1920), st.floats(0, 1080), st.floats(0, 3)), max_size=8),
    st.floats(-30, 30),
)
def test_no_thing_marks_two_trains_or_the_mexican_one(
    spots: list[tuple[float, float, float]], turn: float
) -> None:
    trains = {"A": outwards(90 + turn, 3), "M": outwards(250 + turn, 2)}
    things = [coin(x, y, area=area) for x, y, area in spots]
    found = found_by(things, Lying(tile(*HEART), trains, SEATS))
    assert len(found) <= len(things)
    assert {one.train for one in found} <= {"A", "B", "C"}
    assert all(any(one.box == thing.box and thing.small for thing in things) for one in found)
