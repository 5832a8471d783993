"""A player's entry: photos, corrections, taps, totals, doubts, and what happens when two enter at once."""

from __future__ import annotations

import io
import re
import struct
import threading
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee import Count, DominoSet, Rules, Tile
from vision.reading import Corners, Notice, Reading, TileReading
from vision.refusal import Reason
from web.app import create_app
from web.count.reader_sentences import NOTICES, PICTURE_FAULTS
from web.photos.gate import ReadingGate
from web.samples import read_samples
from web.station import Station
from web.store import Game
from web.store.events import CountSaved, EntryTile, GameStarted, PhotoRead, Source
from web.who import HOST

pytestmark = pytest.mark.usefixtures("without_tokens")

SAMPLES = Path(__file__).parents[2] / "sample_images"
SQUARE: Corners = ((10.0, 50.0), (10.0, 30.0), (50.0, 30.0), (50.0, 50.0))


def reading(*values: tuple[int, int], review: int = 0) -> Reading:
    """A reading of whole tiles, the first `review` of them unsure."""
    tiles = tuple(TileReading(SQUARE, v, 0.9, review=i < review) for i, v in enumerate(values))
    return Reading(100, 80, tiles, bool(review), (), "reader-7")


Enter = Callable[..., TestResponse]
ReadPhoto = Callable[..., None]


@pytest.fixture
def enter(client: FlaskClient, here: Game) -> Enter:
    """Sends the entry page of a seat; round 1 unless said."""

    def send(
        seat: int, round_: int = 1, headers: dict[str, str] | None = None, **form: object
    ) -> TestResponse:
        path = f"/games/{here.id}/rounds/{round_}/players/{seat}"
        return client.post(path, data=form, headers=headers)

    return send


@pytest.fixture
def photo_read(station: Station, here: Game) -> ReadPhoto:
    """Has a photo of a seat's hand read, as `photo`."""

    def read(seat: int, photo: str, what: Reading, who: str = HOST) -> None:
        station.store.record(here.id, who, lambda _: PhotoRead(1, seat, photo, what))

    return read


def now(station: Station, game: Game) -> Game:
    return station.store.game(game.id)


def saved(station: Station, game: Game, seat: int) -> list[CountSaved]:
    history = now(station, game).cell(1, seat).history
    return [recorded.event for recorded in history if isinstance(recorded.event, CountSaved)]


def fields(page: str) -> dict[str, list[str]]:
    """The form's fields as a browser would send them without JavaScript."""
    form = page[page.index('<form id="entry"') : page.index("</form>")]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        kind = re.search(r'type="(\w+)"', tag)
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and (not kind or kind[1] == "hidden" or (kind[1] == "checkbox" and " checked" in tag)):
            found.setdefault(name[1], []).append(value[1] if value else "")
    for name_, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)<', options)
        assert chosen
        found[name_] = ["" if chosen[2] == "?" else chosen[2]]
    return found


def test_a_typed_total_counts(enter: Enter, client: FlaskClient, station: Station, here: Game) -> None:
    answer = enter(0, do="typed", total=" 32 ")
    assert (answer.status_code, answer.location) == (303, f"/games/{here.id}")
    assert "Saved: 32 for Ana in round 1." in client.get(answer.location).text
    (save,) = saved(station, here, 0)
    assert (save.after.source, save.after.count, save.before) == (Source.TYPED, Count(32), None)


