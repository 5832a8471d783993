"""The gate: two readings at once, the rest in line, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Barrier, Event, Lock, Thread

import pytest

from web.photos.gate import GateFull, ReadingGate


class Room:
    """Readings that stay in the gate until they are let go, so that a test sees who is where."""

    def __init__(self, gate: ReadingGate) -> None:
        self.gate = gate
        self.order: list[int] = []
        self._threads: list[Thread] = []
        self._leave: list[Event] = []
        self._inside: list[Event] = []

    def send(self) -> int:
        """One more reading; gives its number once it is inside or in line."""
        number = len(self._threads)
        before = self.gate.busy + self.gate.waiting
        self._leave.append(Event())
        self._inside.append(Event())
        self._threads.append(Thread(target=self._read, args=(number,)))
        self._threads[number].start()
        while self.gate.busy + self.gate.waiting == before:
            self._threads[number].join(0.001)
        return number

    def _read(self, number: int) -> None:
        with self.gate.slot():
            self.order.append(number)
            self._inside[number].set()
            self._leave[number].wait(30)

    def arrived(self, number: int) -> bool:
        """True as soon as the reading is inside; waits for it."""
        return self._inside[number].wait(30)

    def finish(self, number: int) -> None:
        """Let one reading end."""
        self._leave[number].set()
        self._threads[number].join(30)

    def close(self) -> None:
        """Let all end."""
        for number in range(len(self._threads)):
            self.finish(number)


@contextmanager
def room(gate: ReadingGate) -> Iterator[Room]:
    made = Room(gate)
    try:
        yield made
    finally:
        made.close()


def test_two_read_and_the_third_waits_its_turn() -> None:
    gate = ReadingGate()
    with room(gate) as reading:
        first, second = reading.send(), reading.send()
        assert reading.arrived(first)
        assert reading.arrived(second)
        third, fourth = reading.send(), reading.send()
        assert (gate.busy, gate.waiting) == (2, 2)
        reading.finish(second)
        assert reading.arrived(third)
        assert (gate.busy, gate.waiting) == (2, 1)
        reading.finish(first)
        assert reading.arrived(fourth)
        assert reading.order[2:] == [third, fourth]
    assert (gate.busy, gate.waiting) == (0, 0)


def test_no_two_readings_have_the_same_place() -> None:
    gate = ReadingGate(places=3, most_waiting=20)
    inside: set[int] = set()
    clashes: list[int] = []
    most = 0
    lock, start = Lock(), Barrier(12)

    def read() -> None:
        nonlocal most
        start.wait()
        for _ in range(50):
            with gate.slot() as place:
                with lock:
                    if place in inside:
                        clashes.append(place)
                    inside.add(place)
                    most = max(most, len(inside))
                with lock:
                    inside.discard(place)

    threads = [Thread(target=read) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not clashes
    assert 1 <= most <= 3
    assert (gate.busy, gate.waiting) == (0, 0)


def test_a_place_becomes_free_when_a_reading_fails() -> None:
    gate = ReadingGate(places=1)
    with pytest.raises(ZeroDivisionError), gate.slot():
        raise ZeroDivisionError
    with gate.slot() as place:
        assert place == 0
        assert gate.busy == 1


def test_who_waits_too_long_is_told_to_try_again() -> None:
    gate = ReadingGate(places=1, patience=0.01)
    with gate.slot():
        with pytest.raises(GateFull, match="nothing was lost"), gate.slot():
            pass
        assert gate.waiting == 0
    with gate.slot():
        assert gate.busy == 1


@pytest.mark.parametrize(("places", "most_waiting"), [(1, 0), (2, 0), (2, 3)])
def test_a_line_that_is_too_long_is_closed_at_once(places: int, most_waiting: int) -> None:
    gate = ReadingGate(places, most_waiting)
    with room(gate) as reading, ExitStack() as places_taken:
        for _ in range(places):
            places_taken.enter_context(gate.slot())
        waiting = [reading.send() for _ in range(most_waiting)]
        assert gate.waiting == most_waiting
        with pytest.raises(GateFull), gate.slot():
            pass
        places_taken.close()
        for number in waiting:
            reading.finish(number)
