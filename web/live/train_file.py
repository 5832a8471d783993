"""The `.train` file of a table that is watched: written whole each time it says something new."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from referee.record import Record, compose, write
from referee.umpire import lines_of
from web import disk
from web.live.fold import Live


class TrainFile:
    """A record that is kept in a file while it grows."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._there = Path(os.path.realpath(file))  # a link stays, and leads to the new file
        self._kept: str | None = None

    def keep(self, record: Record) -> None:
        """Have the file say `record`: all of it is there when the call returns, or what was there before.

        Raises `OSError`.
        """
        text = write(record)
        if text == self._kept:
            return
        if self._there.exists() and not self._there.is_file():
            self._there.write_bytes(text.encode())  # a pipe has nothing that could be lost
        else:
            disk.write(self._there, text.encode())
        self._kept = text


def record_of(live: Live, more: Mapping[str, str] | None = None) -> Record:
    """The record as far as it has come, with `more` headers such as Event and Date.

    Raises `RecordError` for what a record can't say.
    """
    return compose(live.setup, lines_of(live.watch), more)