@pytest.mark.parametrize(
    ("total", "sentence"),
    [
        ("", "Type the total of the tiles that are left"),
        ("-5", "A hand can&#39;t count less than 0"),
        ("−5", "A hand can&#39;t count less than 0"),
        ("twelve", "“twelve” is not a whole number"),
        ("1.5", "“1.5” is not a whole number"),
        ("1e2", "“1e2” is not a whole number"),
        ("٣", "“٣” is not a whole number"),
        ("<b>", "“&lt;b&gt;” is not a whole number"),
        ("169", "That is more than the whole set counts (168)"),
        ("9" * 5000, "That is more than the whole set counts (168)"),
    ],
)
def test_a_total_that_cannot_be_is_refused_and_nothing_is_lost(
    enter: Enter, station: Station, here: Game, total: str, sentence: str
) -> None:
    page = enter(0, do="typed", total=total, tap=["5-3", "6-6"], key="k")
    assert page.status_code == 422
    assert sentence in page.text
    kept = fields(page.text)
    assert kept["tap"] == ["6-6", "5-3"]
    assert kept["key"] == ["k"]
    if len(total) < 40:
        assert f'value="{total.replace("<b>", "&lt;b&gt;")}"' in page.text
    assert saved(station, here, 0) == []


def test_what_a_total_was_pasted_with_and_shows_nothing_is_dropped(
    enter: Enter, station: Station, here: Game
) -> None:
    assert enter(0, do="typed", total="\u200e\u200b1\x002\u202c", key="k").status_code == 303
    (save,) = saved(station, here, 0)
    assert save.after.count == Count(12)


def test_tapped_tiles_are_counted_by_the_house_rules(
    client: FlaskClient, station: Station, started: GameStarted
) -> None:
    rules = Rules(double_blank=50, blank_value=25)
    game = station.store.start(replace(started, rules=rules), "host")
    form = {"do": "tiles", "tap": ["0-0", "5-0", "6-3"], "total": "3"}
    assert client.post(f"/games/{game.id}/rounds/1/players/0", data=form).status_code == 303
    (save,) = saved(station, game, 0)
    assert (save.after.source, save.after.count.points) == (Source.TAPPED, 50 + 30 + 9)
    assert save.after.tiles == tuple(EntryTile(Tile.parse(tile)) for tile in ("0-0", "5-0", "6-3"))


def test_taps_that_are_no_tiles_of_the_set_are_dropped(enter: Enter, station: Station, here: Game) -> None:
    enter(0, do="tiles", tap=["5-3", "5-3", "9-9", "x", "-1-2", "3-5"])
    (save,) = saved(station, here, 0)
    assert save.after.count.points == 8


def test_an_empty_hand_is_not_saved_by_accident(enter: Enter, station: Station, here: Game) -> None:
    page = enter(0, do="tiles")
    assert page.status_code == 422
    assert "No tile is counted" in page.text
    assert saved(station, here, 0) == []


def test_going_out_is_one_tap(enter: Enter, station: Station, here: Game) -> None:
    assert enter(0, do="out", total="7").status_code == 303
    (save,) = saved(station, here, 0)
    assert save.after.count == Count(0, out=True)


@pytest.mark.parametrize(("form", "deed"), [({"total": "9"}, Source.TYPED), ({"tap": "5-4"}, Source.TAPPED)])
def test_the_return_key_does_what_was_filled_in(
    enter: Enter, station: Station, here: Game, form: dict[str, str], deed: Source
) -> None:
    enter(0, do="auto", **form)
    (save,) = saved(station, here, 0)
    assert (save.after.source, save.after.count.points) == (deed, 9)


def test_a_read_photo_is_corrected_and_saved(
    enter: Enter, client: FlaskClient, photo_read: ReadPhoto, station: Station, here: Game
) -> None:
    photo_read(0, "abc", reading((5, 3), (1, 0), (6, 2), review=2))
    page = client.get(f"/games/{here.id}/rounds/1/players/0").text
    assert page.count("Please check.") == 2
    assert "<b data-total>17</b>" in page
    form = fields(page)
    form["b-abc.0"] = ["4"]
    del form["on-abc.1"]
    form["tap"] = ["4-4"]
    form["total"] = ["1"]
    assert enter(0, do="tiles", **form).status_code == 303
    (save,) = saved(station, here, 0)
    assert (save.after.source, save.after.photos) == (Source.PHOTO, ("abc",))
    assert save.after.count.points == 5 + 4 + 6 + 2 + 8
    assert save.after.tiles == (
        EntryTile(Tile(5, 4), "abc", 0),
        EntryTile(Tile(6, 2), "abc", 2),
        EntryTile(Tile(4, 4)),
    )
    again = fields(client.get(f"/games/{here.id}/rounds/1/players/0").text)
    assert (again["a-abc.0"], again["b-abc.0"]) == (["5"], ["4"])
    assert "on-abc.1" not in again
    assert again["tap"] == ["4-4"]


