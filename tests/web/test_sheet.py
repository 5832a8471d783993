"""The sheet, the history of a count, and the photos behind it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from referee import RULESETS, Count, DominoSet, Rules, Tile
from vision.reading import Corners, Notice, Reading, TileReading
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, Entry, EntryTile, GameStarted, PhotoRead, Source

pytestmark = pytest.mark.usefixtures("without_tokens")

SQUARE: Corners = ((10.0, 50.0), (10.0, 30.0), (50.0, 30.0), (50.0, 50.0))
READING = Reading(
    width=100,
    height=80,
    tiles=(
        TileReading(SQUARE, (5, 3), 0.99),
        TileReading(SQUARE, (6, 6), 0.4, review=True),
        TileReading(SQUARE, (1, 0), 0.9),
        TileReading(SQUARE, (2, None), 0.3, whole=False),
    ),
    review=True,
    notices=(Notice.CUT_OFF,),
    reader="reader-7",
)


def save(
    station: Station,
    game: Game,
    round_: int,
    seat: int,
    entry: Entry,
    seen: int | None = None,
    who: str = "host",
) -> Game:
    def decide(now: Game) -> CountSaved:
        cell = now.cell(round_, seat)
        return CountSaved(round_, seat, cell.entry, entry, cell.seen if seen is None else seen)

    return station.store.record(game.id, who, decide)


def typed(points: int) -> Entry:
    return Entry(Source.TYPED, Count(points))


def held(*tiles: str) -> Entry:
    entries = tuple(EntryTile(Tile.parse(tile)) for tile in tiles)
    return Entry(Source.TAPPED, Count(sum(entry.tile.pips for entry in entries)), entries)


OUT = Entry(Source.OUT, Count(0, out=True))


def cell_of(page: str, game: Game, round_: int, seat: int) -> str:
    """The text of one cell of the sheet's page, tags left out."""
    table = page[page.index("<table") :]
    match = re.search(
        rf'href="/games/{game.id}/rounds/{round_}/players/{seat}(?:/history)?">(.*?)</td>', table, re.S
    )
    assert match
    return " ".join(re.sub(r"<[^>]+>", " ", match[1]).split())


def test_the_sheet_shows_rounds_engines_totals_places_and_who_is_missing(
    client: FlaskClient, station: Station, here: Game
) -> None:
    for seat, points in enumerate((12, 3, 40, 7)):
        save(station, here, 1, seat, typed(points))
    save(station, here, 2, 0, typed(5))
    page = client.get(f"/games/{here.id}").text
    assert "Round 2 of 7" in page
    assert [f"{pip}-{pip}" in page for pip in range(7)] == [True] * 7
    assert cell_of(page, here, 2, 0) == "5 total 17"
    board = page[: page.index("<table")]
    missing = re.findall(r"/rounds/2/players/(\d)\"", board)
    assert missing == ["1", "2", "3"]
    assert re.findall(r"<td>(\d+)</td>", page[page.index("<tfoot") :])[:4] == ["17", "3", "40", "7"]
    assert re.findall(r"<td>(\d+)\.</td>", page) == ["3", "1", "4", "2"]
    assert 'aria-current="true"' in page


def test_the_table_has_headers_for_both_directions(client: FlaskClient, here: Game) -> None:
    page = client.get(f"/games/{here.id}").text
    assert page.count('scope="col"') == 1 + 4
    assert page.count('scope="row"') == 7 + 1
    assert "<caption" in page


def test_marks_say_what_happened_to_a_count(client: FlaskClient, station: Station, here: Game) -> None:
    save(station, here, 1, 0, OUT)
    save(station, here, 1, 1, typed(9))
    save(station, here, 1, 1, typed(8))
    save(station, here, 1, 2, held("5-3"))
    save(station, here, 1, 3, held("5-3", "1-0"))
    save(station, here, 1, 3, held("5-3", "1-0"), seen=0)
    page = client.get(f"/games/{here.id}").text
    assert "went out" in cell_of(page, here, 1, 0)
    assert "corrected" in cell_of(page, here, 1, 1)
    assert "please check" in cell_of(page, here, 1, 2)
    assert "please check" in cell_of(page, here, 1, 3)
    assert "two entered at once" in cell_of(page, here, 1, 3)
    assert "corrected" not in cell_of(page, here, 1, 3)


def test_a_counted_engine_is_marked(client: FlaskClient, station: Station, here: Game) -> None:
    """Round 2 of double-6 starts with 5-5."""
    save(station, here, 1, 0, held("5-5"))
    save(station, here, 2, 0, held("5-5"))
    page = client.get(f"/games/{here.id}").text
    assert "please check" not in cell_of(page, here, 1, 0)
    assert "please check" in cell_of(page, here, 2, 0)
    history = client.get(f"/games/{here.id}/rounds/2/players/0/history").text
    assert "is the round's engine, which lies on the table" in history


