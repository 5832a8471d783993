"""What a command that runs on shows: rows one after the other, and how it stands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from web.cli.output import print_out, printable

_UP = "\x1b[1A\r\x1b[2K"
_KEEP, _BACK = "\x1b7", "\x1b8"
_BELL = "\a"


class Screen:
    """Standard output for people.

    In a terminal the status stays below all rows, and what is being typed stays below the status; elsewhere
    each new status is a row.
    """

    def __init__(self) -> None:
        terminal = sys.stdout is not None and sys.stdout.isatty()
        self._rewrites = terminal and os.name != "nt" and os.environ.get("TERM", "dumb") != "dumb"
        self._terminal = terminal
        self._status = ""
        self._last = False  # whether the status is the last row

    def status(self, word: str, sentence: str = "") -> None:
        """Show how it stands, where that is news."""
        status = printable(f"[{word}] {sentence}".rstrip())
        if status == self._status:
            return
        self._status = status
        if self._rewrites and self._last:
            print_out(f"{_KEEP}{_UP}{status}{_BACK}", newline=False)
        else:
            print_out(status)
        self._last = True

    def say(self, rows: Iterable[str], alarm: bool = False) -> None:
        """Print `rows`; an `alarm` can be heard too."""
        text = "\n".join(map(printable, rows))
        if not text:
            return
        if self._rewrites and self._last:
            print_out(_UP, newline=False)
        print_out(text + (_BELL if alarm and self._terminal else ""))
        self._last = False
        if self._rewrites and self._status:
            print_out(self._status)
            self._last = True

    def typed(self) -> None:
        """A line was typed: it stands below the status now."""
        self._last = False
