"""Joining by code, taking a seat, and what the host does about seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from flask import Flask
from flask.testing import FlaskClient

from web.joining.attempts import EACH
from web.joining.invitation import DOOR
from web.station import Station
from web.store import Game
from web.store.codes import new_code
from web.store.events import CountSaved, GameStarted, SeatFreed, SeatTaken, SharingSet

pytestmark = pytest.mark.usefixtures("without_tokens")

Joined = Callable[..., FlaskClient]


@pytest.fixture
def joined(app: Flask, station: Station) -> Joined:
    """Makes phones that have joined a game: at a seat, or to watch."""

    def make(game: Game, seat: int | None = None) -> FlaskClient:
        phone = app.test_client()
        form = {"seat": "watch" if seat is None else str(seat)}
        assert phone.post(f"/join/{station.store.code(game.id)}", data=form).status_code == 303
        return phone

    return make


def wrong_code(station: Station, game: Game) -> str:
    return next(code for code in iter(new_code, "") if code != station.store.code(game.id))


def pressed(page: str) -> list[str]:
    """The values of the buttons that are shown as chosen."""
    return re.findall(r'value="(\w+)" aria-pressed="true"', page)


def shut(page: str) -> list[str]:
    """The seats that can't be taken."""
    return re.findall(r'value="(\d+)" aria-pressed="false" disabled', page)


def entered(phone: FlaskClient, game: Game, seat: int) -> int:
    """The status with which a typed total is answered."""
    path = f"/games/{game.id}/rounds/1/players/{seat}"
    return phone.post(path, data={"do": "typed", "total": "5"}).status_code


def test_a_typed_code_leads_to_the_seats_and_a_seat_to_the_sheet(
    stranger: FlaskClient, station: Station, here: Game
) -> None:
    code = station.store.code(here.id)
    found = stranger.get("/join", query_string={"code": f" {code[:2].lower()} {code[2:]}"})
    assert (found.status_code, found.location) == (303, f"/join/{code}")
    page = stranger.get(found.location).text
    assert re.findall(r'name="seat" value="(\w+)"', page) == ["0", "1", "2", "3", "watch"]
    assert pressed(page) == shut(page) == []
    assert station.store.game(here.id).seating.holders == {}, "looking takes nothing"
    answer = stranger.post(found.location, data={"seat": "2"})
    assert (answer.status_code, answer.location) == (303, f"/games/{here.id}")
    assert '/seats">Cy</a>' in stranger.get(answer.location).text
    taken = station.store.game(here.id).last
    assert isinstance(taken.event, SeatTaken)
    assert (taken.who, taken.event.seat) == ("2", 2)


def test_whoever_only_watches_sees_all_and_is_offered_nothing_to_enter(
    joined: Joined, client: FlaskClient, station: Station, here: Game
) -> None:
    entered(client, here, 0)
    viewer = joined(here)
    page = viewer.get(f"/games/{here.id}").text
    assert '/seats">Watching</a>' in page
    assert not re.search(r'/players/\d+"', page)
    assert "/delete" not in page
    assert station.store.code(here.id) not in page
    history = viewer.get(f"/games/{here.id}/rounds/1/players/0/history").text
    assert not re.search(r'/players/0"', history)
    assert [entered(viewer, here, seat) for seat in range(4)] == [403] * 4


def test_a_player_enters_and_corrects_the_own_count_only(
    joined: Joined, station: Station, here: Game
) -> None:
    bo = joined(here, 1)
    assert [entered(bo, here, seat) for seat in range(4)] == [403, 303, 403, 403]
    page = bo.get(f"/games/{here.id}").text
    assert set(re.findall(r'/rounds/1/players/(\d+)"', page)) == set(), "the own one is entered"
    assert set(re.findall(r'/rounds/2/players/(\d+)"', page)) == set(), "round 1 is not over"
    assert '/rounds/1/players/1"' in bo.get(f"/games/{here.id}/rounds/1/players/1/history").text
    assert entered(bo, here, 1) == 303
    saves = [r for r in station.store.stream(here.id) if isinstance(r.event, CountSaved)]
    assert [(r.who, r.event.seat) for r in saves] == [("1", 1), ("1", 1)]  # type: ignore[union-attr]
    refused = bo.get(f"/games/{here.id}/rounds/1/players/0")
    assert "Only Ana and the host can enter here" in refused.text


def test_a_host_with_a_seat_is_told_apart_from_the_host_of_all(
    client: FlaskClient, station: Station, here: Game
) -> None:
    client.post(f"/games/{here.id}/seats", data={"seat": "0"})
    assert [entered(client, here, seat) for seat in range(4)] == [303] * 4
    saves = [r for r in station.store.stream(here.id) if isinstance(r.event, CountSaved)]
    assert [r.who for r in saves] == ["0", "host", "host", "host"]


