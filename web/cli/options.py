"""Options that several commands have in common."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
import platformdirs

from referee import DominoSet, Rules, RulesError, TileError, ruleset
from web.cli.output import printable

VARIABLE = "STATIONMASTER_DATA"


def default_data() -> Path:
    """This user's own data folder, as the system wants it."""
    return platformdirs.user_data_path("stationmaster", appauthor=False)


data_option = click.option(
    "--data",
    envvar=VARIABLE,
    type=click.Path(path_type=Path, readable=False),
    default=default_data,
    show_default="a folder of your own",
    metavar="DIR",
    help=f"Folder with games and photos; {VARIABLE} sets it too.",
)
profile_option = click.option(
    "--profile",
    "name",
    default="camera",
    show_default=True,
    metavar="NAME",
    help="Which camera this is, where there are several.",
)
port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on."
)


def existing_set(_context: click.Context, _option: click.Parameter, size: int | None) -> DominoSet | None:
    """The set that `--set N` names; a callback of click, which tells of one that does not exist."""
    try:
        return None if size is None else DominoSet(size)
    except TileError as error:
        raise click.BadParameter(str(error)) from error


def changed_rules(name: str, changes: Iterable[str]) -> Rules:
    """The ruleset `name` with the options that were changed by `NAME=VALUE`. Raises `click.BadParameter`."""
    rules = ruleset(name)
    for change in changes:
        option, equals, value = change.partition("=")
        if not equals:
            raise click.BadParameter(
                f"“{printable(change)}” sets nothing: write NAME=VALUE, such as close_order=any.",
                param_hint="--option",
            )
        try:
            rules = rules.with_option(option, value)
        except RulesError as error:
            raise click.BadParameter(printable(str(error)), param_hint="--option") from error
    return rules
