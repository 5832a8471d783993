"""What is agreed before the first tile: who sits where, which set, which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.acts import MEXICAN
from referee.errors import RulesError
from referee.hand_sizes import dealt_tiles, seats_them
from referee.rules import Rules, ruleset
from referee.tile_sets import doubles, suit
from referee.tiles import DominoSet, Tile


class _Numbers(dict[str, int]):
    """Numbers by name, with a sentence for a name that is not there."""

    def __missing__(self, name: str) -> int:
        raise RulesError("stranger", player=name)


@dataclass(frozen=True)
class Setup:
    """Players in seat order (clockwise), the set, and the rules of one game; `ruleset` names their origin.

    A seat is a player's place in `players`, from 0; a train has its owner's seat, and the Mexican train the
    number after the last seat. Raises `RulesError` for players that can't be told apart and for an unknown
    ruleset.

    >>> setup = Setup(("Ana", "Bo"), DominoSet(12), "hub")
    >>> setup.rules.double_blank, setup.hand_size, setup.trains
    (50, 16, ('Ana', 'Bo', 'M'))
    """

    players: tuple[str, ...]
    domino_set: DominoSet
    ruleset: str
    own_rules: Rules | None = None
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        ruleset(self.ruleset)
        if not self.players:
            raise RulesError("nobody")
        taken = {MEXICAN}
        for player in self.players:
            if player in taken:
                raise RulesError("taken", player=player)
            taken.add(player)

    @cached_property
    def rules(self) -> Rules:
        """The rules that are played: the table's own, or those of the ruleset."""
        return self.own_rules or ruleset(self.ruleset)

    @cached_property
    def trains(self) -> tuple[str, ...]:
        """The names of all trains, the Mexican train last."""
        return (*self.players, MEXICAN)

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The number of each train by its name, and so each player's seat.

        Raises `RulesError` for a name that nobody has.
        """
        return _Numbers({name: number for number, name in enumerate(self.trains)})

    @cached_property
    def mexican(self) -> int:
        """The number of the Mexican train."""
        return len(self.players)

    @cached_property
    def all_trains(self) -> int:
        """Every train, as bits."""
        return (2 << len(self.players)) - 1

    @cached_property
    def all_seats(self) -> int:
        """Every seat, as bits."""
        return (1 << len(self.players)) - 1

    @cached_property
    def suits(self) -> Mapping[int, int]:
        """The suit of each number of the set, as bits."""
        highest = self.domino_set.max_pip
        return {value: suit(value, highest) for value in range(highest + 1)}

    @cached_property
    def doubles(self) -> int:
        """All doubles of the set, as bits."""
        return doubles(self.domino_set.max_pip)

    @cached_property
    def pips(self) -> Mapping[int, int]:
        """The pips of each tile of the set, by its bit."""
        return {1 << tile.number: tile.pips for tile in self.domino_set}

    @cached_property
    def all_tiles(self) -> int:
        """The whole set, as bits."""
        return (1 << len(self.domino_set)) - 1

    @cached_property
    def draws(self) -> int:
        """How many tiles may be drawn in a turn while nothing fits (option `draws_per_turn`)."""
        limit = self.rules.draws_per_turn
        return len(self.domino_set) if limit == "until_playable" else limit

    @cached_property
    def hand_size(self) -> int | None:
        """Tiles that each player is dealt; None where nothing says so (`docs/rules.md`, Hand sizes)."""
        return dealt_tiles(self.ruleset, self.rules, self.domino_set, len(self.players))

    @cached_property
    def seats_all(self) -> bool:
        """Whether the rules have a place for this many players with this set."""
        return seats_them(self.ruleset, self.rules, self.domino_set, len(self.players))

    @cached_property
    def boneyard(self) -> int | None:
        """Tiles face down after the deal; None where the hands' size is not known."""
        if self.hand_size is None or not self.seats_all:
            return None
        aside = self.rules.engine_source == "set_aside"
        return len(self.domino_set) - len(self.players) * self.hand_size - aside

    @cached_property
    def last_round(self) -> int:
        """The number of the last round (`docs/rules.md`, The engine)."""
        return self.rules.last_round(self.domino_set)

    def engine(self, number: int) -> Tile | None:
        """The double that round `number` should have; None when the rules do not say or there is none."""
        if self.rules.engine_source == "highest_held" or not 1 <= number <= self.domino_set.rounds:
            return None
        return self.domino_set.engine(number)

    def shown(self, player: str) -> str:
        """How a player is called in a sentence; by id where the name would be the Mexican train."""
        name = self.names.get(player, player)
        return player if name == MEXICAN else name

    def shown_train(self, number: int) -> str:
        """How a train's owner is called in a sentence; `M` for the Mexican train."""
        return self.shown(self.trains[number])
