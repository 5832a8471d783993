"""Games that begin with what was there before: rematches, and records that are read."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from referee import RULESETS, Count
from web.i18n import day
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, Entry, GameStarted, SeatTaken, SharingSet, Source

pytestmark = pytest.mark.usefixtures("without_tokens")

RECORD = """[Event "Saturday"]
[Ruleset "hub"]
[Set "12"]
[Players "Ana, Bo"]
round 2
left Ana
score Bo 32
"""


def latest(station: Station) -> Game:
    return station.store.game(station.store.games()[0].id)


def test_a_rematch_has_the_same_people_a_seat_further(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    rules = replace(RULESETS["hub"], double_blank=25)
    before = station.store.start(replace(started, rules=rules, ruleset="hub"), "host")
    station.store.record(before.id, "0", lambda _: CountSaved(1, 0, None, Entry(Source.TYPED, Count(4))))
    for event in (SharingSet(True), SeatTaken(0, "ana's"), SeatTaken(0, "ana's other"), SeatTaken(2, "cy's")):
        station.store.record(before.id, "host", lambda _, event=event: event)
    answer = client.post(f"/games/{before.id}/rematch", data={"key": "once"})
    game = station.store.game(answer.location.removeprefix("/games/"))
    assert [player.name for player in game.players] == ["Bo", "Cy", "Dee", "Ana"]
    assert {player.name: player.colour for player in game.players}["Ana"] == "red"
    assert (game.sheet.rules, game.ruleset, game.name) == (rules, "hub", "Friday 2")
    assert game.sheet.counts == {}
    assert game.seating.shared
    assert game.seating.holders == {3: ("ana's", "ana's other"), 1: ("cy's",)}
    assert client.post(f"/games/{before.id}/rematch", data={"key": "once"}).location == answer.location
    assert len(station.store.games()) == 2


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Friday", "Friday 2"),
        ("Friday 2", "Friday 3"),
        ("Friday 99", "Friday 100"),
        ("Bus 66b", "Bus 66b 2"),
    ],
)
def test_the_name_of_a_rematch_counts_on(
    client: FlaskClient, station: Station, started: GameStarted, name: str, following: str
) -> None:
    game = station.store.start(replace(started, name=name), "host")
    client.post(f"/games/{game.id}/rematch")
    assert following in [line.name for line in station.store.games()]


def test_a_long_name_stays_short_enough(client: FlaskClient, station: Station, started: GameStarted) -> None:
    game = station.store.start(replace(started, name="x" * 60), "host")
    client.post(f"/games/{game.id}/rematch")
    assert "x" * 58 + " 2" in [line.name for line in station.store.games()]


def test_only_a_finished_game_offers_a_rematch(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    one_round = replace(started, rules=replace(started.rules, rounds=1))
    game = station.store.start(one_round, "host")
    assert "Rematch" not in client.get(f"/games/{game.id}").text
    counts = [CountSaved(1, seat, None, Entry(Source.TYPED, Count(seat))) for seat in range(4)]
    game = station.store.start(one_round, "host", then=counts)
    assert f'action="/games/{game.id}/rematch"' in client.get(f"/games/{game.id}").text


@pytest.mark.parametrize("way", ["file", "text"])
def test_a_record_becomes_a_game(client: FlaskClient, station: Station, way: str) -> None:
    form = {"record": (BytesIO(RECORD.encode()), "x.train")} if way == "file" else {"text": RECORD}
    answer = client.post("/games/import", data={**form, "key": "once"}, content_type="multipart/form-data")
    game = latest(station)
    assert (answer.status_code, answer.location) == (303, f"/games/{game.id}")
    assert (game.name, game.sheet.counts) == ("Saturday", {(2, "0"): Count(0, out=True), (2, "1"): Count(32)})
    assert [recorded.who for recorded in station.store.stream(game.id)] == ["host"] * 3
    assert "The game is here, as the record tells it." in client.get(answer.location).text
    client.post("/games/import", data={"text": RECORD, "key": "once"})
    assert len(station.store.games()) == 1


def test_what_was_exported_can_be_imported(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    first = station.store.start(started, "host")
    entry = Entry(Source.TYPED, Count(30))
    station.store.record(first.id, "0", lambda _: CountSaved(3, 1, None, entry))
    text = client.get(f"/games/{first.id}/sheet.train").text
    client.post("/games/import", data={"text": text})
    copies = [station.store.game(line.id) for line in station.store.games()]
    assert copies[0].id != copies[1].id
    assert copies[0].sheet == copies[1].sheet
    assert copies[0].started.event == copies[1].started.event


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (RECORD.replace("left Ana", "left Ana 5:3").encode(), "Line 6: This can&#39;t be read. Expected: "),
        (b"", "Choose a record, or paste its text."),
        (b"\xff\xd8\xff\xe0", "This file is no text: choose a record"),
        (b"#" * 500_001, "This file is too large for the record of a game"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(
    client: FlaskClient, station: Station, content: bytes, sentence: str
) -> None:
    page = client.post("/games/import", data={"record": (BytesIO(content), "x.train")})
    assert page.status_code == 422
    assert sentence in page.text
    assert station.store.games() == ()


def test_a_refused_text_stays_on_the_page(client: FlaskClient) -> None:
    page = client.post("/games/import", data={"text": "left <b> 5-3"})
    assert page.status_code == 422
    assert ">left &lt;b&gt; 5-3</textarea>" in page.text


def test_a_day_has_a_name(client: FlaskClient, here: Game) -> None:
    with client.application.test_request_context():
        assert day(here.started.at).endswith(str(here.started.at.astimezone().year))
