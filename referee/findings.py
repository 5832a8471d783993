"""What the audit of a round can find: the kind, the turn, the tiles, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from referee.violations import Parameters, train_in_words

Kind: TypeAlias = Literal[
    "missed_play",
    "possible_missed_play",
    "tile_twice",
    "tile_foreign",
    "tile_missing",
    "pips_do_not_add_up",
]

SENTENCES: Mapping[Kind, Mapping[str, str]] = {
    "missed_play": {
        "": "{player} drew or passed, but could have played {tiles}.",
        "one of": "{player} drew or passed, but held at least one tile that could be played: {tiles}.",
    },
    "possible_missed_play": {
        "": "{player} drew or passed, but may have held a tile that could be played: {tiles}.",
    },
    "tile_twice": {
        "": "{tiles} was there already and turns up a second time.",
        "several": "{tiles} were there already and turn up a second time.",
    },
    "tile_foreign": {
        "": "{tiles} is no tile of a double-{size} set.",
        "several": "{tiles} are no tiles of a double-{size} set.",
    },
    "tile_missing": {
        "": "All tiles should be on the table or in a hand, but {tiles} is nowhere.",
        "several": "All tiles should be on the table or in a hand, but {tiles} are nowhere.",
    },
    "pips_do_not_add_up": {
        "": "Table and hands together make {pips} pips, but a double-{size} set has {right}.",
    },
}
"""Each kind with its sentences: the usual one, and others by the wording that a finding names."""


class FoundTile(NamedTuple):
    """A tile of a finding; where it could have been laid, the touching half first, with the train's name.

    `train` is the train as a record names it, `shown` as the table calls it.

    >>> str(FoundTile("4-9", "ana", "Ana")), str(FoundTile("4-9"))
    ('4-9@ana', '4-9')
    """

    halves: str
    train: str | None = None
    shown: str = ""

    def __str__(self) -> str:
        return self.halves if self.train is None else f"{self.halves}@{self.train}"

    @property
    def words(self) -> str:
        """The tile, and where it could have been laid, in an English sentence."""
        return self.halves if self.train is None else f"{self.halves} on {train_in_words(self.shown)}"


class Finding(NamedTuple):
    """One finding of the audit, with all that a message in any language needs.

    `line` is what the events of the round are labelled with, `player` who is concerned, as a record names
    them, `named` the tiles; the `parameters` name players as the table calls them.

    >>> place = FoundTile("4-9", "M", "M")
    >>> Finding(1, 12, "bo", "missed_play", (place,), {"player": "Bo"}).message
    'Bo drew or passed, but could have played 4-9 on the Mexican train.'
    """

    round: int
    line: int
    player: str | None
    kind: Kind
    named: tuple[FoundTile, ...]
    parameters: Parameters
    wording: str = ""

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles as a record writes them."""
        return tuple(map(str, self.named))

    @property
    def certain(self) -> bool:
        """Whether it can't have been otherwise."""
        return self.kind != "possible_missed_play"

    @property
    def message(self) -> str:
        """What was found, in an English sentence."""
        last = " or " if self.kind in ("missed_play", "possible_missed_play") else " and "
        words = [tile.words for tile in self.named]
        tiles = last.join((", ".join(words[:-1]), words[-1]) if len(words) > 1 else words)
        sentence = SENTENCES[self.kind][self.wording].format_map({**self.parameters, "tiles": tiles})
        return sentence[0].upper() + sentence[1:]