def test_a_taken_seat_is_not_given_to_another_phone(
    joined: Joined, stranger: FlaskClient, station: Station, here: Game
) -> None:
    ana = joined(here, 0)
    path = f"/join/{station.store.code(here.id)}"
    assert shut(stranger.get(path).text) == ["0"]
    refused = stranger.post(path, data={"seat": "0"})
    assert refused.status_code == 409
    assert "Another phone holds Ana&#39;s seat: choose another one, or ask the host" in refused.text
    assert stranger.get(f"/games/{here.id}").status_code == 403
    assert ana.post(path, data={"seat": "0"}).status_code == 303, "who sits there may scan the code again"
    assert len(station.store.stream(here.id)) == 2


def test_of_many_who_take_a_seat_at_once_one_has_it(app: Flask, station: Station, here: Game) -> None:
    path, together = f"/join/{station.store.code(here.id)}", Barrier(6)

    def take(phone: FlaskClient) -> int:
        together.wait()
        return phone.post(path, data={"seat": "0"}).status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = sorted(pool.map(take, [app.test_client() for _ in range(6)]))
    assert statuses == [303] + [409] * 5
    assert len(station.store.game(here.id).seating.at(0)) == 1


def test_a_phone_changes_its_seat_and_leaves_it(joined: Joined, station: Station, here: Game) -> None:
    phone = joined(here, 0)
    seats = f"/games/{here.id}/seats"
    assert pressed(phone.get(seats).text) == ["0"]
    phone.post(seats, data={"seat": "3"})
    assert pressed(phone.get(seats).text) == ["3"]
    assert list(station.store.game(here.id).seating.holders) == [3]
    assert [entered(phone, here, seat) for seat in (0, 3)] == [403, 303]
    for _ in range(2):
        assert phone.post(seats, data={"seat": "watch"}).status_code == 303
    assert pressed(phone.get(seats).text) == ["watch"]
    assert station.store.game(here.id).seating.holders == {}
    freed = station.store.game(here.id).last
    assert isinstance(freed.event, SeatFreed)
    assert (freed.who, entered(phone, here, 3)) == ("3", 403)


@pytest.mark.parametrize("seat", ["4", "-1", "", "nobody", "²", "00", "1" * 5000])
def test_nobody_sits_at_a_seat_that_the_game_has_not(
    stranger: FlaskClient, station: Station, here: Game, seat: str
) -> None:
    assert stranger.post(f"/join/{station.store.code(here.id)}", data={"seat": seat}).status_code == 422
    assert stranger.get(f"/games/{here.id}").status_code == 403
    assert len(station.store.stream(here.id)) == 1


def test_the_host_frees_a_seat(joined: Joined, client: FlaskClient, station: Station, here: Game) -> None:
    lost = joined(here, 0)
    answer = client.post(f"/games/{here.id}/seats/0/free", follow_redirects=True)
    assert "Ana&#39;s seat is free." in answer.text
    assert station.store.game(here.id).last.who == "host"
    assert entered(lost, here, 0) == 403
    assert lost.get(f"/games/{here.id}").status_code == 200, "it may still watch"
    assert entered(joined(here, 0), here, 0) == 303
    before = len(station.store.stream(here.id))
    client.post(f"/games/{here.id}/seats/3/free")
    assert len(station.store.stream(here.id)) == before, "a free seat is not freed"


def test_two_phones_share_a_seat_where_the_host_allows_it(
    joined: Joined, client: FlaskClient, stranger: FlaskClient, station: Station, here: Game
) -> None:
    one = joined(here, 0)
    for _ in range(2):
        client.post(f"/games/{here.id}/sharing", data={"allowed": "1"})
    assert isinstance(station.store.game(here.id).last.event, SharingSet)
    assert len(station.store.stream(here.id)) == 3
    two = joined(here, 0)
    assert [entered(phone, here, 0) for phone in (one, two)] == [303, 303]
    assert stranger.post(f"/join/{station.store.code(here.id)}", data={"seat": "0"}).status_code == 409
    assert "2 phones" in client.get(f"/games/{here.id}/seats").text
    client.post(f"/games/{here.id}/sharing")
    assert entered(two, here, 0) == 303, "who shares stays until the seat is freed"
    client.post(f"/games/{here.id}/seats/0/free")
    assert [entered(phone, here, 0) for phone in (one, two)] == [403, 403]


def test_a_wrong_code_and_one_that_is_too_old_are_answered_alike(
    stranger: FlaskClient, client: FlaskClient, station: Station, here: Game
) -> None:
    old = station.store.code(here.id)
    client.post(f"/games/{here.id}/code")
    wrong, shape = wrong_code(station, here), "x" * 5000
    for method in ("GET", "POST"):
        pages = [stranger.open(f"/join/{code}", method=method) for code in (old, wrong, shape)]
        assert {page.status_code for page in pages} == {404}
        assert len({page.text for page in pages}) == 1
    assert "look at the host&#39;s screen, and type them again" in pages[0].text
    typed = stranger.get("/join", query_string={"code": "no code"})
    assert (typed.status_code, typed.text) == (404, pages[0].text)


