"""What a record is made of, and the error for what can't be read in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.acts import Line
from referee.setup import Setup

LONGEST_LINE = 10_000
"""Characters of the longest line, a comment not counted: all tiles of the largest set take 1140."""
MOST_PLAYERS = 190
"""No more players can be told apart in a record than the largest set has tiles."""


class RecordError(ValueError):
    """A record that can't be read: the line (None where it is the file) and what was expected there.

    >>> print(RecordError(9, "a tile, like 4-9"))
    Line 9 can't be read. Expected: a tile, like 4-9.
    """

    def __init__(self, line: int | None, expected: str) -> None:
        self.line, self.expected = line, expected
        where = "The record" if line is None else f"Line {line}"
        super().__init__(f"{where} can't be read. Expected: {expected}.")


class Header(NamedTuple):
    """A line like `[Set "12"]`: its number, what it is about and what it says."""

    number: int
    key: str
    value: str


class RecordLine(NamedTuple):
    """A line with an act: its number, its text without the comment and blanks at the ends, the act."""

    number: int
    text: str
    line: Line


class Record(NamedTuple):
    """A game as a file keeps it.

    `comments` has what stands behind a `#`, by the number of its line, whatever else is on that line.
    """

    headers: tuple[Header, ...]
    setup: Setup
    lines: tuple[RecordLine, ...]
    comments: Mapping[int, str]
