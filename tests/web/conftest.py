"""A store, an app, a client, a game that was started, and how hypothesis makes events."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import strategies as st

from referee import RULESETS, SIZES, Count, DominoSet, Rules, Tile
from vision.reading import Corners, Notice, Reading, TileReading
from web.app import create_app
from web.station import Station
from web.store import Game, Store
from web.store.events import (
    CountSaved,
    Entry,
    EntryTile,
    GameStarted,
    PhotoRead,
    Player,
    Source,
    StarterNamed,
)
from web.who import SOMEBODY

# Helpers lie beside these tests, and beside those of the rooms below: scripts of layouts, sources to pull.
for _folder in (".", "../referee", "../vision"):
    sys.path.insert(0, str((Path(__file__).parent / _folder).resolve()))

NAMES = ("Ana", "Bo", "Cy", "Dee")

_SQUARE: Corners = ((10.0, 50.0), (10.0, 30.0), (50.0, 30.0), (50.0, 50.0))

_halves = st.integers(0, 18)
_points = st.tuples(*[st.integers(-99, 99_999).map(lambda tenths: tenths / 10)] * 2)

st.register_type_strategy(Tile, st.builds(Tile, _halves, _halves))
st.register_type_strategy(DominoSet, st.sampled_from(SIZES).map(DominoSet))
st.register_type_strategy(Count, st.integers(0, 168).map(Count) | st.just(Count(0, out=True)))
st.register_type_strategy(
    Rules,
    st.builds(
        Rules,
        double_blank=st.sampled_from((0, 25, 50)),
        scoring=st.sampled_from(("penalty", "positive")),
        rounds=st.just("all") | st.integers(1, 7),
        going_out_bonus=st.integers(0, 20),
        tie_break=st.sampled_from(("shared", "zero_rounds")),
    ),
)
st.register_type_strategy(
    GameStarted, st.builds(GameStarted, ruleset=st.none() | st.sampled_from(list(RULESETS)))
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


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> Iterator[None]:
    """Lets the programs that tests start hear Ctrl-C: a script's `make test &` hands down to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


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
def as_host() -> Callable[[Flask], FlaskClient]:
    """Makes phones of the host of any app: they may do everything."""

    def make(app: Flask) -> FlaskClient:
        client = app.test_client()
        key = app.extensions["stationmaster"].host_key
        assert client.get(f"/host/{key}", follow_redirects=True).status_code == 200
        return client

    return make


@pytest.fixture
def client(app: Flask, as_host: Callable[[Flask], FlaskClient]) -> FlaskClient:
    """The host's phone."""
    return as_host(app)


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    """A phone that has joined no game."""
    return app.test_client()


@pytest.fixture
def joined(app: Flask, station: Station) -> Callable[..., FlaskClient]:
    """Makes phones that have joined a game: at a seat, or to watch."""

    def make(game: Game, seat: int | None = None) -> FlaskClient:
        client, path = app.test_client(), f"/join/{station.store.code(game.id)}"
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path).text)
        assert token
        form = {"csrf_token": token[1], "seat": "watch" if seat is None else str(seat)}
        assert client.post(path, data=form).status_code == 303
        return client

    return make


@pytest.fixture
def here(station: Station, started: GameStarted) -> Game:
    """The game that `started` started, in the app's own store."""
    return station.store.start(started, "host")


@pytest.fixture
def without_tokens(app: Flask) -> None:
    """Lets forms be sent without the page's CSRF token, where that is not what is tested."""
    app.config["WTF_CSRF_ENABLED"] = False