def test_tiles_to_check_come_first_and_those_that_cannot_count_last(
    client: FlaskClient, photo_read: ReadPhoto, here: Game
) -> None:
    tiles = (
        TileReading(SQUARE, None, 0.9, face="down"),
        TileReading(SQUARE, (2, None), 0.3, whole=False),
        TileReading(SQUARE, (5, 3), 0.9),
        TileReading(SQUARE, (6, 2), 0.4, review=True),
    )
    photo_read(0, "abc", Reading(100, 80, tiles, True, (Notice.CUT_OFF,), "reader-7"))
    page = client.get(f"/games/{here.id}/rounds/1/players/0").text
    assert re.findall(r'<li class="row[^>]*data-row="abc\.(\d)"', page) == ["3", "2", "0", "1"]
    assert "Cut off or covered: not counted." in page
    assert "Face down: not counted." in page
    assert str(NOTICES[Notice.CUT_OFF]) in page
    assert "<b data-total>16</b>" in page


def test_a_counted_tile_needs_both_numbers(
    enter: Enter, photo_read: ReadPhoto, client: FlaskClient, station: Station, here: Game
) -> None:
    tiles = (TileReading(SQUARE, (2, None), 0.3, whole=False),)
    photo_read(0, "abc", Reading(100, 80, tiles, True, (), "reader-7"))
    form = {**fields(client.get(f"/games/{here.id}/rounds/1/players/0").text), "on-abc.0": ["1"]}
    page = enter(0, do="tiles", **form)
    assert page.status_code == 422
    assert "Choose both numbers of this tile, or don&#39;t count it." in page.text
    assert 'href="#field-abc.0"' in page.text
    assert enter(0, do="tiles", **{**form, "b-abc.0": ["6"]}).status_code == 303
    assert saved(station, here, 0)[0].after.count.points == 8


@pytest.mark.parametrize("half", ["²", "x", "-1", "", "100", "٣"])
def test_a_half_that_is_no_number_is_none(
    enter: Enter, photo_read: ReadPhoto, station: Station, here: Game, half: str
) -> None:
    photo_read(0, "abc", reading((5, 3)))
    page = enter(0, do="tiles", photo="abc", **{"a-abc.0": half, "b-abc.0": "3", "on-abc.0": "1"})
    assert page.status_code == 422
    assert "Choose both numbers of this tile" in page.text
    assert saved(station, here, 0) == []


def test_photos_of_another_cell_are_not_taken(
    enter: Enter, photo_read: ReadPhoto, station: Station, here: Game
) -> None:
    photo_read(1, "bos", reading((6, 6)))
    page = enter(0, do="tiles", photo="bos", **{"a-bos.0": "6", "b-bos.0": "6", "on-bos.0": "1"})
    assert page.status_code == 422
    assert saved(station, here, 0) == []


def test_a_photo_can_be_left_out(
    enter: Enter, photo_read: ReadPhoto, client: FlaskClient, here: Game
) -> None:
    photo_read(0, "abc", reading((5, 3)))
    photo_read(0, "def", reading((6, 3)))
    form = fields(client.get(f"/games/{here.id}/rounds/1/players/0").text)
    page = enter(0, leave="abc", **form)
    assert page.status_code == 200
    assert "<b data-total>9</b>" in page.text
    looked = enter(0, do="look", **fields(page.text))
    assert fields(looked.text)["photo"] == ["def"]


