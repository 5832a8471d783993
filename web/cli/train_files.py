"""Writing the record of a game that grows, and the sentence where that fails."""

from __future__ import annotations

from collections.abc import Mapping

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
