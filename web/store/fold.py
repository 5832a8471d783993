"""From a game's stream of events to its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from referee import Sheet
from web.store.events import CountSaved, Entry, GameStarted, PhotoRead, Player, Recorded

Key = tuple[int, int]
"""A cell of the sheet: round (from 1) and seat (from 0)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's count of one round: the entry that counts, and all that happened to it, oldest first."""

    entry: Entry | None = None
    history: tuple[Recorded, ...] = ()

    @property
    def seen(self) -> int:
        """The number of the cell's last saved count; 0 before the first."""
        return max((r.number for r in self.history if isinstance(r.event, CountSaved)), default=0)

    @property
    def pending(self) -> tuple[PhotoRead, ...]:
        """Photos read since the last save: a count that was begun and not yet confirmed."""
        return tuple(r.event for r in self.history if isinstance(r.event, PhotoRead) and r.number > self.seen)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands after its last event. Players of the `sheet` are seat numbers as text."""

    id: str
    name: str
    players: tuple[Player, ...]
    sheet: Sheet
    started: Recorded
    last: Recorded
    cells: Mapping[Key, Cell] = field(default_factory=dict)
    photos: Mapping[str, PhotoRead] = field(default_factory=dict)

    def cell(self, round_: int, seat: int) -> Cell:
        """The cell of `round_` and `seat`; an empty one where nothing happened yet."""
        return self.cells.get((round_, seat), Cell())


def fold(stream: Iterable[Recorded]) -> Game:
    """The state after all events of one game. Raises `ValueError` for a stream that is not a game's."""
    game: Game | None = None
    for recorded in stream:
        event = recorded.event
        if isinstance(event, GameStarted):
            seats = tuple(str(seat) for seat in range(len(event.players)))
            sheet = Sheet(seats, event.domino_set, event.options, event.length)
            game = Game(recorded.game, event.name, event.players, sheet, recorded, recorded)
        elif game is None:
            raise ValueError("A game's stream begins with its start.")
        else:
            game = _step(game, recorded, event)
    if game is None:
        raise ValueError("An empty stream is no game.")
    return game


def _step(game: Game, recorded: Recorded, event: PhotoRead | CountSaved) -> Game:
    key = (event.round, event.seat)
    cell = game.cell(*key)
    cell = replace(cell, history=(*cell.history, recorded))
    if isinstance(event, CountSaved):
        cell = replace(cell, entry=event.after)
        sheet = game.sheet.with_count(event.round, str(event.seat), event.after.count)
        return replace(game, last=recorded, sheet=sheet, cells={**game.cells, key: cell})
    photos = {**game.photos, event.photo: event}
    return replace(game, last=recorded, cells={**game.cells, key: cell}, photos=photos)