def test_tiles_that_two_photos_show_are_marked_at_once(
    enter: Enter, photo_read: ReadPhoto, client: FlaskClient, here: Game
) -> None:
    path = f"/games/{here.id}/rounds/1/players/0"
    told = r"data-twice>Another photo shows the same tiles: leave one photo out"
    photo_read(0, "abc", reading((5, 3), (1, 0)))
    page = client.get(path).text
    assert "data-twice" not in page
    photo_read(0, "def", reading((3, 5), (6, 2), (6, 2)))
    page = client.get(path).text
    assert re.findall(r'<li class="row twice"[^>]*data-row="([^"]+)"', page) == ["abc.0", "def.0"]
    assert len(re.findall(told, page)) == 2
    form = fields(page)
    assert not re.findall(told, enter(0, leave="abc", **form).text)
    del form["on-def.0"]
    page = enter(0, do="look", **form).text
    assert "row twice" not in page
    assert page.count("data-twice hidden>") == 2


def test_what_somebody_else_has_begun_is_not_mixed_in(
    client: FlaskClient, photo_read: ReadPhoto, here: Game
) -> None:
    photo_read(0, "abc", reading((5, 3)), who="2")
    assert "abc" not in client.get(f"/games/{here.id}/rounds/1/players/0").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"do": "tiles", "tap": ["5-5"]}, "5-5 was already counted for Dee in this round: check both hands."),
        (
            {"do": "tiles", "tap": ["6-6", "4-1"]},
            "6-6 is this round&#39;s engine and lies on the table: check its numbers.",
        ),
        ({"do": "typed", "total": "0"}, "0 with tiles left is rare"),
        ({"do": "out"}, "Cy is down as out in this round too"),
        (
            {"do": "typed", "total": "144"},
            "No tiles that Ana can still hold add up to 144: check the total.",
        ),
    ],
)
def test_what_can_hardly_be_right_is_asked_about(
    enter: Enter, station: Station, here: Game, form: dict[str, object], sentence: str
) -> None:
    enter(2, do="out")
    enter(3, do="tiles", tap=["5-5", "1-0"])
    page = enter(0, **form)
    assert page.status_code == 422
    assert sentence in page.text
    assert saved(station, here, 0) == []
    answer = re.search(r'name="anyway" value="([^"]+)"', page.text)
    assert answer
    again = {**form, "do": "auto", "how": form["do"], "anyway": answer[1]}
    assert enter(0, **{**again, "anyway": "another"}).status_code == 422
    assert enter(0, **again).status_code == 303
    assert len(saved(station, here, 0)) == 1


@pytest.mark.parametrize(
    ("rules", "total", "status"),
    [
        (Rules(), 145, 303),
        (Rules(), 146, 422),
        (Rules(), 156, 422),
        (Rules(double_blank=50), 146, 303),
        (Rules(double_blank=50), 195, 303),
        (Rules(double_blank=50), 196, 422),
        (Rules(scoring="positive"), 156, 303),
        (Rules(score_by="tiles"), 28, 303),
    ],
)
def test_a_total_is_the_sum_of_tiles_that_nobody_else_held(
    client: FlaskClient, station: Station, started: GameStarted, rules: Rules, total: int, status: int
) -> None:
    """Of the 168 pips of double-6 the engine 6-6 has 12, and Bo held 11."""
    game = station.store.start(replace(started, rules=rules), "host")
    path = f"/games/{game.id}/rounds/1/players"
    assert client.post(f"{path}/1", data={"do": "tiles", "tap": ["6-5"]}).status_code == 303
    page = client.post(f"{path}/0", data={"do": "typed", "total": str(total)})
    assert (page.status_code, "can still hold add up" in page.text) == (status, status == 422)


def test_a_hand_that_was_tapped_can_be_replaced_by_a_total(
    enter: Enter, station: Station, here: Game
) -> None:
    enter(0, do="tiles", tap=["6-5"])
    assert enter(0, do="typed", total="156").status_code == 303


