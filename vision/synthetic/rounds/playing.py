"""Playing a round: legal turns from hands that the game alone knows, and a few faults made on purpose.

Nobody at the camera sees a hand, so a player now and then passes although something would fit. What happens
can always be told from the table: a pass that no marker shows is followed by something that only the next
player can have done.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeAlias

from referee import (
    Draw,
    LayEngine,
    Mark,
    NameStarter,
    Pass,
    Play,
    RoundState,
    Setup,
    Tile,
    Undo,
    as_played,
    close_turn,
    judge,
    legal_plays,
    new_round,
)
from vision.synthetic.rounds.choice import Choice
from vision.synthetic.rounds.faults import fault

Act: TypeAlias = LayEngine | Play | Draw | Pass | Mark | Undo

_MISSES = 0.2
"""How often somebody passes although something would fit."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is done; deeds of one `line` are one line of the record.

    `tile` is what a draw brought. A draw that nobody can see and that left no trace is not `recorded`.
    `planted` ones are wrong on purpose.
    """

    act: Act
    line: int
    tile: Tile | None = None
    recorded: bool = True
    planted: bool = False


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it was played: who began, what everybody was dealt, and all that was done."""

    setup: Setup
    number: int
    starter: str
    engine: Tile
    hands: dict[str, tuple[Tile, ...]]
    boneyard_in_sight: bool
    deeds: tuple[Deed, ...]

    @property
    def boneyard(self) -> int:
        """How many tiles lie face down after the deal."""
        return len(self.setup.domino_set) - 1 - sum(len(hand) for hand in self.hands.values())


def play_round(choice: Choice, boneyard_in_sight: bool) -> PlayedRound:
    """Play the round of `choice`, for about as many acts as it says."""
    for attempt in range(40):
        rng = choice.rng(f"play {attempt}")
        starter = rng.choice(choice.setup.players)
        game = _dealt(choice, rng, boneyard_in_sight, starter)
        dealt = {player: tuple(sorted(hand)) for player, hand in game.hands.items()}
        engine = game.engine
        if choice.setup.rules.engine_source == "set_aside":
            game.state = as_played(game.state, NameStarter(starter))
            game.do(LayEngine(engine), game.new_line())
        else:
            game.do(LayEngine(engine, starter), game.new_line())
        game.play(starter, choice.acts, rng.choice((0, 1, 2, 2, 3)))
        deeds = tuple(game.deeds)
        if sum(deed.recorded for deed in deeds) >= 0.6 * choice.acts or attempt == 39:
            break
    return PlayedRound(choice.setup, choice.number, starter, engine, dealt, boneyard_in_sight, deeds)


def _dealt(choice: Choice, rng: Random, boneyard_in_sight: bool, starter: str) -> _Game:
    """The deal; where the engine is held, it was among the tiles of `starter`."""
    setup = choice.setup
    engine = setup.domino_set.engine(choice.number)
    tiles = [tile for tile in setup.domino_set if tile != engine]
    rng.shuffle(tiles)
    sizes = dict.fromkeys(setup.players, setup.hand_size or 0)
    sizes[starter] -= setup.rules.engine_source != "set_aside"
    hands = {player: {tiles.pop() for _ in range(size)} for player, size in sizes.items()}
    return _Game(setup, rng, boneyard_in_sight, engine, new_round(setup, choice.number), hands, tiles)


_Openings = list[tuple[str, RoundState]]
_Saved = tuple[RoundState, dict[str, set[Tile]], list[Tile], list[Deed], int, _Openings]


