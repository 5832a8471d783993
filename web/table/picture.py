"""The camera's picture for pages: made when somebody looks, at most twice a second."""

from __future__ import annotations

import threading
import time

from web.live.picture import drawn_over, jpeg_of
from web.table.watching import Sight

WIDTH = 1280
APART = 0.5
"""Seconds from one picture to the next."""


class Pictures:
    """The picture that was made last. Safe to use from many threads: one makes it, the others have it too."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._made: tuple[Sight, float, bytes] | None = None

    def of(self, sight: Sight) -> bytes:
        """A JPEG of `sight`, or of one that is at most half a second older."""
        with self._making:
            now = time.monotonic()
            if self._made is not None:
                made, at, jpeg = self._made
                if made is sight or 0 <= now - at < APART:
                    return jpeg
            jpeg = jpeg_of(drawn_over(sight.frame.pixels, sight.glance), WIDTH)
            self._made = (sight, now, jpeg)
            return jpeg
