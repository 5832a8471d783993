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
from web.demo import DemoError, hands, play
from web.photos.files import PhotoError
from web.samples import SamplesError, read_samples
from web.security import KeyFileError
from web.serving import ServeError, serve
from web.station import station
from web.store import StoreError

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
    """Try it: a game whose third round is to be counted from sample photos.

    Open the host's address that is shown: it may do everything for everybody.
    """
    with ExitStack() as stack:
        try:
            photos = read_samples(samples)
            hands(photos)
            kept = data or Path(stack.enter_context(TemporaryDirectory(prefix="stationmaster-demo-")))
            app = create_app(kept, samples=photos, hosts=[host])
            click.echo("The first two rounds of the demo are being counted from their photos …")
            with app.app_context():
                here = station()
                stack.callback(here.store.close)
                play(here)
            serve(app, host, port, announcer(app, here))
        except (StoreError, KeyFileError, PhotoError, SamplesError, DemoError, ServeError) as error:
            raise click.ClickException(str(error)) from error
