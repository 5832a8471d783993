"""A record's text to its headers, the setup of the game, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.record.headers import agreed, check_header, read_header
from referee.record.lines import read_line
from referee.record.values import Header, Record, RecordError, RecordLine
from referee.setup import Setup


class OpenRecord(NamedTuple):
    """A record whose headers were read; each of `lines` is read when it is asked for."""

    headers: tuple[Header, ...]
    setup: Setup
    lines: Iterator[RecordLine]


def open_record(text: str) -> OpenRecord:
    """Read the headers of a record, and its lines one by one: those before a fault can be used.

    Source: `docs/record.md`. Raises `RecordError` for the headers, and while `lines` are asked for at the
    first that can't be read.

    >>> game = open_record('[Ruleset "hub"]\\n[Set "12"]\\n[Players "Ana, Bo"]\\nengine 12-12\\nAna: 12-4')
    >>> next(game.lines).text
    'engine 12-12'
    >>> next(game.lines)
    Traceback (most recent call last):
    referee.record.values.RecordError: Line 5 can't be read. Expected: a train after the tiles, like 12-4@Ana.
    """
    rows = _rows(text)
    headers: list[Header] = []
    keys: set[str] = set()
    first = None
    for number, row in enumerate(rows, 1):
        if row.startswith("["):
            header, _ = read_header(number, row)
            check_header(header, keys)
            headers.append(header)
            keys.add(header.key)
        elif row and not row.startswith("#"):
            first = number
            break
    setup = agreed(headers, first)
    return OpenRecord(tuple(headers), setup, _lines(rows, first or len(rows) + 1, setup))


def read(text: str) -> Record:
    """Read a whole record, its comments included. Raises `RecordError` at the first fault.

    >>> game = read('[Ruleset "hub"]\\n[Set "12"]\\n[Players "Ana, Bo"]\\nAna: draw pass  # again')
    >>> game.lines[0].line.acts[0], game.comments
    (Draw(player='Ana', tile=None, assumed=False), {4: ' again'})
    """
    headers, setup, lines = open_record(text)
    return Record(headers, setup, tuple(lines), dict(_comments(_rows(text))))


def _rows(text: str) -> list[str]:
    return [row.strip() for row in text.removeprefix("\N{BYTE ORDER MARK}").splitlines()]


def _lines(rows: list[str], first: int, setup: Setup) -> Iterator[RecordLine]:
    """The lines with an act, from number `first` on."""
    for number, row in enumerate(rows[first - 1 :], first):
        if "#" in row:
            row = row.partition("#")[0].rstrip()
        if not row:
            continue
        if row.startswith("["):
            raise RecordError(number, "a line of the game: headers stand before the first of them")
        try:
            yield RecordLine(number, row, read_line(row, setup))
        except RecordError as error:
            raise RecordError(number, error.expected) from None


def _comments(rows: list[str]) -> Iterator[tuple[int, str]]:
    """What stands behind a `#`, with the number of its line, in a record that can be read."""
    for number, row in enumerate(rows, 1):
        if row.startswith("["):
            comment = read_header(number, row)[1]
        else:
            comment = row.partition("#")[2] if "#" in row else None
        if comment is not None:
            yield number, comment
