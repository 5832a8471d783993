"""Joining a game by its code, taking a seat, becoming host; and what a host does about seats."""

from __future__ import annotations

import math
from datetime import timedelta

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response as AnyResponse

from web import who
from web.joining.attempts import TooManyAttempts
from web.joining.seats import SeatHeld, choose, free, seat_views, share
from web.rights import Right, needs
from web.station import station
from web.store import Game
from web.store.codes import tidy_code

blueprint = Blueprint("joining", __name__)


@blueprint.get("/join")
@needs(Right.ANYBODY)
def find() -> AnyResponse:
    """Go to the game whose code was typed."""
    typed = request.args.get("code", "")
    code = tidy_code(typed)
    if code:
        return redirect(url_for("joining.join", code=code), 303)
    return _wrong_code() if typed.strip() else redirect(url_for("games.index"), 303)


@blueprint.get("/join/<code>")
@needs(Right.ANYBODY)
def join(code: str) -> AnyResponse:
    """The seats of the game that `code` opens: the page that its QR code leads to."""
    try:
        game = _opened(code)
    except TooManyAttempts as error:
        return _too_many(error)
    return _wrong_code() if game is None else _seats(game)


@blueprint.post("/join/<code>")
@needs(Right.ANYBODY)
def come_in(code: str) -> AnyResponse:
    """Join the game that `code` opens, at a seat or to watch."""
    try:
        game = _opened(code)
    except TooManyAttempts as error:
        return _too_many(error)
    return _wrong_code() if game is None else _choose(game)


@blueprint.get("/host/<key>")
@needs(Right.ANYBODY)
def become_host(key: str) -> AnyResponse:
    """Make this device a host's: the address that the server prints when it starts."""
    if not who.become_host(key):
        sentence = _("This is not the host's address: open the one that Stationmaster shows when it starts.")
        return _code_page(sentence, 404)
    flash(_("This device is the host's now: it can do everything for everybody."), "done")
    return redirect(url_for("games.index"), 303)


@blueprint.get("/games/<game_id>/seats")
@needs(Right.VIEWER)
def seats(game_id: str) -> AnyResponse:
    """Who sits where; a phone changes its seat here, and a host frees one."""
    return _seats(station().store.game(game_id))


@blueprint.post("/games/<game_id>/seats")
@needs(Right.VIEWER)
def change_seat(game_id: str) -> AnyResponse:
    """Take another seat, or watch."""
    return _choose(station().store.game(game_id))


@blueprint.post("/games/<game_id>/seats/<int:seat>/free")
@needs(Right.HOST)
def free_seat(game_id: str, seat: int) -> AnyResponse:
    """Free a seat whose phone is lost, or is the wrong one."""
    game = station().store.game(game_id)
    if seat >= len(game.players):
        abort(404)
    free(game, seat)
    flash(_("%(name)s's seat is free.", name=game.players[seat].name), "done")
    return redirect(url_for("joining.seats", game_id=game_id), 303)


@blueprint.post("/games/<game_id>/sharing")
@needs(Right.HOST)
def set_sharing(game_id: str) -> AnyResponse:
    """Let two phones share a seat, or no longer."""
    share(station().store.game(game_id), "allowed" in request.form)
    return redirect(url_for("joining.seats", game_id=game_id), 303)


@blueprint.post("/games/<game_id>/code")
@needs(Right.HOST)
def new_code(game_id: str) -> AnyResponse:
    """Make a new code; the old one opens nothing any more, who has joined stays."""
    code = station().store.code(game_id, timedelta())
    flash(_("The code is %(code)s now; the old one opens nothing any more.", code=code), "done")
    return redirect(url_for("joining.seats", game_id=game_id), 303)


def _opened(code: str) -> Game | None:
    """The game that `code` opens; None for any code that opens none. Raises `TooManyAttempts`."""
    here = station()
    attempt = here.attempts.begin(request.remote_addr or "")
    game_id = here.store.game_of_code(tidy_code(code))
    if game_id is None:
        return None
    here.attempts.was_right(attempt)
    return here.store.game(game_id)


def _choose(game: Game) -> AnyResponse:
    try:
        choose(game, request.form.get("seat", ""))
    except SeatHeld as held:
        return _seats(station().store.game(game.id), str(held), 409)
    except ValueError:
        abort(422)
    who.join(game.id)
    return redirect(url_for("sheet.show", game_id=game.id), 303)


def _seats(game: Game, sentence: str = "", status: int = 200) -> Response:
    body = render_template(
        "joining/seats.html",
        game=game,
        who=who.mine(game),
        seats=seat_views(game),
        joined=who.may_look(game.id),
        sentence=sentence,
    )
    return make_response(body, status)


def _wrong_code() -> Response:
    """The same for a code that never was and for one that is too old."""
    return _code_page(
        _("No game is open under these letters: look at the host's screen, and type them again."), 404
    )


def _too_many(error: TooManyAttempts) -> Response:
    minutes = math.ceil(error.seconds / 60)
    sentence = ngettext(
        "Too many codes were wrong: wait a minute and try again, or ask the host.",
        "Too many codes were wrong: wait %(num)d minutes and try again, or ask the host.",
        minutes,
    )
    response = _code_page(sentence, 429)
    response.headers["Retry-After"] = str(math.ceil(error.seconds))
    return response


def _code_page(sentence: str, status: int) -> Response:
    return make_response(render_template("joining/code.html", sentence=sentence), status)
