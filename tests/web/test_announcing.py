"""What the terminal says: where the host goes, where the players go, and by which code they join."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from flask import Flask

from referee import Count, Rules
from web import announcing
from web.announcing import announcer, told
from web.joining.invitation import DOOR
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, Entry, GameStarted, Source


@pytest.fixture(autouse=True)
def one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with one address at home."""
    monkeypatch.setattr("web.addresses.home_addresses", lambda: ("192.168.1.5",))


class Terminal(io.StringIO):
    """A terminal of an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


def finish(station: Station, started: GameStarted, name: str) -> None:
    """A game of one round that is over."""
    game = station.store.start(replace(started, name=name, rules=Rules(rounds=1)), "host")
    for seat in range(4):
        entry = Entry(Source.TYPED, Count(seat))
        station.store.record(
            game.id, "host", lambda _, seat=seat, entry=entry: CountSaved(1, seat, None, entry)
        )


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", ["http://127.0.0.1:8000/host/KEY"]),
        ("localhost", ["http://localhost:8000/host/KEY"]),
        (
            "0.0.0.0",
            [
                "http://localhost:8000/host/KEY",
                "http://192.168.1.5:8000/host/KEY",
                "http://192.168.1.5:8000/",
            ],
        ),
        (
            "192.168.1.9",
            [
                "http://192.168.1.9:8000/host/KEY",
                "http://192.168.1.9:8000/host/KEY",
                "http://192.168.1.9:8000/",
            ],
        ),
    ],
)
def test_the_host_comes_first_then_the_phones(station: Station, host: str, addresses: list[str]) -> None:
    said = "\n".join(told(station, host, 8000)).replace(station.host_key, "KEY")
    assert re.findall(r"http://\S+", said) == addresses
    assert str(station.data) in said


def test_the_game_that_is_played_has_its_code_shown(
    station: Station, started: GameStarted, here: Game
) -> None:
    finish(station, started, "Over")
    said = "\n".join(told(station, "0.0.0.0", 8000))
    assert f"The code of “Friday”: {station.store.code(here.id)}" in said


def test_without_a_game_it_is_said_where_codes_come_from(station: Station, started: GameStarted) -> None:
    finish(station, started, "Over")
    said = "\n".join(told(station, "0.0.0.0", 8000))
    assert "a code of four letters" in said
    assert "Over" not in said


@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("cp1252", False), ("ascii", False)])
def test_a_terminal_shows_a_qr_code_if_it_can(
    station: Station, here: Game, monkeypatch: pytest.MonkeyPatch, encoding: str, drawn: bool
) -> None:
    scanned: list[str] = []

    def blocks(text: str) -> tuple[str, ...]:
        scanned.append(text)
        return ("█▀", "▄█")

    monkeypatch.setattr(announcing, "blocks", blocks)
    monkeypatch.setattr("sys.stdout", Terminal(encoding))
    said = list(told(station, "0.0.0.0", 8000))
    assert any("█▀" in line for line in said) is drawn
    assert scanned == [f"http://192.168.1.5:8000/join/{station.store.code(here.id)}"]


def test_a_log_gets_no_qr_code(station: Station, here: Game) -> None:
    assert "█" not in "\n".join(told(station, "0.0.0.0", 8000))


def test_the_app_learns_where_phones_find_it(
    app: Flask, station: Station, capsys: pytest.CaptureFixture[str]
) -> None:
    ready = announcer(app, station)
    ready("0.0.0.0", 8000)
    assert app.config[DOOR] == "http://192.168.1.5:8000/"
    ready("127.0.0.1", 8000)
    assert app.config[DOOR] is None
    assert capsys.readouterr().out.count("Stationmaster is open.") == 2
