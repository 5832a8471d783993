"""Turns of simulated rounds, each with all that is true before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from simulator import PlayedRound

from referee.acts import Draw, Hunt, LayEngine, Line, Pass, Play, ShowHand, TurnAct, TurnLine
from referee.game import Game, judge_line
from referee.position import OpenDouble
from referee.round import RoundState
from referee.rules import Rules
from referee.setup import Setup
from referee.tiles import Tile


class Scene(NamedTuple):
    """A turn by the rules, and what is true before it: every hand and the boneyard by their tiles.

    `doubles` are the open ones in the order in which they have to be covered, `firsts` the players who had
    their first turn.
    """

    game: Game
    line: TurnLine
    hands: dict[str, frozenset[Tile]]
    boneyard: frozenset[Tile]
    doubles: tuple[OpenDouble, ...]
    firsts: frozenset[str]
    rng: Random

    @property
    def state(self) -> RoundState:
        assert self.game.current is not None
        return self.game.current

    @property
    def setup(self) -> Setup:
        return self.game.setup

    @property
    def rules(self) -> Rules:
        return self.game.setup.rules

    @property
    def player(self) -> str:
        return self.line.player

    @property
    def hand(self) -> frozenset[Tile]:
        return self.hands[self.line.player]

    @property
    def first(self) -> bool:
        """Whether it is the player's own first turn."""
        return self.player not in self.firsts

    @property
    def begun(self) -> bool:
        """Whether the player's own train has a tile."""
        return bool(self.state.position.begun >> self.setup.number_of[self.player] & 1)

    @property
    def begins_with_a_tile(self) -> bool:
        """Whether the player could lay a tile at once, and did."""
        return isinstance(self.line.acts[0], Play)

    @property
    def plays(self) -> list[Play]:
        return [act for act in self.line.acts if isinstance(act, Play)]

    @property
    def passes(self) -> bool:
        return any(isinstance(act, Pass) for act in self.line.acts)

    @property
    def draws(self) -> int:
        return sum(isinstance(act, Draw) for act in self.line.acts)

    @property
    def duties(self) -> list[OpenDouble]:
        """The open doubles that bind the player."""
        rules = self.rules
        if rules.open_double_binds == "train" or (rules.own_train_first == "all" and not self.begun):
            return []
        seat, seats = self.setup.number_of[self.player], len(self.setup.players)
        return [
            double
            for double in self.doubles
            if double.binds
            and (rules.dead_double == "binds" or self.can_be_covered(double.value))
            and (rules.open_double_binds == "all" or (double.layer + 1) % seats == seat)
        ]

    def can_be_covered(self, value: int) -> bool:
        """Whether a tile that covers the double of this number is still to come."""
        unseen = self.boneyard.union(*self.hands.values())
        return any(value in (tile.high, tile.low) and not tile.is_double for tile in unseen)

    def is_marked(self, player: str) -> bool:
        return bool(self.state.position.marked >> self.setup.number_of[player] & 1)

    def others(self) -> list[str]:
        return [player for player in self.setup.players if player != self.player]

    def any_of(self, tiles: Iterable[Tile]) -> Tile | None:
        tiles = sorted(tiles)
        return self.rng.choice(tiles) if tiles else None

    def turn(self, *acts: TurnAct) -> TurnLine:
        return TurnLine(self.player, acts)

    def lays(self, tile: Tile | None, train: str, *before: TurnAct) -> TurnLine | None:
        """The turn that ends with this tile, if there is one, whichever half touches the train."""
        return None if tile is None else self.turn(*before, Play(self.player, tile.high, tile.low, train))


def scenes(setup: Setup, played: PlayedRound, rng: Random) -> Iterator[Scene]:
    """Each turn of a round of which the record shows everything."""
    game = Game(setup)
    hands: dict[str, frozenset[Tile]] = {player: frozenset() for player in setup.players}
    table = {played.engine}
    doubles: list[OpenDouble] = []
    firsts: frozenset[str] = frozenset()
    for number, line in enumerate(played.lines, 1):
        if isinstance(line, TurnLine):
            boneyard = frozenset(setup.domino_set) - table - frozenset().union(*hands.values())
            yield Scene(game, line, dict(hands), boneyard, tuple(doubles), firsts, rng)
            plays = [act for act in line.acts if isinstance(act, Play)]
            table.update(act.tile for act in plays)
            doubles = _doubles_after(setup, doubles, plays, line.player not in firsts)
            if (
                firsts < {*setup.players} == firsts | {line.player}
                and setup.rules.first_turn_double == "waits"
            ):
                waited = [double._replace(binds=True) for double in doubles if not double.binds]
                doubles = waited + [double for double in doubles if double.binds]
            firsts |= {line.player}
        for act in line.acts if isinstance(line, TurnLine) else (line,):
            _move_tiles(hands, act)
        game, _ = judge_line(game, number, line)


def _doubles_after(
    setup: Setup, doubles: list[OpenDouble], plays: list[Play], first: bool
) -> list[OpenDouble]:
    binds = not first or setup.rules.first_turn_double == "binds"
    for act in plays:
        train, layer = setup.number_of[act.train], setup.number_of[act.player]
        doubles = [double for double in doubles if double.train != train]
        if act.is_double:
            doubles.append(OpenDouble(train, act.end, layer, binds))
    return doubles


def _move_tiles(hands: dict[str, frozenset[Tile]], act: TurnAct | Line) -> None:
    if isinstance(act, ShowHand):
        hands[act.player] = frozenset(act.tiles)
    elif isinstance(act, Hunt) or (isinstance(act, Draw) and act.tile):
        hands[act.player] |= {act.tile}
    elif isinstance(act, Play) or (isinstance(act, LayEngine) and act.player):
        hands[act.player] -= {act.tile}
