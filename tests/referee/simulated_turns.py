"""The true state of a simulated round, and how a player takes a turn in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from referee.acts import MEXICAN, Draw, Knock, Line, Mark, Pass, Play, ShowHand, TurnAct, TurnLine
from referee.openness import duties
from referee.play import legal_plays
from referee.played import as_played
from referee.round import RoundState
from referee.setup import Setup
from referee.tiles import Tile

Drawn: TypeAlias = Literal["known", "unseen", "assumed"]


class Showing(NamedTuple):
    """What a record says; every number is a chance from 0 to 1.

    `hands` for each player that the dealt hand is shown, `draws` how draws are recorded, `left` for each
    player and `scores` for all that they are written down, `glimpses` and `boneyard` that such a line stands
    before a turn, `unsaid` that a pass is left to the line that stops short, `assumed` that it is `pass?`.
    """

    hands: float = 1
    draws: tuple[Drawn, ...] = ("known",)
    left: float = 1
    scores: float = 1
    glimpses: float = 0
    boneyard: float = 0
    unsaid: float = 0
    assumed: float = 0


OPEN = Showing()
"""Nothing is hidden."""

HIDDEN = Showing(hands=0, draws=("unseen",))
"""What a table sees: no hand before the end."""


class Moment(NamedTuple):
    """A draw or a pass as it truly was: the hand before it, and what of it could have been laid.

    `line` is the place in the round's lines, `act` counts the acts of that line from 1 (a pass that the line
    leaves unsaid has the number after its last one); `drawn` are the tiles of this turn's draws before it.
    """

    line: int
    act: int
    player: str
    kind: Literal["draw", "pass"]
    hand: frozenset[Tile]
    drawn: frozenset[Tile]
    plays: tuple[Play, ...]


@dataclass
class Table:
    """A round as it truly is, changed act by act, and the lines that were written of it.

    `misses` is the chance that somebody who could play does not see it. `state` is asked what may be laid
    where, and is told everything.
    """

    setup: Setup
    rng: Random
    showing: Showing
    misses: float
    state: RoundState
    lines: list[Line] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    hands: list[set[Tile]] = field(default_factory=list)
    boneyard: list[Tile] = field(default_factory=list)
    marked: set[int] = field(default_factory=set)
    had_first: set[int] = field(default_factory=set)
    out: set[int] = field(default_factory=set)

    def chance(self, of: float) -> bool:
        """True as often as `of` says."""
        return self.rng.random() < of

    def show_hand(self, seat: int) -> None:
        """Write down what a player holds."""
        tiles = sorted(self.hands[seat])
        self.rng.shuffle(tiles)
        self.lines.append(ShowHand(self.setup.players[seat], tuple(tiles)))


class Turn:
    """One turn at a table: what was done in it so far, and what it still asks for."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.rules, self.rng = table, seat, table.setup.rules, table.rng
        self.player, self.hand = table.setup.players[seat], table.hands[seat]
        self.first = seat not in table.had_first
        self.acts: list[TurnAct] = []
        self.drawn: set[Tile] = set()
        self.draws = self.laid = 0
        self.owes = self.over = self.laid_own = self.drew = False
        self.after_draw: set[str] = set()

    def play(self) -> TurnLine:
        """Play the turn to its end; gives its line."""
        marks: list[TurnAct] = []
        while not self.over:
            plays = self.plays()
            if self.laid and not self.owes and (not plays or self.table.chance(0.2)):
                break
            if plays and not self.declines(plays):
                self.lay(self.rng.choice(plays))
            elif self.may_draw(plays):
                self.draw(plays)
            else:
                marks = self.pass_on(plays)
                return self.line(marks)
        return self.line(self.markers())

    def plays(self) -> tuple[Play, ...]:
        return legal_plays(self.table.state, self.hand, self.player)

    def duty(self) -> bool:
        position = self.table.state.position
        turn = position.turn._replace(seat=self.seat)
        return bool(duties(self.table.setup, position._replace(turn=turn)))

    def declines(self, plays: Sequence[Play]) -> bool:
        """Whether the player draws or passes although something fits."""
        if self.laid and not self.owes:
            return False
        keeps = self.rules.drawn_tile == "may_keep" and not self.owes and not self.duty()
        if any(move.tile in self.drawn for move in plays) and not keeps:
            return False
        if self.rules.must_play == "yes" and any(move.tile not in self.drawn for move in plays):
            return self.table.chance(self.table.misses)
        return self.table.chance(0.3)

    def may_draw(self, plays: Sequence[Play]) -> bool:
        limit = self.rules.draws_per_turn
        if not self.table.boneyard or (self.rules.no_start == "mark" and self.first and not self.laid):
            return False
        if self.draws and plays:
            return False
        return limit == "until_playable" or self.draws < limit

    def lay(self, move: Play) -> None:
        self.acts.append(move)
        self.table.state = as_played(self.table.state, move)
        self.hand.remove(move.tile)
        self.laid += 1
        self.laid_own = self.laid_own or move.train == self.player
        if self.drew:
            self.after_draw.add(move.train)
        out = not self.hand and not (move.is_double and self.rules.last_tile_double == "must_cover")
        if out:
            self.table.out.add(self.seat)
        binds = not self.first or self.rules.first_turn_double == "binds"
        self.owes = move.is_double and binds and not out
        if self.owes and self.rules.redraw_after_double == "yes":
            self.draws = 0
        going_on = self.first and self.rules.first_turn == "train" and move.train == self.player
        self.over = out or not (self.owes or going_on)

    def draw(self, plays: tuple[Play, ...]) -> None:
        self.remember("draw", plays)
        tile = self.table.boneyard.pop()
        shown = self.rng.choice(self.table.showing.draws)
        self.acts.append(Draw(self.player, tile if shown == "known" else None, shown == "assumed"))
        self.table.state = as_played(self.table.state, Draw(self.player, tile))
        self.hand.add(tile)
        self.drawn.add(tile)
        self.draws += 1
        self.drew = True

    def pass_on(self, plays: tuple[Play, ...]) -> list[TurnAct]:
        """Pass; gives the marker that belongs to it."""
        self.remember("pass", plays)
        excused = self.rules.failed_cover == "no_mark" and self.duty()
        implied = self.owes or (self.acts and isinstance(self.acts[-1], Draw))
        if not (implied and self.table.chance(self.table.showing.unsaid)):
            self.acts.append(Pass(self.player, self.table.chance(self.table.showing.assumed)))
        self.table.state = as_played(self.table.state, Pass(self.player))
        if self.seat in self.table.marked or (excused and self.table.chance(0.5)):
            return []
        return [self.mark(on=True)]

    def markers(self) -> list[TurnAct]:
        """The markers that move after a turn that did not end with a pass."""
        marked = self.seat in self.table.marked
        if self.rules.marker_on == "draw_not_own" and self.after_draw and self.player not in self.after_draw:
            return [] if marked else [self.mark(on=True)]
        comes_off = self.laid_own or self.rules.marker_off == "any_play"
        return [self.mark(on=False)] if marked and comes_off else []

    def mark(self, on: bool) -> Mark:
        (self.table.marked.add if on else self.table.marked.discard)(self.seat)
        act = Mark(self.player, self.player, on)
        self.table.state = as_played(self.table.state, act)
        return act

    def line(self, extra: list[TurnAct]) -> TurnLine:
        if self.rules.announce == "one_left" and self.laid and len(self.hand) == 1:
            extra.append(Knock(self.player))
        if self.table.chance(0.02):
            extra.append(Mark(self.player, MEXICAN, self.table.chance(0.8)))
        self.rng.shuffle(extra)
        return TurnLine(self.player, (*self.acts, *extra))

    def remember(self, kind: Literal["draw", "pass"], plays: tuple[Play, ...]) -> None:
        self.table.moments.append(
            Moment(
                len(self.table.lines),
                len(self.acts) + 1,
                self.player,
                kind,
                frozenset(self.hand),
                frozenset(self.drawn),
                plays,
            )
        )
