"""A store, an app, a client, a game that was started, and how hypothesis makes events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import strategies as st

from referee import SIZES, Count, DominoSet, ScoringOptions, Tile
from vision.reading import Notice, Reading, TileReading
from web.app import create_app
from web.station import Station
from web.store import Game, Store
from web.store.events import Entry, EntryTile, GameStarted, Player, Source

NAMES = ("Ana", "Bo", "Cy", "Dee")

_halves = st.integers(0, 18)
_points = st.tuples(*[st.integers(-99, 99_999).map(lambda tenths: tenths / 10)] * 2)

st.register_type_strategy(Tile, st.builds(Tile, _halves, _halves))
st.register_type_strategy(DominoSet, st.sampled_from(SIZES).map(DominoSet))
st.register_type_strategy(Count, st.integers(0, 168).map(Count) | st.just(Count(0, out=True)))
st.register_type_strategy(
    ScoringOptions,
    st.builds(
        ScoringOptions,
        double_blank=st.sampled_from((0, 25, 50)),
        scoring=st.sampled_from(("penalty", "positive")),
        going_out_bonus=st.integers(0, 20),
        tie_break=st.sampled_from(("shared", "zero_rounds")),
    ),
)
st.register_type_strategy(
    TileReading,
    st.builds(
        TileReading,
        corners=st.tuples(_points, _points, _points, _points),
        values=st.none() | st.tuples(st.none() | _halves, st.none() | _halves),
        confidence=st.integers(0, 1000).map(lambda thousandths: thousandths / 1000),
        face=st.sampled_from(("up", "down")),
    ),
)
st.register_type_strategy(
    Reading,
    st.builds(
        Reading,
        width=st.integers(1, 9999),
        height=st.integers(1, 9999),
        tiles=st.lists(st.from_type(TileReading), max_size=3).map(tuple),
        notices=st.lists(st.sampled_from(Notice), max_size=2).map(tuple),
    ),
)
st.register_type_strategy(
    Entry,
    st.builds(
        Entry,
        source=st.sampled_from(Source),
        tiles=st.none() | st.lists(st.from_type(EntryTile), max_size=3).map(tuple),
        photos=st.lists(st.text(max_size=8), max_size=2).map(tuple),
    ),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    """The whole app on an empty data folder."""
    app = create_app(data, testing=True)
    yield app
    app.extensions["stationmaster"].store.close()


@pytest.fixture
def station(app: Flask) -> Station:
    """What the app works with."""
    found: Station = app.extensions["stationmaster"]
    return found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One phone."""
    return app.test_client()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store in the folder `tmp_path / "store"`."""
    store = Store.open(tmp_path / "store")
    yield store
    store.close()


@pytest.fixture
def started() -> GameStarted:
    """Four players, double-6."""
    colours = ("red", "blue", "green", "teal")
    players = tuple(Player(name, colour) for name, colour in zip(NAMES, colours, strict=True))
    return GameStarted("Friday", players, DominoSet(6), ScoringOptions())


@pytest.fixture
def game(store: Store, started: GameStarted) -> Game:
    """The game that `started` started, in `store`."""
    return store.start(started, "host")