def test_who_has_joined_stays_when_the_code_changes(joined: Joined, client: FlaskClient, here: Game) -> None:
    phone = joined(here, 0)
    client.post(f"/games/{here.id}/code")
    assert phone.get(f"/games/{here.id}").status_code == 200
    assert entered(phone, here, 0) == 303


def test_codes_cannot_be_tried_at_speed(
    stranger: FlaskClient, client: FlaskClient, station: Station, here: Game
) -> None:
    wrong = wrong_code(station, here)
    for _ in range(EACH):
        assert stranger.get(f"/join/{wrong}").status_code == 404
    for code in (wrong, station.store.code(here.id)):
        stopped = stranger.get(f"/join/{code}")
        assert stopped.status_code == 429
        assert "wait 10 minutes and try again" in stopped.text
        assert 0 < int(stopped.headers["Retry-After"]) <= 600
    assert stranger.post(f"/join/{station.store.code(here.id)}", data={"seat": "0"}).status_code == 429
    elsewhere = {"REMOTE_ADDR": "192.168.1.77"}
    assert stranger.get(f"/join/{station.store.code(here.id)}", environ_base=elsewhere).status_code == 200
    assert client.get(f"/games/{here.id}").status_code == 200, "who is in stays in"


def test_the_hosts_address_makes_a_host_and_leaves_the_address_bar(
    stranger: FlaskClient, station: Station, here: Game
) -> None:
    assert stranger.get("/games/new").status_code == 403
    answer = stranger.get(f"/host/{station.host_key}")
    assert (answer.status_code, answer.location) == (303, "/")
    assert "This device is the host&#39;s now" in stranger.get("/").text
    assert stranger.get("/games/new").status_code == 200
    assert here.name in stranger.get("/").text


@pytest.mark.parametrize("key", ["wrong", "0" * 16, "%C3%A9", "%00", "%FF"])
def test_another_key_makes_no_host(stranger: FlaskClient, key: str) -> None:
    answer = stranger.get(f"/host/{key}")
    assert answer.status_code == 404
    assert "open the one that Stationmaster shows when it starts" in answer.text
    assert stranger.get("/games/new").status_code == 403


def test_the_first_page_lists_the_games_that_one_has_joined(
    joined: Joined,
    stranger: FlaskClient,
    client: FlaskClient,
    station: Station,
    started: GameStarted,
    here: Game,
) -> None:
    from dataclasses import replace

    station.store.start(replace(started, name="Saturday"), "host")
    assert "Friday" in (page := joined(here).get("/").text)
    assert "Saturday" not in page
    assert "Friday" not in (page := stranger.get("/").text)
    assert 'name="code"' in page
    assert "/games/new" not in page
    page = client.get("/").text
    assert "Friday" in page
    assert "Saturday" in page
    assert 'name="code"' not in page


@pytest.mark.parametrize(
    ("host", "address", "told"),
    [
        ("localhost:8000", "127.0.0.1", True),
        ("127.0.0.1:8000", "127.0.0.1", True),
        ("[::1]:8000", "::1", True),
        ("192.168.1.5:8000", "192.168.1.7", False),
        ("192.168.1.5:8000", "127.0.0.1", False),
        ("localhost:8000", "192.168.1.7", False),
    ],
)
def test_at_the_computer_itself_one_is_told_how_to_become_host(
    stranger: FlaskClient, station: Station, host: str, address: str, told: bool
) -> None:
    page = stranger.get("/", headers={"Host": host}, environ_base={"REMOTE_ADDR": address}).text
    assert ("one click on the host's address" in page) is told
    assert station.host_key not in page


@pytest.mark.parametrize(
    ("opened", "door", "address"),
    [
        ("http://192.168.1.5:8000", None, "http://192.168.1.5:8000/join/"),
        ("http://pi.local:8000", "http://192.168.1.9:8000/", "http://pi.local:8000/join/"),
        ("http://localhost:8000", "http://192.168.1.9:8000/", "http://192.168.1.9:8000/join/"),
        ("http://127.0.0.1:8000", None, None),
        ("http://[::1]:8000", None, None),
    ],
)
def test_the_host_is_shown_code_and_qr_of_an_address_that_phones_reach(
    app: Flask, station: Station, here: Game, opened: str, door: str | None, address: str | None
) -> None:
    app.config[DOOR] = door
    client = app.test_client()
    client.get(f"/host/{station.host_key}", base_url=opened)
    page = client.get(f"/games/{here.id}", base_url=opened).text
    code = station.store.code(here.id)
    assert f'<b class="letters">{code}</b>' in page
    assert ('class="qr"' in page) is (address is not None)
    if address is None:
        assert "start it with --host 0.0.0.0" in page
    else:
        assert f'aria-label="QR code of {address}{code}"' in page


def test_an_old_code_is_replaced_by_the_time_the_host_looks(
    client: FlaskClient, station: Station, here: Game
) -> None:
    old = station.store.code(here.id)
    new = station.store.code(here.id, timedelta())
    page = client.get(f"/games/{here.id}").text
    assert f'<b class="letters">{new}</b>' in page
    assert old not in page
