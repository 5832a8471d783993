"""The database: opened so that a confirmed save survives, and brought up to date by itself."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import resources
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

from web.disk import sync_folder
from web.store.errors import StoreError

FILE = "games.sqlite3"
HEAD = "0002"
"""The newest migration: known here so that an up-to-date database opens without loading Alembic."""
_BUSY = 30
"""Seconds that a save waits for another one."""


def open_database(data: Path) -> Engine:
    """The database in the folder `data`, both made where missing, with all migrations run.

    Raises `StoreError` where the folder can't be written, the file is no database, or a newer Stationmaster
    has written it.
    """
    path = data / FILE
    with ExitStack() as undo:
        engine = _engine(path)
        undo.callback(engine.dispose)
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            _require_writable(data, path)
            with write(engine) as connection:
                migrate(connection)
            sync_folder(data)
        except OSError as error:
            reason = error.strerror or error
            raise StoreError(
                f"Games can't be kept in {data} ({reason}): choose another folder with --data."
            ) from error
        except DatabaseError as error:
            raise StoreError(
                f"{path} can't be opened ({error.orig}): put a backup in its place, or choose another folder "
                "with --data."
            ) from error
        undo.pop_all()
    return engine


def file_of(engine: Engine) -> tuple[int, int] | None:
    """Which file SQLite's name stands for now (device and number); None for none, and for other databases."""
    if engine.dialect.name != "sqlite":
        return None
    try:
        found = os.stat(str(engine.url.database))
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _require_writable(data: Path, path: Path) -> None:
    if not os.access(data, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise PermissionError(13, "no permission to write there")


def _engine(path: Path) -> Engine:
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"timeout": _BUSY}, pool_size=8, max_overflow=56)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says, not where the driver guesses
    _use_wal(connection)
    for pragma in (
        "synchronous = FULL",  # a commit returns when it is on the disk
        "fullfsync = ON",  # macOS: and not only in the disk's own memory
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite waits for no lock here, as two first openings could wait for
    each other for ever; so this asks again until the other one is done."""
    deadline = time.monotonic() + _BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    """Take SQLite's one write lock at once for a write: upgrading a read later could fail."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def write(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write: all of it is on the disk when the block ends, or none."""
    with engine.connect().execution_options(writing=True) as connection, connection.begin():
        yield connection


@contextmanager
def read(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one moment of the database; writers don't wait for it."""
    with engine.connect() as connection, connection.begin():
        yield connection


def migrate(connection: Connection) -> None:
    """Run all migrations that `connection`'s database has not seen, in its transaction.

    Raises `StoreError` for a database that a newer Stationmaster has written.
    """
    version = _version(connection)
    if version == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    with resources.as_file(resources.files("web.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if version is not None and version not in known:
            raise StoreError(
                "These games were kept by a newer Stationmaster: install the newest version to open them. "
                "Nothing was changed."
            )
        command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version
