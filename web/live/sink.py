"""Where what comes in at a table is kept: one sink, whatever is behind it."""

from __future__ import annotations

from typing import Protocol

from web.live.events import LiveEvent


class Sink(Protocol):
    """Keeps events in their order. One that was appended is there whatever happens next."""

    def append(self, event: LiveEvent) -> None:
        """Keep `event` as the game's next one. Raises `StoreError` where it can't be kept."""


class Memory:
    """Keeps events as long as the program runs."""

    def __init__(self) -> None:
        self.events: list[LiveEvent] = []

    def append(self, event: LiveEvent) -> None:
        """Keep `event`."""
        self.events.append(event)
