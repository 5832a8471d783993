"""The reading gate: at most two photos are read at once, the others wait in line and are told so."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from flask_babel import lazy_gettext as _l

PLACES = 2
MOST_WAITING = 14
"""One photo of every player of the largest table."""
PATIENCE = 90.0
"""Seconds that a photo waits before its sender is asked to try again."""


class GateFull(Exception):
    """Too many photos are being read; the message is a sentence for a person."""

    def __init__(self) -> None:
        super().__init__(
            _l(
                "Too many photos are being read just now: nothing was lost, wait a moment and send yours "
                "again."
            )
        )


class ReadingGate:
    """Lets `places` readings in at once, the longest waiting first. Safe to use from many threads."""

    def __init__(
        self, places: int = PLACES, most_waiting: int = MOST_WAITING, patience: float = PATIENCE
    ) -> None:
        self.places = places
        self._most_waiting = most_waiting
        self._patience = patience
        self._free = list(range(places))
        self._line: deque[object] = deque()
        self._changed = Condition()

    @property
    def busy(self) -> int:
        """How many photos are being read."""
        with self._changed:
            return self.places - len(self._free)

    @property
    def waiting(self) -> int:
        """How many photos wait in line."""
        with self._changed:
            return len(self._line)

    @contextmanager
    def slot(self) -> Iterator[int]:
        """A place to read in, its number from 0; nobody else has the same one meanwhile.

        Raises `GateFull` at once when the line is too long, or when no place became free in time.
        """
        place = self._enter()
        try:
            yield place
        finally:
            with self._changed:
                self._free.append(place)
                self._changed.notify_all()

    def _enter(self) -> int:
        ticket = object()
        deadline = time.monotonic() + self._patience
        with self._changed:
            if len(self._line) - len(self._free) >= self._most_waiting:
                raise GateFull
            self._line.append(ticket)
            try:
                while not (self._free and self._line[0] is ticket):
                    left = deadline - time.monotonic()
                    if left <= 0:
                        raise GateFull
                    self._changed.wait(left)
                return self._free.pop()
            finally:
                self._line.remove(ticket)
                self._changed.notify_all()
