"""The tables: a game is a row that its events hang from, and a stream of events that only grows."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; comes back as an aware `datetime` from databases that forget the zone too."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC on the way in."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """UTC on the way out."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("started_at", Moment, nullable=False),
    Column("start_key", String(64), nullable=True),
    Column("deleted_at", Moment, nullable=True),
    Column("code", String(4), nullable=True),
    Column("code_at", Moment, nullable=True),
    Index("ix_games_code", "code", unique=True),
    Index("ix_games_start_key", "start_key", unique=True),
)
"""One row a game. `deleted_at` is set when its events were deleted: what stays says which photos go.
`code` are the letters by which phones join it, made at `code_at`."""

events = Table(
    "events",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("who", Text, nullable=False),
    Column("type", String(40), nullable=False),
    Column("data", JSON, nullable=False),
    Column("key", String(64), nullable=True),
    Index("ix_events_game_id_key", "game_id", "key", unique=True),
)
"""One row an event. `key` is the digest of the page's own name for one save, so that a
repeated one counts once."""
