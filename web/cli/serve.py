"""`stationmaster serve`: keep the score on the home network."""

from __future__ import annotations

from pathlib import Path

import click

from web.announcing import announcer
from web.app import create_app
from web.cli.options import data_option, port_option
from web.security import KeyFileError
from web.serving import ServeError, serve
from web.station import station
from web.store import StoreError


@click.command("serve", short_help="Keep the score on the home network.")
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    help="Address to listen on. The default is open to all phones on the home network; 127.0.0.1 is for this "
    "computer alone.",
)
@port_option
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="One more name that this computer answers to; addresses and names of a home network go without.",
)
@data_option
def command(host: str, port: int, hosts: tuple[str, ...], data: Path) -> None:
    """Keep the score: open the host's address that is shown, start a game, and let the phones join.

    Phones join by the QR code or the four letters that the host sees. Whoever opens the host's address may
    do everything for everybody. Its key stays the same from start to start; delete host.key in the folder of
    the games to have another one.
    """
    try:
        app = create_app(data, hosts=(*hosts, host))
        with app.app_context():
            ready = announcer(app, station())
        serve(app, host, port, ready)
    except (StoreError, KeyFileError, ServeError) as error:
        raise click.ClickException(str(error)) from error
