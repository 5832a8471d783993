"""What an open page of a table hears from the server: that something is new, as server-sent events."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from web.table.picture import APART
from web.table.watching import WatchedTable

HEARTBEAT = 5.0
"""Seconds after which a stream says that it is still there, by which each end knows of the other."""
MOST = 12
"""So many pages may listen at once: each holds a thread of the server, and other pages must still come."""


class TooManyListeners(Exception):
    """No further page can listen now."""


class Listeners:
    """The pages that listen, counted. Safe to use from many threads."""

    def __init__(self, most: int = MOST) -> None:
        self._free = threading.BoundedSemaphore(most)

    def listen(self, watched: WatchedTable, heartbeat: float = HEARTBEAT) -> Iterator[str]:
        """The stream of one page, until it closes or the table is watched no more.

        Raises `TooManyListeners`, at once and not when the stream is read.
        """
        if not self._free.acquire(blocking=False):
            raise TooManyListeners
        return _Stream(_events(watched, heartbeat), self._free)


class _Stream:
    """Events, and a place that is given back when they end, also when none was read."""

    def __init__(self, events: Iterator[str], place: threading.BoundedSemaphore) -> None:
        self._events = events
        self._place: threading.BoundedSemaphore | None = place

    def __iter__(self) -> _Stream:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Called by the server when the page is gone."""
        place, self._place = self._place, None
        if place is not None:
            place.release()


def _events(watched: WatchedTable, heartbeat: float) -> Iterator[str]:
    """`change` where the table is another, `picture` where a newer picture can be had, both with numbers."""
    version, picture = -1, -1
    yield "retry: 2000\n\n"
    while True:
        new, seen = watched.news(version, picture, heartbeat)
        if watched.stopped:
            return
        said = ""
        if new != version:
            said += f"event: change\nid: {new}\ndata: {new}\n\n"
        if seen != picture:
            said += f"event: picture\ndata: {seen}\n\n"
        version, picture = new, seen
        yield said or ": still here\n\n"
        if said:
            time.sleep(APART / 2)  # a camera's pictures come faster than anybody looks
