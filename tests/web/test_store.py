"""The store keeps every event, in order, once, and nothing is ever changed."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from referee import Count, DominoSet, ScoringError
from vision.reading import Reading
from web.store import Game, NoSuchGame, Store, StoreError, database
from web.store.cache import Newest
from web.store.database import FILE
from web.store.events import CountSaved, Entry, GameStarted, PhotoRead, Player, Source
from web.store.fold import GameLine, fold

Decide = Callable[[Game], CountSaved]


def typing(points: int, round_: int = 1, seat: int = 0) -> Decide:
    """What a save page does: the count replaces what the cell holds now."""

    def decide(game: Game) -> CountSaved:
        cell = game.cell(round_, seat)
        return CountSaved(round_, seat, cell.entry, Entry(Source.TYPED, Count(points)), cell.seen)

    return decide


def points(game: Game) -> list[int]:
    return [r.event.after.count.points for r in game.cell(1, 0).history if isinstance(r.event, CountSaved)]


def test_a_game_comes_back_as_it_was_saved(store: Store, tmp_path: Path, game: Game) -> None:
    store.record(game.id, "2", typing(12))
    after = store.record(game.id, "host", typing(21))
    reopened = Store.open(tmp_path / "store")
    assert reopened.game(game.id) == after == store.game(game.id)
    assert [r.who for r in reopened.stream(game.id)] == ["host", "2", "host"]
    assert [r.number for r in reopened.stream(game.id)] == [1, 2, 3]
    assert all(r.at.utcoffset() is not None for r in reopened.stream(game.id))
    reopened.close()


_cells = st.tuples(st.integers(1, 7), st.integers(0, 3))
_photos = st.builds(
    lambda cell, photo, reading: PhotoRead(*cell, photo, reading),
    _cells,
    st.uuids().map(str),
    st.from_type(Reading),
)
_counts = st.builds(lambda cell, entry: CountSaved(*cell, None, entry), _cells, st.from_type(Entry))


@given(st.lists(st.tuples(st.text(max_size=5), _photos | _counts), max_size=6))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_events_are_the_same_after_a_restart(
    store: Store, tmp_path: Path, started: GameStarted, entries: list[tuple[str, CountSaved | PhotoRead]]
) -> None:
    game = store.start(started, "host")
    for who, recorded in entries:
        game = store.record(game.id, who, lambda _, recorded=recorded: recorded)
    reopened = Store.open(tmp_path / "store")
    try:
        assert reopened.game(game.id) == game
        assert [(r.who, r.event) for r in reopened.stream(game.id)[1:]] == entries
        assert fold(reopened.stream(game.id)) == game
    finally:
        reopened.close()


@pytest.mark.parametrize(
    "name", ["", "x" * 300, "<script>alert(1)</script>", "Zoë 🚂 '; DROP TABLE games; --", "a\nb"]
)
def test_names_survive_whatever_is_in_them(store: Store, tmp_path: Path, name: str) -> None:
    players = (Player(name, "red"), Player("Bo", "blue"))
    game = store.start(GameStarted(name, players, DominoSet(6)), name)
    reopened = Store.open(tmp_path / "store")
    assert reopened.game(game.id).name == name
    assert reopened.game(game.id).players == players
    assert reopened.stream(game.id)[0].who == name
    reopened.close()


def test_a_repeated_key_is_recorded_once(store: Store, game: Game) -> None:
    first = store.record(game.id, "host", typing(12), key="save-1")
    assert store.record(game.id, "host", typing(99), key="save-1") == first
    assert points(store.record(game.id, "host", typing(21), key="save-2")) == [12, 21]
    assert store.record(game.id, "host", typing(99), key="save-1").last.number == 3


def test_a_key_belongs_to_its_game_and_may_be_long(store: Store, started: GameStarted, game: Game) -> None:
    other = store.start(started, "host")
    store.record(game.id, "host", typing(1), key="k" * 10_000)
    assert points(store.record(other.id, "host", typing(2), key="k" * 10_000)) == [2]
    assert points(store.record(game.id, "host", typing(3), key="k" * 9_999)) == [1, 3]


def test_a_repeated_start_is_one_game(store: Store, started: GameStarted) -> None:
    first = store.start(started, "host", key="start-1")
    assert store.start(started, "host", key="start-1") == first
    assert store.start(started, "host", key="start-2").id != first.id
    assert store.start(started, "host").id != store.start(started, "host").id


def test_an_event_that_the_game_cannot_take_is_not_kept(store: Store, game: Game) -> None:
    with pytest.raises(ScoringError, match="more than the whole set"):
        store.record(game.id, "host", typing(169))
    with pytest.raises(ScoringError, match="rounds 1 to 7"):
        store.record(game.id, "host", typing(1, round_=8))
    assert len(store.stream(game.id)) == 1
    assert store.record(game.id, "host", typing(168)).last.number == 2


def test_a_decision_that_fails_leaves_nothing_locked(store: Store, game: Game) -> None:
    def refuse(_: Game) -> CountSaved:
        raise KeyError("no")

    with pytest.raises(KeyError):
        store.record(game.id, "host", refuse)
    assert store.record(game.id, "host", typing(3)).last.number == 2


def test_an_entry_that_had_not_seen_the_last_one_is_kept_too(store: Store, game: Game) -> None:
    """Two people enter the same cell at once: both are kept, the later one counts."""

    def late(game: Game) -> CountSaved:
        return CountSaved(1, 0, game.cell(1, 0).entry, Entry(Source.TYPED, Count(5)), seen=0)

    store.record(game.id, "1", typing(12))
    after = store.record(game.id, "2", late)
    assert points(after) == [12, 5]
    assert after.cell(1, 0).entry == Entry(Source.TYPED, Count(5))


def test_threads_that_save_at_once_lose_nothing(store: Store, game: Game) -> None:
    def save(number: int) -> None:
        store.record(game.id, "host", typing(number), key=str(number))

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(save, list(range(100)) * 2))
    stream = store.stream(game.id)
    assert [r.number for r in stream] == list(range(1, 102))
    assert sorted(points(store.game(game.id))) == list(range(100))
    chain = [r.event for r in stream if isinstance(r.event, CountSaved)]
    assert [count.before for count in chain[1:]] == [count.after for count in chain[:-1]]


_WRITER = """
import sys
from pathlib import Path
from referee import Count
from web.store import Store
from web.store.events import CountSaved, Entry, Source

