"""A live table: what is kept of it makes the same table again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from layout_script import EMPTY, layout_after
from live_tables import random_round
from scripted_eye import layouts

from referee import Count, DominoSet, Layout, RulesError, Setup
from referee.layout import SeenTile, SeenTrain
from referee.record import line_text
from referee.umpire import UmpireError, lines_of, step
from vision.eye import Glance
from vision.frames.frame import Frame
from vision.reader import default_reader
from vision.settling import Motion
from web.app import create_app
from web.live.entering import EntryError
from web.live.events import (
    LIVE_EVENTS,
    ActCorrected,
    ActEntered,
    LayoutSeen,
    LiveEvent,
    PlacesFound,
    QuestionAnswered,
    RowNamed,
    SeatsGiven,
    SeenAgain,
    WatchBegan,
    live_from_json,
    live_to_json,
)
from web.live.eye import TableEye, engine_sought
from web.live.fold import Live, begun, folded, happened
from web.live.kept import StoreSink, opened, record_file
from web.live.layout_json import as_kept, layout_from_json, layout_to_json
from web.live.sink import Memory
from web.live.table import LiveTable
from web.live.watcher import Watcher
from web.station import Station
from web.store import Store, StoreError
from web.store.events import CountSaved, Entry, Event, GameStarted, Player
from web.store.events import Source as SourceOfCount
from web.store.events import from_json as event_from_json
from web.store.events import to_json as event_to_json

HUB = Setup(("Ana", "Bo", "Cy"), DominoSet(12), "hub")

_tiles = st.builds(
    SeenTile,
    st.integers(0, 18),
    st.integers(0, 18),
    st.floats(0, 1) | st.sampled_from((0.0, 0.29, 0.57, 0.8, 1.0)),
    st.booleans(),
)
_rows = st.lists(_tiles, max_size=4).map(tuple)
LAYOUTS = st.builds(
    Layout,
    engine=st.none() | _tiles,
    trains=st.lists(
        st.builds(SeenTrain, st.sampled_from(("A", "B", "M", "at 90")), _rows, st.booleans()),
        max_size=4,
        unique_by=lambda train: train.name,
    ).map(tuple),
    loose=_rows,
    face_down=st.none() | st.integers(0, 190),
    markers=st.none() | st.frozensets(st.sampled_from(("A", "at 90"))),
)
_texts = st.text(max_size=20)
EVENTS = (
    st.builds(WatchBegan, st.integers(1, 19), st.lists(_texts).map(tuple))
    | st.builds(SeatsGiven, st.dictionaries(_texts, st.floats(0, 360)))
    | st.builds(PlacesFound, st.dictionaries(_texts, st.floats(0, 360)))
    | st.builds(LayoutSeen, LAYOUTS)
    | st.builds(SeenAgain)
    | st.builds(ActEntered, _texts)
    | st.builds(ActCorrected, st.integers(0, 99), st.lists(_texts).map(tuple))
    | st.builds(QuestionAnswered, st.integers(0, 9), st.integers(0, 9))
    | st.builds(RowNamed, _texts, _texts)
)


# JSON


@given(LAYOUTS)
def test_a_layout_survives_json(layout: Layout) -> None:
    assert layout_from_json(json.loads(json.dumps(layout_to_json(layout)))) == layout


@given(EVENTS)
def test_an_event_survives_json(event: LiveEvent) -> None:
    assert live_from_json(event.type, json.loads(json.dumps(live_to_json(event)))) == event
    assert event_from_json(event.type, json.loads(json.dumps(event_to_json(event)))) == event


STORED: dict[LiveEvent, tuple[str, dict[str, object]]] = {
    WatchBegan(2, ("A", "B")): ("watch_began", {"round": 2, "players": ["A", "B"]}),
    LayoutSeen(
        Layout(
            SeenTile(12, 12),
            (SeenTrain("A", (SeenTile(12, 4, 0.93), SeenTile(4, 0, 0.5, hidden=True)), covered=True),),
            (SeenTile(5, 3),),
            41,
            frozenset({"B", "A"}),
        )
    ): (
        "layout_seen",
        {
            "layout": {
                "engine": [12, 12, 1.0, False],
                "trains": [
                    {"name": "A", "tiles": [[12, 4, 0.93, False], [4, 0, 0.5, True]], "covered": True}
                ],
                "loose": [[5, 3, 1.0, False]],
                "face_down": 41,
                "markers": ["A", "B"],
            }
        },
    ),
    SeenAgain(): ("layout_seen_again", {}),
    ActEntered("B: pass"): ("act_entered", {"text": "B: pass"}),
    ActCorrected(3, ("B: pass",)): ("act_corrected", {"place": 3, "texts": ["B: pass"]}),
    QuestionAnswered(0, 1): ("question_answered", {"question": 0, "choice": 1}),
    RowNamed("at 90", "B"): ("row_named", {"row": "at 90", "train": "B"}),
}


@pytest.mark.parametrize("event", STORED, ids=lambda event: type(event).__name__)
def test_the_stored_form(event: LiveEvent) -> None:
    """Tables that were kept by an earlier version are read by this one: the form may grow, never change."""
    assert (event.type, event_to_json(event)) == STORED[event]


def test_the_stored_form_of_bearings() -> None:
    for event, type_, key in (
        (SeatsGiven({"A": 200, "M": 90.5}), "seats_given", "seats"),
        (PlacesFound({"A": 200, "M": 90.5}), "places_found", "places"),
    ):
        assert event_to_json(event) == {key: {"A": 200, "M": 90.5}}
        assert event.type == type_


def test_each_kind_of_event_has_a_name_of_its_own() -> None:
    assert len({kind.type for kind in LIVE_EVENTS}) == len(LIVE_EVENTS) == len(STORED) + 2


@given(LAYOUTS)
def test_a_certainty_is_kept_in_hundredths_and_never_raised(layout: Layout) -> None:
    kept = as_kept(layout)
    assert as_kept(kept) == kept
    assert layout_from_json(json.loads(json.dumps(layout_to_json(kept)))) == kept
    for before, after in zip(_all_tiles(layout), _all_tiles(kept), strict=True):
        assert after.is_read == before.is_read
        assert after.certainty <= max(before.certainty + 1e-8, 0.01)
        assert before.certainty - after.certainty < 0.0101


def _all_tiles(layout: Layout) -> list[SeenTile]:
    rows = [tile for train in layout.trains for tile in train.tiles]
    return [*([layout.engine] if layout.engine else []), *rows, *layout.loose]


# The fold


@settings(max_examples=25)
@given(st.integers(0, 10_000))
def test_what_is_kept_makes_the_same_table_again(seed: int) -> None:
    setup, coming = random_round(seed)
    sink = Memory()
    table = LiveTable(begun(setup, 1), sink)
    watch = table.live.watch
    looks = 0
    for thing in coming:
        if isinstance(thing, Layout):
            looks += 1
            before, kept = table.live, len(sink.events)
            table.see(thing)
            watch, said = step(watch, as_kept(thing))
            assert len(sink.events) > kept or (not said and table.live == before)
        else:
            try:
                table.enter(thing)
            except (UmpireError, RulesError, EntryError):
                continue
            live, _ = happened(Live(watch), thing)
            watch = live.watch
        assert table.live.watch == watch, "a look that was not kept has told the umpire something"
    assert folded(setup, [WatchBegan(1, setup.players), *sink.events]) == table.live
    assert sum(isinstance(event, (LayoutSeen, SeenAgain)) for event in sink.events) <= looks


def test_a_still_table_is_kept_in_a_few_rows() -> None:
    sink = Memory()
    table = LiveTable(begun(HUB, 1), sink)
    layout = layout_after(layout_after(EMPTY, "hub 12-12"), "Ana 12-4?83; Bo 12-7?91")
    for _ in range(500):
        table.see(layout)
    assert isinstance(sink.events[0], LayoutSeen)
    assert {type(event) for event in sink.events[1:]} == {SeenAgain}
    assert len(sink.events) < 6


@pytest.mark.parametrize(
    ("event", "error", "sentence"),
    [
        (
            ActEntered("Bo"),
            EntryError,
            "That can't be entered. Expected: a colon after the name, like Bo: draw.",
        ),
        (ActEntered("Dee: pass"), EntryError, "Expected: one of the players Ana, Bo, Cy before the colon."),
        (ActEntered("undo"), EntryError, "A turn that was taken back at the table shows by itself."),
        (ActEntered("end Dee"), EntryError, "Whose turn is over? Write for example: end Ana."),
        (ActEntered("round 1"), UmpireError, "After round 1 there can begin rounds 2 to 13, not 1."),
        (ActEntered("boneyard 99"), UmpireError, "There can lie 0 to 91 tiles face down, not 99."),
        (ActCorrected(7), UmpireError, "There is no act 7 in this round"),
        (ActCorrected(0, ("round 2",)), EntryError, "A round can't begin in place of an act"),
        (QuestionAnswered(0, 0), UmpireError, "There is no question 0"),
        (QuestionAnswered(-1, 0), UmpireError, "There is no question -1"),
        (RowNamed("at 90", "Dee"), RulesError, "Dee does not play in this game."),
        (SeenAgain(), ValueError, "No layout was seen before"),
        (WatchBegan(1, ("Ana",)), ValueError, "A game begins to be watched once."),
    ],
)
def test_what_can_not_be_entered_changes_nothing(
    event: LiveEvent, error: type[Exception], sentence: str
) -> None:
    sink = Memory()
    table = LiveTable(begun(HUB, 1), sink)
    with pytest.raises(error) as refused:
        table.enter(event)
    assert sentence in str(refused.value)
    assert sink.events == []
    assert table.live == begun(HUB, 1)


def test_what_can_not_be_kept_has_not_happened() -> None:
    class Full(Memory):
        def append(self, event: LiveEvent) -> None:
            raise StoreError("The disk is full.")

    table = LiveTable(begun(HUB, 1), Full())
    layout = layout_after(EMPTY, "hub 12-12")
    with pytest.raises(StoreError):
        table.see(layout)
    with pytest.raises(StoreError):
        table.enter(ActEntered("start Bo"))
    assert table.live == begun(HUB, 1)


def test_a_person_can_enter_correct_answer_and_name() -> None:
    table = LiveTable(begun(HUB, 1), Memory())
    table.enter(ActEntered("start Ana"))
    layout = EMPTY
    for text in ("hub 12-12", "Ana 12-4", "Bo 11-7?60"):
        layout = layout_after(layout, text)
        said = table.see(layout)
    (asked,) = said
    assert asked.question is not None
    table.enter(QuestionAnswered(0, 0))
    table.enter(ActEntered("Cy: draw pass"))
    table.enter(ActCorrected(3, ("Bo: 12-9@Bo",)))
    assert [line_text(line) for line in lines_of(table.live.watch)][-3:] == [
        "Ana: 12-4@Ana",
        "Bo: 12-9@Bo",
        "Cy: draw pass",
    ]
    table.enter(ActEntered("round 3"))
    assert table.live.round == 3


# The store


def start(store: Store) -> str:
    players = tuple(Player(name, "red") for name in HUB.players)
    return store.start(GameStarted("Friday", players, DominoSet(12), HUB.rules, "hub"), "host").id


def test_a_table_is_opened_again_from_the_store(store: Store, tmp_path: Path) -> None:
    game = start(store)
    assert opened(store.game(game), store.stream(game)) is None
    sink = StoreSink(store, store.game(game), "host")
    sink.append(WatchBegan(1, HUB.players))
    table = LiveTable(begun(HUB, 1), sink)
    table.enter(SeatsGiven({"Ana": 200.0}))
    table.enter(ActEntered("start Ana"))
    layout = EMPTY
    for text in ("hub 12-12", "Ana 12-4", "same", "Bo 12-7", "same", "same", "+Cy"):
        layout = layout_after(layout, text)
        table.see(layout)
    again = Store.open(tmp_path / "store")
    live = opened(again.game(game), again.stream(game))
    again.close()
    assert live == table.live


def test_nobody_else_watches_the_same_game(store: Store) -> None:
    game = start(store)
    one, two = (StoreSink(store, store.game(game), "host") for _ in range(2))
    one.append(WatchBegan(1, HUB.players))
    with pytest.raises(StoreError, match="Another Stationmaster watches this game"):
        two.append(WatchBegan(1, HUB.players))
    saved = CountSaved(1, 0, None, Entry(SourceOfCount.TYPED, Count(5)))
    store.record(game, "host", lambda _: saved)
    one.append(ActEntered("start Ana"))
    assert [kept.event.type for kept in store.stream(game)] == [
        "game_started",
        "watch_began",
        "count_saved",
        "act_entered",
    ]


def test_the_sheet_of_a_game_does_not_mind_its_table(store: Store) -> None:
    game = start(store)
    before = store.game(game)
    StoreSink(store, before, "host").append(WatchBegan(1, HUB.players))
    after = store.game(game)
    assert (after.sheet, after.cells) == (before.sheet, before.cells)
    assert after.last.number == 2
    (line,) = store.games()
    assert line.last == before.started.at
    event: Event = store.stream(game)[-1].event
    assert event == WatchBegan(1, HUB.players)


# The eye


class Eye:
    """Gives the layouts of a script one after the other, and has found `places`."""

    def __init__(self, script: str, places: dict[str, float]) -> None:
        self._layouts = list(layouts(script))
        self.places = places
        self.engines: list[int] = []

    def look(self, frame: Frame, engine: int) -> Glance:
        self.engines.append(engine)
        return Glance(Motion.SETTLED, (), layout=self._layouts[len(self.engines) - 1])

    def moved(self) -> None:
        pass


FRAME = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)


def test_places_that_were_found_are_there_for_the_next_eye() -> None:
    sink = Memory()
    table = LiveTable(begun(HUB, 1), sink)
    watcher = Watcher(table, Eye("hub 12-12\neast 12-4\nsame", {"east": 90.4}))
    for _ in range(3):
        watcher.look(FRAME)
    assert table.live.places == {"east": 90.4}
    assert [type(event) for event in sink.events].count(PlacesFound) == 1
    again = folded(HUB, [WatchBegan(1, HUB.players), *sink.events])
    assert again == table.live
    eye = TableEye(default_reader(), HUB, again.seats, again.places)
    assert eye.places == {"east": 90.4}


def test_an_eye_that_is_opened_on_tiles_is_not_believed_at_once() -> None:
    table = LiveTable(begun(HUB, 1), Memory())
    table.enter(ActEntered("start Ana"))
    for layout in layouts("hub 12-12\nAna 12-4\nBo 12-7"):
        assert layout is not None
        table.see(layout)
    before = table.live
    watcher = Watcher(table, Eye("hub 12-12\nAna 12-4\nBo 12-7", {}))
    assert [watcher.look(FRAME)[1] for _ in range(3)] == [(), (), ()]
    assert table.live.watch.story == before.watch.story


@pytest.mark.parametrize(
    ("script", "engine"),
    [
        ("", 12),
        ("loose 11-11", 11),  # the only tile in sight: the wrong engine
        ("loose 11-11 3-4", 12),
        ("hub 12-12\nAna 12-4", 12),
        ("hub 12-12\nAna 12-4\nhub; Ana; loose 11-11 2-3", 11),
        ("hub 12-12\nAna 12-4\nhub; Ana; loose 10-10 2-3", 12),
        ("hub 12-12\nAna 12-4\nhub; Ana; loose 11-11 12-12", 12),
    ],
)
def test_the_engine_that_is_looked_for(script: str, engine: int) -> None:
    table, layout = LiveTable(begun(HUB, 1), Memory()), None
    for layout in layouts(script):
        assert layout is not None
        table.see(layout)
    assert engine_sought(table.live, layout) == engine


# The record


def test_the_record_of_a_game_goes_with_it(
    client: FlaskClient, station: Station, without_tokens: None
) -> None:
    game, kept = start(station.store), start(station.store)
    for one in (game, kept):
        file = record_file(station.data, one)
        file.parent.mkdir(exist_ok=True)
        file.write_text("round 1")
    assert client.post(f"/games/{game}/delete").status_code == 303
    assert not record_file(station.data, game).exists()
    assert record_file(station.data, kept).exists()
    station.store.delete(kept)  # and here the power fails, before the record went
    again = create_app(station.data, testing=True)
    again.extensions["stationmaster"].store.close()
    assert not record_file(station.data, kept).exists()
