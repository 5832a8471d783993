"""The page from which a sheet is taken along, and what it is taken along as."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

from flask import Blueprint, Response, make_response, render_template

from web import who
from web.colours import COLOURS, initials
from web.exports.tables import sheet_csv, sheet_json
from web.rights import Right, needs
from web.sheet.chart import draw, series
from web.sheet.house_rules import house_rules
from web.sheet.rows import row_views
from web.sheet.starters import starter_of
from web.standings import standings
from web.station import station
from web.store import Game
from web.train.writing import record_text

blueprint = Blueprint("exports", __name__, url_prefix="/games/<game_id>")

_INKS = {colour.name: colour.ink for colour in COLOURS}
_PICTURE_WIDTH = 1080
_LINE = 76
"""The height of a player's line on the picture."""
_ROUNDS_WITH_CHART = 13
"""On paper more rounds leave no room for the chart below them."""


@blueprint.get("/share")
@needs(Right.VIEWER)
def share(game_id: str) -> str:
    """All ways to take the sheet along."""
    game = station().store.game(game_id)
    return render_template(
        "exports/share.html",
        game=game,
        who=who.mine(game),
        height=_picture_height(game),
        standings=standings(game),
    )


@blueprint.get("/print")
@needs(Right.VIEWER)
def paper(game_id: str) -> str:
    """The sheet on one page of paper, its house rules below."""
    game = station().store.game(game_id)
    totals = series(game.sheet)
    with_chart = len(totals) > 2 and game.sheet.last <= _ROUNDS_WITH_CHART
    return render_template(
        "exports/print.html",
        game=game,
        who=who.mine(game),
        marks=initials([player.name for player in game.players]),
        rows=row_views(game),
        starters={row.number: starter_of(game, row.number) for row in game.sheet.rounds},
        totals=[game.sheet.totals[seat] for seat in game.sheet.players],
        places=[game.sheet.places[seat] for seat in game.sheet.players],
        rules=house_rules(game),
        chart=draw(totals, game.players, 900, 250) if with_chart else None,
    )


@blueprint.get("/picture.svg")
@needs(Right.VIEWER)
def picture(game_id: str) -> Response:
    """The standings and the chart as one picture, to be sent to friends."""
    game = station().store.game(game_id)
    totals = series(game.sheet)
    body = render_template(
        "exports/picture.svg",
        game=game,
        width=_PICTURE_WIDTH,
        height=_picture_height(game),
        line_height=_LINE,
        standings=standings(game),
        inks=_INKS,
        rounds=len(totals) - 1,
        chart=draw(totals, game.players, _PICTURE_WIDTH - 80, 520, 22) if len(totals) > 1 else None,
    )
    return _file(body, "image/svg+xml")


@blueprint.get("/sheet.csv")
@needs(Right.VIEWER)
def table(game_id: str) -> Response:
    """The points as a table."""
    game = station().store.game(game_id)
    return _file(sheet_csv(game), "text/csv", f"{_file_name(game)}.csv")


@blueprint.get("/sheet.json")
@needs(Right.VIEWER)
def values(game_id: str) -> Response:
    """The whole sheet for programs."""
    game = station().store.game(game_id)
    text = json.dumps(sheet_json(game), ensure_ascii=False, indent=1)
    return _file(text, "application/json", f"{_file_name(game)}.json")


@blueprint.get("/sheet.train")
@needs(Right.VIEWER)
def record(game_id: str) -> Response:
    """The scores as a record, which can be judged, and read back into a game."""
    game = station().store.game(game_id)
    return _file(record_text(game), "text/plain", f"{_file_name(game)}.train")


def _picture_height(game: Game) -> int:
    chart = 580 if len(series(game.sheet)) > 1 else 0
    return 200 + _LINE * len(game.players) + chart + 60


def _file(body: str, mimetype: str, name: str = "") -> Response:
    response = make_response(body)
    response.headers["Content-Type"] = f"{mimetype}; charset=utf-8"
    if name:
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")
        plain = plain if "." in plain else f"sheet.{plain}"
        names = (
            {"filename": plain}
            if name.isascii()
            else {"filename": plain, "filename*": f"UTF-8''{quote(name)}"}
        )
        response.headers.set("Content-Disposition", "attachment", **names)
    return response


def _file_name(game: Game) -> str:
    """The game's name as a file's name, without what file systems don't take."""
    return re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", game.name).strip(" .") or "game"