folder, game, seat = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = Store.open(folder)
for points in range(40):
    store.record(game, str(seat), lambda g: CountSaved(1, seat, None, Entry(Source.TYPED, Count(points))))
"""


def test_processes_that_save_at_once_lose_nothing(store: Store, tmp_path: Path, game: Game) -> None:
    arguments = [sys.executable, "-c", _WRITER, str(tmp_path / "store"), game.id]
    writers = [subprocess.Popen([*arguments, str(seat)]) for seat in range(2)]
    for number in range(40):
        store.record(game.id, "host", typing(number, seat=2))
    assert [writer.wait() for writer in writers] == [0, 0]
    stream = store.stream(game.id)
    assert [r.number for r in stream] == list(range(1, 122))
    for seat in range(3):
        history = store.game(game.id).cell(1, seat).history
        assert [r.event.after.count.points for r in history if isinstance(r.event, CountSaved)] == list(
            range(40)
        )


_OPENER = """
import sys
from pathlib import Path
from web.store import Store
print("ready", flush=True)
sys.stdin.read()
print(len(Store.open(Path(sys.argv[1])).games()))
"""


def test_processes_that_open_an_empty_folder_at_once_all_work(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", _OPENER, str(tmp_path / "new")]
    openers = [
        subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.close()
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.read() == "0\n"
        opener.stdout.close()
        assert opener.wait() == 0


def test_events_are_only_ever_added(store: Store, started: GameStarted) -> None:
    statements: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement.upper())

    event.listen(Engine, "before_cursor_execute", note)
    try:
        game = store.start(started, "host", key="start")
        store.record(game.id, "host", typing(1), key="a")
        store.record(game.id, "host", typing(1), key="a")
        store.record(game.id, "host", typing(2), key="b")
        before = store.stream(game.id)
        store.record(game.id, "host", typing(3))
        store.games()
        assert store.stream(game.id)[:-1] == before
        assert sum(statement.startswith("INSERT INTO EVENTS") for statement in statements) == 4
        assert not [s for s in statements if s.startswith(("UPDATE", "DELETE", "REPLACE"))]
        store.delete(game.id)
        changes = [s.split("WHERE")[0].split() for s in statements if s.startswith(("UPDATE", "DELETE"))]
        assert [words[:3] for words in changes] == [["DELETE", "FROM", "EVENTS"], ["UPDATE", "GAMES", "SET"]]
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_a_confirmed_save_is_on_the_disk(store: Store) -> None:
    """The settings on which a save's promise rests; `test_kill` breaks a server to try it."""
    with store._engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "fullfsync")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "fullfsync": 1}


