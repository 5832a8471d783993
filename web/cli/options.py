"""Options that several commands have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isnan
from pathlib import Path
from typing import TypeVar

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


_Command = TypeVar("_Command", bound=Callable[..., object])


def rate_option(usual: float, help_: str) -> Callable[[_Command], _Command]:
    """`--fps N`: more than nothing, at most 120."""
    return click.option(
        "--fps",
        metavar="N",
        type=click.FloatRange(0, 120, min_open=True),
        default=usual,
        show_default=True,
        callback=_rate,
        help=help_,
    )


def _rate(_context: click.Context, _option: click.Parameter, rate: float) -> float:
    """A rate that is a number; click lets what is none through its ranges."""
    if isnan(rate):
        raise click.BadParameter(f"“{rate}” is no number of pictures a second.")
    return rate


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
