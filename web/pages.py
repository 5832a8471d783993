"""What all pages share: their blueprints and filters are registered here."""

from __future__ import annotations

from flask import Flask
from flask_babel import get_locale

from web.count import blueprint as count
from web.games import blueprint as games
from web.sheet import blueprint as sheet
from web.words import moment


def dress(app: Flask) -> None:
    """Give `app` its pages."""
    app.add_template_filter(moment)
    app.add_template_global(get_locale)
    for blueprint in (games, sheet, count):
        app.register_blueprint(blueprint)