def test_games_are_listed_newest_first_with_their_sheets(store: Store, started: GameStarted) -> None:
    first, second = store.start(started, "host"), store.start(started, "host")
    assert [line.id for line in store.games()] == [second.id, first.id]
    photo = PhotoRead(1, 1, "p", Reading(10, 10, (), review=False, notices=(), reader="test-1"))
    store.record(first.id, "host", typing(12))
    store.record(first.id, "host", lambda _: photo)
    line = store.games()[1]
    counted = fold(r for r in store.stream(first.id) if not isinstance(r.event, PhotoRead))
    assert line == GameLine.of(counted)
    assert line.sheet.totals["0"] == 12
    store.record(first.id, "host", typing(13))
    assert store.games()[1].sheet.totals["0"] == 13


def test_a_deleted_game_is_gone_and_known_as_deleted(
    store: Store, tmp_path: Path, started: GameStarted
) -> None:
    kept, game = store.start(started, "host"), store.start(started, "host", key="start")
    store.record(game.id, "host", typing(12), key="a")
    assert store.games()
    store.delete(game.id)
    assert [line.id for line in store.games()] == [kept.id]
    assert store.deleted() == (game.id,)
    for use in (
        store.game,
        store.stream,
        store.delete,
        lambda id_: store.record(id_, "host", typing(1), "a"),
    ):
        with pytest.raises(NoSuchGame, match="no such game"):
            use(game.id)
    with sqlite3.connect(tmp_path / "store" / FILE) as connection:
        rows = connection.execute("SELECT count(*) FROM events WHERE game_id = ?", (game.id,)).fetchone()
    connection.close()
    assert rows == (0,)
    assert store.start(started, "host", key="start").id != game.id


@pytest.mark.parametrize("game_id", ["", "nosuch", "../../etc/passwd", "x" * 5000, "\x00", "' OR 1=1 --"])
def test_there_is_no_such_game(store: Store, game: Game, game_id: str) -> None:
    with pytest.raises(NoSuchGame):
        store.game(game_id)


def test_ids_are_short_and_differ(store: Store, started: GameStarted) -> None:
    ids = {store.start(started, "host").id for _ in range(50)}
    assert len(ids) == 50
    assert all(len(id_) == 10 and id_.isascii() and id_.isalnum() and id_ == id_.lower() for id_ in ids)


def test_a_store_that_another_program_holds_says_so(
    store: Store, tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    impatient = Store.open(tmp_path / "store")
    with impatient._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 1")
    holder = sqlite3.connect(tmp_path / "store" / FILE, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="could not be saved"):
        impatient.record(game.id, "host", typing(1))
    assert impatient.game(game.id) == game
    holder.execute("ROLLBACK")
    assert impatient.record(game.id, "host", typing(1)).last.number == 2
    holder.close()
    impatient.close()


@pytest.mark.parametrize(
    "content",
    [b"no database at all, but long enough to be one" * 50, b"SQLite format 3\x00" + b"\xff" * 5000],
)
def test_a_file_that_is_no_database_is_left_alone_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="can't be opened"):
        Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize("what", ["file", "an event's text", "an event's fields", "an event's type"])