def test_a_tile_twice_or_outside_the_set_is_asked_about(
    enter: Enter, photo_read: ReadPhoto, client: FlaskClient, station: Station, here: Game
) -> None:
    photo_read(0, "abc", reading((5, 3), (3, 5), (9, 1)))
    page = enter(0, do="tiles", **fields(client.get(f"/games/{here.id}/rounds/1/players/0").text))
    assert page.status_code == 422
    assert "5-3 is here 2 times, but a set has it once: check both." in page.text
    assert "9-1 is not in a double-6 set: check its numbers." in page.text
    assert page.text.count('class="row check"') == 3
    assert saved(station, here, 0) == []


def test_two_at_once_are_both_kept_and_the_later_counts(
    enter: Enter, client: FlaskClient, joined: Callable[..., FlaskClient], station: Station, here: Game
) -> None:
    enter(0, do="typed", total="32", seen="0", key="host")
    ana = joined(here, 0)
    form = {"do": "typed", "total": "30", "seen": "0", "key": "ana"}
    answer = ana.post(f"/games/{here.id}/rounds/1/players/0", data=form)
    sheet = ana.get(answer.location).text
    assert "The host also entered 32 just now; yours counts now. Both are in the history." in sheet
    assert [save.after.count.points for save in saved(station, here, 0)] == [32, 30]
    assert now(station, here).sheet.totals["0"] == 30
    history = client.get(f"/games/{here.id}/rounds/1/players/0/history").text
    assert "two people entered at once" in history


def test_a_page_that_is_shown_again_says_who_was_faster(enter: Enter, here: Game) -> None:
    enter(0, do="typed", total="32")
    page = enter(0, do="look", seen="0", total="30")
    assert "The host entered 32 here just now. If you save, yours will count." in page.text
    assert 'value="30"' in page.text


def test_a_save_that_is_sent_again_counts_once(
    enter: Enter, client: FlaskClient, station: Station, here: Game
) -> None:
    for _ in range(2):
        enter(0, do="typed", total="32", seen="0", key="k")
    assert len(saved(station, here, 0)) == 1
    enter(0, do="typed", total="30", seen="0", key="k")
    assert [save.after.count.points for save in saved(station, here, 0)] == [32, 30]
    late = enter(0, do="typed", total="32", seen="0", key="k")
    assert "The host entered 30 later, which counts." in client.get(late.location).text
    assert now(station, here).sheet.totals["0"] == 30


def test_a_script_is_told_where_to_go(enter: Enter, here: Game) -> None:
    answer = enter(0, do="typed", total="32", headers={"Accept": "application/json"})
    assert answer.json == {"next": f"/games/{here.id}"}


def picture(shape: tuple[int, int] = (300, 400)) -> bytes:
    """A JPEG with nothing on it."""
    jpeg = cv2.imencode(".jpg", np.full((*shape, 3), 90, np.uint8))[1]
    return bytes(jpeg.tobytes())


def huge_png() -> bytes:
    """A small file that says it is a picture of 20,000 x 20,000 pixels."""
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(60_001))), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        (b"these are words, not a picture\n" * 9, 415, "This file is not a picture"),
        (b"", 422, "This file is empty"),
        (picture()[:400], 422, "This picture is damaged or incomplete"),
        (huge_png(), 413, "This picture has over 65 million pixels"),
        (b"GIF89a" + bytes(60), 415, "Pictures of this kind can&#39;t be read here"),
    ],
    ids=["words", "empty", "truncated", "huge", "gif"],
)
def test_a_file_that_is_no_good_is_refused_and_nothing_is_lost(
    enter: Enter,
    photo_read: ReadPhoto,
    station: Station,
    here: Game,
    content: bytes,
    status: int,
    sentence: str,
) -> None:
    photo_read(0, "abc", reading((5, 3)))
    page = enter(
        0,
        do="read",
        picture=(io.BytesIO(content), "hand.jpg"),
        photo="abc",
        tap=["6-6"],
        total="12",
        **{"a-abc.0": "4", "b-abc.0": "3"},
    )
    assert page.status_code == status
    assert page.text.count(sentence) == 1
    kept = fields(page.text)
    assert (kept["tap"], kept["total"], kept["a-abc.0"]) == (["6-6"], ["12"], ["4"])
    assert "on-abc.0" not in kept
    assert len(now(station, here).cell(1, 0).history) == 1