@dataclass
class _Game:
    """A round while it is played. `state` is what the record says, which may be short of draws."""

    setup: Setup
    rng: Random
    in_sight: bool
    engine: Tile
    state: RoundState
    hands: dict[str, set[Tile]]
    boneyard: list[Tile]
    deeds: list[Deed] = field(default_factory=list)
    lines: int = 0
    openings: _Openings = field(default_factory=list)
    """Players whose turn may still seem to go on, each with the state in which it would."""

    @property
    def acts(self) -> int:
        """How many acts the record has."""
        return sum(deed.recorded for deed in self.deeds)

    def new_line(self) -> int:
        self.lines += 1
        return self.lines

    def do(self, act: Act, line: int, **more: object) -> None:
        self.deeds.append(replace(Deed(act, line), **more))  # type: ignore[arg-type]
        if not isinstance(act, Undo) and self.deeds[-1].recorded:
            self.state = as_played(self.state, act)

    def play(self, starter: str, acts: int, faults: int) -> None:
        """Turn by turn until the record has enough acts, or nobody could tell any more what happens."""
        players = self.setup.players
        seat = players.index(starter)
        marks = sorted(self.rng.randint(3, max(acts - 3, 4)) for _ in range(faults))
        while self.acts < acts and not self.state.end:
            saved = self.saved()
            player, done = players[seat], False
            if marks and self.acts >= marks[0] and not self.openings[1:] and self.plant(player):
                marks.pop(0)
                done = self.state.log is None and not isinstance(self.deeds[-1].act, Undo)
            if not (done or self.turn(player)) or not self.can_go_on(player):
                self.restore(saved)
                break
            if not self.hands[player]:
                break
            seat = (seat + 1) % len(players)
        while self.deeds and isinstance(self.deeds[-1].act, (Pass, Draw)):
            line = self.deeds[-1].line  # a pass that nothing shows any more
            self.deeds = [deed for deed in self.deeds if deed.line != line]

    def saved(self) -> _Saved:
        """All that a turn changes."""
        hands = {player: set(hand) for player, hand in self.hands.items()}
        return self.state, hands, list(self.boneyard), list(self.deeds), self.lines, list(self.openings)

    def restore(self, saved: _Saved) -> None:
        """Go back to what was saved."""
        self.state, self.hands, self.boneyard, self.deeds, self.lines, self.openings = saved

    def can_go_on(self, player: str) -> bool:
        """Whether the number of tiles that the record knows of agrees with the true one where it matters."""
        seat, true = self.setup.number_of[player], len(self.hands[player])
        known = self.state.hands[seat].size or 0
        if self.setup.rules.announce == "one_left" and min(true, known) <= 1:
            return False
        return known > 0 or true == 0

    def turn(self, player: str) -> bool:
        """A whole legal turn; False where none could be told from the table."""
        line, before = self.new_line(), self.state
        laid, drew, own = 0, False, False
        seat = self.setup.number_of[player]
        while True:
            turn = self.state.position.turn
            plays = self.told_apart(player, laid or (drew and self.in_sight))
            if laid and not turn.owes and (turn.over or not plays or self.rng.random() < 0.35):
                break
            tired = not drew and not laid and self.rng.random() < _MISSES
            if drew and not laid and self.rng.random() < 0.3:
                tired = True
            if plays and not tired:
                play = self.chosen(plays, player)
                self.do(play, line)
                self.hands[player].remove(play.tile)
                laid, own = laid + 1, own or play.train == player
                if not self.hands[player]:
                    break
                if play.is_double and self.state.position.turn.owes:
                    drew = False
                if self.state.position.turn.over:
                    break
                continue
            if not drew and self.may_draw(player, laid):
                if self.in_sight and not laid and not self.shows(Draw(player)):
                    return False
                self.draw(player, line)
                drew = True
                continue
            self.forget_draws(line, before)
            return self.pass_on(player, line, laid)
        self.forget_draws(line, before)
        self.openings = [(player, self.state)]
        if own and self.state.position.marked >> seat & 1:
            self.do(Mark(player, player, on=False), line)
        self.state = close_turn(self.state)
        return True

    def chosen(self, plays: list[Play], player: str) -> Play:
        weights = [(5 if p.train == player else 2) * (3 if p.is_double else 2) for p in plays]
        return self.rng.choices(plays, weights)[0]

    def told_apart(self, player: str, already: bool | int) -> list[Play]:
        """The legal plays that nobody can take for the turn of somebody before."""
        plays = legal_plays(self.state, self.hands[player], player)
        ends_lap = self.is_first_train(player)
        plays = tuple(play for play in plays if not (ends_lap and play.is_double))
        return [play for play in plays if already or self.shows(play)]

    def is_first_train(self, player: str) -> bool:
        """Whether a first turn of many tiles is going on: it shall not end with a double that waits."""
        seat = self.setup.number_of[player]
        first = not self.state.position.firsts >> seat & 1
        return first and self.setup.rules.first_turn == "train"

    def shows(self, act: Play | Draw) -> bool:
        """Whether `act` could not have been done by those whose turn came before."""
        return all(
            any(found.severity == "illegal" for found in judge(state, act._replace(player=player)))
            for player, state in self.openings
            if player != act.player
        )

    def may_draw(self, player: str, laid: int) -> bool:
        first = not self.state.position.firsts >> self.setup.number_of[player] & 1
        return bool(self.boneyard) and not (self.setup.rules.no_start == "mark" and first and not laid)

    def draw(self, player: str, line: int) -> None:
        """A tile from the boneyard; half of the time one that fits, so that rounds go on."""
        fitting = [play.tile for play in legal_plays(self.state, self.boneyard, player)]
        tile = self.rng.choice(fitting) if fitting and self.rng.random() < 0.4 else self.boneyard[-1]
        self.boneyard.remove(tile)
        self.hands[player].add(tile)
        act = Draw(player, assumed=not self.in_sight)
        self.do(act, line, tile=tile)

    def forget_draws(self, line: int, before: RoundState) -> None:
        """Draws before a tile leave no trace where the boneyard is out of sight; the turn began `before`."""
        laid = [n for n, deed in enumerate(self.deeds) if deed.line == line and isinstance(deed.act, Play)]
        for place, deed in enumerate(self.deeds[: laid[-1] if laid else 0]):
            if deed.line == line and isinstance(deed.act, Draw) and deed.act.assumed:
                self.deeds[place] = replace(deed, recorded=False)
        self.state = before
        for deed in self.deeds:
            if deed.line == line and deed.recorded and not isinstance(deed.act, Undo):
                self.state = as_played(self.state, deed.act)

    def pass_on(self, player: str, line: int, laid: int) -> bool:
        seat = self.setup.number_of[player]
        marked = bool(self.state.position.marked >> seat & 1)
        if not self.in_sight and not self.boneyard:
            return False
        opening = (player, self.state)
        self.do(Pass(player), line)
        if marked:
            if len(self.openings) >= len(self.setup.players):
                return False
            self.openings = [opening] if laid else [*self.openings, opening]
        else:
            self.do(Mark(player, player, on=True), line)
            self.openings = []
        self.state = close_turn(self.state)
        return True

    def plant(self, player: str) -> bool:
        """Do something wrong, if there is a way that anybody can see; mostly it is taken back."""
        found = fault(self.state, player, self.hands[player], self.openings, self.rng)
        if found is None:
            return False
        line, before = self.new_line(), self.state
        _, play = found
        self.do(play, line, planted=True)
        if self.rng.random() < 0.75:
            self.do(Undo(), self.new_line())
            self.state = before
        else:
            self.hands[player].remove(play.tile)
            self.openings = [(player, self.state)]
            self.state = close_turn(self.state)
        return True
