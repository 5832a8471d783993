"""Who may do what: each page says which right it needs, and is shut to everybody where it says none."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, TypeVar

from flask import Flask, abort, request
from flask_babel import gettext as _

from web import who
from web.station import station

View = TypeVar("View", bound=Callable[..., Any])
_NAME = "needed_right"


class Right(Enum):
    """What a page may ask for; the host has all of them."""

    ANYBODY = auto()
    """None at all: what is shown before one has joined a game."""
    VIEWER = auto()
    """To have joined the page's game, at a seat or to watch."""
    SEAT = auto()
    """To hold the seat that the page is about."""
    HOST = auto()


def needs(right: Right) -> Callable[[View], View]:
    """Say which right a view needs: stands below the line that gives its address."""

    def mark(view: View) -> View:
        setattr(view, _NAME, right)
        return view

    return mark


def enforce(app: Flask) -> None:
    """Let nobody into a page of `app` who lacks the right that it needs."""

    @app.before_request
    def _check() -> None:
        if request.endpoint is None or request.endpoint == "static":
            return
        right = getattr(app.view_functions[request.endpoint], _NAME, None)
        if right is not Right.ANYBODY:
            _require(right, request.view_args or {})

    app.add_template_global(who.is_host)
    app.add_template_global(who.may_enter)


def _require(right: Right | None, about: dict[str, Any]) -> None:
    """Raises the 403 or 404 of this phone, in words that are the same whether there is such a game or not."""
    game_id = about.get("game_id")
    if right is None:
        abort(403)
    if right is Right.HOST and not who.is_host():
        abort(403, _("Only the host can do this: ask whoever started Stationmaster."))
    if game_id is not None and not who.may_look(game_id):
        abort(403, _("Join this game first: scan its QR code, or type its four letters on the start page."))
    if right is Right.SEAT and game_id is not None:
        _require_seat(game_id, about["seat"])


def _require_seat(game_id: str, seat: int) -> None:
    game = station().store.game(game_id)
    if not 0 <= seat < len(game.players):
        abort(404)
    if not who.may_enter(game, seat):
        name = game.players[seat].name
        abort(403, _("Only %(name)s and the host can enter here: ask one of them.", name=name))
