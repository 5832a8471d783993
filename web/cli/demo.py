"""`stationmaster demo`: a game in its third round, to try everything on sample photos."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

import web
from web.announcing import announcer
from web.app import create_app
from web.cli.options import port_option
from web.cli.table_options import source_of
from web.demo import DemoError, clip_of, hands, lay_table, play
from web.photos.files import PhotoError
from web.samples import SamplesError, read_samples
from web.security import KeyFileError
from web.serving import ServeError, serve
from web.station import station
from web.store import StoreError
from web.table.camera import Looking

_SAMPLES = Path(web.__file__).parents[1] / "sample_images"


@click.command("demo", short_help="Try it, with sample photos to count.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on. The default is for this computer alone; 0.0.0.0 is open to the phones too.",
)
@port_option
@click.option(
    "--samples",
    type=click.Path(path_type=Path, readable=False),
    default=_SAMPLES,
    show_default="sample_images beside the program",
    metavar="DIR",
    help="Folder of the sample photos.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, readable=False),
    metavar="DIR",
    help="Folder in which the demo's games are kept; without it they go when the demo ends.",
)
def command(host: str, port: int, samples: Path, data: Path | None) -> None:
    """Try it: a game whose third round is to be counted from sample photos, and a table that is watched.

    Open the host's address that is shown: it may do everything for everybody.
    """
    with ExitStack() as stack:
        try:
            photos = read_samples(samples)
            hands(photos)
            kept = data or Path(stack.enter_context(TemporaryDirectory(prefix="stationmaster-demo-")))
            clip = clip_of(samples)
            looking = None if clip is None else Looking(source_of(str(clip), "--samples"))
            app = create_app(kept, samples=photos, hosts=[host], looking=looking)
            click.echo("The first two rounds of the demo are being counted from their photos …")
            with app.app_context():
                here = station()
                stack.callback(here.store.close)
                table = None if clip is None else lay_table(here, clip)
                play(here)
            stack.callback(here.close)
            announce = announcer(app, here)

            def ready(host: str, port: int) -> None:
                if table is not None:
                    click.echo(
                        f"“{table.name}” has a table to watch, a clip as its camera: open that game, "
                        "then “The table”, then “Watch this table”."
                    )
                announce(host, port)

            serve(app, host, port, ready, here.close)
        except (StoreError, KeyFileError, PhotoError, SamplesError, DemoError, ServeError) as error:
            raise click.ClickException(str(error)) from error
