"""The `stationmaster` command: one file a subcommand, imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click


class _Command(NamedTuple):
    """Where a subcommand is, and what the list of all says about it."""

    module: str
    help: str


_COMMANDS = {
    "calibrate": _Command("web.cli.calibrate", "Measure the lens and the table of a camera that stays."),
    "cameras": _Command("web.cli.cameras", "List the cameras that are there, and try them."),
    "demo": _Command("web.cli.demo", "Try it, with sample photos to count."),
    "judge": _Command("web.cli.judge", "Say what is wrong in the record of a game, and score it."),
    "perft": _Command("web.cli.perft", "Count the games that rules allow with a small set."),
    "read": _Command("web.cli.read", "Read the dominoes in photos and add up their pips."),
    "record": _Command("web.cli.record", "Draw the table after each line of a game's record."),
    "replay": _Command("web.cli.replay", "Referee a recorded round: a video, or a folder of pictures."),
    "serve": _Command("web.cli.serve", "Keep the score on the home network."),
    "watch": _Command("web.cli.watch", "Referee a live table, watched by a camera."),
}


class _LazyGroup(click.Group):
    """Imports a subcommand's module only when it is called, so that none pays for another's libraries."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(_COMMANDS[cmd_name].module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name].help) for name in self.list_commands(ctx)])


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stationmaster", prog_name="stationmaster")
def main() -> None:
    """Keep the score of Mexican Train dominoes played with real tiles."""
