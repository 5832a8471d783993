"""The sheet of a game, the history of each of its cells, and the photos that it was counted from."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, send_file

from web import who
from web.colours import initials
from web.doubts import doubted_cells
from web.house_rules import house_rules
from web.photos import NoSuchPhoto
from web.pips import half
from web.rows import Mark, row_views
from web.standing import standings
from web.station import station
from web.store import Game
from web.story import story
from web.words import person

blueprint = Blueprint("sheet", __name__, url_prefix="/games/<game_id>")


@blueprint.get("")
def show(game_id: str) -> str:
    """The sheet: rounds down, players across."""
    game = station().store.game(game_id)
    sheet = game.sheet
    rows = row_views(game)
    marks = {mark.sign: mark for row in rows for cell in row.cells for mark in cell.marks}
    current = sheet.rounds[sheet.current - 1] if sheet.current else None
    legend: list[Mark] = list(marks.values())
    return render_template(
        "sheet/show.html",
        game=game,
        who=person(game, who.current(game_id)) if who.has_chosen(game_id) else None,
        marks=initials([player.name for player in game.players]),
        standings=standings(game),
        current=current,
        waiting=[int(seat) for seat in current.missing] if current else [],
        rows=rows,
        totals=[sheet.totals[seat] for seat in sheet.players],
        places=[sheet.places[seat] for seat in sheet.players],
        legend=legend,
        rules=house_rules(sheet),
        halves=[half(current.engine.high)] if current else [],
    )


@blueprint.get("/rounds/<int:round_>/players/<int:seat>/history")
def cell(game_id: str, round_: int, seat: int) -> str:
    """How one count came about."""
    game = station().store.game(game_id)
    check_cell(game, round_, seat)
    found = game.cell(round_, seat)
    return render_template(
        "sheet/cell.html",
        game=game,
        round_=round_,
        seat=seat,
        player=game.players[seat],
        mark=initials([player.name for player in game.players])[seat],
        who=person(game, who.current(game_id)),
        engine=game.sheet.domino_set.engine(round_),
        cell=found,
        doubted=(round_, seat) in doubted_cells(game),
        story=story(game, found),
        halves=[half(value) for value in range(game.sheet.domino_set.max_pip + 1)],
    )


@blueprint.get("/photos/<photo_id>.jpg")
def photo(game_id: str, photo_id: str) -> Response:
    """A photo of this game, as it was kept: it never changes."""
    if photo_id not in station().store.game(game_id).photos:
        raise NoSuchPhoto
    path = station().photos.path(game_id, photo_id)
    response = send_file(path.resolve(), mimetype="image/jpeg", conditional=True, max_age=86400)
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def check_cell(game: Game, round_: int, seat: int) -> None:
    """Answer 404 for a round or a seat that the game doesn't have."""
    if not (1 <= round_ <= game.sheet.last and 0 <= seat < len(game.players)):
        abort(404)