def test_every_reason_and_every_notice_has_a_sentence() -> None:
    assert set(PICTURE_FAULTS) == set(Reason)
    assert {notice: str(NOTICES[notice]) for notice in Notice} == {n: n.sentence for n in Notice}


def test_reading_needs_a_photo(enter: Enter) -> None:
    page = enter(0, do="read", picture=(io.BytesIO(b""), ""))
    assert page.status_code == 422
    assert "Take or choose a photo first." in page.text


def test_a_picture_without_dominoes_is_no_error(enter: Enter, station: Station, here: Game) -> None:
    page = enter(0, do="read", picture=(io.BytesIO(picture()), "x.jpg"), total="12")
    assert page.status_code == 200
    assert "No dominoes were found" in page.text
    assert fields(page.text)["total"] == ["12"]
    (photo,) = now(station, here).photos
    assert station.photos.path(here.id, photo).read_bytes().startswith(b"\xff\xd8")


def test_a_photo_that_is_sent_again_is_kept_once_and_corrections_stay(
    enter: Enter, station: Station, here: Game
) -> None:
    first = enter(0, do="read", picture=(io.BytesIO(picture()), "x.jpg"), key="k", tap=["6-6"])
    again = enter(0, do="read", picture=(io.BytesIO(picture()), "x.jpg"), **fields(first.text))
    assert fields(again.text)["photo"] == fields(first.text)["photo"]
    assert fields(again.text)["tap"] == ["6-6"]
    assert len(now(station, here).photos) == 1
    assert len(list(station.data.rglob("*.jpg"))) == 1


def test_a_full_line_before_the_reader_is_told_on_the_page(
    app: Flask, enter: Enter, station: Station
) -> None:
    busy = replace(station, gate=ReadingGate(places=1, most_waiting=0))
    busy.attach(app)
    with busy.gate.slot():
        page = enter(0, do="read", picture=(io.BytesIO(picture()), "x.jpg"), total="12")
    assert page.status_code == 503
    assert "Too many photos are being read just now" in page.text
    assert fields(page.text)["total"] == ["12"]


def test_who_waits_is_told_so(app: Flask, client: FlaskClient, station: Station, here: Game) -> None:
    gate = ReadingGate(places=1)
    replace(station, gate=gate).attach(app)
    path = f"/games/{here.id}/waiting"
    assert client.get(path).json == {"sentence": ""}
    inside = threading.Event()

    def wait() -> None:
        with gate.slot():
            inside.set()

    waiter = threading.Thread(target=wait)
    with gate.slot():
        waiter.start()
        while gate.waiting < 1:
            inside.wait(0.01)
        assert client.get(path).json == {"sentence": "Two photos are read at a time; one waits in line."}
    waiter.join()
    assert inside.is_set()


def test_samples_take_the_same_way_as_a_photo(
    tmp_path: Path, as_host: Callable[[Flask], FlaskClient], started: GameStarted
) -> None:
    app = create_app(tmp_path / "demo", samples=read_samples(SAMPLES), testing=True)
    app.config["WTF_CSRF_ENABLED"] = False
    client, station = as_host(app), app.extensions["stationmaster"]
    game = station.store.start(replace(started, domino_set=DominoSet(9)), "host")
    path = f"/games/{game.id}/rounds/1/players/0"
    page = client.get(path).text
    assert re.findall(r'<option value="([^"]+\.jpg)"', page) == ["hand-01.jpg"]
    read = client.post(path, data={"do": "sample", "sample": "hand-01.jpg", "key": "k"})
    assert read.status_code == 200
    assert 'class="outline' in read.text
    wrong = client.post(path, data={"do": "sample", "sample": "../pyproject.toml"})
    assert wrong.status_code == 422
    station.store.close()


def test_nothing_is_offered_where_there_are_no_samples(client: FlaskClient, here: Game) -> None:
    assert 'name="sample"' not in client.get(f"/games/{here.id}/rounds/1/players/0").text
