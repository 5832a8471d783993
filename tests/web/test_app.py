"""The app keeps strangers out and says in one sentence what is wrong."""

from __future__ import annotations

import io
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner
from werkzeug.routing import Rule

from web.app import create_app
from web.rights import Right, needs
from web.security import MOST_UPLOAD, KeyFileError, is_home, session_key
from web.station import Station
from web.store import Game, StoreError


def _url(rule: Rule, game: Game) -> str:
    """An address that the rule answers to."""
    known = {"game_id": game.id, "filename": "nothing.css"}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda match: known.get(match[1], "1"), rule.rule)


def _multipart(fields: Iterable[tuple[str, str]]) -> bytes:
    """A form as a page with photos sends it; its boundary is `b`."""
    head = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    return ("".join(head.format(name, value) for name, value in fields) + "--b--\r\n").encode()


def _token(client: FlaskClient, path: str = "/games/new") -> str:
    match = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', client.get(path).text)
    assert match
    return match[1]


def test_every_route_answers_with_the_headers_that_keep_it_safe(
    app: Flask, client: FlaskClient, here: Game
) -> None:
    rules = list(app.url_map.iter_rules())
    assert len(rules) > 5
    for rule in rules:
        for method in ("GET", "POST"):
            answer = client.open(_url(rule, here), method=method)
            policy = dict(
                part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; ")
            )
            assert policy["default-src"] == "'self'"
            assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
            assert policy["form-action"] == "'self'"
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert answer.headers["Cache-Control"]
            assert answer.status_code < 500, (method, rule.rule)


def test_no_page_has_code_or_style_in_it_or_asks_another_host(
    app: Flask, client: FlaskClient, here: Game
) -> None:
    pages = 0
    for rule in app.url_map.iter_rules():
        page = client.get(_url(rule, here))
        if page.mimetype != "text/html":
            continue
        pages += 1
        assert not re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:", page.text, re.IGNORECASE)
        assert all("src=" in script for script in re.findall(r"<script[^>]*>", page.text))
        assert not re.search(r"""(?:src|href|action)\s*=\s*["']?(?:[a-z]+:)?//""", page.text, re.IGNORECASE)
    assert pages > 5


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.178.23:8000",
        "[::1]:8000",
        "[fe80::1]",
        "raspberrypi",
        "pi.local:80",
        "PI.LOCAL",
        "laptop.lan",
        "box.home.arpa",
        "pi.local.",
    ],
)
def test_addresses_and_home_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "192.168.1.5.evil.example",
        "localhost.evil.example",
        "local.com",
        "not.xlocal",
        "127.0.0.1@evil.example",
        "evil.example#localhost",
        "[evil.example]",
    ],
)
def test_a_strangers_name_is_refused_on_every_route(
    app: Flask, client: FlaskClient, here: Game, host: str
) -> None:
    for rule in app.url_map.iter_rules():
        for method in ("GET", "POST"):
            answer = client.open(_url(rule, here), method=method, headers={"Host": host})
            assert answer.status_code == 421
            assert "does not answer to this name" in answer.text
            assert here.name not in answer.text


