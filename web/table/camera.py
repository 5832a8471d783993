"""The one camera of a server, and the game whose table it watches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import Profile
from vision.frames.frame import ASKED, Mode
from vision.frames.newest import NewestFrame
from vision.frames.source import Kind, Source
from vision.markers import MarkerLook
from web.live.events import WatchBegan
from web.live.eye import LiveEye
from web.live.fold import Live, begun
from web.live.kept import StoreSink, headers_of, opened, record_file, setup_of
from web.live.standpoint import Standpoint
from web.live.train_file import TrainFile, record_of
from web.live.watcher import Watcher
from web.store import Game, Store
from web.table.watching import RestingClock, SharedTable, WatchedTable
from web.train.headers import player_ids

FPS = 10.0
"""So many pictures a second are looked at, at most."""
_LOOKED_AT = 10
"""So many games are looked at for the one that was watched last."""


@dataclass(frozen=True)
class Looking:
    """How the camera looks: from where, and what is known of it and of the markers."""

    source: Source
    profile: Profile | None = None
    marker: MarkerLook | None = None
    fps: float = FPS


class Camera:
    """The camera, which one thread owns while a table is watched. Safe to use from many threads."""

    def __init__(self, looking: Looking, data: Path) -> None:
        """Nothing is opened yet; records are kept in the folder `data`."""
        self.source = looking.source
        self._looking = looking
        self._data = data
        self._change = threading.Lock()
        self._game = ""
        self._watched: WatchedTable | None = None

    def at(self, game_id: str) -> WatchedTable | None:
        """The table of a game, where it is the one that is watched."""
        watched = self._watched
        return watched if watched is not None and game_id == self._game else None

    def watch(self, store: Store, game: Game, who: str) -> WatchedTable:
        """Watch the table of `game` from now on, and none else; `who` says so.

        Raises `KeptError` for a game that can't be watched, and `StoreError`.
        """
        with self._change:
            same = self.at(game.id)
            if same is not None and not same.stopped:
                return same
            live = opened(game, store.stream(game.id))
            sink = StoreSink(store, game, who)
            if live is None:
                live = _begin(game, sink)
            self._stop()
            self._watched, self._game = self._start(game, live, sink), game.id
            return self._watched

    def stop(self) -> None:
        """Watch no table."""
        with self._change:
            self._stop()

    def _stop(self) -> None:
        if self._watched is not None:
            self._watched.stop()
        self._watched = None

    def _start(self, game: Game, live: Live, sink: StoreSink) -> WatchedTable:
        from web.live import eye

        looking = self._looking
        table = SharedTable(live, sink)
        seeing: LiveEye = eye.open_eye(live, looking.profile, looking.marker)
        asked, clock = ASKED, None
        if looking.source.kind is Kind.PATH:
            asked = Mode(ASKED.width, ASKED.height, looking.fps)
            if Path(looking.source.name).is_file():
                clock = RestingClock()
        frames = NewestFrame(looking.source, asked, most=looking.fps, clock=clock or time.monotonic)
        keep = _keeping(record_file(self._data, game.id), game)
        watcher, standpoint = Watcher(table, seeing), Standpoint(looking.profile)
        watched = WatchedTable(table, watcher, frames, standpoint, keep, clock)
        watched.start()
        return watched


def _begin(game: Game, sink: StoreSink) -> Live:
    """The table of a game that was not watched before, from the round that is played now."""
    players = player_ids([player.name for player in game.players])
    setup = setup_of(game, players)
    number = game.sheet.current or 1
    live = begun(setup, number)
    sink.append(WatchBegan(number, players))
    return live


def last_watched(store: Store) -> Game | None:
    """The game whose table was watched last, of those that were started last. Raises `StoreError`."""
    games = [store.game(line.id) for line in store.games()[:_LOOKED_AT]]
    return max((game for game in games if game.watched), key=lambda game: game.last.at, default=None)


def _keeping(file: Path, game: Game) -> Callable[[Live], None]:
    train, headers = TrainFile(file), headers_of(game)

    def keep(live: Live) -> None:
        """Write the record. Raises `OSError` and `RecordError`."""
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        train.keep(record_of(live, headers))

    return keep
