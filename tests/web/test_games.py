"""Starting, listing and deleting games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee import RULESETS, Count, Rules
from web.colours import COLOURS
from web.station import Station
from web.store import Game, NoSuchGame
from web.store.events import CountSaved, Entry, GameStarted, Source

pytestmark = pytest.mark.usefixtures("without_tokens")

RULES = {
    "max_pip": "12",
    "bonus": "0",
    "double_blank": "0",
    "blank_value": "0",
    "score_by": "pips",
    "scoring": "penalty",
    "blocked_winner": "none",
    "tie_break": "shared",
}
FORM = {**RULES, "player-0": "Ana", "player-1": "Bo"}


def only_game(station: Station) -> Game:
    (line,) = station.store.games()
    return station.store.game(line.id)


def count(station: Station, game: Game, round_: int, seat: int, points: int) -> Game:
    after = Entry(Source.TYPED, Count(points))
    return station.store.record(game.id, "host", lambda now: CountSaved(round_, seat, None, after))


def test_the_first_page_invites_to_start_a_game(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert 'href="/games/new"' in page.text
    assert "All aboard" in page.text


def test_a_game_starts_with_what_was_typed(client: FlaskClient, station: Station) -> None:
    form = {
        **FORM,
        "player-1": "",
        "player-5": "  Bo \t Li ",
        "colour-5": "plum",
        "max_pip": "9",
        "length": "7",
        "double_blank": "50",
        "bonus": "10",
        "scoring": "positive",
        "name": "Friday",
    }
    answer = client.post("/games/new", data=form)
    game = only_game(station)
    assert (answer.status_code, answer.location) == (303, f"/games/{game.id}")
    assert [(player.name, player.colour) for player in game.players] == [("Ana", "red"), ("Bo Li", "plum")]
    assert (game.name, game.sheet.domino_set.max_pip, game.sheet.last) == ("Friday", 9, 7)
    assert game.sheet.rules == Rules(rounds=7, double_blank=50, going_out_bonus=10, scoring="positive")
    assert client.get(answer.location).status_code == 200


@pytest.mark.parametrize(
    ("chosen", "changed"),
    [
        ({}, {}),
        ({"double_blank": "50", "tie_break": "shared"}, {}),
        ({"double_blank": "0", "length": "5"}, {"rounds": 5, "double_blank": 0}),
        ({"bonus": "10"}, {"going_out_bonus": 10}),
        ({"bonus": "0", "scoring": "positive"}, {"scoring": "positive"}),
    ],
)
def test_a_ruleset_says_what_the_house_rules_do_not(
    client: FlaskClient, station: Station, chosen: dict[str, str], changed: dict[str, Any]
) -> None:
    table = {"player-0": "Ana", "player-1": "Bo", "max_pip": "12", "ruleset": "hub"}
    as_in_the_ruleset = dict.fromkeys(("double_blank", "tie_break", "scoring", "bonus", "length"), "")
    assert client.post("/games/new", data={**table, **as_in_the_ruleset, **chosen}).status_code == 303
    game = only_game(station)
    assert (game.ruleset, game.sheet.rules.differences("hub")) == ("hub", changed)


def test_the_form_offers_every_ruleset_with_what_it_says(client: FlaskClient) -> None:
    page = client.get("/games/new").text
    for name, rules in RULESETS.items():
        (tag,) = re.findall(rf'<input type="radio" name="ruleset" value="{name}"[^>]*>', page)
        for option in ("double_blank", "blank_value", "score_by", "scoring", "blocked_winner", "tie_break"):
            assert f'data-{option}="{getattr(rules, option)}"' in tag
    assert "2 to 12 players. Sets: Double-9, Double-12, Double-15, and Double-18." in page
    (own,) = re.findall(r'name="ruleset" value="own" checked', page)
    assert own


def test_a_game_without_a_name_is_named_after_its_day(client: FlaskClient, station: Station) -> None:
    client.post("/games/new", data=FORM)
    assert only_game(station).name.startswith("Game of ")


def test_fourteen_players_fit(client: FlaskClient, station: Station) -> None:
    names = {f"player-{seat}": f"Player {seat}" for seat in range(14)}
    assert client.post("/games/new", data={**RULES, **names}).status_code == 303
    game = only_game(station)
    assert len({player.colour for player in game.players}) == 14
    assert client.get(f"/games/{game.id}").status_code == 200


def test_a_form_that_is_sent_twice_starts_one_game(client: FlaskClient, station: Station) -> None:
    first = client.post("/games/new", data={**FORM, "key": "once"})
    again = client.post("/games/new", data={**FORM, "key": "once"})
    assert first.location == again.location
    only_game(station)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"player-1": ""}, "A game needs at least 2 players"),
        ({"player-1": "x" * 300}, "This name has 300 characters: shorten it to 30."),
        ({"player-1": " ANA "}, "Two players are called ANA: change one of them."),
        ({"player-1": "\u200b"}, "A game needs at least 2 players"),
        ({"colour-1": "red"}, "Two players have this colour: give one of them another."),
        ({"colour-1": "<script>"}, "Choose a colour from the list."),
        ({"max_pip": "7"}, "Choose the set that you play with."),
        ({"max_pip": ""}, "Choose the set that you play with."),
        ({"length": "14"}, "A game with this set has 1 to 13 rounds"),
        ({"length": "0"}, "A game with this set has 1 to 13 rounds"),
        ({"length": "many"}, "A game with this set has 1 to 13 rounds"),
        ({"length": "٣"}, "A game with this set has 1 to 13 rounds"),
        ({"bonus": "-1"}, "The bonus for going out is a number from 0 to 1000."),
        ({"bonus": "99999999999"}, "The bonus for going out is a number from 0 to 1000."),
        ({"double_blank": "30"}, "Choose each house rule from its list."),
        ({"scoring": "best"}, "Choose each house rule from its list."),
        ({"ruleset": "pub"}, "Choose the rules from the list."),
        ({"ruleset": ""}, "Choose the rules from the list."),
        (
            {"ruleset": "caboose"},
            "Caboose is played with another set by 2 players: choose Double-6 or Double-9 above, or “Our own",
        ),
        (
            {"ruleset": "trainyard", **{f"player-{seat}": f"Player {seat}" for seat in range(2, 9)}},
            "Trainyard has places for 2 to 8 players, not for 9: choose other rules, or “Our own rules”.",
        ),
        (
            {"ruleset": "station", "max_pip": "9"},
            "Station is played with another set by 2 players: choose Double-12 above, or “Our own rules”.",
        ),
        ({"name": "n" * 61}, "The game&#39;s name is too long: 60 characters at most."),
    ],
)
def test_what_is_wrong_is_said_and_the_form_stays_filled(
    client: FlaskClient, station: Station, wrong: dict[str, str], sentence: str
) -> None:
    page = client.post("/games/new", data={**FORM, "name": "Fri & <b>", **wrong})
    assert "name" in wrong or 'value="Fri &amp; &lt;b&gt;"' in page.text
    assert page.status_code == 422
    assert sentence in page.text
    assert 'value="Ana"' in page.text
    for field, typed in wrong.items():
        if typed and field in ("player-1", "length", "bonus", "name"):
            assert f'value="{typed}"' in page.text
    assert station.store.games() == ()


def test_markup_in_names_is_shown_as_text(client: FlaskClient, station: Station) -> None:
    client.post("/games/new", data={**FORM, "player-0": "<b>A</b>", "name": "<i>x</i>"})
    game = only_game(station)
    for path in ("/", f"/games/{game.id}", f"/games/{game.id}/seats", f"/games/{game.id}/delete"):
        page = client.get(path).text
        assert "<b>A" not in page
        assert "<i>x" not in page
    assert "&lt;b&gt;A&lt;/b&gt;" in client.get(f"/games/{game.id}").text


def test_games_are_listed_newest_first_with_the_leader(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    old = station.store.start(started, "host")
    client.post("/games/new", data={**FORM, "name": "Newer", "length": "1"})
    for seat, points in enumerate((9, 4)):
        count(station, station.store.game(station.store.games()[0].id), 1, seat, points)
    page = client.get("/").text
    assert page.index("Newer") < page.index(old.name)
    assert "Finished" in page
    assert "Round 1 of 7" in page
    assert "first" in page[: page.index("Ana")]


def test_a_game_is_deleted_with_its_photos_after_a_question(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    game = station.store.start(started, "host")
    photo = station.photos.keep(game.id, b"jpeg")
    assert "Delete “Friday”?" in client.get(f"/games/{game.id}/delete").text
    assert station.photos.path(game.id, photo).exists()
    answer = client.post(f"/games/{game.id}/delete", follow_redirects=True)
    assert "“Friday” and its photos are deleted." in answer.text
    with pytest.raises(NoSuchGame):
        station.store.game(game.id)
    assert not list(station.data.rglob(f"{photo}.jpg"))
    assert client.get(f"/games/{game.id}").status_code == 404


def test_there_is_a_colour_for_every_seat() -> None:
    assert len({colour.name for colour in COLOURS}) == 14
