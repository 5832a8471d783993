"""`stationmaster calibrate`: the lens and the table of a camera that stays where it is."""

from __future__ import annotations

import click

from web.cli.calibrate_lens import command as lens
from web.cli.calibrate_sheet import command as sheet
from web.cli.calibrate_table import command as table


@click.group("calibrate", short_help="Measure the lens and the table of a camera that stays.")
def command() -> None:
    """Measure the lens and the table of a camera that stays where it is.

    Nothing of this is needed to begin: it makes what is seen more exact. Print the sheet, take pictures of
    its board for the lens, lay its markers in the corners of the table.
    """


for _command in (lens, table, sheet):
    command.add_command(_command)
