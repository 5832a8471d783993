"""Options of the commands that watch a table: who plays what, and where the trains lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from referee import FEWEST_PLAYERS, MOST_PLAYERS, DominoSet, RulesError, Setup
from referee.acts import MEXICAN
from referee.record.names import LONGEST_NAME, composed, is_name
from referee.rules import RULESETS
from web.cli.options import changed_rules, existing_set
from web.cli.output import printable, shown

if TYPE_CHECKING:  # what reads frames is imported when frames are read
    from calibration.profile import Profile
    from vision.frames.source import Source
    from vision.markers import MarkerLook

_Command = TypeVar("_Command", bound=Callable[..., object])


class Game(NamedTuple):
    """What was said of a game on the command line; `starter` is who has the first turn, where it was said."""

    setup: Setup
    seats: Mapping[str, float]
    round: int
    starter: str | None


def game_options(required: bool) -> Callable[[_Command], _Command]:
    """Adds the options that say which game is played; a game that is kept already needs none of them."""

    def add(command: _Command) -> _Command:
        for option in reversed(tuple(_options(required))):
            command = option(command)
        return command

    return add


def _options(required: bool) -> Iterator[Callable[[_Command], _Command]]:
    yield click.option("--ruleset", type=click.Choice(list(RULESETS)), required=required, help="The ruleset.")
    yield click.option(
        "--set",
        "tiles",
        metavar="N",
        type=int,
        required=required,
        callback=existing_set,
        help="The tiles are a double-N set: 6, 9, 12, 15 or 18.",
    )
    yield click.option(
        "--players",
        metavar='"A, B, C"',
        required=required,
        help=f"Who plays, clockwise. A name has 1 to {LONGEST_NAME} letters, digits, _ or -, and is not M, "
        "the Mexican train's.",
    )
    yield click.option(
        "--seats",
        metavar='"A=200, B=320, M=90"',
        help="Where trains leave the engine: degrees, clockwise from the picture's top. Those that are not "
        "named are learnt from the first turns.",
    )
    yield click.option(
        "--option",
        "changes",
        metavar="NAME=VALUE",
        multiple=True,
        help="Change an option of the ruleset; may be given several times.",
    )
    yield click.option(
        "--round",
        "number",
        metavar="N",
        type=click.IntRange(1),
        default=1 if required else None,
        show_default=required,
        help="The round that is played; round 1 has the highest double.",
    )
    yield click.option("--start", "starter", metavar="ID", help="Who has the first turn.")


marker_option = click.option(
    "--marker",
    "marker_file",
    metavar="PICTURE",
    type=click.Path(path_type=Path),
    help="A picture of one marker, alone on the table. Without it anything small at a train's end or head is "
    "taken for one.",
)
profile_option = click.option(
    "--profile",
    "profile_name",
    metavar="NAME",
    default="camera",
    show_default=True,
    help="Which camera this is, where there are several; what `calibrate` has found of it is used.",
)
record_option = click.option(
    "--record",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the record of the game to FILE (.train) while it grows.",
)


def game_of(
    ruleset: str,
    tiles: DominoSet,
    players: str,
    seats: str | None,
    changes: tuple[str, ...],
    number: int,
    starter: str | None,
) -> Game:
    """The game that the options say. Raises `click.BadParameter` for what can't be."""
    seated = players_of(players)
    rules = changed_rules(ruleset, changes)
    setup = Setup(seated, tiles, ruleset, None if rules == RULESETS[ruleset] else rules)
    check_round(setup, number)
    return Game(setup, seats_of(setup, seats), number, starter_of(setup, starter))


def source_of(text: str, hint: str) -> Source:
    """The source of frames that is named. Raises `click.BadParameter` for what names none."""
    from vision.frames.source import parse_source
    from vision.frames.trouble import SourceError

    try:
        return parse_source(text)
    except SourceError as error:
        raise click.BadParameter(printable(str(error)), param_hint=hint) from error


def marker_look(file: Path | None) -> MarkerLook | None:
    """What the marker in the picture `file` looks like; None, and a word on stderr, where none stands out.

    Raises `click.ClickException` where the picture can't be read.
    """
    if file is None:
        return None
    from vision.decode import PictureError, decode_file
    from vision.markers import MarkerError, learn

    try:
        return learn(decode_file(file))
    except PictureError as error:
        raise click.ClickException(f"{shown(file)}: {printable(str(error))}") from error
    except MarkerError as error:
        # A round is not lost for it: markers are found without a look too.
        click.echo(f"{shown(file)}: {printable(str(error))} Until then anything small may be one.", err=True)
        return None


def camera_profile(data: Path, name: str) -> Profile | None:
    """What is known of a camera; None where it was not calibrated. Raises `click.ClickException`."""
    from calibration.errors import ProfileError
    from web.profiles import Profiles

    try:
        return Profiles(data).load(name)
    except ProfileError as error:
        raise click.ClickException(printable(str(error))) from error


def check_round(setup: Setup, number: int) -> None:
    """Raises `click.BadParameter` for a round that the game doesn't have."""
    if number > setup.last_round:
        error = RulesError("round", last=setup.last_round, round=number)
        raise click.BadParameter(str(error), param_hint="--round")


def starter_of(setup: Setup, text: str | None) -> str | None:
    """The player who is named as the first. Raises `click.BadParameter`."""
    if text is None:
        return None
    starter = composed(text.strip())
    if starter not in setup.players:
        raise click.BadParameter(
            f"“{printable(starter)}” does not play: name one of {', '.join(setup.players)}.",
            param_hint="--start",
        )
    return starter


def players_of(text: str) -> tuple[str, ...]:
    """The ids in seat order of `A, B, C`. Raises `click.BadParameter`."""
    names = tuple(composed(name.strip()) for name in text.split(","))
    for place, name in enumerate(names):
        if not is_name(name):
            fault = (
                f"“{printable(name)}” is no name for a record: write 1 to {LONGEST_NAME} letters, digits, _ "
                "or -, and commas between the players."
            )
        elif name == MEXICAN:
            fault = "M is the Mexican train: give that player another name."
        elif name in names[:place]:
            fault = f"{name} is there twice: give one of them another name."
        else:
            continue
        raise click.BadParameter(fault, param_hint="--players")
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        error = RulesError("players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, players=len(names))
        raise click.BadParameter(str(error), param_hint="--players")
    return names


def seats_of(setup: Setup, text: str | None) -> dict[str, float]:
    """The bearings of `A=200, M=90` by train, none for None. Raises `click.BadParameter`."""
    found: dict[str, float] = {}
    for part in () if text is None else text.split(","):
        name, equals, number = (word.strip() for word in part.partition("="))
        train, bearing = composed(name), _degrees(number)
        if not equals or bearing is None:
            fault = (
                f"“{printable(part.strip())}” is no seat: write a train, = and its bearing from 0 to 360 "
                f"degrees, such as {setup.players[0]}=200."
            )
        elif train not in setup.trains:
            fault = f"“{printable(train)}” has no train: name one of {', '.join(setup.trains)}."
        elif train in found:
            fault = f"{train} is there twice: a train leaves the engine at one bearing."
        else:
            found[train] = bearing
            continue
        raise click.BadParameter(fault, param_hint="--seats")
    return found


def _degrees(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number % 360 if isfinite(number) and 0 <= number <= 360 else None
