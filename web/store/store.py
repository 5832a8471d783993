"""The store: starts games, appends to their streams, and gives them back folded."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask_babel import lazy_gettext as _l
from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import DatabaseError, OperationalError

from web.store.cache import Newest
from web.store.codes import LASTS, RENEWED_AFTER, new_code
from web.store.database import file_of, open_database, read, write
from web.store.errors import DamagedStore, NoSuchGame, StoreError
from web.store.events import CountSaved, Event, GameStarted, Recorded, from_json, to_json
from web.store.fold import Game, GameLine, fold
from web.store.schema import events, games

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o and u: an id may be read aloud
_ID_LENGTH = 10
_GAMES_IN_MEMORY = 32
_LINES_IN_MEMORY = 1000


class Store:
    """All games of one data folder. Safe to use from many threads, and from several processes at once.

    Every method raises `StoreError` when the database can't be read or written.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._file = file_of(engine)
        self._games: Newest[Game] = Newest(_GAMES_IN_MEMORY)
        self._lines: Newest[GameLine] = Newest(_LINES_IN_MEMORY)

    @classmethod
    def open(cls, data: Path) -> Store:
        """The store in the folder `data`, made or brought up to date as needed. Raises `StoreError`."""
        return cls(open_database(data))

    def close(self) -> None:
        """Let go of the database's files."""
        self._engine.dispose()

    def start(self, event: GameStarted, who: str, key: str | None = None, then: Iterable[Event] = ()) -> Game:
        """Begin a game; a repeated `key` gives the game that it began the first time.

        `then` are events that follow at once: all of it is kept, or nothing. One that the game can't take
        raises the error of `fold`.
        """
        digest = _digest(key)
        with self._writing() as connection:
            known = digest and connection.scalar(select(games.c.id).where(games.c.start_key == digest))
            if known:
                return self._fold(connection, known)
            game_id, now = _new_id(), datetime.now(UTC)
            stream = [
                Recorded(game_id, number, now, who, each) for number, each in enumerate((event, *then), 1)
            ]
            game = fold(stream)
            row = {"id": game_id, "started_at": now, "start_key": digest}
            connection.execute(insert(games).values(row))
            for recorded in stream:
                _append(connection, recorded, None)
        return game

    def record(self, game_id: str, who: str, decide: Callable[[Game], Event], key: str | None = None) -> Game:
        """Append the event that `decide` makes of the game as it stands; gives the game after it.

        Nobody else appends between the game that `decide` sees and its event, so it must be quick. A
        repeated `key` changes nothing and gives the game as it is. An event that the game can't take raises
        the error of `fold` and is not kept. Raises `NoSuchGame`.
        """
        digest = _digest(key)
        with self._writing() as connection:
            _lock(connection, game_id)
            game = self._fold(connection, game_id)
            if digest and _is_recorded(connection, game_id, digest):
                return game
            recorded = Recorded(game_id, game.last.number + 1, datetime.now(UTC), who, decide(game))
            game = fold([recorded], game)
            _append(connection, recorded, digest)
        self._games.put(game_id, recorded.number, game)
        return game

    def game(self, game_id: str) -> Game:
        """The game as it stands. Raises `NoSuchGame`."""
        with self._reading() as connection:
            game = self._fold(connection, game_id)
        self._games.put(game_id, game.last.number, game)
        return game

    def stream(self, game_id: str) -> tuple[Recorded, ...]:
        """All events of a game, oldest first. Raises `NoSuchGame`."""
        with self._reading() as connection:
            _require(connection, game_id)
            return _stream(connection, game_id)

    def games(self) -> tuple[GameLine, ...]:
        """A line for each game, the one that was started last first."""
        counting = (GameStarted.type, CountSaved.type)
        newest = (
            select(games.c.id, func.max(events.c.number))
            .join_from(games, events)
            .where(games.c.deleted_at.is_(None), events.c.type.in_(counting))
            .group_by(games.c.id, games.c.started_at)
            .order_by(games.c.started_at.desc(), games.c.id)
        )
        lines = []
        with self._reading() as connection:
            for game_id, number in connection.execute(newest).all():
                known = self._lines.get(game_id)
                if known and known[0] == number:
                    line = known[1]
                else:
                    line = GameLine.of(fold(_stream(connection, game_id, types=counting)))
                    self._lines.put(game_id, number, line)
                lines.append(line)
        return tuple(lines)

    def code(self, game_id: str, renewed_after: timedelta = RENEWED_AFTER) -> str:
        """The code by which phones join the game; a new one where it is older than `renewed_after`.

        The old one then opens nothing any more. Raises `NoSuchGame`.
        """
        with self._reading() as connection:
            code = _code(connection, game_id, renewed_after)
        if code is not None:
            return code
        with self._writing() as connection:
            _lock(connection, game_id)
            code = _code(connection, game_id, renewed_after)  # somebody else may have been quicker
            if code is None:
                code = _give_code(connection, game_id)
        return code

    def game_of_code(self, code: str) -> str | None:
        """The id of the game that `code` opens; None for a code that was never given or is too old."""
        known = select(games.c.id).where(games.c.code == code, games.c.code_at > datetime.now(UTC) - LASTS)
        with self._reading() as connection:
            return connection.scalar(known)

    def delete(self, game_id: str) -> None:
        """Delete a game's events: it is gone for everybody at once. Raises `NoSuchGame`.

        Its id stays in `deleted`, so that its photos still go should the power fail before they have.
        """
        with self._writing() as connection:
            _lock(connection, game_id)
            connection.execute(delete(events).where(events.c.game_id == game_id))
            gone = {"deleted_at": datetime.now(UTC), "start_key": None, "code": None}
            connection.execute(update(games).where(games.c.id == game_id).values(gone))
        self._games.drop(game_id)
        self._lines.drop(game_id)

    def deleted(self) -> tuple[str, ...]:
        """The ids of all games that were ever deleted."""
        with self._reading() as connection:
            return tuple(connection.scalars(select(games.c.id).where(games.c.deleted_at.is_not(None))))

    def _fold(self, connection: Connection, game_id: str) -> Game:
        """The game as `connection` sees it, folded on from where it was folded to before."""
        _require(connection, game_id)
        number, game = self._games.get(game_id) or (0, None)
        tail = _stream(connection, game_id, after=number)
        return fold(tail, game)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with read(self._engine) as connection:
                yield connection
        except OperationalError as error:
            raise StoreError(
                _l("The games can't be read just now (%(reason)s): try again.", reason=error.orig)
            ) from error
        except DatabaseError as error:
            raise DamagedStore(error.orig) from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if file_of(self._engine) != self._file:
            raise StoreError(
                _l(
                    "Nothing can be saved, because the file of the games was moved or deleted: stop "
                    "Stationmaster, put it back, and start it again."
                )
            )
        try:
            with write(self._engine) as connection:
                yield connection
        except OperationalError as error:
            raise StoreError(
                _l(
                    "This could not be saved (%(reason)s): try again, and if that fails too, make sure that "
                    "the disk is not full.",
                    reason=error.orig,
                )
            ) from error
        except DatabaseError as error:
            raise DamagedStore(error.orig) from error


