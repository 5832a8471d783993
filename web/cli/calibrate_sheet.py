"""`stationmaster calibrate sheet`: what is printed to calibrate with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from web.cli.output import print_out, shown
from web.disk import write


@click.command("sheet", short_help="Write the sheet to print, as PDF.")
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The paper that it is printed on.",
)
@click.option("--tokens", is_flag=True, help="Tokens that mark open trains, in place of the board.")
@click.argument("file", metavar="OUT.pdf", type=click.Path(path_type=Path, dir_okay=False))
def command(paper: str, tokens: bool, file: Path) -> None:
    """Write the sheet to print: the lens's board, markers for the table's corners, a bar to measure.

    With --tokens, one token for each player in place of a coin or figure: a camera reads whose it is.
    """
    from calibration.pdf import write_pdf
    from calibration.sheet import sheet, token_sheet

    if not file.name:
        raise click.BadParameter("This names no file: write a name such as sheet.pdf.", param_hint="OUT.pdf")
    try:
        _write(file, write_pdf(token_sheet(paper) if tokens else sheet(paper)))
    except OSError as error:
        raise click.ClickException(
            f"{shown(file)} can't be written ({error.strerror}): name another file."
        ) from error
    if tokens:
        print_out(f"{shown(file)} is written. Print it at 100 %, and cut the tokens out.")
    else:
        print_out(f"{shown(file)} is written. Print it at 100 %, and see that its bar is 100 mm long.")


def _write(file: Path, content: bytes) -> None:
    """Write the whole file or leave what was there. Raises `OSError`."""
    there = Path(os.path.realpath(file))  # a link stays, and leads to the new file
    if there.exists() and not there.is_file():
        there.write_bytes(content)  # a printer or a pipe has nothing that could be lost
    else:
        write(there, content)
