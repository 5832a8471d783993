"""A game's sheet for other programs: as CSV, and as JSON."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from flask_babel import gettext as _

from referee import SheetRound
from web.store import Game

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is reckoned by spreadsheets, whoever wrote it."""


def sheet_csv(game: Game) -> str:
    """The points of each round as a table: rounds down, players across, then totals and places.

    It begins with a byte order mark, without which spreadsheets take it for something else than UTF-8.
    """
    sheet = game.sheet
    out = StringIO()
    table = csv.writer(out)
    table.writerow([_("Round"), _("Engine"), *(_cell(player.name) for player in game.players)])
    for row in sheet.rounds:
        table.writerow([row.number, row.engine, *(row.points.get(player, "") for player in sheet.players)])
    table.writerow([_("Total"), "", *(sheet.totals[player] for player in sheet.players)])
    if sheet.counts:
        table.writerow([_("Place"), "", *(sheet.places[player] for player in sheet.players)])
    return "\N{BYTE ORDER MARK}" + out.getvalue()


def _cell(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name


def sheet_json(game: Game) -> dict[str, Any]:
    """The whole sheet as plain values; `docs/sheet.md` says what each is."""
    sheet = game.sheet
    return {
        "name": game.name,
        "started": game.started.at.isoformat(),
        "finished": sheet.finished,
        "set": sheet.domino_set.max_pip,
        "ruleset": game.ruleset,
        "options": sheet.rules.differences(game.ruleset),
        "players": [
            {
                "name": player.name,
                "colour": player.colour,
                "total": sheet.totals[str(seat)],
                "place": sheet.places[str(seat)],
            }
            for seat, player in enumerate(game.players)
        ],
        "rounds": [_round(game, row) for row in sheet.rounds],
    }


def _round(game: Game, row: SheetRound) -> dict[str, Any]:
    score = row.score
    return {
        "round": row.number,
        "engine": str(row.engine),
        "starter": game.starters.get(row.number),
        "blocked": score.blocked if score else None,
        "winners": [int(player) for player in score.winners] if score else [],
        "hands": [_hand(game, row, seat) for seat in range(len(game.players))],
    }


def _hand(game: Game, row: SheetRound, seat: int) -> dict[str, Any] | None:
    entry = game.cell(row.number, seat).entry
    if entry is None:
        return None
    points = row.points.get(str(seat))
    return {
        "count": entry.count.points,
        "out": entry.count.out,
        "points": points,
        "total": None if points is None else row.totals[str(seat)],
        "source": str(entry.source),
        "tiles": None if entry.tiles is None else [str(held.tile) for held in entry.tiles],
    }
