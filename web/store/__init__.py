"""The games: one append-only stream of typed events each, folded to its state, kept in a database."""

from web.store.errors import NoSuchGame, StoreError
from web.store.fold import Cell, Game, GameLine
from web.store.store import Store

__all__ = ["Cell", "Game", "GameLine", "NoSuchGame", "Store", "StoreError"]
