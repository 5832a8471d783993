"""Who holds the phone: the seat or the host that it chose for each game, kept in its session."""

from __future__ import annotations

from flask import session
from flask_babel import gettext as _

from web.store import Game

HOST = "host"
SOMEBODY = ""
"""A phone that has not said who it is."""
_FIELD = "who"
_MOST_GAMES = 30
"""A session is a cookie, and a cookie holds about 4 kB."""


def current(game_id: str) -> str:
    """Who this phone is in the game: `HOST`, a seat's number as text (from 0), or `SOMEBODY`."""
    chosen: dict[str, str] = session.get(_FIELD, {})
    return chosen.get(game_id, SOMEBODY)


def choose(game: Game, who: str) -> None:
    """This phone is `who` in the game from now on. Raises `ValueError` for a seat that the game hasn't."""
    if who != HOST and who not in game.sheet.players:
        raise ValueError(f"There is no seat {who} in this game.")
    chosen: dict[str, str] = session.get(_FIELD, {})
    chosen = {game_id: seat for game_id, seat in chosen.items() if game_id != game.id}
    kept = list(chosen.items())[1 - _MOST_GAMES :]
    session[_FIELD] = dict([*kept, (game.id, who)])
    session.permanent = True


def mine(game: Game) -> str | None:
    """What the pages call the person who holds this phone; None until it has chosen."""
    who = current(game.id)
    return None if who == SOMEBODY else name(game, who)


def name(game: Game, who: str) -> str:
    """What the pages call the seat, the host or the nameless phone that an event's `who` holds."""
    if who in game.sheet.players:
        return game.players[int(who)].name
    return str(_("The host") if who == HOST else _("Somebody"))
