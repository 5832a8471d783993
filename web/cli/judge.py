"""`stationmaster judge`: what is wrong in the record of a game, for a person or as JSON."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.game import Game, judge_line
from referee.record import RecordError, open_record
from referee.summary import summarise
from web.cli.output import print_out, printable
from web.cli.records import give_up, read_text
from web.cli.verdicts import (
    Judged,
    error_json,
    faults_sentence,
    summary_json,
    summary_rows,
    verdict_json,
    verdict_rows,
)


@click.command(short_help="Say what is wrong in the record of a game, and score it.")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, the summary last.")
def command(file: str, as_json: bool) -> None:
    """Say line by line what is wrong in the record of a game, then its scores and what its end shows.

    FILE is a record (.train); - is standard input. Exit status 2 when the file or a line can't be read; the
    lines before it are judged all the same.
    """
    judged: Judged = []
    game = fault = None
    try:
        record = open_record(read_text(file))
        game = Game(record.setup)
        for line in record.lines:
            game, told = judge_line(game, line.number, line.line)
            judged.append((line, told))
    except RecordError as error:
        fault = error
    if as_json:
        rows = _for_programs(judged, game, fault)
        print_out("\n".join(rows).encode())  # UTF-8, whatever the terminal's own letters are
    elif game and (judged or not fault):
        print_out("\n".join(map(printable, _for_people(judged, game, fault))))
    if fault:
        give_up(file, fault, in_words=not as_json)


def _for_programs(judged: Judged, game: Game | None, fault: RecordError | None) -> Iterator[str]:
    for line, told in judged:
        yield verdict_json(line, told)
    if fault:
        yield error_json(fault)
    elif game:
        yield summary_json(summarise(game))


def _for_people(judged: Judged, game: Game, fault: RecordError | None) -> Iterator[str]:
    yield from verdict_rows(judged, game.setup.rules)
    if not fault:
        yield ""
        yield faults_sentence(judged)
        yield ""
        yield from summary_rows(summarise(game), game.setup)