def test_a_damaged_file_is_a_sentence_whenever_it_is_met(
    tmp_path: Path, store: Store, game: Game, what: str
) -> None:
    file = tmp_path / "store" / FILE
    for points in range(1, 60):
        store.record(game.id, "host", typing(points))
    store.close()
    if what == "file":
        content = file.read_bytes()
        file.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))
    else:
        with sqlite3.connect(file) as connection:
            column, value = {"text": ("data", "{"), "fields": ("data", "{}"), "type": ("type", "play")}[
                what.split()[-1]
            ]
            connection.execute(f"UPDATE events SET {column} = ? WHERE number > 1", (value,))
        connection.close()
    damaged = Store.open(tmp_path / "store")
    with pytest.raises(StoreError, match="put a backup"):
        damaged.game(game.id)
    with pytest.raises(StoreError, match="put a backup"):
        damaged.record(game.id, "host", typing(1))
    damaged.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody move a file that is open")
@pytest.mark.parametrize("exchanged", [False, True])
def test_nothing_is_confirmed_that_goes_to_a_file_nobody_will_open_again(
    tmp_path: Path, store: Store, started: GameStarted, game: Game, exchanged: bool
) -> None:
    """The system lets a program write on to a file that was moved away."""
    file = tmp_path / "store" / FILE
    moved = file.rename(tmp_path / "moved")
    if exchanged:
        file.write_bytes(moved.read_bytes())
    with pytest.raises(StoreError, match="put it back"):
        store.record(game.id, "host", typing(1))
    with pytest.raises(StoreError, match="put it back"):
        store.start(started, "host")
    with pytest.raises(StoreError, match="put it back"):
        store.delete(game.id)
    moved.rename(file)
    assert store.record(game.id, "host", typing(1)).last.number == 2


def test_a_file_in_the_place_of_the_folder_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(StoreError, match="choose another folder with --data"):
        Store.open(tmp_path / "data")


def test_the_newest_are_kept_in_memory_and_never_an_older_one() -> None:
    cache: Newest[str] = Newest(2)
    cache.put("a", 2, "a2")
    cache.put("a", 1, "a1")
    assert cache.get("a") == (2, "a2")
    cache.put("b", 1, "b1")
    cache.get("a")
    cache.put("c", 1, "c1")
    assert cache.get("b") is None
    assert cache.get("a") == (2, "a2")
    cache.drop("a")
    assert cache.get("a") is None


class _Locked:
    """A connection that answers “locked” some times before the switch succeeds."""

    def __init__(self, times: int, code: int) -> None:
        self.times, self.code, self.asked = times, code, 0

    def execute(self, statement: str) -> None:
        self.asked += 1
        if self.asked <= self.times:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self.code
            raise error


def test_a_first_opening_waits_for_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.time, "sleep", lambda _: None)
    busy = _Locked(3, sqlite3.SQLITE_BUSY)
    database._use_wal(busy)
    assert busy.asked == 4
    with pytest.raises(sqlite3.OperationalError):
        database._use_wal(_Locked(1, sqlite3.SQLITE_IOERR))


def test_what_follows_a_start_is_kept_with_it_or_not_at_all(store: Store, started: GameStarted) -> None:
    twelve = Entry(Source.TYPED, Count(12))
    then = [CountSaved(1, 0, None, twelve), CountSaved(1, 1, None, twelve)]
    game = store.start(started, "host", "once", then)
    assert [recorded.event for recorded in store.stream(game.id)] == [started, *then]
    assert store.game(game.id) == game
    assert store.start(started, "host", "once", then) == game
    with pytest.raises(ScoringError):
        store.start(started, "host", None, [*then, CountSaved(99, 0, None, twelve)])
    assert [line.id for line in store.games()] == [game.id]
