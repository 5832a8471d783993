"""Every route against every role: what each may do, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from vision.reading import Reading
from web.app import create_app
from web.rights import Right, needs
from web.station import Station
from web.store import Game
from web.store.events import GameStarted, PhotoRead

ROLES = ("anonymous", "viewer", "player of the seat", "player of another seat", "host")


class Row(NamedTuple):
    """The status that each role is answered with, and the form that is sent."""

    anonymous: int
    viewer: int
    player: int
    other: int
    host: int
    form: dict[str, str] = {}  # noqa: RUF012


def everybody(status: int, **form: str) -> Row:
    return Row(status, status, status, status, status, form)


def all_who_joined(status: int, **form: str) -> Row:
    return Row(403, status, status, status, status, form)


def own_seat(status: int, **form: str) -> Row:
    return Row(403, 403, status, 403, status, form)


def host_alone(status: int, **form: str) -> Row:
    return Row(403, 403, 403, 403, status, form)


_GAME = "/games/<game_id>"
_CELL = f"{_GAME}/rounds/<int:round_>/players/<int:seat>"
_TABLE = {"player-0": "Ana", "player-1": "Bo", "max_pip": "12"}
_RECORD = '[Ruleset "hub"]\n[Set "12"]\n[Players "Ana, Bo"]\nscore Ana 3\n'

ROUTES = {
    "GET /": everybody(200),
    "GET /static/<path:filename>": everybody(200),
    "GET /join": everybody(303),
    "GET /join/<code>": everybody(200),
    "POST /join/<code>": everybody(303, seat="watch"),
    "GET /host/<key>": everybody(404),
    "GET /games/new": host_alone(200),
    "POST /games/new": host_alone(303, **_TABLE),
    f"GET {_GAME}": all_who_joined(200),
    f"GET {_GAME}/seats": all_who_joined(200),
    f"POST {_GAME}/seats": all_who_joined(303, seat="3"),
    f"POST {_GAME}/seats/<int:seat>/free": host_alone(303),
    f"POST {_GAME}/sharing": host_alone(303, allowed="1"),
    f"POST {_GAME}/code": host_alone(303),
    f"GET {_GAME}/delete": host_alone(200),
    f"POST {_GAME}/delete": host_alone(303),
    f"GET {_GAME}/waiting": all_who_joined(200),
    f"GET {_GAME}/photos/<photo_id>.jpg": all_who_joined(200),
    f"POST {_GAME}/rounds/<int:round_>/starter": Row(403, 403, 303, 303, 303, {"seat": "0"}),
    f"GET {_GAME}/statistics": all_who_joined(200),
    f"GET {_GAME}/share": all_who_joined(200),
    f"GET {_GAME}/print": all_who_joined(200),
    f"GET {_GAME}/picture.svg": all_who_joined(200),
    f"GET {_GAME}/sheet.csv": all_who_joined(200),
    f"GET {_GAME}/sheet.json": all_who_joined(200),
    f"GET {_GAME}/sheet.train": all_who_joined(200),
    f"POST {_GAME}/rematch": host_alone(303),
    "GET /games/import": host_alone(200),
    "POST /games/import": host_alone(303, text=_RECORD),
    "GET /players": everybody(200),
    f"GET {_GAME}/table": all_who_joined(200),
    f"GET {_GAME}/table/now": all_who_joined(200),
    f"GET {_GAME}/table/stream": all_who_joined(204),
    f"GET {_GAME}/table/picture.jpg": all_who_joined(404),
    f"POST {_GAME}/table/watch": host_alone(409),
    f"POST {_GAME}/table/enter": host_alone(409, line="Bo: pass"),
    f"POST {_GAME}/table/answer": host_alone(409, question="0", choice="0"),
    f"POST {_GAME}/table/acts/<int:place>": host_alone(409, do="allow", act="Bo: pass"),
    f"GET {_CELL}": own_seat(200),
    f"POST {_CELL}": own_seat(303, do="out"),
    f"GET {_CELL}/history": all_who_joined(200),
}
"""A new route is missing here until somebody has said who may use it."""


class Table(NamedTuple):
    """A game with a photo, and a phone of one role."""

    game: Game
    photo: str
    phone: FlaskClient


@pytest.fixture
def lay(
    app: Flask,
    client: FlaskClient,
    joined: Callable[..., FlaskClient],
    station: Station,
    started: GameStarted,
) -> Callable[[str], Table]:
    """Starts a game for a phone of the given role."""

    def make(role: str) -> Table:
        game = station.store.start(started, "host")
        photo = station.photos.keep(game.id, b"jpeg")
        reading = Reading(100, 80, (), False, (), "reader-7")
        station.store.record(game.id, "0", lambda _: PhotoRead(1, 0, photo, reading))
        seats = {"viewer": None, "player of the seat": 0, "player of another seat": 1}
        if role in seats:
            phone = joined(game, seats[role])
        else:
            phone = client if role == "host" else app.test_client()
        return Table(game, photo, phone)

    return make


def address(rule: str, table: Table, station: Station) -> str:
    """A path of the rule, about seat 0."""
    values = {
        "game_id": table.game.id,
        "round_": "1",
        "seat": "0",
        "photo_id": table.photo,
        "filename": "style.css",
        "code": station.store.code(table.game.id),
        "key": "wrong",
        "place": "0",
    }
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule)


def token(client: FlaskClient, table: Table, station: Station) -> str:
    found = re.search(
        r'name="csrf_token" value="([^"]+)"', client.get(f"/join/{station.store.code(table.game.id)}").text
    )
    assert found
    return found[1]


def test_no_route_is_missing(app: Flask) -> None:
    routes = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_each_role_may_do_what_the_table_says(
    route: str, lay: Callable[[str], Table], station: Station
) -> None:
    for role, status in zip(ROLES, ROUTES[route], strict=False):
        check(route, status, lay(role), station)


def check(route: str, status: int, table: Table, station: Station) -> None:
    """Send a request of the route; only what is allowed changes anything, and only with the page's token."""
    method, rule = route.split(" ")
    phone, game = table.phone, table.game.id
    path = address(rule, table, station)
    form = {**ROUTES[route].form, "csrf_token": token(phone, table, station)}
    before, games, code = station.store.stream(game), station.store.games(), station.store.code(game)
    if method == "GET":
        with phone.get(path) as answer, phone.head(path) as head:
            assert (answer.status_code, head.status_code) == (status, status)
    else:
        assert phone.post(path, data={**form, "csrf_token": "wrong"}).status_code == 400
        assert (station.store.stream(game), station.store.games()) == (before, games)
        answer = phone.post(path, data=form)
        assert answer.status_code == status
    if method == "GET" or status == 403:
        assert (station.store.stream(game), station.store.games()) == (before, games)
        assert station.store.code(game) == code
    if status == 403:
        assert table.game.name not in answer.text
        told = phone.open(path, method=method, data=form, headers={"Accept": "application/json"})
        assert told.json
        assert re.search(r"[:,] .*\.$", told.json["error"])


