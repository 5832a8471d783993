"""`stationmaster replay`: a recorded round, watched as a live table is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee import Setup
from referee.game import Game, judge_line
from referee.summary import summarise
from web.cli.decisions import decision_json, decision_text, failure_json
from web.cli.options import rate_option
from web.cli.output import print_out, printable
from web.cli.table_options import game_of, game_options, marker_look, marker_option, record_option, source_of
from web.cli.train_files import keep
from web.cli.verdicts import summary_json, summary_text
from web.live.events import ActEntered, SeatsGiven
from web.live.fold import Decisions, begun
from web.live.sink import Memory
from web.live.table import LiveTable
from web.live.train_file import TrainFile, record_of

if TYPE_CHECKING:  # OpenCV takes its time, so it is imported when the first frame is looked at
    from calibration.profile import Profile
    from vision.frames.frame import Frame


@click.command("replay", short_help="Referee a recorded round: a video, or a folder of pictures.")
@click.argument("source", metavar="SOURCE")
@game_options(required=True)
@click.option(
    "--profile",
    "profile_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The profile of the camera, as `calibrate` keeps it.",
)
@marker_option
@rate_option(5.0, "So many pictures of a folder are a second; of a video at most so many are looked at.")
@record_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, the summary last.")
def command(
    source: str,
    profile_file: Path | None,
    marker_file: Path | None,
    fps: float,
    file: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Referee a recorded round, as if its pictures came from a camera over the table.

    SOURCE is a video file, or a folder of pictures 000000.jpg, 000001.jpg and so on. What happens is printed
    as it is decided, then points and places. Exit status 0 whatever the verdicts are; 1 when a picture can't
    be had or the record can't be written.
    """
    from vision.frames.trouble import SourceError
    from vision.refusal import PictureError
    from web.live.eye import open_eye
    from web.live.watcher import Watcher

    game = game_of(**options)
    frames = _frames(source, fps)
    profile = None if profile_file is None else _profile(profile_file)
    marker = marker_look(marker_file)
    table = LiveTable(begun(game.setup, game.round), Memory())
    if game.seats:
        table.enter(SeatsGiven(game.seats))
    if game.starter is not None:
        table.enter(ActEntered(f"start {game.starter}"))
    train = None if file is None else TrainFile(file)
    keep(train, table.live)
    time, number = 0.0, None
    watcher = Watcher(table, open_eye(table.live, profile, marker))
    try:
        for frame in frames:
            time, number = frame.time, frame.sequence
            _, said = watcher.look(frame)
            if said:
                _tell(said, game.setup, time, number, as_json)
                keep(train, table.live)
    except (SourceError, PictureError) as error:
        if as_json:
            print_out(failure_json(str(error), number).encode())
        raise click.ClickException(printable(str(error))) from error
    _tell(table.close_turn(), game.setup, time, number or 0, as_json)
    keep(train, table.live)
    _summarise(table, as_json)


def _frames(text: str, fps: float) -> Iterator[Frame]:
    """The frames of something stored. Raises `click.BadParameter` for what is live."""
    from vision.frames.frame import ASKED, Mode
    from vision.frames.in_order import frames_in_order
    from vision.frames.source import Kind

    source = source_of(text, "SOURCE")
    if source.kind is not Kind.PATH or _is_device(source.name):
        raise click.BadParameter(
            f"{source} never comes to an end: name a video file or a folder of pictures, and watch a camera "
            "with stationmaster watch.",
            param_hint="SOURCE",
        )
    return frames_in_order(source, Mode(ASKED.width, ASKED.height, fps), most=fps)


def _is_device(path: str) -> bool:
    try:
        return stat.S_ISCHR(os.stat(path).st_mode)
    except OSError:
        return False  # why it can't be read is told when it is opened


def _profile(file: Path) -> Profile:
    from calibration.errors import ProfileError
    from web.profiles import load_profile

    try:
        return load_profile(file)
    except ProfileError as error:
        raise click.ClickException(printable(str(error))) from error


def _tell(said: Decisions, setup: Setup, time: float, frame: int, as_json: bool) -> None:
    for decision in said:
        if as_json:
            # for programs UTF-8, whatever the terminal speaks
            print_out(decision_json(decision, time, frame).encode())
        else:
            print_out(decision_text(decision, setup.rules, time))


def _summarise(table: LiveTable, as_json: bool) -> None:
    """Print what the record comes to, as `judge` does."""
    record = record_of(table.live)
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number, line.line)
    if as_json:
        print_out(summary_json(summarise(game)).encode())
    else:
        print_out(f"\n{summary_text(summarise(game), record.setup)}")
