"""The sheet, taken along: on paper, as a picture, as a table, for programs, as a record."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from io import StringIO
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee import RULESETS, Count, DominoSet, Tile
from web.station import Station
from web.store import Game
from web.store.events import (
    CountSaved,
    Entry,
    EntryTile,
    GameStarted,
    Player,
    Source,
    StarterNamed,
)
from web.train.reading import read_sheet

OUT = Entry(Source.OUT, Count(0, out=True))
HELD = Entry(Source.TAPPED, Count(8), (EntryTile(Tile(5, 3)),))


def typed(points: int) -> Entry:
    return Entry(Source.TYPED, Count(points))


@pytest.fixture
def game(station: Station, started: GameStarted) -> Game:
    """A round of four and a half; its first player and its name try to break out of files."""
    players = (Player("=SUM(A1)", "red"), *started.players[1:])
    rules = replace(RULESETS["hub"], double_blank=25, going_out_bonus=5, rounds=3)
    start = GameStarted('Fri/day: "<b>"', players, DominoSet(12), rules, "hub")
    counts = [CountSaved(1, seat, None, entry) for seat, entry in enumerate((HELD, OUT, typed(30), typed(2)))]
    then = [*counts, CountSaved(2, 0, None, typed(4)), StarterNamed(1, 1)]
    return station.store.start(start, "host", then=then)


def test_the_table_has_points_totals_and_places(client: FlaskClient, game: Game) -> None:
    answer = client.get(f"/games/{game.id}/sheet.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.text.startswith("\N{BYTE ORDER MARK}")
    rows = list(csv.reader(StringIO(answer.text.removeprefix("\N{BYTE ORDER MARK}"))))
    assert rows == [
        ["Round", "Engine", "'=SUM(A1)", "Bo", "Cy", "Dee"],
        ["1", "12-12", "8", "-5", "30", "2"],
        ["2", "11-11", "4", "", "", ""],
        ["3", "10-10", "", "", "", ""],
        ["Total", "", "12", "-5", "30", "2"],
        ["Place", "", "3", "1", "4", "2"],
    ]


def test_programs_get_all_that_is_on_the_sheet(client: FlaskClient, game: Game) -> None:
    told = client.get(f"/games/{game.id}/sheet.json").json
    assert told
    assert (told["set"], told["ruleset"], told["finished"]) == (12, "hub", False)
    assert told["options"] == {"rounds": 3, "double_blank": 25, "going_out_bonus": 5}
    assert told["players"][1] == {"name": "Bo", "colour": "blue", "total": -5, "place": 1}
    first, second, third = told["rounds"]
    assert (first["engine"], first["starter"], first["winners"], first["blocked"]) == ("12-12", 1, [1], False)
    assert first["hands"][0] == {
        "count": 8,
        "out": False,
        "points": 8,
        "total": 8,
        "source": "tapped",
        "tiles": ["5-3"],
    }
    assert (second["blocked"], second["hands"][1]) == (None, None)
    assert third["hands"] == [None] * 4


def test_the_record_reads_back(client: FlaskClient, game: Game) -> None:
    answer = client.get(f"/games/{game.id}/sheet.train")
    assert answer.content_type == "text/plain; charset=utf-8"
    told = read_sheet(answer.text, "")
    assert told.started == game.started.event
    assert CountSaved(1, 0, None, HELD) in told.then
    assert CountSaved(1, 1, None, OUT) in told.then


@pytest.mark.parametrize("end", ["csv", "json", "train"])
def test_files_have_the_games_name_as_far_as_disks_take_it(
    client: FlaskClient, game: Game, station: Station, started: GameStarted, end: str
) -> None:
    disposition = client.get(f"/games/{game.id}/sheet.{end}").headers["Content-Disposition"]
    assert disposition == f"attachment; filename=Fri-day-b.{end}"
    other = station.store.start(replace(started, name="Пятница"), "host")
    disposition = client.get(f"/games/{other.id}/sheet.{end}").headers["Content-Disposition"]
    assert disposition.startswith(f"attachment; filename=sheet.{end}; filename*=UTF-8''%D0%9F%D1%8F")
    dots = station.store.start(replace(started, name="../.."), "host")
    disposition = client.get(f"/games/{dots.id}/sheet.{end}").headers["Content-Disposition"]
    assert disposition == f"attachment; filename=game.{end}"


def test_the_picture_stands_alone(client: FlaskClient, game: Game) -> None:
    answer = client.get(f"/games/{game.id}/picture.svg")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.text)
    assert (root.get("width"), root.tag) == ("1080", "{http://www.w3.org/2000/svg}svg")
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:4] == ["STATIONMASTER", "After round 1 of 3", 'Fri/day: "<b>"', "1."]
    for forbidden in ("class=", "style", "href", "var("):
        assert forbidden not in re.sub(r'class="(grid|ticks|points|line c-\w+)"', "", answer.text)
    assert f'height="{root.get("height")}"' in client.get(f"/games/{game.id}/share").text


def test_a_picture_of_a_game_that_has_not_begun(client: FlaskClient, here: Game) -> None:
    text = client.get(f"/games/{here.id}/picture.svg").text
    ElementTree.fromstring(text)
    assert "Not begun yet" in text
    assert "polyline" not in text


def test_paper_has_every_round_and_what_differs_from_the_ruleset(client: FlaskClient, game: Game) -> None:
    page = client.get(f"/games/{game.id}/print").text
    table = page[page.index("<table") : page.index("</table>")]
    assert table.count('<th scope="row">') == 3 + 2
    assert "Other than in Hub:" in page
    assert "The double blank counts 25." in page
    assert "Bo starts" in table
    assert "polyline" not in page, "one round makes no chart"


def test_paper_of_a_game_that_has_not_begun_is_empty(client: FlaskClient, here: Game) -> None:
    page = client.get(f"/games/{here.id}/print").text
    table = page[page.index("<tbody") : page.index("</table>")]
    assert re.findall(r"<td>([^<]*)</td>", table) == [""] * (9 * 4)


def test_paper_of_a_longer_game_has_the_chart(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    counts = [CountSaved(number, seat, None, typed(seat)) for number in (1, 2) for seat in range(4)]
    game = station.store.start(started, "host", then=counts)
    assert client.get(f"/games/{game.id}/print").text.count("<polyline") == 4
