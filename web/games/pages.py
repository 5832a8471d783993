"""Games: the list of them, starting one, deleting one."""

from __future__ import annotations

from uuid import uuid4

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from referee import SIZES
from web import who
from web.colours import COLOURS
from web.games.kinds import kinds
from web.games.start_form import StartForm, read_start
from web.halves import half
from web.i18n import today
from web.joining.invitation import is_here
from web.live.kept import forget_record
from web.photos.files import delete_game
from web.rights import Right, needs
from web.standings import standings
from web.station import station

blueprint = Blueprint("games", __name__)


@blueprint.get("/")
@needs(Right.ANYBODY)
def index() -> str:
    """The games that this phone has joined, all for the host, the newest first; how to join one."""
    known = (line for line in station().store.games() if who.may_look(line.id))
    return render_template(
        "games/index.html",
        games=[{"game": line, "standings": standings(line)} for line in known],
        here=is_here(),
        halves=[half(value) for value in (3, 5, 6)],
    )


@blueprint.get("/games/new")
@needs(Right.HOST)
def new() -> str:
    """The form that starts a game."""
    return _form(StartForm(), uuid4().hex)


@blueprint.post("/games/new")
@needs(Right.HOST)
def start() -> Response | tuple[str, int]:
    """Start the game, or say what is wrong with it and keep what was typed."""
    form, event = read_start(request.form, _default_name())
    key = request.form.get("key") or None
    if event is None:
        return _form(form, key or uuid4().hex), 422
    game = station().store.start(event, who.HOST, key)
    return redirect(url_for("sheet.show", game_id=game.id), 303)


@blueprint.route("/games/<game_id>/delete", methods=["GET", "POST"])
@needs(Right.HOST)
def delete(game_id: str) -> Response | str:
    """Ask whether the game shall go, and delete it with its photos."""
    game = station().store.game(game_id)
    if request.method == "POST":
        station().leave_table(game_id)
        delete_game(station().store, station().photos, game_id)
        forget_record(station().data, game_id)
        flash(_("“%(name)s” and its photos are deleted.", name=game.name), "done")
        return redirect(url_for("games.index"), 303)
    return render_template("games/delete.html", game=game)


def _form(form: StartForm, key: str) -> str:
    return render_template(
        "games/new.html",
        form=form,
        key=key,
        colours=COLOURS,
        sizes=SIZES,
        kinds=kinds(),
        default_name=_default_name(),
    )


def _default_name() -> str:
    return str(_("Game of %(day)s", day=today()))
