"""A phone knows itself: host, player or viewer, in each game for itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask, session

from web import who
from web.station import Station
from web.store import Game
from web.store.events import SeatTaken
from web.store.seating import Seating


@pytest.fixture(autouse=True)
def request_context(app: Flask) -> Iterator[None]:
    """A request of a phone that nobody knows yet."""
    with app.test_request_context():
        yield


def sitting(game: Game, seat: int) -> Game:
    """The game with this phone at `seat`."""
    return replace(game, seating=game.seating.after(SeatTaken(seat, who.phone())))


def test_a_stranger_may_not_even_look(game: Game) -> None:
    assert not who.is_host()
    assert not who.may_look(game.id)
    assert not any(who.may_enter(game, seat) for seat in range(4))
    assert who.current(game) == who.SOMEBODY
    assert dict(session) == {}, "looking leaves nothing in the cookie"


def test_a_viewer_looks_at_its_game_only(game: Game) -> None:
    who.join(game.id)
    assert who.may_look(game.id)
    assert not who.may_look("another")
    assert not any(who.may_enter(game, seat) for seat in range(4))
    assert (who.current(game), who.mine(game)) == (who.SOMEBODY, "Watching")
    assert session.permanent


def test_a_player_enters_at_its_own_seat_only(game: Game) -> None:
    game = sitting(game, 2)
    assert [who.may_enter(game, seat) for seat in range(4)] == [False, False, True, False]
    assert (who.seat(game), who.current(game), who.mine(game)) == (2, "2", "Cy")
    assert session.permanent


def test_a_seat_that_was_freed_is_no_seat(game: Game) -> None:
    freed = replace(sitting(game, 2), seating=Seating())
    assert who.seat(freed) is None
    assert not who.may_enter(freed, 2)


def test_a_host_may_do_everything_and_is_the_player_at_his_own_seat(station: Station, game: Game) -> None:
    assert who.become_host(station.host_key)
    assert who.may_look(game.id)
    assert all(who.may_enter(game, seat) for seat in range(4))
    assert (who.current(game), who.current(game, 1), who.mine(game)) == (who.HOST, who.HOST, "The host")
    game = sitting(game, 2)
    assert (who.current(game), who.current(game, 2), who.current(game, 1)) == ("2", "2", who.HOST)
    assert who.mine(game) == "Cy"
    assert session.permanent


@pytest.mark.parametrize("key", ["", "x", "0" * 16, "é", "\udc80", "\x00"])
def test_another_key_makes_nobody_host(station: Station, app: Flask, key: str) -> None:
    assert not who.become_host(key)
    assert not who.become_host(station.host_key.upper())
    replace(station, host_key="").attach(app)
    assert not who.become_host(key)
    assert not who.is_host()


def test_a_new_key_ends_what_the_old_one_allowed(station: Station, app: Flask) -> None:
    assert who.become_host(station.host_key)
    replace(station, host_key="another").attach(app)
    assert not who.is_host()


def test_the_cookie_does_not_hold_the_key(station: Station) -> None:
    who.become_host(station.host_key)
    assert station.host_key not in str(dict(session))


def test_a_cookie_holds_the_last_games_only(app: Flask, station: Station) -> None:
    who.become_host(station.host_key)
    who.phone()
    for number in range(200):
        who.join(f"game{number:06}")
    session.pop("host")
    assert who.may_look("game000199")
    assert who.may_look("game000170")
    assert not who.may_look("game000169")
    signed = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    assert len(signed.dumps(dict(session))) < 2000


@pytest.mark.parametrize(
    ("kept", "name"),
    [("1", "Bo"), (who.HOST, "The host"), (who.SOMEBODY, "Somebody"), ("9", "Somebody")],
)
def test_whoever_an_event_names_has_a_name_on_the_pages(game: Game, kept: str, name: str) -> None:
    assert who.name(game, kept) == name
