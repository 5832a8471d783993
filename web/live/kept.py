"""Tables that are watched, kept in the store of the games: begun there, appended to, and opened again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from referee import RulesError, Setup, ruleset
from referee.record.names import composed, is_name
from web.live.events import LIVE_EVENTS, LiveEvent, WatchBegan
from web.live.fold import Live, folded
from web.store import Game, Store, StoreError
from web.store.events import Recorded


class KeptError(ValueError):
    """A game that is kept and can't be watched; the message is a sentence for a person."""


class StoreSink:
    """Appends to the stream of a game. What was appended is on the disk."""

    def __init__(self, store: Store, game: Game, who: str) -> None:
        """Go on after all that is watched of `game` so far; `who` is who does it."""
        self._store = store
        self._game = game.id
        self._watched = game.watched
        self._who = who

    def append(self, event: LiveEvent) -> None:
        """Keep `event` as the game's next one.

        Raises `StoreError`, also where somebody else watches the same game: two eyes would tell two stories.
        """

        def alone(game: Game) -> LiveEvent:
            if game.watched != self._watched:
                raise StoreError(
                    "Another Stationmaster watches this game: stop one of the two, and start this one again."
                )
            return event

        self._watched = self._store.record(self._game, self._who, alone).watched


def setup_of(game: Game, players: tuple[str, ...]) -> Setup:
    """What the table of a game agreed on; `players` are the ids of its record, in seat order.

    Raises `KeptError` for a game without a ruleset, and for ids that don't suit its players.
    """
    if game.ruleset is None:
        raise KeptError(
            f"“{game.name}” has rules of its own, and a table is watched by those of a ruleset: start "
            "another game."
        )
    if len(players) != len(game.players):
        raise KeptError(f"“{game.name}” has {len(game.players)} players, not {len(players)}.")
    rules = None if game.sheet.rules == ruleset(game.ruleset) else game.sheet.rules
    both = zip(players, game.players, strict=True)
    names = {player: _in_header(kept.name) for player, kept in both if kept.name != player}
    try:
        return Setup(players, game.sheet.domino_set, game.ruleset, rules, names)
    except RulesError as error:
        raise KeptError(str(error)) from error


def ids_of(game: Game) -> tuple[str, ...] | None:
    """The names of a game's players, where a record can have all of them as ids; else None."""
    names = tuple(composed(player.name) for player in game.players)
    return names if all(map(is_name, names)) else None


def began_of(stream: Iterable[Recorded]) -> WatchBegan | None:
    """How the watch of a game began; None where its table was not watched."""
    return next((kept.event for kept in stream if isinstance(kept.event, WatchBegan)), None)


def opened(game: Game, stream: Iterable[Recorded]) -> Live | None:
    """The table of `game` as its `stream` has it; None where it was not watched. Raises `KeptError`."""
    stream = tuple(stream)
    began = began_of(stream)
    if began is None:
        return None
    events = (kept.event for kept in stream if isinstance(kept.event, LIVE_EVENTS))
    setup = setup_of(game, began.players)
    try:
        return folded(setup, events)
    except ValueError as error:
        raise KeptError(
            f"What was seen of “{game.name}” can't be followed by this Stationmaster: go on with the one "
            "that kept it, or start another game."
        ) from error


def record_file(data: Path, game_id: str) -> Path:
    """Where the record of a game is kept in the data folder, if nowhere else is named."""
    return data / "records" / f"{game_id}.train"


def forget_record(data: Path, game_id: str) -> None:
    """Let the record of a deleted game go, if there is one. Raises `StoreError` where it can't be deleted."""
    try:
        record_file(data, game_id).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            f"The game is deleted, but not its record ({error.strerror}): the next start of Stationmaster "
            "tries again."
        ) from error


def headers_of(game: Game) -> Mapping[str, str]:
    """What a record says besides of a game that is kept."""
    return {"Event": _in_header(game.name), "Date": game.started.at.astimezone().date().isoformat()}


def _in_header(name: str) -> str:
    """A name as a header of a record can have it."""
    return name.replace('"', "'")
