"""The fold: what a game is after its events."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import Count, DominoSet, Rules, ScoringError
from vision.reading import Reading
from web.store.events import CountSaved, Entry, Event, GameStarted, PhotoRead, Player, Recorded, Source
from web.store.fold import GameLine, fold

_START = datetime(2026, 11, 27, 19, 30, tzinfo=UTC)
_PLAYERS = tuple(Player(name, "red") for name in ("Ana", "Bo", "Cy"))
_READING = Reading(100, 80, (), review=False, notices=(), reader="test-1")


def recorded(*events: Event) -> list[Recorded]:
    return [
        Recorded("g", number, _START + timedelta(minutes=number), "host", event)
        for number, event in enumerate(events, 1)
    ]


def start(length: int | None = None) -> GameStarted:
    return GameStarted("Friday", _PLAYERS, DominoSet(6), Rules(rounds=length or "all"))


def saved(round_: int, seat: int, points: int, before: Entry | None = None, seen: int = 0) -> CountSaved:
    return CountSaved(round_, seat, before, Entry(Source.TYPED, Count(points)), seen)


cells = st.tuples(st.integers(1, 7), st.integers(0, 2))
changes = st.one_of(
    st.builds(lambda cell, points: saved(*cell, points), cells, st.integers(0, 168)),
    st.builds(lambda cell, entry: CountSaved(*cell, None, entry), cells, st.from_type(Entry)),
    st.builds(lambda cell, photo: PhotoRead(*cell, photo, _READING), cells, st.text(max_size=5)),
)
streams = st.lists(changes, max_size=12).map(lambda events: recorded(start(), *events))


def test_a_start_alone_is_a_game() -> None:
    game = fold(recorded(start(length=3)))
    assert (game.id, game.name, game.players) == ("g", "Friday", _PLAYERS)
    assert game.sheet.last == 3
    assert game.started == game.last
    assert game.cell(1, 0).entry is None
    assert game.cell(1, 0).seen == 0


def test_the_later_count_counts_and_the_earlier_stays_in_the_history() -> None:
    game = fold(recorded(start(), saved(1, 0, 12), saved(1, 0, 21, Entry(Source.TYPED, Count(12)), seen=2)))
    cell = game.cell(1, 0)
    assert cell.entry == Entry(Source.TYPED, Count(21))
    assert [event.number for event in cell.history] == [2, 3]
    assert cell.seen == 3
    assert game.sheet.totals == {"0": 21, "1": 0, "2": 0}


@pytest.mark.parametrize(
    ("saves", "corrected", "crossed"),
    [
        ([], False, []),
        ([(12, None, 0)], False, []),
        ([(12, None, 0), (21, 12, 2)], True, []),
        ([(12, None, 0), (12, 12, 2)], False, []),
        ([(12, None, 0), (12, 12, 0)], False, [3]),
        ([(12, None, 0), (21, 12, 0), (12, 21, 3)], True, [3]),
        ([(12, None, 0), (21, 12, 0), (30, 21, 2)], True, [3, 4]),
    ],
    ids=["empty", "once", "corrected", "confirmed", "at once", "at once, then seen", "three at once"],
)
def test_a_cell_knows_whether_it_was_corrected_and_which_saves_crossed(
    saves: list[tuple[int, int | None, int]], corrected: bool, crossed: list[int]
) -> None:
    """Each save is its points, those that it replaces, and the number of the event that its page had seen."""
    events = [
        saved(1, 0, points, None if before is None else Entry(Source.TYPED, Count(before)), seen)
        for points, before, seen in saves
    ]
    cell = fold(recorded(start(), *events)).cell(1, 0)
    assert cell.corrected is corrected
    assert cell.crossed == set(crossed)
    assert [recorded.number for recorded, _ in cell.saves] == list(range(2, 2 + len(saves)))


def test_a_photo_is_pending_until_a_count_is_saved() -> None:
    photo = PhotoRead(1, 2, "p", _READING)
    begun = fold(recorded(start(), photo))
    assert begun.cell(1, 2).pending == (photo,)
    assert begun.photos == {"p": photo}
    assert begun.sheet.totals["2"] == 0
    assert fold(recorded(start(), photo, saved(1, 2, 5))).cell(1, 2).pending == ()


@given(streams, st.data())
def test_folding_on_from_any_point_is_folding_all(stream: list[Recorded], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(stream)))
    assert fold(stream[cut:], fold(stream[:cut])) == fold(stream)


@given(streams)
def test_the_sheet_holds_the_last_count_of_each_cell_and_nothing_else(stream: list[Recorded]) -> None:
    game = fold(stream)
    last = {
        (r.event.round, str(r.event.seat)): r.event.after.count
        for r in stream
        if isinstance(r.event, CountSaved)
    }
    assert game.sheet.counts == last
    assert sum(len(cell.history) for cell in game.cells.values()) == len(stream) - 1
    assert game.last == stream[-1]


@given(streams)
def test_a_line_is_the_same_without_the_photos(stream: list[Recorded]) -> None:
    counts = [r for r in stream if not isinstance(r.event, PhotoRead)]
    game = fold(counts)
    line = GameLine.of(game)
    assert line.sheet == fold(stream).sheet
    assert (line.started, line.last) == (stream[0].at, counts[-1].at)


@pytest.mark.parametrize(
    ("events", "error", "sentence"),
    [
        ([], ValueError, "empty stream"),
        ([saved(1, 0, 1)], ValueError, "begins with its start"),
        ([start(), start()], ValueError, "starts once"),
        ([start(length=2), saved(3, 0, 1)], ScoringError, "rounds 1 to 2"),
        ([start(), saved(0, 0, 1)], ScoringError, "rounds 1 to 7"),
        ([start(), saved(1, 3, 1)], ScoringError, "3 players"),
        ([start(), PhotoRead(1, -1, "p", _READING)], ScoringError, "3 players"),
        ([start(), PhotoRead(8, 0, "p", _READING)], ScoringError, "rounds 1 to 7"),
        ([start(), saved(1, 0, 169)], ScoringError, "more than the whole set"),
    ],
)
def test_what_is_no_stream_is_refused(events: list[Event], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        fold(recorded(*events))
