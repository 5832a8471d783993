"""Whole rounds and games by the rules, played at random by somebody who sees every tile.

The simulator keeps its own account of who has which tile, of the boneyard, the markers, whose turn it is,
what a turn still asks for and who scores what, all by the rules as written; of the engine it asks what may
be laid where. What a record of the round shows is another matter: `Showing` says how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from simulated_tables import points_of

from referee.acts import (
    MEXICAN,
    BeginRound,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Line,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TurnAct,
    TurnLine,
    WriteScore,
)
from referee.openness import duties
from referee.perft import can_anybody_play
from referee.play import legal_plays
from referee.played import as_played, close_turn
from referee.round import RoundState, new_round
from referee.setup import Setup
from referee.tile_sets import tile_bits
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


class PlayedRound(NamedTuple):
    """A round as a record tells it, and the truth: hands and boneyard at its end, who is out, the points.

    `end` is None for a round in which nobody can go on although it is not blocked by the letter.
    """

    lines: tuple[Line, ...]
    hands: dict[str, frozenset[Tile]]
    boneyard: tuple[Tile, ...]
    end: Literal["out", "blocked"] | None
    out: tuple[str, ...]
    points: dict[str, int]
    moments: tuple[Moment, ...]
    engine: Tile
    opener: str


class PlayedGame(NamedTuple):
    """A whole game, and the lines of all its rounds."""

    rounds: tuple[PlayedRound, ...]
    lines: tuple[Line, ...]


def play_game(
    setup: Setup, rng: Random, showing: Showing = OPEN, hand: int | None = None, misses: float = 0
) -> PlayedGame:
    """All rounds of a game; the start goes round the table where the rules say so."""
    rounds: list[PlayedRound] = []
    for number in range(1, setup.last_round + 1):
        starter = None
        if rounds and setup.rules.starter == "rotate":
            starter = (setup.number_of[rounds[-1].opener] + 1) % len(setup.players)
        rounds.append(play_round(setup, rng, showing, number, starter, hand, misses))
    return PlayedGame(tuple(rounds), tuple(line for played in rounds for line in played.lines))


def play_round(
    setup: Setup,
    rng: Random,
    showing: Showing = OPEN,
    number: int = 1,
    starter: int | None = None,
    hand: int | None = None,
    misses: float = 0,
) -> PlayedRound:
    """One round from the deal to the sheet.

    `starter` is the seat whose start an earlier round decides, `hand` the tiles each where the rules don't
    say how many, `misses` the chance that somebody who could play does not see it, and draws or passes.
    """
    table = _Table(setup, rng, showing, number, misses)
    table.deal(setup.hand_size if setup.hand_size is not None else hand or 1)
    table.name_starter(starter)
    table.play()
    table.count()
    return PlayedRound(
        tuple(table.lines),
        {name: frozenset(held) for name, held in zip(setup.players, table.hands, strict=True)},
        tuple(table.boneyard),
        table.end,
        tuple(setup.players[seat] for seat in sorted(table.out)),
        table.points,
        tuple(table.moments),
        table.engine,
        setup.players[table.starter],
    )


class _Table:
    """The true state of a round, changed act by act, and the lines that were written of it."""

    def __init__(self, setup: Setup, rng: Random, showing: Showing, number: int, misses: float) -> None:
        self.setup, self.rules, self.rng, self.showing, self.misses = setup, setup.rules, rng, showing, misses
        self.number = number
        self.seats = range(len(setup.players))
        self.lines: list[Line] = []
        self.moments: list[Moment] = []
        self.hands: list[set[Tile]] = []
        self.boneyard: list[Tile] = []
        self.marked: set[int] = set()
        self.had_first: set[int] = set()
        self.out: set[int] = set()
        self.end: Literal["out", "blocked"] | None = None
        self.points: dict[str, int] = {}
        self.engine = Tile(0, 0)
        self.starter = 0
        self.state: RoundState = new_round(setup, number)

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    # The deal and the engine

    def deal(self, number: int) -> None:
        setup, rng = self.setup, self.rng
        if self.number > 1 or self.chance(0.5):
            self.lines.append(BeginRound(self.number))
        self.boneyard = list(setup.domino_set)
        aside = self.rules.engine_source == "set_aside"
        if aside:
            self.engine = setup.domino_set.engine(self.number)
            self.boneyard.remove(self.engine)
        rng.shuffle(self.boneyard)
        self.hands = [{self.boneyard.pop() for _ in range(number)} for _ in self.seats]
        shown = {seat: rng.choice(("dealt", "hunted", "engine")) for seat in self.seats}
        shown = {seat: when for seat, when in shown.items() if self.chance(self.showing.hands)}
        self.show_hands(shown, "dealt")
        holder = None if aside else self.find_engine()
        self.show_hands(shown, "hunted")
        self.lines.append(LayEngine(self.engine, None if holder is None else setup.players[holder]))
        self.state = as_played(self.state, LayEngine(self.engine))
        if holder is not None:
            self.hands[holder].remove(self.engine)
        self.show_hands(shown, "engine")
        for seat in self.seats:
            self.state = as_played(self.state, ShowHand(setup.players[seat], tuple(self.hands[seat])))
        self.holder = holder

    def show_hands(self, shown: dict[int, str], when: str) -> None:
        for seat in self.seats:
            if shown.get(seat) == when:
                self.show_hand(seat)

    def show_hand(self, seat: int) -> None:
        tiles = sorted(self.hands[seat])
        self.rng.shuffle(tiles)
        self.lines.append(ShowHand(self.setup.players[seat], tuple(tiles)))

    def find_engine(self) -> int:
        """The seat that lays the engine, after a hunt where nobody holds it."""
        seat = self.rng.choice(self.seats)
        together = self.rules.engine_hunt == "together"
        hunted = 0
        while True:
            holder = self.engine_holder()
            if holder is not None and not (together and hunted % len(self.seats) and self.boneyard):
                return holder
            tile = self.boneyard.pop()
            self.hands[seat].add(tile)
            self.lines.append(Hunt(self.setup.players[seat], tile))
            seat, hunted = (seat + 1) % len(self.seats), hunted + 1

    def engine_holder(self) -> int | None:
        held = [(tile, seat) for seat in self.seats for tile in self.hands[seat] if tile.is_double]
        if self.rules.engine_source == "held":
            right = self.setup.domino_set.engine(self.number)
            held = [(tile, seat) for tile, seat in held if tile == right]
        if not held:
            return None
        self.engine, seat = max(held)
        return seat

    def name_starter(self, starter: int | None) -> None:
        named = 0.5
        if self.rules.starter == "engine_holder" and self.holder is not None:
            starter, named = self.holder, 0.1
        elif starter is None:
            starter = self.rng.choice(self.seats)
        self.starter = starter
        name = NameStarter(self.setup.players[starter])
        self.state = as_played(self.state, name)
        if self.chance(named):
            self.lines.append(name)

    # The turns

    def play(self) -> None:
        seat, idle = self.starter, 0
        while self.end is None and idle < 60 * len(self.seats):
            hands = tuple(tile_bits(hand) for hand in self.hands)
            stuck = not self.boneyard and not can_anybody_play(self.setup, self.state.position, hands)
            if stuck and not self.out and self.chance(0.5):
                self.end = "blocked"
                self.lines.append(CallBlocked())
                self.state = as_played(self.state, CallBlocked())
                return
            before = len(self.boneyard), sum(map(len, self.hands))
            if self.chance(self.showing.glimpses):
                self.show_hand(self.rng.choice(self.seats))
            if self.chance(self.showing.boneyard):
                self.lines.append(CountBoneyard(len(self.boneyard)))
            self.lines.append(_Turn(self, seat).play())
            self.state = close_turn(self.state)
            self.had_first.add(seat)
            waits = self.rules.out_on_first_turn == "finish_lap" and len(self.had_first) < len(self.seats)
            if self.out and not waits:
                self.end = "out"
            seat = (seat + 1) % len(self.seats)
            idle = idle + 1 if before == (len(self.boneyard), sum(map(len, self.hands))) else 0

    # The sheet

    def count(self) -> None:
        players = self.setup.players
        hands = {players[seat]: tuple(self.hands[seat]) for seat in self.seats}
        out = {players[seat] for seat in self.out}
        self.points = points_of(self.rules, hands, out)
        order = list(players)
        self.rng.shuffle(order)
        for player in order:
            # Where nobody knows how many tiles were dealt, only the leftovers tell who is out.
            needed = player in out and self.setup.hand_size is None
            if needed or self.chance(self.showing.left):
                self.lines.append(CountLeft(player, hands[player]))
        if self.end and self.chance(self.showing.scores):
            self.lines += [WriteScore(player, self.points[player]) for player in order]


class _Turn:
    """One turn at a table: what was done in it so far, and what it still asks for."""

    def __init__(self, table: _Table, seat: int) -> None:
        self.table, self.seat, self.rules, self.rng = table, seat, table.rules, table.rng
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
