"""Who holds the phone: the host, a player at a seat, or somebody who watches.

The phone's signed cookie holds its own name, the games that it has joined and, for a host, the mark of the
host's key. Who sits where is in the game itself (`web.store.seating`), so that a host can free a seat.
"""

from __future__ import annotations

import secrets

from flask import session
from flask_babel import gettext as _

from web.host_key import is_key, mark_of
from web.station import station
from web.store import Game

HOST = "host"
SOMEBODY = ""
"""A phone that holds no seat; a version without seats let it enter, and the history still tells of it."""
_PHONE, _GAMES, _HOST = "phone", "games", "host"
_MOST_GAMES = 30
"""A session is a cookie, and a cookie holds about 4 kB."""


def is_host() -> bool:
    """True on a device that has opened the host's address."""
    held: str = session.get(_HOST, "")
    return secrets.compare_digest(held, mark_of(station().host_key))


def become_host(key: str) -> bool:
    """This device is host from now on, if `key` is the host's key."""
    if not is_key(key, station().host_key):
        return False
    session[_HOST] = mark_of(station().host_key)
    session.permanent = True
    return True


def phone() -> str:
    """The name by which the games know this phone; the phone gets one when it has none."""
    if _PHONE not in session:
        session[_PHONE] = secrets.token_urlsafe(9)
        session.permanent = True
    name: str = session[_PHONE]
    return name


def join(game_id: str) -> None:
    """This phone may look at the game from now on."""
    joined: list[str] = session.get(_GAMES, [])
    kept = [known for known in joined if known != game_id][1 - _MOST_GAMES :]
    session[_GAMES] = [*kept, game_id]
    session.permanent = True


def may_look(game_id: str) -> bool:
    """True when this phone has joined the game, or is the host's."""
    return game_id in session.get(_GAMES, []) or is_host()


def seat(game: Game) -> int | None:
    """The seat (from 0) that this phone holds; None where it only watches."""
    return game.seating.seat_of(session[_PHONE]) if _PHONE in session else None


def may_enter(game: Game, seat_: int) -> bool:
    """True when this phone may enter and correct the counts of `seat_`."""
    return seat(game) == seat_ or is_host()


def current(game: Game, seat_: int | None = None) -> str:
    """Who this phone is in the game: a seat's number as text (from 0), `HOST`, or `SOMEBODY`.

    A host who also holds a seat is that player, but `HOST` in what is done for another: for `seat_`.
    """
    own = seat(game)
    if own is not None and seat_ in (None, own):
        return str(own)
    return HOST if is_host() else SOMEBODY


def mine(game: Game) -> str:
    """What the pages call the person who holds this phone."""
    who = current(game)
    return str(_("Watching")) if who == SOMEBODY else name(game, who)


def name(game: Game, who: str) -> str:
    """What the pages call the seat, the host or the nameless phone that an event's `who` holds."""
    if who in game.sheet.players:
        return game.players[int(who)].name
    return str(_("The host") if who == HOST else _("Somebody"))
