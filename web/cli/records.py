"""Reading the record that a command was given, and the sentence where that fails."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from referee.record import RecordError
from web.cli.output import printable, shown

STANDARD_INPUT = "-"


def read_text(file: str) -> str:
    """The text of a record's file; `-` is standard input. Raises `RecordError` where it can't be read."""
    try:
        if file == STANDARD_INPUT:
            return sys.stdin.buffer.read().decode()
        return Path(file).read_bytes().decode()
    except FileNotFoundError as error:
        raise RecordError(None, "a file that is there") from error
    except IsADirectoryError as error:
        raise RecordError(None, "a file, not a folder") from error
    except PermissionError as error:
        raise RecordError(None, "a file that you may read") from error
    except OSError as error:
        raise RecordError(None, f"a file that can be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise RecordError(None, "a text in UTF-8") from error


def give_up(file: str, error: RecordError, in_words: bool = True) -> NoReturn:
    """End the command with exit status 2, and with the sentence of `error` where nothing else says it."""
    if in_words:
        name = "standard input" if file == STANDARD_INPUT else shown(file)
        click.echo(f"{name}: {printable(str(error))}", err=True)
    raise SystemExit(2)
