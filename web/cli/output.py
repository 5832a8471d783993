"""What commands print: at once, in one sentence where that fails, and never orders for the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click


def print_out(text: str | bytes, newline: bool = True) -> None:
    """Print to standard output, so that a program at the other end of a pipe can begin.

    Letters that the terminal does not know become marks; bytes are written as they are. Raises
    `click.ClickException` where nothing can be written.
    """
    if sys.stdout is None:  # closed by whoever started the program
        raise click.ClickException("The answer can't be written: there is no standard output.")
    if isinstance(text, str):
        encoding = sys.stdout.encoding or "utf-8"
        text = text.encode(encoding, "replace").decode(encoding)
    try:
        click.echo(text, nl=newline)  # flushes
    except BrokenPipeError:
        raise  # nobody listens any more: click ends the program
    except OSError as error:
        raise click.ClickException(
            f"The answer can't be written ({error.strerror}): make room, or write it elsewhere."
        ) from error


def printable(text: str) -> str:
    """`text` in which what would give the terminal orders has become a mark."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def shown(name: str | Path) -> str:
    """A file's name for people, its bytes that are no text marked too."""
    return printable(click.format_filename(name))
