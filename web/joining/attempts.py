"""How often wrong codes may be tried: a few times, then the phone has to wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

EACH = 10
"""Wrong codes from one address within `WITHIN`."""
ALL = 30
"""Wrong codes from all addresses within `WITHIN`: about 700 in an evening, of 65,000 codes."""
WITHIN = 600.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A code that was tried at the moment `at`, in seconds of the clock."""

    address: str
    at: float


class TooManyAttempts(Exception):
    """Too many codes were wrong; `seconds` is how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Too many wrong codes: wait {seconds:.0f} seconds.")
        self.seconds = seconds


def wait(wrong: Sequence[Attempt], address: str, now: float) -> float:
    """Seconds that `address` has to wait after the attempts `wrong`, the oldest first; 0 where it needn't.

    >>> wait([Attempt("a", at) for at in range(10)], "a", 100.0)
    500.0
    >>> wait([Attempt("a", at) for at in range(10)], "b", 100.0)
    0.0
    """
    recent = [attempt for attempt in wrong if attempt.at > now - WITHIN]
    own = [attempt for attempt in recent if attempt.address == address]
    ends = [few[-most].at + WITHIN for few, most in ((own, EACH), (recent, ALL)) if len(few) >= most]
    return max(ends, default=now) - now


class Attempts:
    """The wrong codes of the last minutes, in memory. Safe to use from many threads.

    An attempt counts as wrong from its beginning, so that many at once are no way around the limit.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: tuple[Attempt, ...] = ()
        self._lock = Lock()

    def begin(self, address: str) -> Attempt:
        """Note that `address` tries a code. Raises `TooManyAttempts` where it has to wait."""
        now = self._clock()
        with self._lock:
            seconds = wait(self._wrong, address, now)
            if seconds > 0:
                raise TooManyAttempts(seconds)
            attempt = Attempt(address, now)
            self._wrong = (*(a for a in self._wrong if a.at > now - WITHIN), attempt)
        return attempt

    def was_right(self, attempt: Attempt) -> None:
        """The code of `attempt` was right: it does not count."""
        with self._lock:
            self._wrong = tuple(known for known in self._wrong if known is not attempt)
