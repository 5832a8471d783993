"""The sheet of a game, the history of each of its cells, and the photos that it was counted from."""

from __future__ import annotations

from uuid import uuid4

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from web import who
from web.colours import initials
from web.count.doubts import doubted_cells
from web.halves import half
from web.photos.files import NoSuchPhoto
from web.rights import Right, needs
from web.sheet.chart import draw, series
from web.sheet.history import steps
from web.sheet.house_rules import hand_size, house_rules
from web.sheet.rows import Mark, row_views
from web.sheet.starters import starter_of
from web.sheet.statistics import figures
from web.standings import standings
from web.station import station
from web.store.events import StarterNamed

blueprint = Blueprint("sheet", __name__, url_prefix="/games/<game_id>")


@blueprint.get("")
@needs(Right.VIEWER)
def show(game_id: str) -> str:
    """The sheet: rounds down, players across."""
    game = station().store.game(game_id)
    sheet = game.sheet
    rows = row_views(game)
    marks = {mark.sign: mark for row in rows for cell in row.cells for mark in cell.marks}
    current = sheet.rounds[sheet.current - 1] if sheet.current else None
    legend: list[Mark] = list(marks.values())
    waiting = [int(seat) for seat in current.missing] if current else []
    return render_template(
        "sheet/show.html",
        game=game,
        who=who.mine(game),
        marks=initials([player.name for player in game.players]),
        standings=standings(game),
        current=current,
        waiting=waiting,
        begun={seat for seat in waiting if current and game.cell(current.number, seat).pending},
        rows=rows,
        totals=[sheet.totals[seat] for seat in sheet.players],
        places=[sheet.places[seat] for seat in sheet.players],
        legend=legend,
        rules=house_rules(game),
        hand_size=hand_size(game),
        halves=[half(current.engine.high)] if current else [],
        starters={row.number: starter_of(game, row.number) for row in sheet.rounds},
        key=uuid4().hex,
        plays=who.current(game) != who.SOMEBODY,
        table_there=game.watched > 0 or station().camera is not None,
    )


@blueprint.post("/rounds/<int:round_>/starter")
@needs(Right.VIEWER)
def name_starter(game_id: str, round_: int) -> AnyResponse:
    """Note who has the first turn of a round: anybody who plays may."""
    seat = request.form.get("seat", "")
    game = station().store.game(game_id)
    person = who.current(game)
    if person == who.SOMEBODY:
        abort(403)
    if not game.has_cell(round_, 0):
        abort(404)
    if seat not in game.sheet.players:
        abort(422)
    if game.starters.get(round_) != int(seat):
        station().store.record(game_id, person, lambda _: StarterNamed(round_, int(seat)))
    return redirect(url_for("sheet.show", game_id=game_id), 303)


@blueprint.get("/statistics")
@needs(Right.VIEWER)
def statistics(game_id: str) -> str:
    """The totals over the rounds as a chart, and what else the sheet tells of rounds and players."""
    game = station().store.game(game_id)
    totals = series(game.sheet)
    return render_template(
        "sheet/statistics.html",
        game=game,
        who=who.mine(game),
        marks=initials([player.name for player in game.players]),
        standings=standings(game),
        totals=totals,
        charts=[
            ("narrow", draw(totals, game.players, 340, 380, 13)),
            ("roomy", draw(totals, game.players)),
        ]
        if len(totals) > 1
        else [],
        figures=figures(game.sheet),
    )


@blueprint.get("/rounds/<int:round_>/players/<int:seat>/history")
@needs(Right.VIEWER)
def cell(game_id: str, round_: int, seat: int) -> str:
    """How one count came about."""
    game = station().store.game(game_id)
    if not game.has_cell(round_, seat):
        abort(404)
    found = game.cell(round_, seat)
    return render_template(
        "sheet/cell.html",
        game=game,
        round_=round_,
        seat=seat,
        player=game.players[seat],
        mark=initials([player.name for player in game.players])[seat],
        who=who.mine(game),
        engine=game.sheet.domino_set.engine(round_),
        cell=found,
        doubted=(round_, seat) in doubted_cells(game),
        steps=steps(game, found),
        halves=[half(value) for value in range(game.sheet.domino_set.max_pip + 1)],
    )


@blueprint.get("/photos/<photo_id>.jpg")
@needs(Right.VIEWER)
def photo(game_id: str, photo_id: str) -> Response:
    """A photo of this game, as it was kept: it never changes."""
    if photo_id not in station().store.game(game_id).photos:
        raise NoSuchPhoto
    path = station().photos.path(game_id, photo_id)
    response = send_file(path.resolve(), mimetype="image/jpeg", conditional=True, max_age=86400)
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response
