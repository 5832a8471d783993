"""Who sits where: a phone has one seat, a seat has one phone, or two where they may share it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.store import Game, Store
from web.store.events import SeatFreed, SeatTaken, SharingSet
from web.store.seating import Seating

Event = SeatTaken | SeatFreed | SharingSet

_seats, _phones = st.integers(0, 3), st.sampled_from("abc")
_events: st.SearchStrategy[Event] = st.one_of(
    st.builds(SeatTaken, _seats, _phones),
    st.builds(SeatFreed, _seats, st.none() | _phones),
    st.builds(SharingSet, st.booleans()),
)


def seated(*events: Event) -> Seating:
    seating = Seating()
    for event in events:
        seating = seating.after(event)
    return seating


@pytest.mark.parametrize(
    ("events", "holders", "shared"),
    [
        ([], {}, False),
        ([SeatTaken(1, "a")], {1: ("a",)}, False),
        ([SeatTaken(1, "a"), SeatTaken(2, "a")], {2: ("a",)}, False),
        ([SharingSet(True), SeatTaken(1, "a"), SeatTaken(1, "b")], {1: ("a", "b")}, True),
        ([SeatTaken(1, "a"), SeatTaken(1, "b"), SeatFreed(1, "a")], {1: ("b",)}, False),
        ([SeatTaken(1, "a"), SeatTaken(1, "b"), SeatFreed(1)], {}, False),
        ([SeatTaken(1, "a"), SeatFreed(2, "b")], {1: ("a",)}, False),
        ([SharingSet(True), SeatTaken(1, "a"), SeatTaken(1, "b"), SharingSet(False)], {1: ("a", "b")}, False),
    ],
)
def test_seats_are_taken_and_freed(events: list[Event], holders: dict[int, object], shared: bool) -> None:
    assert seated(*events) == Seating(holders, shared)


@pytest.mark.parametrize(
    ("events", "room"),
    [
        ([], True),
        ([SeatTaken(1, "a")], False),
        ([SeatTaken(1, "a"), SeatFreed(1)], True),
        ([SharingSet(True), SeatTaken(1, "a")], True),
        ([SharingSet(True), SeatTaken(1, "a"), SeatTaken(1, "b")], False),
        ([SharingSet(True), SeatTaken(1, "a"), SharingSet(False)], False),
    ],
)
def test_a_seat_has_room_for_one_phone_or_two(events: list[Event], room: bool) -> None:
    assert seated(*events).has_room(1) is room


@given(st.lists(_events, max_size=20))
def test_a_phone_never_has_two_seats(events: list[Event]) -> None:
    seating = seated(*events)
    for phone in "abc":
        assert sum(phone in phones for phones in seating.holders.values()) <= 1
        seat = seating.seat_of(phone)
        assert seat is None or phone in seating.at(seat)


def test_a_game_knows_its_seats_after_a_restart(store: Store, game: Game) -> None:
    store.record(game.id, "2", lambda _: SeatTaken(2, "a"))
    store.record(game.id, "host", lambda _: SharingSet(True))
    assert store.game(game.id).seating == Seating({2: ("a",)}, True)
    assert Store(store._engine).game(game.id).seating == Seating({2: ("a",)}, True)


@pytest.mark.parametrize("event", [SeatTaken(4, "a"), SeatTaken(-1, "a"), SeatFreed(4)])
def test_a_seat_that_is_not_there_is_not_kept(store: Store, game: Game, event: Event) -> None:
    with pytest.raises(ValueError, match="There is no seat"):
        store.record(game.id, "host", lambda _: event)
    assert store.stream(game.id)[1:] == ()
