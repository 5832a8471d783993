"""The pages' languages: the browser's first choice among those there is a catalogue for."""

from __future__ import annotations

from flask import Flask, request
from flask_babel import Babel

DEFAULT = "en"


def speak(app: Flask) -> None:
    """Let the pages of `app` answer in the browser's language, in English where there is no catalogue."""
    babel = Babel()

    def _select() -> str:
        known = [str(locale).replace("_", "-") for locale in babel.list_translations()]
        best = request.accept_languages.best_match(known, DEFAULT)
        return best.replace("-", "_")

    babel.init_app(app, default_locale=DEFAULT, locale_selector=_select)
