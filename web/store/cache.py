"""What was folded last, kept in memory up to a number of games."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """The newest known value of each game, with the number of the event after which it holds.

    Right without ever being told of a change, because a stream only grows: a value at number n stays true
    of number n. The games asked for least recently go first. Safe to use from many threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, tuple[int, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, game: str) -> tuple[int, T] | None:
        """The newest known number and value of `game`; None where none is known."""
        with self._lock:
            if game in self._values:
                self._values.move_to_end(game)
            return self._values.get(game)

    def put(self, game: str, number: int, value: T) -> None:
        """Keep `value`, unless a newer one is known."""
        with self._lock:
            known = self._values.get(game)
            if known is None or known[0] < number:
                self._values[game] = (number, value)
            self._values.move_to_end(game)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def drop(self, game: str) -> None:
        """Forget `game`."""
        with self._lock:
            self._values.pop(game, None)
