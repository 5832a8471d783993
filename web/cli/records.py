"""Reading the record that a command was given, and the sentence where that fails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from referee.record import RecordError
from web.cli.output import printable, shown

STANDARD_INPUT = "-"
_MOST_BYTES = 4_000_000
"""Of the largest record: ten times what nineteen rounds of fourteen players take."""


def read_text(file: str) -> str:
    """The text of a record's file; `-` is standard input. Raises `RecordError` where it can't be read."""
    try:
        return _read(file).decode()
    except FileNotFoundError as error:
        raise RecordError(None, "a file that is there (check the name and the folder)") from error
    except IsADirectoryError as error:
        raise RecordError(None, "a file, not a folder") from error
    except PermissionError as error:
        raise RecordError(None, "a file that you may read") from error
    except OSError as error:
        raise RecordError(None, f"a file that can be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise RecordError(None, "a text in UTF-8") from error


def _read(file: str) -> bytes:
    if file == STANDARD_INPUT:
        if sys.stdin is None:  # closed by whoever started the program
            raise RecordError(None, "a record on standard input, which is closed")
        content = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise RecordError(None, f"a file of at most {_MOST_BYTES // 1_000_000} MB")
    return content


def give_up(file: str, error: RecordError, in_words: bool = True) -> NoReturn:
    """End the command with exit status 2, and with the sentence of `error` where nothing else says it."""
    if in_words:
        name = "standard input" if file == STANDARD_INPUT else shown(file)
        click.echo(f"{name}: {printable(str(error))}", err=True)
    raise SystemExit(2)