@pytest.fixture
def forgetful(data: Path) -> Iterator[Flask]:
    """An app with a page that does not say who may see it, and one that does."""
    app = create_app(data, testing=True)

    @app.get("/forgotten")
    def forgotten() -> str:
        return "seen"

    @app.get("/open")
    @needs(Right.ANYBODY)
    def open_() -> str:
        return "seen"

    yield app
    app.extensions["stationmaster"].store.close()


def test_a_page_that_says_nothing_is_shut_to_everybody(
    forgetful: Flask, as_host: Callable[[Flask], FlaskClient]
) -> None:
    assert forgetful.test_client().get("/open").text == "seen"
    for client in (forgetful.test_client(), as_host(forgetful)):
        assert client.get("/forgotten").status_code == 403


def test_a_stranger_cannot_tell_games_that_are_there_from_others(
    lay: Callable[[str], Table], station: Station
) -> None:
    table = lay("anonymous")
    for route in ROUTES:
        method, rule = route.split(" ")
        if "<game_id>" not in rule or method != "GET":
            continue
        path = address(rule, table, station)
        there, not_there = table.phone.get(path), table.phone.get(path.replace(table.game.id, "nosuchgame"))
        assert (there.status_code, there.text) == (not_there.status_code, not_there.text)


def test_a_player_of_one_game_is_nobody_in_another(
    joined: Callable[..., FlaskClient], station: Station, started: GameStarted, here: Game
) -> None:
    other = station.store.start(started, "host")
    phone = joined(here, 0)
    for path in ("", "/seats", "/rounds/1/players/0", "/rounds/1/players/0/history"):
        assert phone.get(f"/games/{here.id}{path}").status_code == 200
        assert phone.get(f"/games/{other.id}{path}").status_code == 403


def test_a_cell_that_is_not_there_is_not_there_for_players_too(
    joined: Callable[..., FlaskClient], client: FlaskClient, here: Game
) -> None:
    for phone in (joined(here, 0), client):
        assert phone.get(f"/games/{here.id}/rounds/1/players/9").status_code == 404
    assert joined(here, 1).get(f"/games/{here.id}/rounds/99/players/1").status_code == 404
    assert client.post(f"/games/{here.id}/seats/9/free").status_code == 400, "a token is asked for first"
