"""A tile stays the same tile while it is bumped, covered and misread."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from true_tiles import box

from vision.reading import Corners, TileReading
from vision.tracking import Tracked, TrackedTile, step


def read(
    x: float,
    values: tuple[int, int] | None = (5, 2),
    y: float = 100.0,
    degrees: float = 0.0,
    confidence: float = 0.99,
    whole: bool = True,
) -> TileReading:
    corners = tuple((float(a), float(b)) for a, b in box(x, y, degrees, 80.0))
    return TileReading(
        (corners[0], corners[1], corners[2], corners[3]),
        values,
        confidence,
        "up" if values else "down",
        whole,
    )


def everywhere(_: Corners) -> bool:
    return True


def nowhere(_: Corners) -> bool:
    return False


def after(*readings: list[TileReading]) -> Tracked:
    state = Tracked()
    for tiles in readings:
        state = step(state, tiles, everywhere)
    return state


def only(state: Tracked) -> TrackedTile:
    (tile,) = state.tiles
    return tile


def test_a_tile_is_believed_when_it_was_seen_twice() -> None:
    assert not only(after([read(100, confidence=0.9)])).believed
    tile = only(after([read(100)], [read(100)]))
    assert (tile.believed, tile.number, tile.values, tile.seen) == (True, 1, (5, 2), 2)


def test_a_tile_that_leaves_no_doubt_is_believed_at_once() -> None:
    assert only(after([read(100, confidence=0.99)])).believed


def test_what_was_seen_once_and_never_again_was_none() -> None:
    assert after([read(100, confidence=0.9)], []).tiles == ()


@pytest.mark.parametrize(
    "moved",
    [
        read(110),
        read(100, y=110, degrees=8),
        read(190),
        read(10),
        read(100, y=160, degrees=90),
        read(40, degrees=-50),
        read(100, degrees=180),
        read(160, y=90, degrees=200),
    ],
    ids=[
        "nudged",
        "straightened",
        "pushed on",
        "pushed back",
        "turned",
        "turned back",
        "round",
        "round and on",
    ],
)
def test_a_tile_that_was_bumped_is_the_same_and_has_its_values_at_the_same_ends(moved: TileReading) -> None:
    tile = only(after([read(100)], [read(100)], [moved]))
    assert (tile.number, tile.values) == (1, (5, 2))
    assert tile.corners == moved.corners


def test_a_double_that_was_pushed_back_keeps_its_way() -> None:
    tile = only(after([read(100, (4, 4))], [read(100, (4, 4))], [read(30, (4, 4), degrees=10)]))
    assert tile.corners == read(30, (4, 4), degrees=10).corners


def test_another_tile_beside_it_is_another() -> None:
    state = after([read(100)], [read(100)], [read(100), read(190, (2, 7))])
    assert [(tile.number, tile.values) for tile in state.tiles] == [(1, (5, 2)), (2, (2, 7))]


def test_tiles_that_change_places_are_told_by_their_values() -> None:
    state = after([read(100), read(190, (2, 7))], [read(100, (2, 7)), read(190)])
    assert [(tile.number, tile.corners[0][0]) for tile in state.tiles] == [(1, 150), (2, 60)]
    assert all(len(tile.evidence) == 1 for tile in state.tiles)


def test_another_tile_in_the_same_place_is_believed_soon() -> None:
    """The engine of the next round lies in the same hub."""
    state = after(*[[read(100, (12, 12))]] * 50, *[[read(100, (11, 11))]] * 4)
    assert only(state).values == (11, 11)


def test_one_reading_of_a_back_is_not_believed() -> None:
    state = after(*[[read(100)]] * 5, [read(100, None)])
    assert (only(state).face_down, only(state).values) == (False, (5, 2))
    assert only(after(*[[read(100)]] * 5, *[[read(100, None)]] * 4)).face_down


def test_backs_that_were_bumped_are_as_many_as_before() -> None:
    backs = [read(100.0 * n, None) for n in range(1, 5)]
    bumped = [read(100.0 * n + 30, None) for n in range(1, 5)]
    state = after(backs, backs, bumped)
    assert [tile.number for tile in state.tiles] == [1, 2, 3, 4]


def test_a_tile_gives_way_to_another_that_lies_over_its_place() -> None:
    state = after([read(100)], [read(100)], [read(140, (3, 1))])
    assert [tile.values for tile in state.tiles] == [(3, 1)]


def test_a_reading_from_the_other_end_speaks_for_the_same_values() -> None:
    tile = only(after([read(100, (5, 2))], [read(100, (2, 5), degrees=180)]))
    assert tile.values == (5, 2)
    assert len(tile.evidence) == 1
    assert np.allclose(tile.corners, read(100).corners)


def test_later_readings_put_a_first_one_right() -> None:
    wrong, right = read(100, (6, 2), confidence=0.9), read(100, confidence=0.95)
    assert only(after([wrong])).values == (6, 2)
    tile = only(after([wrong], [right], [right]))
    assert (tile.number, tile.values) == (1, (5, 2))
    assert tile.certainty > 0.9


def test_readings_that_contradict_each_other_are_not_sure() -> None:
    tile = only(after([read(100, (6, 2))], [read(100, (5, 2))]))
    assert tile.certainty == pytest.approx(0.5)


def test_no_single_reading_is_beyond_doubt() -> None:
    assert only(after([read(100, confidence=1.0)])).certainty == pytest.approx(0.99, abs=0.002)


def test_a_tile_under_a_hand_stays_as_long_as_the_hand() -> None:
    state = after([read(100)], [read(100)])
    for _ in range(20):
        state = step(state, [], nowhere)
        assert only(state).hidden
    state = step(state, [read(100)], everywhere)
    assert (only(state).hidden, only(state).number) == (False, 1)


def test_a_tile_is_taken_away_when_its_place_was_seen_without_it_twice() -> None:
    state = after([read(100)], [read(100)])
    for left in (1, 0):
        state = step(state, [], everywhere)
        assert len(state.tiles) == left


def test_a_tile_that_was_missed_for_a_moment_is_the_same() -> None:
    tile = only(after([read(100)], [read(100)], [], [read(100)]))
    assert (tile.number, tile.missing) == (1, 0)


def test_what_is_half_covered_tells_no_values_but_is_there() -> None:
    tile = only(after([read(100)], [read(100)], [read(100, (5, 5), whole=False)]))
    assert (tile.values, tile.seen) == ((5, 2), 3)


def test_backs_are_tiles_too() -> None:
    tile = only(after([read(100, None)], [read(100, None)]))
    assert (tile.face_down, tile.values, tile.believed) == (True, (None, None), True)
    turned_up = only(after([read(100, None)], [read(100, None)], *[[read(100)]] * 3))
    assert (turned_up.face_down, turned_up.values) == (False, (5, 2))


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3), st.floats(0.3, 1)), max_size=6), max_size=8
    )
)
def test_numbers_are_never_given_twice(frames: list[list[tuple[int, int, float]]]) -> None:
    state = Tracked()
    known: dict[int, int] = {}
    for turn, frame in enumerate(frames):
        places = {place: read(100.0 * place, (high, 3), confidence=sure) for place, high, sure in frame}
        state = step(state, list(places.values()), everywhere)
        numbers = [tile.number for tile in state.tiles]
        assert len(set(numbers)) == len(numbers)
        assert max(numbers, default=0) <= state.numbered
        for tile in state.tiles:
            assert tile.number in known or (tile.seen == 1 and tile.number > max(known, default=0))
        for tile in state.tiles:
            known.setdefault(tile.number, turn)
            assert 0 <= tile.certainty <= 1
        assert state.numbered >= max(known, default=0)
        assert len(state.tiles) >= sum(one.confidence >= 0.8 for one in places.values())


@pytest.mark.parametrize(
    "over",
    [read(130, (3, 1), confidence=0.5), read(130, (3, 1), whole=False), read(130, None, confidence=0.5)],
)
def test_what_is_hardly_a_tile_does_not_take_the_place_of_one(over: TileReading) -> None:
    """A hand that rests on a tile is sometimes taken for one."""
    tile = only(step(after([read(100)], [read(100)]), [over], nowhere))
    assert (tile.values, tile.hidden) == ((5, 2), True)


def test_a_tile_that_nobody_could_read_is_not_waited_for() -> None:
    unread = read(100, whole=False)
    state = after([unread], [unread])
    for _ in range(3):
        state = step(state, [], nowhere)
    assert state.tiles == ()
