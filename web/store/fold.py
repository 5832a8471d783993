"""From a game's stream of events to its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

from referee import ScoringError, Sheet
from web.live.events import LIVE_EVENTS
from web.store.events import (
    CountSaved,
    Entry,
    GameStarted,
    PhotoRead,
    Player,
    Recorded,
    SeatFreed,
    SeatTaken,
    SharingSet,
    StarterNamed,
)
from web.store.seating import Seating

Key = tuple[int, int]
"""A cell of the sheet: round (from 1) and seat (from 0)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's count of one round: the entry that counts, and all that happened to it, oldest first."""

    entry: Entry | None = None
    history: tuple[Recorded, ...] = ()

    @property
    def saves(self) -> tuple[tuple[Recorded, CountSaved], ...]:
        """All saves of the cell, oldest first, each with its event."""
        return tuple((r, r.event) for r in self.history if isinstance(r.event, CountSaved))

    @property
    def seen(self) -> int:
        """The number of the cell's last save; 0 before the first."""
        return max((recorded.number for recorded, _ in self.saves), default=0)

    @property
    def corrected(self) -> bool:
        """True when a save changed what the cell counted before."""
        return any(save.before and save.before.count != save.after.count for _, save in self.saves)

    @property
    def crossed(self) -> frozenset[int]:
        """Numbers of the saves whose page had not seen the save before: two people entered at once."""
        return frozenset(
            late.number for (early, _), (late, save) in pairwise(self.saves) if save.seen < early.number
        )

    @property
    def pending(self) -> tuple[PhotoRead, ...]:
        """Photos read since the last save: a count that was begun and not yet confirmed."""
        return tuple(r.event for r in self.history if isinstance(r.event, PhotoRead) and r.number > self.seen)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands after its last event. Players of the `sheet` are seat numbers as text.

    `ruleset` names the built-in ruleset that its rules come from; None where the table has its own. So many
    events tell what was `watched` at its table; they have a fold of their own (`web.live.fold`). `starters`
    are the seats that were named to have the first turn, by round.
    """

    id: str
    name: str
    players: tuple[Player, ...]
    sheet: Sheet
    started: Recorded
    last: Recorded
    ruleset: str | None = None
    watched: int = 0
    cells: Mapping[Key, Cell] = field(default_factory=dict)
    photos: Mapping[str, PhotoRead] = field(default_factory=dict)
    seating: Seating = field(default_factory=Seating)
    starters: Mapping[int, int] = field(default_factory=dict)

    def cell(self, round_: int, seat: int) -> Cell:
        """The cell of `round_` and `seat`; an empty one where nothing happened yet."""
        return self.cells.get((round_, seat), Cell())

    def has_cell(self, round_: int, seat: int) -> bool:
        """True when the game has such a round and such a seat."""
        return 1 <= round_ <= self.sheet.last and 0 <= seat < len(self.players)


@dataclass(frozen=True, slots=True)
class GameLine:
    """What a list of games says of one: no photos, no history of cells. `last` is when a count was saved."""

    id: str
    name: str
    players: tuple[Player, ...]
    sheet: Sheet
    started: datetime
    last: datetime

    @classmethod
    def of(cls, game: Game) -> GameLine:
        """The line of `game`."""
        return cls(game.id, game.name, game.players, game.sheet, game.started.at, game.last.at)


def fold(stream: Iterable[Recorded], game: Game | None = None) -> Game:
    """The state after all events of one game, or after those that follow on `game`.

    Raises `ValueError` for a stream that is not a game's, and `ScoringError` (which is one) for a round, a
    seat or a count that the game doesn't have.
    """
    for recorded in stream:
        game = _begin(recorded) if game is None else _step(game, recorded)
    if game is None:
        raise ValueError("An empty stream is no game.")
    return game


def _begin(recorded: Recorded) -> Game:
    event = recorded.event
    if not isinstance(event, GameStarted):
        raise ValueError("A game's stream begins with its start.")
    seats = tuple(str(seat) for seat in range(len(event.players)))
    sheet = Sheet(seats, event.domino_set, event.rules)
    return Game(recorded.game, event.name, event.players, sheet, recorded, recorded, event.ruleset)


def _step(game: Game, recorded: Recorded) -> Game:
    event = recorded.event
    if isinstance(event, GameStarted):
        raise ValueError("A game starts once.")
    if isinstance(event, SeatTaken | SeatFreed | SharingSet):
        if not isinstance(event, SharingSet) and not 0 <= event.seat < len(game.players):
            raise ValueError(f"There is no seat {event.seat} in this game.")
        return replace(game, last=recorded, seating=game.seating.after(event))
    if isinstance(event, LIVE_EVENTS):
        return replace(game, last=recorded, watched=game.watched + 1)
    if not game.has_cell(event.round, event.seat):
        raise ScoringError(
            "cell",
            last=game.sheet.last,
            players=len(game.players),
            round=event.round,
            player=event.seat + 1,
        )
    if isinstance(event, StarterNamed):
        return replace(game, last=recorded, starters={**game.starters, event.round: event.seat})
    key = (event.round, event.seat)
    cell = game.cell(*key)
    cell = replace(cell, history=(*cell.history, recorded))
    if isinstance(event, CountSaved):
        cell = replace(cell, entry=event.after)
        sheet = game.sheet.with_count(event.round, str(event.seat), event.after.count)
        return replace(game, last=recorded, sheet=sheet, cells={**game.cells, key: cell})
    photos = {**game.photos, event.photo: event}
    return replace(game, last=recorded, cells={**game.cells, key: cell}, photos=photos)
