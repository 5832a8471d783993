"""The letters by which phones join a game: easy to call, hard to guess, and good for a day."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from web.store import Game, NoSuchGame, Store
from web.store.codes import LASTS, LETTERS, RENEWED_AFTER, is_rude, new_code, tidy_code
from web.store.database import _engine, open_database, write
from web.store.events import GameStarted, to_json


def age(store: Store, game: Game, by: timedelta) -> None:
    """Have the game's code made earlier."""
    with write(store._engine) as connection:
        made = {"at": (datetime.now(UTC) - by).replace(tzinfo=None), "id": game.id}
        connection.execute(text("UPDATE games SET code_at = :at WHERE id = :id"), made)


def test_letters_make_no_words_and_are_not_confused() -> None:
    assert not set(LETTERS) & set("AEIOUYLRFS"), "no vowels, nor what stands for one in Czech"
    assert not set(LETTERS) & set("IO01"), "nothing that looks like a digit"
    assert len(set(LETTERS)) == len(LETTERS) == 16


def test_codes_are_of_four_such_letters() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) > 450
    for code in codes:
        assert tidy_code(code) == code
        assert not is_rude(code)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("BCDG", "BCDG"),
        (" b c-d\tg\n", "BCDG"),
        ("", ""),
        ("BCDGH", ""),
        ("BCDA", ""),
        ("BCD\x00", ""),
        ("ßCD", ""),
        ("B" * 100_000, ""),
        ("' OR 1=1 --", ""),
    ],
)
def test_what_is_typed_is_a_code_or_nothing(typed: str, code: str) -> None:
    assert tidy_code(typed) == code


def test_a_game_has_one_code_and_the_code_opens_it(store: Store, game: Game, started: GameStarted) -> None:
    other = store.start(started, "host")
    code = store.code(game.id)
    assert store.code(game.id) == code != store.code(other.id)
    assert store.game_of_code(code) == game.id
    assert store.game_of_code("") is None


def test_a_code_is_renewed_before_it_is_too_old(store: Store, game: Game) -> None:
    code = store.code(game.id)
    age(store, game, RENEWED_AFTER + timedelta(minutes=1))
    assert store.game_of_code(code) == game.id, "whoever wrote it down can still come"
    renewed = store.code(game.id)
    assert renewed != code
    assert store.game_of_code(code) is None
    assert store.game_of_code(renewed) == game.id


def test_a_code_that_is_too_old_opens_nothing(store: Store, game: Game) -> None:
    code = store.code(game.id)
    age(store, game, LASTS + timedelta(minutes=1))
    assert store.game_of_code(code) is None


def test_the_host_can_have_a_new_one_at_once(store: Store, game: Game) -> None:
    code = store.code(game.id)
    assert store.code(game.id, timedelta()) != code
    assert store.game_of_code(code) is None


def test_two_games_never_have_the_same(
    store: Store, game: Game, started: GameStarted, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = store.start(started, "host")
    drawn = iter(["BCDG", "BCDG", "BCDH", "BCDG"])
    monkeypatch.setattr("web.store.store.new_code", lambda: next(drawn))
    assert (store.code(game.id), store.code(other.id)) == ("BCDG", "BCDH")
    age(store, game, LASTS + timedelta(minutes=1))
    assert store.code(other.id, timedelta()) == "BCDG", "one that has grown too old is free"
    assert store.game_of_code("BCDG") == other.id


def test_a_deleted_game_has_none(store: Store, game: Game) -> None:
    code = store.code(game.id)
    store.delete(game.id)
    assert store.game_of_code(code) is None
    with pytest.raises(NoSuchGame):
        store.code(game.id)


def test_a_game_from_before_there_were_codes_gets_one(tmp_path: Path, started: GameStarted) -> None:
    """The database of the first version, with a game in it, is opened by this one."""
    tmp_path.joinpath("old").mkdir()
    engine = _engine(tmp_path / "old" / "games.sqlite3")
    with write(engine) as connection:
        config = Config()
        config.set_main_option("script_location", "web.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        row = {"at": now, "data": json.dumps(to_json(started))}
        connection.execute(text("INSERT INTO games (id, started_at) VALUES ('old', :at)"), row)
        event = "INSERT INTO events VALUES ('old', 1, :at, 'host', 'game_started', :data, NULL)"
        connection.execute(text(event), row)
    engine.dispose()
    store = Store(open_database(tmp_path / "old"))
    assert store.game("old").name == "Friday"
    assert store.game_of_code(store.code("old")) == "old"
    store.close()