def test_a_total_that_another_hand_made_impossible_is_marked(
    client: FlaskClient, station: Station, here: Game
) -> None:
    """Without its engine 6-6 double-6 has 156 pips."""
    save(station, here, 1, 0, typed(156))
    assert "please check" not in cell_of(client.get(f"/games/{here.id}").text, here, 1, 0)
    save(station, here, 1, 1, held("5-3"))
    page = client.get(f"/games/{here.id}").text
    assert "please check" in cell_of(page, here, 1, 0)
    assert "please check" not in cell_of(page, here, 1, 1)
    history = client.get(f"/games/{here.id}/rounds/1/players/0/history").text
    assert "No tiles that Ana can still have held add up to this total" in history


def test_positive_points_stay_in_brackets_until_the_round_is_complete(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    game = station.store.start(replace(started, rules=Rules(scoring="positive")), "host")
    save(station, game, 1, 0, OUT)
    save(station, game, 1, 1, typed(9))
    assert cell_of(client.get(f"/games/{game.id}").text, game, 1, 1) == "(9)"
    save(station, game, 1, 2, typed(4))
    save(station, game, 1, 3, typed(2))
    page = client.get(f"/games/{game.id}").text
    assert cell_of(page, game, 1, 0).split()[1] == "15"


def test_a_finished_game_shows_its_places(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    game = station.store.start(replace(started, rules=Rules(rounds=1)), "host")
    for seat, points in enumerate((12, 3, 3, 7)):
        save(station, game, 1, seat, typed(points))
    page = client.get(f"/games/{game.id}").text
    podium = page[page.index("podium") : page.index("<table")]
    assert re.findall(r'rank">(\d)\.', podium) == ["1", "1", "3", "4"]
    assert podium.count(">first<") == 2


def test_house_rules_stand_below_the_sheet(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    rules = Rules(
        double_blank=50,
        blank_value=25,
        blocked_winner="lowest_zero",
        rounds=3,
        going_out_bonus=7,
        tie_break="zero_rounds",
    )
    game = station.store.start(replace(started, rules=rules, domino_set=DominoSet(9)), "host")
    page = client.get(f"/games/{game.id}").text
    for rule in (
        "Double-9 set. 3 rounds.",
        "The double blank counts 50.",
        "Each other tile with a blank counts its pips and 25.",
        "Bonus for going out: 7.",
        "When nobody goes out, the lowest hand wins the round and writes 0.",
        "Equal totals: more rounds with 0 points win, then the lowest other round.",
    ):
        assert rule in page


def test_a_ruleset_is_named_with_what_the_table_changed(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    rules = replace(RULESETS["caboose"], tie_break="shared", blocked_winner="lowest")
    event = replace(started, rules=rules, ruleset="caboose")
    page = client.get(f"/games/{station.store.start(event, 'host').id}").text
    house = page[page.index('aria-labelledby="rules"') : page.index("<table")]
    usual, changed = house.split("Other than in Caboose:")
    assert "Caboose: In the first turn all tiles that fit" in usual
    assert "The double blank counts 50." in usual
    assert "Equal totals" not in usual
    assert "Equal totals share the place." in changed
    assert "When nobody goes out, the lowest hand wins the round." in changed
    assert "double blank" not in changed


@pytest.mark.parametrize(
    ("ruleset", "size", "sentence"),
    [
        ("caboose", 6, "Each player is dealt 7 tiles."),
        ("hub", 12, "Each player is dealt 15 tiles."),
        ("station", 6, None),
        (None, 12, None),
    ],
)
def test_the_sheet_says_how_many_tiles_each_is_dealt(
    client: FlaskClient,
    station: Station,
    started: GameStarted,
    ruleset: str | None,
    size: int,
    sentence: str | None,
) -> None:
    rules = Rules() if ruleset is None else RULESETS[ruleset]
    event = replace(started, domino_set=DominoSet(size), rules=rules, ruleset=ruleset)
    page = client.get(f"/games/{station.store.start(event, 'host').id}").text
    assert re.findall(r"Each player is dealt[^<]*", page) == ([] if sentence is None else [sentence])


def test_the_history_tells_how_a_count_came_about(client: FlaskClient, station: Station, here: Game) -> None:
    station.store.record(here.id, "2", lambda _: PhotoRead(1, 2, "abc", READING))
    tiles = (EntryTile(Tile(5, 4), "abc", 0), EntryTile(Tile(6, 6), "abc", 1), EntryTile(Tile(4, 4)))
    save(station, here, 1, 2, Entry(Source.PHOTO, Count(29), tiles, ("abc",)), who="2")
    save(station, here, 1, 2, typed(30), who="host")
    page = client.get(f"/games/{here.id}/rounds/1/players/2/history").text
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Took a photo. Read by Stationmaster (reader reader-7): 3 tiles, 21 pips" in text
    assert "Read as 5-3, saved as 5-4" in text
    assert "Read as 1-0, not counted" in text
    assert "4-4 added by hand" in text
    assert "A domino is cut off or covered and was not counted" in text
    assert re.search(r"Cy ·.*Took a photo.*Cy ·.*photo&#39;s tiles: 29.*The host ·.*before 29 → 30", text)
    assert f"/games/{here.id}/photos/abc.jpg" in page
    assert "this photo does not count" not in page


def test_a_photo_that_no_save_counts_says_so(client: FlaskClient, station: Station, here: Game) -> None:
    path = f"/games/{here.id}/rounds/1/players/2/history"
    left, late = "Left out: this photo does not count.", "Not saved yet: this photo does not count so far."
    for photo in ("abc", "def"):
        station.store.record(here.id, "2", lambda _, photo=photo: PhotoRead(1, 2, photo, READING))
    page = client.get(path).text
    assert (page.count(left), page.count(late)) == (0, 2)
    save(station, here, 1, 2, Entry(Source.PHOTO, Count(8), (EntryTile(Tile(5, 3), "abc", 0),), ("abc",)))
    station.store.record(here.id, "2", lambda _: PhotoRead(1, 2, "ghi", READING))
    page = client.get(path).text
    assert (page.count(left), page.count(late)) == (1, 1)
    assert page.index("abc.jpg") < page.index(left) < page.index("def.jpg") < page.index(late)


def test_who_has_yet_to_enter_and_has_begun(client: FlaskClient, station: Station, here: Game) -> None:
    words = "photo read, not saved yet"
    station.store.record(here.id, "2", lambda _: PhotoRead(1, 2, "abc", READING))
    page = client.get(f"/games/{here.id}").text
    (told,) = re.findall(rf"/rounds/1/players/(\d)\"[^\n]*{words}", page)
    assert told == "2"
    save(station, here, 1, 2, typed(9))
    assert words not in client.get(f"/games/{here.id}").text


def test_a_cell_that_nothing_happened_to_says_so(client: FlaskClient, here: Game) -> None:
    page = client.get(f"/games/{here.id}/rounds/7/players/3/history")
    assert page.status_code == 200
    assert "Nothing has been entered here yet." in page.text


@pytest.mark.parametrize(
    "path", ["rounds/0/players/0", "rounds/8/players/0", "rounds/1/players/4", "rounds/1/players/-1"]
)
@pytest.mark.parametrize("end", ["", "/history"])
def test_cells_outside_the_sheet_are_not_there(client: FlaskClient, here: Game, path: str, end: str) -> None:
    page = client.get(f"/games/{here.id}/{path}{end}")
    assert page.status_code == 404
    assert "This did not work" in page.text


def test_photos_are_served_for_their_own_game_only(
    client: FlaskClient, station: Station, here: Game, started: GameStarted
) -> None:
    other = station.store.start(started, "host")
    photo = station.photos.keep(here.id, b"\xff\xd8jpeg")
    stray = station.photos.keep(other.id, b"\xff\xd8jpeg")
    station.store.record(here.id, "host", lambda _: PhotoRead(1, 0, photo, READING))
    with client.get(f"/games/{here.id}/photos/{photo}.jpg") as answer:
        assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"\xff\xd8jpeg")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for path in (f"{other.id}/photos/{photo}", f"{here.id}/photos/{stray}", f"{here.id}/photos/..%2fx"):
        assert client.get(f"/games/{path}.jpg").status_code == 404


def test_who_has_the_first_turn_is_noted_and_shown(client: FlaskClient, station: Station, here: Game) -> None:
    page = client.get(f"/games/{here.id}").text
    assert "has the first turn" not in page
    answer = client.post(f"/games/{here.id}/rounds/1/starter", data={"seat": "2"})
    assert (answer.status_code, answer.location) == (303, f"/games/{here.id}")
    client.post(f"/games/{here.id}/rounds/1/starter", data={"seat": "2"})
    client.post(f"/games/{here.id}/rounds/1/starter", data={"seat": "1"})
    assert station.store.game(here.id).starters == {1: 1}
    assert len(station.store.stream(here.id)) == 3, "what was noted already is not noted again"
    page = client.get(f"/games/{here.id}").text
    assert page.count("Bo starts") == 1
    assert re.search(r'<option value="1" selected>Bo</option>', page)


@pytest.mark.parametrize(("seat", "status"), [("4", 422), ("-1", 422), ("", 422), ("Ana", 422)])
def test_only_who_sits_there_can_start(
    client: FlaskClient, station: Station, here: Game, seat: str, status: int
) -> None:
    assert client.post(f"/games/{here.id}/rounds/1/starter", data={"seat": seat}).status_code == status
    assert client.post(f"/games/{here.id}/rounds/8/starter", data={"seat": "0"}).status_code == 404
    assert station.store.game(here.id).starters == {}


def test_where_the_start_goes_round_one_round_tells_all(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    game = station.store.start(replace(started, rules=Rules(starter="rotate")), "host")
    client.post(f"/games/{game.id}/rounds/2/starter", data={"seat": "0"})
    page = client.get(f"/games/{game.id}").text
    assert re.findall(r"(\w+) starts", page) == ["Dee", "Ana", "Bo", "Cy", "Dee", "Ana", "Bo"]


def test_a_holder_of_the_engine_starts_where_the_rules_say_so(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    start = replace(started, rules=RULESETS["caboose"], ruleset="caboose")
    game = station.store.start(start, "host")
    assert "who holds 6-6" in client.get(f"/games/{game.id}").text
