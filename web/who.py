"""Who holds the phone: the seat or the host that it chose for each game, kept in its session."""

from __future__ import annotations

from flask import session

from web.store import Game

HOST = "host"
_FIELD = "who"
_MOST_GAMES = 30
"""A session is a cookie, and a cookie holds about 4 kB."""


def current(game_id: str) -> str:
    """Who this phone is in the game: `HOST`, or a seat's number as text (from 0). `HOST` until chosen."""
    chosen: dict[str, str] = session.get(_FIELD, {})
    return chosen.get(game_id, HOST)


def has_chosen(game_id: str) -> bool:
    """True when this phone said who it is in the game."""
    return game_id in session.get(_FIELD, {})


def choose(game: Game, who: str) -> None:
    """This phone is `who` in the game from now on. Raises `ValueError` for a seat that the game hasn't."""
    if who != HOST and who not in game.sheet.players:
        raise ValueError(f"There is no seat {who} in this game.")
    chosen: dict[str, str] = session.get(_FIELD, {})
    chosen = {game_id: seat for game_id, seat in chosen.items() if game_id != game.id}
    kept = list(chosen.items())[1 - _MOST_GAMES :]
    session[_FIELD] = dict([*kept, (game.id, who)])
    session.permanent = True


def name(game: Game, who: str) -> str | None:
    """The name of the player at seat `who`; None for the host and whoever is no seat of the game."""
    return game.players[int(who)].name if who in game.sheet.players else None
