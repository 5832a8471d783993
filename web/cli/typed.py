"""Lines that are typed while a command runs on."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread

_AT_ONCE = 4096


class TypedLines:
    """Reads standard input in a thread of its own, which ends with the program.

    It reads around Python's buffer, whose lock could not be had when the program ends.
    """

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        if sys.stdin is not None:  # else closed by whoever started the program
            Thread(target=self._read, name="typed lines", daemon=True).start()

    def waiting(self) -> Iterator[str]:
        """The lines that were typed since they were asked for last."""
        while True:
            try:
                yield self._lines.get_nowait()
            except Empty:
                return

    def _read(self) -> None:
        encoding = sys.stdin.encoding or "utf-8"
        rest = b""
        for piece in _pieces():
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self._lines.put(line.decode(encoding, "replace").strip())
        if rest:
            self._lines.put(rest.decode(encoding, "replace").strip())


def _pieces() -> Iterator[bytes]:
    """What is typed, piece by piece, to its end."""
    try:
        descriptor = sys.stdin.fileno()
    except (io.UnsupportedOperation, ValueError):  # no real file
        yield from (line.encode(sys.stdin.encoding or "utf-8") for line in sys.stdin)
        return
    try:
        while piece := os.read(descriptor, _AT_ONCE):
            yield piece
    except OSError:
        return  # the terminal is gone, and nobody types any more
