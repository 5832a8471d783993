"""`stationmaster watch`: a live table, watched by a camera, run from a terminal."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli.options import data_option, rate_option
from web.cli.output import print_out, printable, shown
from web.cli.table_options import (
    camera_profile,
    game_options,
    marker_look,
    marker_option,
    profile_option,
    record_option,
    source_of,
)

if TYPE_CHECKING:  # OpenCV and the database take their time, so they are imported when they are needed
    from vision.frames.frame import Mode
    from vision.frames.source import Source
    from web.cli.window import Window


@click.command("watch", short_help="Referee a live table, watched by a camera.")
@click.option(
    "--camera",
    metavar="SOURCE",
    required=True,
    help="A camera's number, the address of a video (http, https, rtsp), a video file or a folder.",
)
@game_options(required=False)
@click.option("--game", "game_id", metavar="ID", help="Go on with this game, which is kept already.")
@profile_option
@marker_option
@rate_option(10.0, "So many pictures a second are looked at, at most.")
@record_option
@click.option("--window", "with_window", is_flag=True, help="Show the picture with the tiles that are known.")
@data_option
def command(
    camera: str,
    game_id: str | None,
    profile_name: str,
    marker_file: Path | None,
    fps: float,
    file: Path | None,
    with_window: bool,
    data: Path,
    **options: Any,
) -> None:
    """Referee a live table, watched by a camera over it.

    What happens is printed as it is decided. Type `?` and Enter for what can be entered. Ctrl-C stops; all is
    kept, and --game goes on with it.
    """
    from vision.frames.newest import NewestFrame
    from vision.frames.trouble import Trouble
    from web.cli.screen import Screen
    from web.cli.train_files import keep, made_folder
    from web.cli.typed import TypedLines
    from web.cli.watched_game import watched_game
    from web.cli.watching import Session
    from web.live.eye import open_eye
    from web.live.kept import headers_of, record_file
    from web.live.standpoint import Standpoint
    from web.live.train_file import TrainFile
    from web.live.watcher import Watcher
    from web.store import Store, StoreError

    source = source_of(camera, "--camera")
    profile, marker = camera_profile(data, profile_name), marker_look(marker_file)
    with ExitStack() as stack:
        window = _window(stack) if with_window else None
        try:
            store = Store.open(data)
            stack.callback(store.close)
            game, table = watched_game(store, game_id, **options)
        except StoreError as error:
            raise click.ClickException(printable(str(error))) from error
        file = file or made_folder(record_file(data, game.id))
        train, headers = TrainFile(file), headers_of(game)
        keep(train, table.live, headers)
        screen = Screen()

        def kept() -> None:
            """Write the record; the table is watched on where that fails."""
            try:
                keep(train, table.live, headers)
            except click.ClickException as error:
                screen.say([error.message], alarm=True)

        watcher = Watcher(table, open_eye(table.live, profile, marker))
        session = Session(table, watcher, screen, kept, Standpoint(profile), window)
        screen.say([f"Game {game.id}: {game.name}. Its record is {shown(file)}. Type ? and Enter for help."])
        screen.say(session.lines())
        screen.say(session.questions())
        try:
            frames = stack.enter_context(NewestFrame(source, _asked(source, fps), most=fps))
            end = session.run(frames, TypedLines())
            if end.trouble is not None:
                screen.say([end.sentence])
            if end.trouble is Trouble.FAULT:
                raise SystemExit(1)
        except KeyboardInterrupt:
            print_out("")
        print_out(f"All is kept. Go on with --game {game.id}.")


def _asked(source: Source, fps: float) -> Mode:
    """The mode to ask a source for: a folder gives as many pictures a second as are looked at."""
    from vision.frames.frame import ASKED, Mode
    from vision.frames.source import Kind

    return Mode(ASKED.width, ASKED.height, fps) if source.kind is Kind.PATH else ASKED


def _window(stack: ExitStack) -> Window:
    from web.cli.window import Window, WindowError

    try:
        window = Window()
    except WindowError as error:
        raise click.ClickException(str(error)) from error
    stack.callback(window.close)
    return window
