"""Writing the record of a game that grows, and the sentence where that fails."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from referee.record import RecordError
from web.cli.output import printable, shown
from web.live.fold import Live
from web.live.train_file import TrainFile, record_of


def keep(train: TrainFile | None, live: Live, more: Mapping[str, str] | None = None) -> None:
    """Have the file, where there is one, say the record of `live`, with `more` headers.

    Raises `click.ClickException` where it can't be written.
    """
    if train is None:
        return
    try:
        train.keep(record_of(live, more))
    except OSError as error:
        raise click.ClickException(
            f"{shown(train.file)} can't be written ({error.strerror}): name another file."
        ) from error
    except RecordError as error:
        raise click.ClickException(printable(str(error))) from error


def made_folder(file: Path) -> Path:
    """`file`, its folder made where it is not there. Raises `click.ClickException` where it can't be."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(
            f"{shown(file.parent)} can't be made ({error.strerror}): name a file with --record."
        ) from error
    return file
