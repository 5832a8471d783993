"""The page of a live table, what it is told while it is open, and what a host does there."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

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
from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from werkzeug.wrappers import Response as AnyResponse

from referee import RefereeError
from referee.umpire import UmpireError, acts_of
from web import who
from web.live.commands import event_of
from web.live.entering import EntryError, entry_text
from web.live.events import ActCorrected, LiveEvent, QuestionAnswered
from web.live.kept import KeptError, opened
from web.live.questions import open_questions
from web.referee_sentences import refusal
from web.rights import Right, needs
from web.station import station
from web.store import Game
from web.table.stream import TooManyListeners
from web.table.view import TableView, table_view
from web.table.watching import Status, WatchedTable

blueprint = Blueprint("table", __name__, url_prefix="/games/<game_id>/table")

STATUS: dict[str, LazyString] = {
    "looking": _l("looking"),
    "moving": _l("moving"),
    "still": _l("still"),
    "moved": _l("moved"),
    "lost": _l("lost"),
    "unreadable": _l("unreadable"),
    "not kept": _l("not kept"),
    "ended": _l("ended"),
    "stopped": _l("stopped"),
}
"""The words for how it stands with the camera (`docs/watching.md`)."""


@blueprint.get("")
@needs(Right.VIEWER)
def show(game_id: str) -> AnyResponse:
    """The table: the camera's picture, the acts, alarms and questions."""
    return _page(station().store.game(game_id))


@blueprint.get("/now")
@needs(Right.VIEWER)
def now(game_id: str) -> str:
    """What changes of the page, for pages that are open."""
    return render_template("table/now.html", **_shown(station().store.game(game_id)))


@blueprint.get("/stream")
@needs(Right.VIEWER)
def stream(game_id: str) -> Response:
    """Says when there is something new. 204 where the table is not watched: there is nothing to wait for."""
    watched = _watched(game_id)
    if watched is None or watched.stopped:
        return make_response("", 204)
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    try:
        events = station().listeners.listen(watched)
    except TooManyListeners:
        abort(503)
    response = Response(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/picture.jpg")
@needs(Right.VIEWER)
def picture(game_id: str) -> Response:
    """The camera's picture with outlines of what is known to lie there."""
    watched = _watched(game_id)
    if watched is None or watched.sight is None:
        abort(404)
    response = Response(station().pictures.of(watched.sight), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/watch")
@needs(Right.HOST)
def watch(game_id: str) -> AnyResponse:
    """Have the camera watch this table."""
    game = station().store.game(game_id)
    camera = station().camera
    if camera is None:
        _conflict(_("No camera watches here: start Stationmaster with --camera."))
    try:
        camera.watch(station().store, game, who.HOST)
    except KeptError as error:
        _conflict(str(error))
    return _back(game_id)


@blueprint.post("/enter")
@needs(Right.HOST)
def enter(game_id: str) -> AnyResponse:
    """Enter what no camera sees: a line of a record, or a correction."""
    text = request.form.get("line", "").strip()
    watched = _needed(game_id)
    try:
        if not text:
            raise EntryError(_("Write what happened, such as %(line)s.", line=_example(watched)))
        said = watched.enter(event_of(text, watched.table.live.watch))
    except (EntryError, UmpireError, RefereeError) as error:
        sentence = refusal(error) if isinstance(error, RefereeError) else str(error)
        return _page(station().store.game(game_id), sentence, text, 422)
    if not said:
        flash(_("That is noted; it changes nothing that was told."), "done")
    return _back(game_id)


@blueprint.post("/answer")
@needs(Right.HOST)
def answer(game_id: str) -> AnyResponse:
    """Answer a question of the umpire."""

    def event(watched: WatchedTable) -> LiveEvent:
        question, choice = _number("question"), _number("choice")
        if question not in open_questions(watched.table.live.watch):
            _conflict(_("This question is settled by now: look at the table again."))
        return QuestionAnswered(question, choice)

    return _done(game_id, event)


@blueprint.post("/acts/<int:place>")
@needs(Right.HOST)
def act(game_id: str, place: int) -> AnyResponse:
    """Allow an act that is against the rules, or say that it did not happen."""

    def event(watched: WatchedTable) -> LiveEvent:
        entries = acts_of(watched.table.live.watch)
        text = request.form.get("act", "")
        if place >= len(entries) or entry_text(entries[place].act) != text:
            _conflict(_("The table has changed by now: look at it again."))
        do = request.form.get("do")
        if do not in ("allow", "out"):
            abort(422)
        return ActCorrected(place, (text,) if do == "allow" else ())

    return _done(game_id, event)


def _done(game_id: str, event: Callable[[WatchedTable], LiveEvent]) -> AnyResponse:
    watched = _needed(game_id)
    try:
        watched.enter(event(watched))
    except (EntryError, UmpireError) as error:
        _conflict(str(error))
    return _back(game_id)


def _number(name: str) -> int:
    found: int | None = request.form.get(name, type=int)
    if found is None or found < 0:
        abort(422)
    return found


def _watched(game_id: str) -> WatchedTable | None:
    camera = station().camera
    return None if camera is None else camera.at(game_id)


def _needed(game_id: str) -> WatchedTable:
    station().store.game(game_id)
    watched = _watched(game_id)
    if watched is None:
        _conflict(_("This table is not watched just now: let the camera watch it first."))
    return watched


def _conflict(sentence: str) -> NoReturn:
    abort(409, sentence)


def _back(game_id: str) -> AnyResponse:
    return redirect(url_for("table.show", game_id=game_id), 303)


def _example(watched: WatchedTable) -> str:
    return f"{watched.table.live.setup.players[-1]}: pass"


def _shown(game: Game) -> dict[str, object]:
    """What the templates say of the table of `game`."""
    here = station()
    watched = _watched(game.id)
    view: TableView | None = None
    sentence = ""
    if watched is not None:
        view = table_view(watched.table.live)
    elif game.watched:
        try:
            live = opened(game, here.store.stream(game.id))
            view = None if live is None else table_view(live)
        except KeptError as error:
            sentence = str(error)
    status = Status("stopped", sentence) if watched is None else watched.status
    return {
        "game": game,
        "view": view,
        "watched": watched is not None,
        "status": STATUS[status.word],
        "status_word": status.word,
        "status_sentence": status.sentence,
        "may_act": who.is_host() and watched is not None,
    }


def _page(game: Game, sentence: str = "", line: str = "", status: int = 200) -> Response:
    watched = _watched(game.id)
    body = render_template(
        "table/show.html",
        **_shown(game),
        who=who.mine(game),
        camera=station().camera,
        example="" if watched is None else _example(watched),
        picture_there=watched is not None and watched.sight is not None,
        fault=sentence,
        line=line,
    )
    return make_response(body, status)
