"""The `stationmaster` command: one file a subcommand, imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click

_COMMANDS = {
    "demo": "web.cli.demo",
    "read": "web.cli.read",
    "serve": "web.cli.serve",
}


class _LazyGroup(click.Group):
    """Imports a subcommand's module only when it is asked for, so that none pays for another's libraries."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(_COMMANDS[cmd_name]).command
        return command


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stationmaster", prog_name="stationmaster")
def main() -> None:
    """Keep the score of Mexican Train dominoes played with real tiles."""
