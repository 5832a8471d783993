"""One round as far as it is known: the table, the hands, the boneyard, the turn that is going on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from referee.growing import GrowingRow
from referee.position import UNKNOWN_END, Position, Turn, fresh_position
from referee.setup import Setup
from referee.tiles import Tile
from referee.violations import ACCUSED, Violation

Boneyard: TypeAlias = "tuple[int, int] | None"
"""The fewest and the most tiles that can lie face down: they differ after draws that nobody saw."""


class Hand(NamedTuple):
    """What is known of a player's tiles.

    `size` is their number, `tiles` those that are known, as bits; `known` says that the hand was shown in
    this round, `doubtful` that a draw which nobody saw came since. Unknown is unknown, never guessed.
    """

    size: int | None
    tiles: int = 0
    known: bool = False
    doubtful: bool = False

    @property
    def holds_no_other(self) -> bool:
        """Whether the hand surely has no tile but the known ones."""
        return self.known and self.size is not None and self.size <= self.tiles.bit_count()

    @property
    def wholly_known(self) -> bool:
        """Whether every single tile is known."""
        return self.known and self.size == self.tiles.bit_count()


class Laid(NamedTuple):
    """A tile on a train, as it lies there."""

    train: int
    touching: int
    end: int
    seat: int


class TurnLog(NamedTuple):
    """What happened in the turn that is going on, as far as its end will be judged by it.

    `marked` are the markers before it, `after_end` says that the round was over by then, `judged` that it
    was told already whose turn it is. `drawn` are known tiles drawn in this turn, as bits, `late` counts
    draws after its end. What nobody saw is apart: `drew_unseen` a draw in this turn,
    `draw_assumed` one that stands for the draw due now, `stops_unseen` that no tile or draw was seen after
    it, and `passed_unseen`.
    """

    seat: int
    marked: int
    after_end: bool = False
    judged: bool = False
    drawn: int = 0
    drew: bool = False
    drew_unseen: bool = False
    draw_assumed: bool = False
    stops_unseen: bool = False
    laid_own: bool = False
    laid_after_draw: bool = False
    laid_own_after_draw: bool = False
    passed: bool = False
    passed_unseen: bool = False
    failed_cover: bool = False
    knocked: bool = False
    late: int = 0


class Event(NamedTuple):
    """Something that the audit of the round looks at; `at` is the line, or whatever the caller counts by.

    `tiles` are bits, `number` how many were named where one can be named twice. `drawing` and `passing` are
    the moments in which the player drew or passed, each with the `position` then; `kept` says that a tile
    drawn in this turn could be kept.
    """

    at: int
    kind: Literal[
        "engine",
        "laid",
        "hunted",
        "drew",
        "drew_unseen",
        "drew_assumed",
        "hand",
        "left",
        "drawing",
        "passing",
    ]
    seat: int
    tiles: int = 0
    number: int = 0
    position: Position | None = None
    kept: bool = False


class RoundState(NamedTuple):
    """A round as a value: every act makes a new one, so undo is keeping the old one.

    `starter` is the seat that has the first turn, `opener` the one that took it, `turn` the seat whose turn
    is next, each None where nobody knows; `rotated` says that an earlier round decided who starts. `log`
    belongs to the turn that is going on. `out` are seats as bits, `left` the tiles that were counted and
    `written` the points on the sheet. `at` labels the events of this turn, a number of its own for each;
    `accused` are the labels of turns whose passes and draws were told to be wrong already.
    """

    setup: Setup
    number: int
    position: Position
    hands: tuple[Hand, ...]
    boneyard: Boneyard
    engine: Tile | None = None
    holder: int | None = None
    hunted: tuple[int, ...] = ()
    starter: int | None = None
    rotated: bool = False
    opener: int | None = None
    turn: int | None = None
    log: TurnLog | None = None
    out: int = 0
    end: Literal["out", "blocked"] | None = None
    left: tuple[tuple[Tile, ...] | None, ...] = ()
    written: tuple[int | None, ...] = ()
    laid: GrowingRow[Laid] = GrowingRow()
    events: GrowingRow[Event] = GrowingRow()
    at: int = 0
    accused: GrowingRow[int] = GrowingRow()

    @property
    def expected(self) -> int | None:
        """The seat whose turn is next; None where anybody may begin (`docs/rules.md`, The engine)."""
        if self.opener is not None:
            return self.turn
        if self.setup.rules.starter == "engine_holder" and self.holder is not None:
            return self.holder
        return self.starter

    def tiles_of(self, train: str) -> tuple[Laid, ...]:
        """The tiles of a train, from the engine outwards."""
        number = self.setup.number_of[train]
        return tuple(laid for laid in self.laid if laid.train == number)


def new_round(setup: Setup, number: int, starter: int | None = None) -> RoundState:
    """Round `number` after the deal, before the engine is in the hub.

    `starter` is the seat that has the first turn where an earlier round decides it.

    >>> from referee.tiles import DominoSet
    >>> new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1).boneyard
    (58, 58)
    """
    players = len(setup.players)
    engine = setup.engine(number)
    end = UNKNOWN_END if engine is None else engine.high
    boneyard = None if setup.boneyard is None else (setup.boneyard, setup.boneyard)
    return RoundState(
        setup,
        number,
        fresh_position(setup, end, 0, 0),
        (Hand(setup.hand_size if setup.seats_all else None),) * players,
        boneyard,
        hunted=(0,) * players,
        starter=starter,
        rotated=starter is not None,
        left=(None,) * players,
        written=(None,) * players,
    )


def with_turn(state: RoundState, seat: int, at: int | None = None) -> RoundState:
    """The state in which the turn of `seat` has begun, whoever is expected to play.

    The events from now on are labelled by `at`; without it the turns are counted, from 1.
    """
    log = state.log
    if log is not None and log.seat == seat:
        return state if at in (None, state.at) else state._replace(at=at)
    if at is None:
        at = state.at + 1
    position = state.position
    if position.turn != Turn(seat):
        position = position._replace(turn=Turn(seat))
    log = TurnLog(seat, position.marked, state.end is not None)
    return state._replace(position=position, log=log, at=at)


def accused(state: RoundState, violations: Iterable[Violation]) -> RoundState:
    """The state after `violations` were told of the turn that is going on: the audit says nothing twice."""
    if any(found.code in ACCUSED for found in violations) and state.accused.last[-1:] != (state.at,):
        return state._replace(accused=state.accused.plus(state.at))
    return state
