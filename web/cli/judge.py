"""`stationmaster judge`: what is wrong in the record of a game, for a person or as JSON."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence

import click

from referee.game import Game, judge_line
from referee.record import OpenRecord, RecordError, open_record
from referee.summary import summarise
from web.cli.output import print_out
from web.cli.records import give_up, read_text
from web.cli.verdicts import (
    error_json,
    faults_sentence,
    summary_json,
    summary_text,
    verdict_json,
    verdict_text,
)

_AT_ONCE = 1000
"""Rows that are printed together: printing each on its own takes long."""


@click.command(short_help="Say what is wrong in the record of a game, and score it.")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, the summary last.")
def command(file: str, as_json: bool) -> None:
    """Say line by line what is wrong in the record of a game, then its scores and what its end shows.

    FILE is a record (.train); - is standard input. Exit status 2 when the file or a line can't be read; the
    lines before it are judged all the same.
    """
    gc.freeze()  # what was imported stays, so that nobody need look for garbage in it again and again
    rows: list[str] = []
    fault = None
    try:
        record = open_record(read_text(file))
        for row in _json_rows(record) if as_json else _text_rows(record):
            rows.append(row)
            if len(rows) == _AT_ONCE:
                _print(rows, as_json)
                rows.clear()
    except RecordError as error:
        fault = error
    if fault and as_json:
        rows.append(error_json(fault))
    _print(rows, as_json)
    if fault:
        give_up(file, fault, in_words=not as_json)


def _print(rows: Sequence[str], as_json: bool) -> None:
    if rows:
        text = "\n".join(rows)
        print_out(text.encode() if as_json else text)  # for programs UTF-8, whatever the terminal speaks


def _json_rows(record: OpenRecord) -> Iterator[str]:
    game = Game(record.setup)
    for line in record.lines:
        game, told = judge_line(game, line.number, line.line)
        yield verdict_json(line, told)
    yield summary_json(summarise(game))


def _text_rows(record: OpenRecord) -> Iterator[str]:
    game = Game(record.setup)
    verdicts = []
    for line in record.lines:
        game, told = judge_line(game, line.number, line.line)
        verdicts.append(told.verdict)
        yield verdict_text(line, told, record.setup.rules)
    yield f"\n{faults_sentence(verdicts)}\n\n{summary_text(summarise(game), record.setup)}"
