"""A marker counts once it was seen twice, and until its place was seen without it twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.markers import Found, Markers, step
from vision.reading import Corners
from vision.things import Thing


def square(x: float, y: float, size: float = 30.0) -> Corners:
    half = size / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def at(x: float, train: str = "A", y: float = 100.0, sure: bool = False) -> Found:
    return Found(train, square(x, y), (x, y), sure)


HAND = Thing(square(100, 300, 420), (100, 300), 40.0, (90, 120, 200), at_border=True)


def after(*readings: list[Found] | None, state: Markers | None = None) -> Markers:
    """What is believed after readings; None is one with a hand over everything."""
    state = state or Markers()
    for found in readings:
        state = step(state, found or [], [HAND] if found is None else [])
    return state


COIN = [at(100)]


@pytest.mark.parametrize(
    ("readings", "marked"),
    [
        ([COIN], set()),
        ([COIN, COIN], {"A"}),
        ([COIN, [], COIN], set()),
        ([COIN, COIN, []], {"A"}),
        ([COIN, COIN, [], COIN, []], {"A"}),
        ([COIN, COIN, [], []], set()),
        ([COIN, COIN, *[None] * 30], {"A"}),
        ([COIN, COIN, [], None, []], {"A"}),
        ([COIN, COIN, None, [], []], set()),
        ([COIN, None, COIN], {"A"}),
        ([[at(100, sure=True)]], {"A"}),
        ([[], [], COIN, COIN, COIN], {"A"}),
    ],
)
def test_a_marker_over_time(readings: list[list[Found] | None], marked: set[str]) -> None:
    assert after(*readings).trains == marked


def test_a_marker_stays_its_trains_when_another_train_comes_nearer() -> None:
    state = after(COIN, COIN, [at(103, "B")], [at(101, "B")], [at(102, "B")])
    assert state.trains == {"A"}


def test_whose_it_is_may_change_until_it_is_believed() -> None:
    assert after(COIN, [at(102, "B")]).trains == {"B"}


def test_a_token_says_whose_it_is_at_any_time() -> None:
    assert after(COIN, COIN, [at(101, "B", sure=True)]).trains == {"B"}


def test_a_marker_that_moves_on_with_its_train_is_there_all_the_time() -> None:
    state = after(COIN, COIN)
    for _ in range(3):
        state = step(state, [at(200)], [])
        assert state.trains == {"A"}
    assert [marker.middle for marker in state.markers] == [(200, 100.0)]


def test_markers_of_several_trains_are_told_apart() -> None:
    both = [at(100), at(200, "B")]
    assert after(both, both, [at(200, "B")], [at(201, "B")]).trains == {"B"}


FOUND = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from("ABC"), st.booleans()),
    max_size=4,
    unique_by=lambda one: one[0],
)


@given(st.lists(st.tuples(FOUND, st.booleans()), max_size=12))
def test_what_is_marked_was_seen_and_what_is_covered_stays(
    readings: list[tuple[list[tuple[int, str, bool]], bool]],
) -> None:
    state, seen = Markers(), set[str]()
    for spots, covered in readings:
        found = [at(100.0 * place, train, sure=sure) for place, train, sure in spots]
        before = state.trains
        things = [Thing(square(250, 100, 900), (250, 100), 50.0, (0, 0, 0))] if covered else []
        state = step(state, found, things)
        seen |= {one.train for one in found}
        assert state.trains <= seen
        if covered and not any(one.sure for one in found):
            assert before <= state.trains
        assert all(0 < marker.readings <= 2 and marker.missing < 2 for marker in state.markers)