@pytest.fixture
def pages(
    client: FlaskClient, stranger: FlaskClient, station: Station, started: GameStarted
) -> dict[str, str]:
    """One page of every kind, with photos, doubts and errors on them, as those see it who may."""
    game = station.store.start(replace(started, domino_set=DominoSet(18), rules=Rules(rounds=1)), "host")
    tiles = (
        TileReading(_SQUARE, (5, 3), 0.9, review=True),
        TileReading(_SQUARE, (2, None), 0.3, whole=False),
    )
    reading = Reading(100, 80, tiles, True, tuple(Notice), "reader-7")
    entry = Entry(Source.PHOTO, Count(9), (EntryTile(Tile(5, 4), "abc", 0),), ("abc",))
    events = (PhotoRead(1, 0, "abc", reading), CountSaved(1, 0, None, entry))
    for event in events:
        station.store.record(game.id, SOMEBODY, lambda _, event=event: event)
    home, cell = f"/games/{game.id}", f"/games/{game.id}/rounds/1/players/0"
    paths = ("/", "/games/new", "/nothing", home, f"{home}/seats", f"{home}/delete", cell, f"{cell}/history")
    found = {path: client.get(path).text for path in paths}
    phone = "http://192.168.1.5:8000"
    client.get(f"/host/{station.host_key}", base_url=phone, follow_redirects=True)
    found["invitation"] = client.get(home, base_url=phone).text
    rules = replace(RULESETS["hub"], double_blank=25)
    entries = [Entry(Source.TYPED, Count(9 + seat)) for seat in range(len(started.players))]
    entries[2] = Entry(Source.OUT, Count(0, out=True))
    rounds = [
        [CountSaved(number, seat, None, entry) for seat, entry in enumerate(entries)] for number in (1, 2)
    ]
    ruled = station.store.start(
        replace(started, domino_set=DominoSet(12), rules=rules, ruleset="hub"),
        "host",
        then=[*rounds[0], *rounds[1], StarterNamed(1, 2)],
    )
    over = station.store.start(replace(started, rules=Rules(rounds=1)), "host", then=rounds[0])
    found["ruleset"] = client.get(f"/games/{ruled.id}").text
    for end in ("", "/statistics", "/share", "/print"):
        found[f"counted{end}"] = client.get(f"/games/{ruled.id}{end}").text
        found[f"over{end}"] = client.get(f"/games/{over.id}{end}").text
        found[f"begun{end}"] = client.get(f"/games/{game.id}{end}").text
    found["players"] = client.get("/players").text
    found["import"] = client.get("/games/import").text
    client.application.config["WTF_CSRF_ENABLED"] = False
    found["refused import"] = client.post("/games/import", data={"text": "?"}).text
    found["refused start"] = client.post("/games/new", data={"player-0": "x" * 300}).text
    table = {"player-0": "Ana", "player-1": "Bo", "max_pip": "12", "ruleset": "caboose"}
    found["refused set"] = client.post("/games/new", data=table).text
    found["refused total"] = client.post(cell, data={"do": "typed", "total": "-1"}).text
    found["refused hand"] = client.post(cell, data={"do": "tiles"}).text
    found["doubts"] = client.post(cell, data={"do": "typed", "total": "0"}).text
    code = station.store.code(game.id)
    found["stranger"] = stranger.get("/").text
    found["stranger's game"] = stranger.get(home).text
    found["wrong code"] = stranger.get("/join/wrong").text
    found["join"] = stranger.get(f"/join/{code}").text
    stranger.post(f"/join/{code}", data={"seat": "1"})
    found["player's sheet"] = stranger.get(home).text
    found["player's games"] = stranger.get("/").text
    found["another's seat"] = stranger.get(cell).text
    found["another's history"] = stranger.get(f"{cell}/history").text
    client.post(f"{home}/sharing", data={"allowed": "1"})
    found["seats with one taken"] = client.get(f"{home}/seats").text
    return found


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
    return GameStarted("Friday", players, DominoSet(6))


@pytest.fixture
def game(store: Store, started: GameStarted) -> Game:
    """The game that `started` started, in `store`."""
    return store.start(started, "host")


@dataclass
class Server:
    """A real `stationmaster` process, and what it said when it was ready."""

    process: subprocess.Popen[str]
    port: int
    said: str

    @property
    def host_path(self) -> str:
        """The path of the host's address that it printed."""
        found = re.search(r"/host/\w+", self.said)
        assert found
        return found[0]

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.end()

    def end(self) -> int:
        """Wait for its end; its exit status."""
        try:
            return self.process.wait(30)
        finally:
            self.close()

    def close(self) -> None:
        """Close its pipes."""
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


class Phone:
    """A browser without a screen: it keeps its cookie and its token from one server to the next."""

    def __init__(self) -> None:
        self._cookie = ""
        self._token = ""

    def get(self, port: int, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", path, headers={"Cookie": self._cookie})
            return self._read(connection.getresponse())
        finally:
            connection.close()

    def post(self, port: int, path: str, form: dict[str, str]) -> tuple[int, str]:
        """Status and text of the answer to a form, sent with the token of the page at `path`."""
        if not self._token:
            self.get(port, path)
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", path, urlencode({**form, "csrf_token": self._token}), headers)
            return self._read(connection.getresponse())
        finally:
            connection.close()

    def _read(self, answer: HTTPResponse) -> tuple[int, str]:
        text = answer.read().decode()
        if cookie := answer.headers["Set-Cookie"]:
            self._cookie = cookie.partition(";")[0]
        if token := re.search(r'name="csrf_token" value="([^"]+)"', text):
            self._token = token[1]
        return answer.status, text


Launch = Callable[..., Server]


@pytest.fixture
def launch() -> Iterator[Launch]:
    """Starts `stationmaster` with any arguments, a port of its own and all ends at the end of the test."""
    servers: list[Server] = []

    def start(*arguments: str | Path) -> Server:
        command = [Path(sys.executable).with_name("stationmaster"), *arguments, "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        server = Server(process, 0, "")
        servers.append(server)
        assert process.stdout is not None
        for line in process.stdout:
            server.said += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://[^/]+:([0-9]+)/", server.said)
        assert found, f"{arguments} did not start: {server.said}"
        server.port = int(found[1])
        return server

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def phone() -> Callable[[], Phone]:
    """Makes phones."""
    return Phone
