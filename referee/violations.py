"""What can be wrong at a table: a code, how bad it is, the option behind it, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from referee.acts import MEXICAN

Severity: TypeAlias = Literal["illegal", "warning"]
Parameters: TypeAlias = Mapping[str, "str | int"]

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "WRONG_ENGINE": {
        "": "The engine of round {round} is {right}, not {tile}.",
        "double": "{tile} can't be the engine: the engine is a double.",
        "higher": "{player} holds {higher}, a higher double than {tile}: the highest one is the engine.",
    },
    "NOT_STARTER": {"": "{starter} has the first turn of this round, not {player}."},
    "ENGINE_NOT_SET_ASIDE": {
        "": "{tile} is put into the middle before the deal, so {player} can't have it.",
    },
    "HAND_SIZE": {"": "{player} should have {right} tiles here, not {tiles}."},
    "PLAYER_COUNT": {
        "": "These rules have no place for {players} players with a double-{size} set.",
    },
    "TILE_NOT_IN_SET": {"": "There is no {tile} in a double-{size} set."},
    "TILE_SEEN_TWICE": {
        "": "{tile} lies on the table already.",
        "hand": "{tile} was seen in the hand of {other}.",
        "own": "{player} holds {tile} already.",
        "line": "{tile} is named twice here.",
    },
    "NOT_IN_HAND": {"": "{player} doesn't hold {tile}."},
    "END_MISMATCH": {"": "{tile} doesn't fit: {train} ends with {end}."},
    "TILE_WRONG_WAY_ROUND": {
        "": "{tile} lies the wrong way round: its {end} has to touch the {end} of {train}.",
    },
    "TRAIN_CLOSED": {"": "{train} is closed: it has no marker."},
    "FIRST_TURN_OWN_TRAIN": {
        "": "In the first turn {player} may not play on another player's train.",
        "begin": "{player} has to begin a train of their own before playing on {train}.",
    },
    "MEXICAN_TOO_EARLY": {
        "": "The Mexican train is open to {player} from the second turn on.",
        "begin": "{player} has to begin a train of their own before playing on the Mexican train.",
    },
    "ONE_TILE_PER_TURN": {
        "": "{player} has already laid the tile of this turn.",
        "first": "In the first turn {player} may lay further tiles on their own train only.",
    },
    "TURN_OVER": {"": "The turn of {player} is over."},
    "OUT_OF_TURN": {"": "It is the turn of {turn}, not of {player}."},
    "OPEN_DOUBLE": {
        "": "The open {double} on {train} has to be covered first.",
        "waits": "{player} could not cover {double}, so their own train waits until it is covered.",
        "extra": "After several doubles the last tile goes on {double} on {train}.",
    },
    "CLOSE_IN_ORDER": {"": "Another double comes first: {double} on {train}."},
    "MUST_COVER_DOUBLE": {"": "The next tile belongs on the double that was just laid."},
    "ONE_DOUBLE_PER_TURN": {"": "Only one double may be laid in a turn."},
    "MUST_PLAY": {"": "{player} could have played {tile} on {train}, so passing is not allowed."},
    "DRAW_NOT_ALLOWED": {
        "": "{player} could play {tile} on {train}, so drawing is not allowed.",
        "start": "Who can't begin in the first turn doesn't draw, but passes with a marker.",
    },
    "MUST_DRAW": {"": "{player} has to draw before passing: there are tiles in the boneyard."},
    "ONE_DRAW": {
        "": "{player} may draw no further tile in this turn.",
        "fits": "{player} may draw no further tile: the one just drawn can be played.",
    },
    "BONEYARD_EMPTY": {"": "The boneyard is empty: there is nothing to draw."},
    "DRAWN_TILE_MUST_BE_PLAYED": {"": "The drawn tile {tile} fits on {train} and has to be played."},
    "MARKER_MISSING": {
        "": "{player} passed: a marker belongs on {train}.",
        "elsewhere": "{player} drew and played elsewhere: a marker belongs on {train}.",
    },
    "MARKER_SHOULD_BE_OFF": {
        "": "{player} played on their own train: the marker comes off.",
        "any": "{player} played a tile: the marker comes off {train}.",
    },
    "MARKER_STAYS": {"": "The marker on {train} has to stay."},
    "MARKER_NOT_ALLOWED": {"": "No marker belongs on {train} now."},
    "NOT_ANNOUNCED": {"": "{player} has one tile left and didn't knock."},
    "NOT_BLOCKED": {
        "": "The round isn't blocked: there are tiles in the boneyard.",
        "play": "The round isn't blocked: {player} could play {tile} on {train} if all trains had markers.",
    },
    "ROUND_OVER": {"": "The round is over."},
    "GAME_OVER": {"": "The game has {last} rounds: there is no round {round}."},
    "SCORE_MISMATCH": {"": "{player} scores {counted} in this round, not {written}."},
    "IMPOSSIBLE_SCORE": {"": "No tiles that {player} can still hold add up to {written}."},
}
"""Each code with its sentences: the usual one, and others by the wording that a violation names."""

WARNINGS = frozenset(
    (
        "MARKER_MISSING",
        "MARKER_SHOULD_BE_OFF",
        "MARKER_STAYS",
        "MARKER_NOT_ALLOWED",
        "NOT_ANNOUNCED",
        "IMPOSSIBLE_SCORE",
    )
)
"""The codes that only warn; all others are illegal (`docs/rules.md`, How faults are judged)."""


ACCUSED = frozenset(
    (
        "MUST_PLAY",
        "DRAW_NOT_ALLOWED",
        "DRAWN_TILE_MUST_BE_PLAYED",
        "OUT_OF_TURN",
        "NOT_STARTER",
        "ROUND_OVER",
    )
)
"""The codes of a turn whose draws and passes the audit leaves alone (`docs/rules.md`, The audit)."""


class Violation(NamedTuple):
    """One thing that is wrong, with all that a message in any language needs.

    Players and trains are named as the table calls them; the Mexican train is `M`.

    >>> Violation("TRAIN_CLOSED", {"train": "Ana"}).message
    "Ana's train is closed: it has no marker."
    """

    code: str
    parameters: Parameters
    option: str | None = None
    wording: str = ""

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return "warning" if self.code in WARNINGS else "illegal"

    @property
    def message(self) -> str:
        """What is wrong, in an English sentence."""
        words = {
            name: train_in_words(str(value)) if name == "train" else value
            for name, value in self.parameters.items()
        }
        sentence = SENTENCES[self.code][self.wording].format_map(words)
        return sentence[0].upper() + sentence[1:]


def train_in_words(train: str) -> str:
    """A train in an English sentence.

    >>> train_in_words("Ana"), train_in_words("M")
    ("Ana's train", 'the Mexican train')
    """
    return "the Mexican train" if train == MEXICAN else f"{train}'s train"


def verdict(violations: tuple[Violation, ...]) -> Literal["legal", "warning", "illegal"]:
    """The worst severity among `violations`; legal where there is none."""
    if not violations:
        return "legal"
    return "warning" if all(violation.code in WARNINGS for violation in violations) else "illegal"
