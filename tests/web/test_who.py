"""A phone stays who it said it is, in each game for itself."""

from __future__ import annotations

import pytest
from flask import Flask, session

from web import who
from web.store import Game


def test_a_phone_is_nobody_in_particular_until_it_chooses(app: Flask, game: Game) -> None:
    with app.test_request_context():
        assert who.current(game.id) == who.SOMEBODY
        assert who.mine(game) is None
        who.choose(game, "2")
        assert who.current(game.id) == "2"
        assert who.mine(game) == "Cy"
        assert who.current("another") == who.SOMEBODY
        assert session.permanent
        who.choose(game, who.HOST)
        assert who.current(game.id) == who.HOST
        assert who.mine(game) == "The host"


@pytest.mark.parametrize("seat", ["4", "-1", "", "Ana", "²", "00", "1" * 5000])
def test_a_seat_that_is_not_there_is_refused(app: Flask, game: Game, seat: str) -> None:
    with app.test_request_context():
        with pytest.raises(ValueError, match="no seat"):
            who.choose(game, seat)
        assert who.current(game.id) == who.SOMEBODY


def test_a_cookie_holds_the_last_games_only(app: Flask, game: Game) -> None:
    from dataclasses import replace

    with app.test_request_context():
        for number in range(200):
            who.choose(replace(game, id=f"game{number:06}"), "3")
        assert who.current("game000199") == "3"
        assert who.current("game000170") == "3"
        assert who.current("game000169") == who.SOMEBODY
        signed = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        assert len(signed.dumps(dict(session))) < 2000


@pytest.mark.parametrize(
    ("kept", "name"),
    [("1", "Bo"), (who.HOST, "The host"), (who.SOMEBODY, "Somebody"), ("9", "Somebody")],
)
def test_whoever_an_event_names_has_a_name_on_the_pages(app: Flask, game: Game, kept: str, name: str) -> None:
    with app.test_request_context():
        assert who.name(game, kept) == name
