"""What `referee` refuses to make: a code, what a message in any language needs, and an English sentence."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "half": "A tile has two whole numbers from 0 up, not {high} and {low}.",
    "tile": "“{text}” is no tile: write two numbers with a hyphen, such as 9-4.",
    "set": "There is no double-{size} set here: choose {known} or {largest}.",
    "engine": "A double-{size} game has rounds 1 to {last}, not {round}.",
    "ruleset": "There is no ruleset “{name}”: choose one of {known}.",
    "option": "There is no option “{name}”: choose one of {known}.",
    "value": "“{option}” can be one of {known}, not “{value}”.",
    "number": "“{option}” can be one of {known}, or a number from {least} to {most}, not “{value}”.",
    "amount": "“{option}” can be a number from {least} to {most}, not “{value}”.",
    "nobody": "A game needs players: name them in seat order.",
    "taken": "“{player}” can't be a player's name here: it is taken.",
    "players": "A game has {fewest} to {most} players, not {players}.",
    "twins": "Two players have the same name: change one of them.",
    "stranger": "{player} does not play in this game.",
    "round": "This game has rounds 1 to {last}, not {round}.",
    "cell": "A game of rounds 1 to {last} and {players} players has no round {round} of player {player}.",
    "negative": "A hand can't count {points}: the least is 0.",
    "out": "A player who went out holds nothing, not {points}.",
    "hand": (
        "A double-{size} set has {tiles} tiles beside the engine, not {hand} for each of {players} players."
    ),
    "deals": "There are over 10^{power} deals, more than can be counted: take a smaller set, such as 2 or 3.",
    "endless": "These rules allow rounds without an end, in which all pass for ever: they can't be counted.",
    "too_many": "{points} is more than the whole set counts ({most}): check the number.",
}
"""Each code with its sentence."""


class RefereeError(ValueError):
    """Something that can't be; the message is a sentence for a person.

    >>> error = RefereeError("round", last=13, round=14)
    >>> str(error), error.code, error.parameters["last"]
    ('This game has rounds 1 to 13, not 14.', 'round', 13)
    """

    def __init__(self, code: str, **parameters: object) -> None:
        super().__init__(SENTENCES[code].format_map(parameters))
        self.code = code
        self.parameters: Mapping[str, object] = parameters


class TileError(RefereeError):
    """A tile or a set that does not exist."""


class RulesError(RefereeError):
    """A ruleset, an option or a value that does not exist, or players that can't be told apart."""


class ScoringError(RefereeError):
    """A table or a count that can't be."""


class PerftError(RefereeError):
    """Games that can't be counted."""