def test_a_name_can_be_allowed(data: Path) -> None:
    app = create_app(data, hosts=["Score.Example."], testing=True)
    client = app.test_client()
    assert client.get("/", headers={"Host": "score.example:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "x.score.example"}).status_code == 421
    app.extensions["stationmaster"].store.close()


def test_an_empty_name_is_no_home() -> None:
    assert not is_home("")
    assert not is_home(":8000")
    assert not is_home("[]:80")


def test_a_post_without_a_token_changes_nothing(
    app: Flask, client: FlaskClient, here: Game, station: Station
) -> None:
    posts = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert posts
    for rule in posts:
        answer = client.post(_url(rule, here), data={"do": "out"})
        assert answer.status_code == 400
        assert "open too long: reload it and send again" in answer.text
    assert station.store.stream(here.id)[1:] == ()


def test_another_phones_token_is_refused(
    app: Flask, as_host: Callable[[Flask], FlaskClient], here: Game
) -> None:
    token = _token(as_host(app))
    answer = as_host(app).post(f"/games/{here.id}/delete", data={"csrf_token": token})
    assert answer.status_code == 400


def test_the_token_holds_after_a_restart(app: Flask, data: Path, client: FlaskClient, here: Game) -> None:
    token = _token(client)
    cookie = client.get_cookie(app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    restarted = create_app(data, testing=True)
    again = restarted.test_client()
    again.set_cookie(cookie.key, cookie.value)
    answer = again.post(f"/games/{here.id}/delete", data={"csrf_token": token})
    assert answer.status_code == 303
    restarted.extensions["stationmaster"].store.close()


def test_a_phone_stays_known_when_the_clock_is_set_back(
    client: FlaskClient, station: Station, here: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Raspberry Pi without internet starts with the time at which it lost its power, or an earlier one."""
    path = f"/games/{here.id}/rounds/1/players/2"
    with monkeypatch.context() as later:
        later.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time()) + 7200)
        token = _token(client, path)
        form = {"csrf_token": token, "seat": "2"}
        assert client.post(f"/games/{here.id}/seats", data=form).status_code == 303
    form = {"csrf_token": token, "do": "out"}
    assert client.post(path, data=form).status_code == 303
    assert station.store.game(here.id).last.who == "2"


def test_two_servers_on_one_computer_have_their_own_cookies(app: Flask, tmp_path: Path) -> None:
    other = create_app(tmp_path / "other", testing=True)
    assert other.config["SESSION_COOKIE_NAME"] != app.config["SESSION_COOKIE_NAME"]
    other.extensions["stationmaster"].store.close()


def test_the_key_is_kept_and_private(app: Flask, data: Path) -> None:
    path = data / "session.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert session_key(data) == path.read_bytes() == app.config["SECRET_KEY"]
    assert len(path.read_bytes()) == 32


def test_a_damaged_key_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "session.key").write_bytes(b"short")
    with pytest.raises(KeyFileError, match="is damaged: delete it"):
        session_key(tmp_path)
    (tmp_path / "session.key").unlink()
    (tmp_path / "session.key").mkdir()
    with pytest.raises(KeyFileError, match="can't be used"):
        session_key(tmp_path)


@pytest.mark.parametrize("size", [MOST_UPLOAD + 1, 200 * 1024 * 1024])
def test_an_upload_that_is_too_large_is_refused_unread(client: FlaskClient, here: Game, size: int) -> None:
    body = io.BytesIO(b"x" * 1000)
    answer = client.post(
        f"/games/{here.id}/rounds/1/players/0",
        input_stream=body,
        environ_overrides={"CONTENT_LENGTH": str(size)},
        content_type="multipart/form-data; boundary=b",
    )
    assert answer.status_code == 413
    assert "too large to be sent" in answer.text
    assert body.tell() == 0


@pytest.mark.parametrize(
    "parts",
    [["a field"] * 20_000, ["x" * 2_000_000]],
    ids=["many fields", "a long field"],
)
def test_a_form_without_end_is_refused(client: FlaskClient, parts: list[str]) -> None:
    body = _multipart(("f", part) for part in parts)
    answer = client.post(
        "/games/new",
        input_stream=io.BytesIO(body),
        content_type="multipart/form-data; boundary=b",
    )
    assert answer.status_code == 413
    assert "too large to be sent" in answer.text


@pytest.mark.parametrize(
    "body", [b"a&" * 600_000, b"a=" + b"x" * 2_000_000], ids=["many fields", "a long field"]
)
def test_a_short_form_without_end_is_refused_unread(client: FlaskClient, body: bytes) -> None:
    """Parsing 40 MB of it takes 20 seconds and 2 GB."""
    stream = io.BytesIO(body)
    kind = "application/x-www-form-urlencoded"
    answer = client.post("/games/new", input_stream=stream, content_type=kind, content_length=len(body))
    assert answer.status_code == 413
    assert stream.tell() == 0


def test_photos_with_hundreds_of_tiles_can_be_answered(
    client: FlaskClient, station: Station, here: Game
) -> None:
    """A photo of a tiled wall must not shut its player's cell: three fields a tile, and several photos."""
    path = f"/games/{here.id}/rounds/1/players/0"
    token = _token(client, path)
    tiles = (
        (f"{field}-{n}.{tile}", "1") for n in range(5) for tile in range(300) for field in ("a", "b", "on")
    )
    answer = client.post(
        path,
        input_stream=io.BytesIO(_multipart([("csrf_token", token), ("do", "out"), *tiles])),
        content_type="multipart/form-data; boundary=b",
    )
    assert answer.status_code == 303
    assert station.store.game(here.id).cell(1, 0).entry is not None


_FAULTS = (400, 403, 404, 405, 413, 415, 421, 422, 429, 500, 503)


@pytest.fixture
def faulty(data: Path) -> Iterator[FlaskClient]:
    """An app with a page that fails as asked."""
    app = create_app(data)

    @app.get("/fail/<int:status>")
    @needs(Right.ANYBODY)
    def fail(status: int) -> str:
        abort(status)

    @app.get("/say/<int:status>")
    @needs(Right.ANYBODY)
    def say(status: int) -> str:
        abort(status, "Something <b>special</b> is wrong.")

    @app.get("/crash")
    @needs(Right.ANYBODY)
    def crash() -> str:
        raise RuntimeError("a secret of the code")

    @app.get("/full")
    @needs(Right.ANYBODY)
    def full() -> str:
        raise StoreError("The disk is full: make room.")

    yield app.test_client()
    app.extensions["stationmaster"].store.close()


@pytest.mark.parametrize("status", _FAULTS)
def test_each_fault_is_a_page_with_one_sentence_or_json(faulty: FlaskClient, status: int) -> None:
    page = faulty.get(f"/fail/{status}")
    assert page.status_code == status
    assert page.mimetype == "text/html"
    told = faulty.get(f"/fail/{status}", headers={"Accept": "application/json"})
    assert told.status_code == status
    assert told.json is not None
    assert told.json["status"] == status
    assert re.search(r"[:,.] .*\.$", told.json["error"])
    assert told.json["error"] in page.text.replace("&#39;", "'").replace("&#34;", '"')


def test_a_fault_nobody_thought_of_has_a_sentence_too(faulty: FlaskClient) -> None:
    assert "try again" in faulty.get("/fail/418").text
    assert "not your doing" in faulty.get("/fail/501").text


def test_a_pages_own_sentence_is_said_and_escaped(faulty: FlaskClient) -> None:
    assert "Something &lt;b&gt;special&lt;/b&gt; is wrong." in faulty.get("/say/404").text


def test_a_crash_shows_nothing_of_the_code(faulty: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = faulty.get("/crash")
    assert answer.status_code == 500
    assert "not your doing" in answer.text
    assert "secret" not in answer.text
    assert "a secret of the code" in caplog.text
    assert answer.headers["Content-Security-Policy"]


def test_a_stores_trouble_is_told(faulty: FlaskClient) -> None:
    answer = faulty.get("/full")
    assert (answer.status_code, "make room" in answer.text) == (503, True)
    assert answer.headers["Retry-After"] == "10"


def test_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    answer = client.delete("/games/new")
    assert answer.status_code == 405
    assert answer.allow.as_set() >= {"get", "post"}


@pytest.mark.parametrize("path", ["/nothing", "/games/nosuch", "/static/nothing.css", "/games/%00", "/%ff"])
def test_what_is_not_there_is_a_page(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such" in answer.text.partition("<h1")[2]
