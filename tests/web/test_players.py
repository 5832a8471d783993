"""Everybody's record over all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask.testing import FlaskClient

from referee import Count, Rules
from web.players.records import PlayerRecord, player_records
from web.station import Station
from web.store.events import CountSaved, Entry, GameStarted, Player, Source


def play(station: Station, started: GameStarted, points: tuple[int, ...], **rules: object) -> str:
    """A game of one round; it is finished when all points are there."""
    rules = {"rounds": 1, **rules}
    start = replace(started, rules=replace(Rules(), **rules))  # type: ignore[arg-type]
    entries = (Entry(Source.TYPED, Count(each)) for each in points)
    then = [CountSaved(1, seat, None, entry) for seat, entry in enumerate(entries)]
    return station.store.start(start, "host", then=then).id


def records(station: Station) -> dict[str, PlayerRecord]:
    return {record.player.name: record for record in player_records(station.store.games())}


def test_games_wins_places_and_best_totals_are_counted(station: Station, started: GameStarted) -> None:
    two = replace(started, players=started.players[:2])
    play(station, two, (30, 20))
    play(station, two, (5, 9))
    play(station, two, (1,))
    ana, bo = records(station)["Ana"], records(station)["Bo"]
    assert (ana.games, ana.wins, ana.average_place) == (3, 1, 1.5)
    assert (ana.best and ana.best.total, bo.best and bo.best.total) == (5, 9)
    assert [result.place for result in bo.latest] == [2, 1], "the newest first"
    assert (bo.games, bo.wins, bo.highest) == (3, 1, None)


def test_names_that_read_the_same_are_one_person(station: Station, started: GameStarted) -> None:
    play(station, started, (1, 2, 3, 4))
    players = (Player("ANA", "plum"), Player("Zoe", "blue"))
    play(station, replace(started, players=players), (9, 4))
    found = records(station)
    assert "Ana" not in found
    assert (found["ANA"].games, found["ANA"].wins, found["ANA"].player.colour) == (2, 1, "plum")


def test_the_best_total_is_the_highest_where_the_highest_wins(station: Station, started: GameStarted) -> None:
    two = replace(started, players=started.players[:2])
    play(station, two, (0, 40), scoring="positive")
    play(station, two, (0, 30), scoring="positive")
    play(station, two, (7, 3))
    ana = records(station)["Ana"]
    assert (ana.best and ana.best.total, ana.highest and ana.highest.total) == (7, 40)


def test_a_shared_first_place_is_a_win(station: Station, started: GameStarted) -> None:
    play(station, started, (4, 4, 9, 9))
    found = records(station)
    assert [found[name].wins for name in ("Ana", "Bo", "Cy", "Dee")] == [1, 1, 0, 0]


def test_who_won_most_comes_first(station: Station, started: GameStarted) -> None:
    play(station, started, (9, 1, 2, 3))
    play(station, started, (1, 2, 3, 4))
    play(station, started, (9, 1, 2, 3))
    assert list(records(station)) == ["Bo", "Ana", "Cy", "Dee"]


def test_a_phone_sees_the_games_that_it_has_joined(
    client: FlaskClient,
    station: Station,
    started: GameStarted,
    stranger: FlaskClient,
    joined: Callable[..., FlaskClient],
) -> None:
    game = play(station, started, (4, 5, 9, 10))
    play(station, replace(started, players=(Player("Zoe", "red"), Player("Yves", "blue"))), (1, 2))
    assert "Nobody has played here yet" in stranger.get("/players").text
    page = joined(station.store.game(game)).get("/players").text
    assert "Ana" in page
    assert "Zoe" not in page
    assert "Zoe" in client.get("/players").text


def test_the_page_names_everybody_and_leads_to_the_best_game(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    assert "Nobody has played here yet" in client.get("/players").text
    game = play(station, started, (4, 5, 9, 10))
    page = client.get("/players").text
    for player in started.players:
        assert player.name in page
    assert f'href="/games/{game}">10</a>' in page
    assert "Average place" in page
