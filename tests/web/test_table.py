"""The page of a live table, with an eye that follows a script in place of reading tiles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pulled_sources import write_folder
from scripted_eye import PacedEye

from referee import DominoSet, ruleset
from vision.frames.source import parse_source
from web.app import create_app
from web.live import eye as real
from web.live.events import ActCorrected, ActEntered, QuestionAnswered
from web.station import Station
from web.store import Game
from web.store.events import GameStarted, Player
from web.table.camera import Looking, last_watched
from web.table.stream import Listeners, TooManyListeners
from web.table.watching import RestingClock, WatchedTable

SCRIPT = """
hub 12-12; down 42
same
Ana 12-4
same
Bo 9-5                 # does not fit
same
"""
TAKEN_BACK = f"""{SCRIPT}
Bo
Bo 12-7
same
"""


class Watched:
    """A game whose table is watched, and phones."""

    def __init__(self, app: Flask, host: FlaskClient) -> None:
        self.app, self.host = app, host
        self.station: Station = app.extensions["stationmaster"]
        players = (Player("Ana", "red"), Player("Bo", "blue"), Player("Aunt Cy", "green"))
        rules = ruleset("hub")
        self.game = self.station.store.start(
            GameStarted("Friday", players, DominoSet(12), rules, "hub"), "host"
        )
        self.path = f"/games/{self.game.id}/table"

    @property
    def table(self) -> WatchedTable:
        assert self.station.camera is not None
        table = self.station.camera.at(self.game.id)
        assert table is not None
        return table

    def watch(self) -> None:
        assert self.post("/watch").status_code == 303

    def post(self, path: str, **form: str):  # type: ignore[no-untyped-def]
        return self.host.post(f"{self.path}{path}", data=form)

    def now(self, client: FlaskClient | None = None) -> str:
        return (client or self.host).get(f"{self.path}/now").text

    def until(self, text: str) -> str:
        """What the page says as soon as it says `text`."""
        version, picture = -1, -1
        while text not in (page := self.now()):
            news = self.table.news(version, picture, 20)
            assert news != (version, picture), f"{text} never came: {page}"
            version, picture = news
        return page


@pytest.fixture
def make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_host: Callable[[Flask], FlaskClient]
) -> Iterator[Callable[..., Watched]]:
    """Makes watched games of a script; with the same `data` the one before is gone."""
    write_folder(tmp_path / "frames", range(250))
    apps: list[Flask] = []

    def close() -> None:
        for app in apps:
            app.extensions["stationmaster"].close()
            app.extensions["stationmaster"].store.close()
        apps.clear()

    def make(script: str = SCRIPT) -> Watched:
        close()
        monkeypatch.setattr(real, "open_eye", lambda *_: PacedEye(script))
        looking = Looking(parse_source(str(tmp_path / "frames")), fps=20)
        app = create_app(tmp_path / "data", looking=looking, testing=True)
        app.config["WTF_CSRF_ENABLED"] = False
        apps.append(app)
        return Watched(app, as_host(app))

    yield make
    close()


Make = Callable[..., Watched]


def test_an_illegal_play_rises_as_a_card_and_is_taken_back_on_the_table(make: Make) -> None:
    here = make(TAKEN_BACK)
    here.watch()
    page = here.until("Bo lays 12-7 on the own train")
    assert "That is taken back" in page
    assert 'class="alarm"' not in page
    assert "Bo&#39;s train ends with 12" in page, "the list still tells what was wrong"


def test_an_illegal_play_is_allowed(make: Make) -> None:
    here = make()
    here.watch()
    page = here.until('class="alarm"')
    assert "9-5 doesn&#39;t fit: Bo&#39;s train ends with 12." in page
    form = alarm_of(page)
    assert here.post(form[0], act=form[1], do="allow").status_code == 303
    page = here.now()
    assert 'class="alarm"' not in page
    assert "Bo: 9-5@Bo" in page, "it stands in the record"
    last = here.station.store.stream(here.game.id)[-1]
    assert (last.who, last.event) == ("host", ActCorrected(2, ("Bo: 9-5@Bo",)))


def alarm_of(page: str) -> tuple[str, str]:
    """The path of the first alarm's form below the table's, and the act that it is about."""
    found = re.search(r'action="[^"]*/table(/acts/\d+)"', page)
    act = re.search(r'name="act" value="([^"]+)"', page)
    assert found
    assert act
    return found[1], act[1]


def test_an_act_that_is_another_by_now_is_left_alone(make: Make) -> None:
    here = make()
    here.watch()
    path, _ = alarm_of(here.until('class="alarm"'))
    before = here.station.store.stream(here.game.id)
    assert here.post(path, act="Bo: 9-4@Bo", do="allow").status_code == 409
    assert here.post("/acts/99", act="Bo: 9-5@Bo", do="allow").status_code == 409
    assert here.post(path, act="Bo: 9-5@Bo", do="dance").status_code == 422
    assert here.station.store.stream(here.game.id)[: len(before)] == before
    assert not any(isinstance(kept.event, ActCorrected) for kept in here.station.store.stream(here.game.id))


def test_what_no_camera_sees_is_entered_and_what_cannot_be_is_told(make: Make) -> None:
    here = make("hub 12-12; down 42\nsame\nAna 12-4\nsame")
    here.watch()
    here.until("Ana lays 12-4 on the own train")
    assert here.post("/enter", line="Bo: knock").status_code == 303
    assert "Bo knocks" in here.now()
    refused = here.post("/enter", line="Bo: dance")
    assert refused.status_code == 422
    assert 'value="Bo: dance"' in refused.text
    assert 'id="fault-line"' in refused.text
    assert here.post("/enter", line=" ").status_code == 422
    events = [kept.event for kept in here.station.store.stream(here.game.id)]
    assert events.count(ActEntered("Bo: knock")) == 1


def test_a_question_is_answered_with_one_button(make: Make) -> None:
    here = make("hub 12-12; down 42\nsame\nAna 12-4\nsame\nAuntCy 12-8\nsame")
    here.watch()
    page = here.until('class="question"')
    number = re.search(r'name="question" value="(\d+)"', page)
    assert number
    choices = re.findall(r'name="choice" value="(\d+)">([^<]+)<', page)
    assert len(choices) > 1
    assert all(" lays " in words for _, words in choices)
    assert here.post("/answer", question=number[1], choice=choices[1][0]).status_code == 303
    assert f'name="question" value="{number[1]}"' not in here.now()
    assert here.post("/answer", question=number[1], choice="0").status_code == 409, "it is settled"
    assert here.post("/answer", question="x", choice="0").status_code == 422
    events = [kept.event for kept in here.station.store.stream(here.game.id)]
    assert QuestionAnswered(int(number[1]), 1) in events


def test_a_viewer_sees_all_and_can_do_nothing(make: Make) -> None:
    here = make()
    here.watch()
    here.until('class="alarm"')
    viewer = here.app.test_client()
    assert viewer.get(here.path).status_code == 403
    code = here.station.store.code(here.game.id)
    viewer.post(f"/join/{code}", data={"seat": "watch"})
    page = viewer.get(here.path).text
    assert 'class="alarm"' in page
    assert not re.search(r"<form|<button", page)
    for path in ("/watch", "/enter", "/answer", "/acts/2"):
        assert viewer.post(f"{here.path}{path}").status_code == 403


def test_the_picture_is_made_when_somebody_looks(make: Make) -> None:
    here = make()
    assert here.host.get(f"{here.path}/picture.jpg").status_code == 404
    here.watch()
    here.until("still")
    picture = here.host.get(f"{here.path}/picture.jpg")
    assert picture.data.startswith(b"\xff\xd8")
    assert picture.headers["Cache-Control"] == "no-store"


def test_an_open_page_hears_what_is_new_and_its_place_is_free_again(make: Make) -> None:
    here = make()
    here.watch()
    here.until('class="alarm"')
    with here.host.get(f"{here.path}/stream", buffered=False) as answer:
        assert answer.mimetype == "text/event-stream"
        said = b""
        for chunk in answer.response:
            said += chunk if isinstance(chunk, bytes) else chunk.encode()
            if b"event: change" in said and b"event: picture" in said:
                break
    assert said.startswith(b"retry: ")
    listeners = Listeners(1)
    first = listeners.listen(here.table)
    with pytest.raises(TooManyListeners):
        listeners.listen(here.table)
    first.close()
    listeners.listen(here.table).close()


def test_a_quiet_stream_says_that_it_is_there_and_ends_with_the_watch(make: Make) -> None:
    here = make()
    here.watch()
    here.until('class="alarm"')
    stream = Listeners().listen(here.table, heartbeat=0.01)
    heard: list[str] = []

    def listen() -> None:
        heard.extend(stream)

    table = here.table
    table._frames.close()
    thread = Thread(target=listen)
    thread.start()
    while ": still here\n\n" not in heard:
        table.news(*table.news(-1, -1, 0), 0.01)
    here.station.close()
    thread.join(20)
    assert not thread.is_alive()
    stream.close()


def test_after_a_restart_the_table_is_as_it_was_and_goes_on(make: Make) -> None:
    here = make()
    here.watch()
    page = here.until('class="alarm"')
    game = here.game
    again = make(f"{SCRIPT.splitlines()[1]}\n" + "hub 12-12; Ana 12-4; Bo 9-5\n" * 3 + "Bo 12-7\nsame\n")
    again.game, again.path = game, f"/games/{game.id}/table"
    assert not again.station.camera or again.station.camera.at(game.id) is None
    assert acts_in(again.now()) == acts_in(page), "what was seen is there before the camera looks"
    found = last_watched(again.station.store)
    assert found is not None
    assert found.id == game.id
    again.watch()
    assert acts_in(page)[-1] == acts_in(again.now())[-1]


def acts_in(page: str) -> list[str]:
    return re.findall(r'<span class="deed">([^<]+)<', page)


def test_the_record_is_kept_while_it_grows(make: Make, tmp_path: Path) -> None:
    here = make()
    here.watch()
    here.until('class="alarm"')
    assert "Ana: 12-4@Ana" in (tmp_path / "data" / "records" / f"{here.game.id}.train").read_text("utf-8")


def test_a_game_without_a_ruleset_is_told_why_it_cannot_be_watched(make: Make) -> None:
    here = make()
    own = GameStarted("Own rules", (Player("Ana", "red"), Player("Bo", "blue")), DominoSet(6))
    here.game = here.station.store.start(own, "host")
    here.path = f"/games/{here.game.id}/table"
    assert "never watched" in here.host.get(here.path).text
    refused = here.post("/watch")
    assert refused.status_code == 409
    assert "ruleset" in refused.text


def test_a_game_that_is_deleted_is_watched_no_more(make: Make, tmp_path: Path) -> None:
    here = make()
    here.watch()
    here.until('class="alarm"')
    table = here.table
    assert here.host.post(f"/games/{here.game.id}/delete").status_code == 303
    assert table.stopped
    assert here.host.get(here.path).status_code == 404
    assert not (tmp_path / "data" / "records" / f"{here.game.id}.train").exists()


def test_the_sheet_leads_to_the_table(make: Make, client: FlaskClient, here: Game) -> None:
    watched = make()
    assert watched.path in watched.host.get(f"/games/{watched.game.id}").text
    assert '/table"' not in client.get(f"/games/{here.id}").text, "where there is no camera and never was one"


def test_a_resting_clock_lets_no_seconds_pass() -> None:
    seconds = iter((10.0, 11.0, 15.0, 16.0))
    clock = RestingClock(lambda: next(seconds))
    assert clock() == 10.0
    clock.rest()
    clock.rest()
    assert clock() == 11.0
    clock.go_on()
    assert clock() == 12.0