def _new_id() -> str:
    """An id that nobody guesses: 50 random bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def _digest(key: str | None) -> str | None:
    """A key of any length in 64 characters."""
    return None if key is None else hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _lock(connection: Connection, game_id: str) -> None:
    """Let nobody else write to the game: by its row in PostgreSQL, while SQLite is locked as a whole."""
    connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
    _require(connection, game_id)


def _require(connection: Connection, game_id: str) -> None:
    there = select(games.c.id).where(games.c.id == game_id, games.c.deleted_at.is_(None))
    if connection.scalar(there) is None:
        raise NoSuchGame(game_id)


def _code(connection: Connection, game_id: str, renewed_after: timedelta) -> str | None:
    """The game's code; None where it has none, or one older than `renewed_after`."""
    _require(connection, game_id)
    since = datetime.now(UTC) - renewed_after
    return connection.scalar(select(games.c.code).where(games.c.id == game_id, games.c.code_at > since))


def _give_code(connection: Connection, game_id: str) -> str:
    """Give the game a code that no other game has, or one that has grown too old there."""
    at = datetime.now(UTC)
    still_open = set(connection.scalars(select(games.c.code).where(games.c.code_at > at - LASTS)))
    code = new_code()
    while code in still_open:
        code = new_code()
    connection.execute(update(games).where(games.c.code == code).values(code=None))
    connection.execute(update(games).where(games.c.id == game_id).values(code=code, code_at=at))
    return code


def _is_recorded(connection: Connection, game_id: str, digest: str) -> bool:
    known = select(events.c.number).where(events.c.game_id == game_id, events.c.key == digest)
    return connection.scalar(known) is not None


def _append(connection: Connection, recorded: Recorded, digest: str | None) -> None:
    """The one place that writes an event."""
    row = {
        "game_id": recorded.game,
        "number": recorded.number,
        "at": recorded.at,
        "who": recorded.who,
        "type": recorded.event.type,
        "data": to_json(recorded.event),
        "key": digest,
    }
    connection.execute(insert(events).values(row))


def _stream(
    connection: Connection, game_id: str, after: int = 0, types: tuple[str, ...] | None = None
) -> tuple[Recorded, ...]:
    query = select(events).where(events.c.game_id == game_id, events.c.number > after)
    if types is not None:
        query = query.where(events.c.type.in_(types))
    try:
        return tuple(
            Recorded(row.game_id, row.number, row.at, row.who, from_json(row.type, row.data))
            for row in connection.execute(query.order_by(events.c.number))
        )
    except (LookupError, TypeError, ValueError) as error:  # what `from_json` says to what nobody wrote
        raise DamagedStore(_l("game %(game)s", game=game_id)) from error
