"""`stationmaster perft`: how many games can be played with a small set, to compare referees by."""

from __future__ import annotations

import json

import click

from referee import FEWEST_PLAYERS, MOST_PLAYERS, DominoSet, Setup
from referee.errors import PerftError
from referee.perft import perft
from referee.rules import RULESETS
from web.cli.options import changed_rules, existing_set
from web.cli.output import print_out


@click.command(short_help="Count the games that rules allow with a small set.")
@click.option("--ruleset", "name", type=click.Choice(list(RULESETS)), required=True, help="The ruleset.")
@click.option(
    "--set",
    "tiles",
    metavar="N",
    type=int,
    required=True,
    callback=existing_set,
    help="The double-N set: 2 or 3, as the sets that are sold allow too many games to count.",
)
@click.option(
    "--players",
    metavar="N",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    required=True,
    help="How many play.",
)
@click.option("--hand", metavar="N", type=click.IntRange(1), required=True, help="Tiles each.")
@click.option(
    "--option", "changes", metavar="NAME=VALUE", multiple=True, help="Change an option of the ruleset."
)
def command(name: str, tiles: DominoSet, players: int, hand: int, changes: tuple[str, ...]) -> None:
    """Count the games that rules allow with a small set, and how they end: out or blocked.

    Programs that play or referee a game are compared by such counts. Prints one JSON object. Exit status 2
    where there is nothing to count.
    """
    seated = tuple(str(number) for number in range(1, players + 1))
    setup = Setup(seated, tiles, name, changed_rules(name, changes))
    try:
        counted = perft(setup, hand)
    except PerftError as error:
        raise click.UsageError(str(error)) from error
    print_out(json.dumps(counted._asdict()))
