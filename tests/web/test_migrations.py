"""The migrations make the tables that the code expects, by themselves and once."""

from __future__ import annotations

import sqlite3
from importlib import resources
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from web.store import Store, StoreError
from web.store.database import FILE, HEAD, migrate, open_database, read, write
from web.store.events import GameStarted
from web.store.schema import metadata


def _scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(resources.files("web.store") / "migrations"))
    return ScriptDirectory.from_config(config)


def _columns(connection: Connection) -> dict[str, list[tuple[str, str, bool]]]:
    found = inspect(connection)
    return {
        table: [(c["name"], str(c["type"]), bool(c["nullable"])) for c in found.get_columns(table)]
        for table in sorted(found.get_table_names())
        if table != "alembic_version"
    }


def test_the_newest_migration_is_the_one_the_code_knows() -> None:
    assert _scripts().get_heads() == [HEAD]


def test_migrations_make_what_the_code_expects(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with read(engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        migrated = _columns(connection)
    engine.dispose()
    plain = create_engine("sqlite://")
    with plain.begin() as connection:
        metadata.create_all(connection)
        assert _columns(connection) == migrated
    plain.dispose()


def test_a_migration_that_breaks_off_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / FILE}", connect_args={"isolation_level": None})
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        migrate(connection)
        assert set(inspect(connection).get_table_names()) == {"alembic_version", *metadata.tables}
        connection.exec_driver_sql("ROLLBACK")
    engine.dispose()
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()


def test_opening_again_changes_nothing(tmp_path: Path, started: GameStarted) -> None:
    first = Store.open(tmp_path)
    game = first.start(started, "host")
    first.close()
    for _ in range(2):
        again = Store.open(tmp_path)
        assert again.game(game.id) == game
        again.close()


def test_a_newer_stationmasters_games_are_left_alone_with_a_sentence(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with write(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="newer Stationmaster: install the newest version"):
        Store.open(tmp_path)
    assert (tmp_path / FILE).exists()


def test_postgresql_would_take_the_tables() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    sql = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    sql += [
        str(CreateIndex(index).compile(dialect=dialect))
        for table in metadata.sorted_tables
        for index in table.indexes
    ]
    assert len(sql) == 5
    assert "TIMESTAMP WITH TIME ZONE" in sql[0]
