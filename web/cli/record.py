"""`stationmaster record`: the table after each line of a game's record, as one would draw it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.drawing import draw_table
from referee.game import Game, judge_line
from referee.record import OpenRecord, RecordError, open_record
from web.cli.output import print_out, printable
from web.cli.records import give_up, read_text


@click.command(short_help="Draw the table after each line of a game's record.")
@click.argument("file", metavar="FILE", type=click.Path())
def command(file: str) -> None:
    """Draw the table after each line of a game's record: trains, open ends, markers, whose turn it is.

    FILE is a record (.train); - is standard input. Exit status 2 when the file or a line can't be read; the
    lines before it are drawn all the same.
    """
    try:
        for drawing in _drawings(open_record(read_text(file))):
            print_out(drawing)
    except RecordError as error:
        give_up(file, error)


def _drawings(record: OpenRecord) -> Iterator[str]:
    """For each line of the game what it says and the table after it, with an empty row at the end."""
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number, line.line)
        table = draw_table(game.current) if game.current else "No round has begun."
        rows = (f"Line {line.number}: {' '.join(line.text.split())}", *table.split("\n"), "")
        yield "\n".join(map(printable, rows))
