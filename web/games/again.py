"""Games that begin with what was there before: a rematch of a game, or the record of one."""

from __future__ import annotations

import re
from datetime import datetime
from uuid import uuid4

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from web import who
from web.games.start_form import LONGEST_GAME_NAME
from web.i18n import day, today
from web.rights import Right, needs
from web.station import station
from web.store import Game
from web.store.events import Event, GameStarted, SeatTaken, SharingSet
from web.train.reading import NoSheet, read_sheet

blueprint = Blueprint("again", __name__)

_MOST_BYTES = 500_000
"""Of a record that is sent here: a hundred times what the sheet of fourteen players takes."""


@blueprint.post("/games/<game_id>/rematch")
@needs(Right.HOST)
def rematch(game_id: str) -> Response:
    """Start a game of the same people by the same rules, each a seat further; phones keep their players."""
    game = station().store.game(game_id)
    key = request.form.get("key") or None
    begun = station().store.start(rotated(game), who.HOST, key, seats_kept(game))
    return redirect(url_for("sheet.show", game_id=begun.id), 303)


@blueprint.route("/games/import", methods=["GET", "POST"], endpoint="import")
@needs(Right.HOST)
def bring() -> Response | str | tuple[str, int]:
    """Start a game from a record: the one that a sheet was saved as, or one of whole rounds."""
    if request.method != "POST":
        return _form("", uuid4().hex)
    text, key = request.form.get("text", ""), request.form.get("key") or uuid4().hex
    try:
        file = request.files.get("record")
        if file and file.filename:
            text = _decoded(file.read(_MOST_BYTES + 1))
        if not text.strip():
            raise NoSheet(None, _("Choose a record, or paste its text."))
        told = read_sheet(text, str(_("Game of %(day)s", day=today())))
    except NoSheet as error:
        return _form(text, key, str(error)), 422
    game = station().store.start(told.started, who.HOST, f"{key} {text}", told.then)
    flash(_("The game is here, as the record tells it."), "done")
    return redirect(url_for("sheet.show", game_id=game.id), 303)


def rotated(game: Game) -> GameStarted:
    """The start of a rematch: what was agreed stays, and whoever sat second sits first."""
    players = (*game.players[1:], game.players[0])
    return GameStarted(
        _next_name(game.name, game.started.at), players, game.sheet.domino_set, game.sheet.rules, game.ruleset
    )


def seats_kept(game: Game) -> tuple[Event, ...]:
    """What lets each phone that holds a seat hold it in the rematch too, once it has joined."""
    taken = (
        SeatTaken((seat - 1) % len(game.players), phone)
        for seat, phones in game.seating.holders.items()
        for phone in phones
    )
    return (SharingSet(game.seating.shared), *taken)


def _next_name(name: str, began: datetime) -> str:
    """A game that is named after its day is followed by one of today; another name gets the next number."""
    if name == _("Game of %(day)s", day=day(began)) and day(began) != today():
        return str(_("Game of %(day)s", day=today()))
    match = re.fullmatch(r"(.*\S) ([2-9]|[1-9][0-9])", name)
    stem, number = (match[1], int(match[2]) + 1) if match else (name, 2)
    end = f" {number}"
    return stem[: LONGEST_GAME_NAME - len(end)].rstrip() + end


def _decoded(content: bytes) -> str:
    if len(content) > _MOST_BYTES:
        raise NoSheet(None, _("This file is too large for the record of a game: choose another one."))
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise NoSheet(
            None, _("This file is no text: choose a record, which mostly ends in .train.")
        ) from error


def _form(text: str, key: str, error: str = "") -> str:
    errors = {"record": error} if error else {}
    return render_template("games/import.html", text=text, key=key, errors=errors)
