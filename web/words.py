"""Words that several pages need: when something happened, and who did it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from babel.dates import format_datetime
from flask_babel import format_timedelta, get_locale
from flask_babel import gettext as _

from web import who
from web.store import Game

_RECENT = timedelta(hours=12)


def moment(at: datetime) -> str:
    """When something happened, in words that suit how long ago it was; clock times are this computer's."""
    ago = datetime.now(UTC) - at
    if ago < timedelta(minutes=1):
        return str(_("just now"))
    if ago < _RECENT:
        return str(format_timedelta(-ago, granularity="minute", add_direction=True))
    return str(format_datetime(at.astimezone(), "medium", locale=get_locale()))


def person(game: Game, seat: str) -> str:
    """The name of the seat or host that an event's `who` holds."""
    return who.name(game, seat) or str(_("The host"))
