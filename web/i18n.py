"""The pages' languages: the browser's first choice among those there is a catalogue for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from babel.dates import format_date, format_datetime
from flask import Flask, request
from flask_babel import Babel, format_decimal, format_timedelta, get_locale
from flask_babel import gettext as _

DEFAULT = "en"
_RECENT = timedelta(hours=12)


def speak(app: Flask) -> None:
    """Let the pages of `app` answer in the browser's language, in English where there is no catalogue."""
    babel = Babel()

    def _select() -> str:
        known = [str(locale).replace("_", "-") for locale in babel.list_translations()]
        best = request.accept_languages.best_match(known, DEFAULT)
        return best.replace("-", "_")

    babel.init_app(app, default_locale=DEFAULT, locale_selector=_select)
    app.add_template_filter(moment)
    app.add_template_filter(day)
    app.add_template_filter(tenths)
    app.add_template_global(get_locale)


def moment(at: datetime) -> str:
    """When something happened, in words that suit how long ago it was; clock times are this computer's."""
    ago = datetime.now(UTC) - at
    if ago < timedelta(minutes=1):
        return str(_("just now"))
    if ago < _RECENT:
        return str(format_timedelta(-ago, granularity="minute", add_direction=True))
    return str(format_datetime(at.astimezone(), "medium", locale=get_locale()))


def today() -> str:
    """Today's date on this computer, in words."""
    return day(datetime.now(UTC))


def day(at: datetime) -> str:
    """The date of a moment on this computer, in words."""
    return format_date(at.astimezone(), "full", locale=get_locale())


def tenths(number: float) -> str:
    """A number with one decimal, as the language writes it."""
    return str(format_decimal(number, format="#,##0.0"))
