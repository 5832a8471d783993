"""`stationmaster serve`: keep the score on the home network."""

from __future__ import annotations

from pathlib import Path

import click

from web.announcing import announcer
from web.app import create_app
from web.cli.options import data_option, port_option
from web.cli.output import printable
from web.cli.table_options import camera_profile, marker_look, marker_option, profile_option, source_of
from web.live.kept import KeptError
from web.security import KeyFileError
from web.serving import ServeError, serve
from web.station import Station, station
from web.store import StoreError
from web.table.camera import Looking, last_watched
from web.who import HOST


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
@click.option(
    "--camera",
    metavar="SOURCE",
    help="A camera over a table: its number, the address of a video, a video file or a folder.",
)
@profile_option
@marker_option
@data_option
def command(
    host: str,
    port: int,
    hosts: tuple[str, ...],
    camera: str | None,
    profile_name: str,
    marker_file: Path | None,
    data: Path,
) -> None:
    """Keep the score: open the host's address that is shown, start a game, and let the phones join.

    Phones join by the QR code or the four letters that the host sees. Whoever opens the host's address may
    do everything for everybody. Its key stays the same from start to start; delete host.key in the folder of
    the games to have another one.

    With --camera the host can have the table of a game watched, on that game's page; a game that was watched
    before is watched again.
    """
    looking = None
    if camera is not None:
        source = source_of(camera, "--camera")
        looking = Looking(source, camera_profile(data, profile_name), marker_look(marker_file))
    try:
        app = create_app(data, hosts=(*hosts, host), looking=looking)
        with app.app_context():
            here = station()
        _watch_again(here)
        serve(app, host, port, announcer(app, here), here.close)
    except (StoreError, KeyFileError, ServeError) as error:
        raise click.ClickException(str(error)) from error


def _watch_again(here: Station) -> None:
    """Go on with the table that was watched when Stationmaster was stopped. Raises `StoreError`."""
    if here.camera is None:
        return
    game = last_watched(here.store)
    if game is None:
        return
    try:
        here.camera.watch(here.store, game, HOST)
    except KeptError as error:
        click.echo(printable(str(error)), err=True)
