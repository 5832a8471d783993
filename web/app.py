"""The Flask app: everything is wired here, in plain sight."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from web.count.pages import blueprint as count
from web.errors import explain
from web.exports.pages import blueprint as exports
from web.games.again import blueprint as again
from web.games.pages import blueprint as games
from web.i18n import speak
from web.joining.invitation import invitation
from web.joining.pages import blueprint as joining
from web.live.kept import forget_record
from web.photos.files import finish_deletions
from web.players.pages import blueprint as players
from web.rights import enforce
from web.samples import Sample
from web.security import protect
from web.sheet.pages import blueprint as sheet
from web.station import Station
from web.store import StoreError
from web.table.camera import Looking
from web.table.pages import blueprint as table


def create_app(
    data: Path,
    *,
    samples: tuple[Sample, ...] = (),
    hosts: Iterable[str] = (),
    looking: Looking | None = None,
    testing: bool = False,
) -> Flask:
    """The app on the data folder `data`; `samples` are photos that the count page offers.

    `looking` is how a camera looks at a table, which it watches when a host says so. `hosts` are more names
    that this computer answers to. Raises `StoreError` and `KeyFileError` where the folder can't be used.
    """
    app = Flask("web")
    app.testing = testing
    station = Station.open(data, samples, looking)
    station.attach(app)
    for sentence in finish_deletions(station.store, station.photos):
        app.logger.warning(sentence)
    for game_id in station.store.deleted():
        try:
            forget_record(data, game_id)
        except StoreError as error:
            app.logger.warning(str(error))
    protect(app, data, hosts)
    enforce(app)
    speak(app)
    explain(app)
    app.add_template_global(invitation)
    for pages in (games, again, joining, sheet, count, exports, players, table):
        app.register_blueprint(pages)
    return app
