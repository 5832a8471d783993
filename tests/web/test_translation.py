"""Nothing that a person reads escapes translation: all pages in a language that brackets every text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient

import web
from referee import TileError
from web.rights import Right, needs

WEB = Path(web.__file__).parent
OWN_WORDS = {"Stationmaster", "Friday", "Ana", "Bo", "Cy", "Dee", "reader", "CSV", "JSON", "train"}
"""What is the same in every language: names, kinds of files, and what people typed."""
READ_OUT = ("aria-label", "alt", "placeholder", "title")


@pytest.fixture(scope="session")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All texts of `web/`, extracted as `web/babel.cfg` says, each translated to itself in brackets."""
    pot = tmp_path_factory.mktemp("texts") / "messages.pot"
    keywords = [part for keyword in ("_l", "lazy_gettext") for part in ("-k", keyword)]
    command = ["pybabel", "-q", "extract", "-F", str(WEB / "babel.cfg"), *keywords, "-o", str(pot), str(WEB)]
    CommandLineInterface().run(command)
    with pot.open("rb") as file:
        found = read_po(file, locale="de")
    for message in found:
        if message.pluralizable:
            message.string = tuple(f"⟦{text}⟧" for text in message.id)
        elif message.id:
            message.string = f"⟦{message.id}⟧"
    return found


@pytest.fixture
def german(app: Flask, catalog: Catalog, tmp_path: Path) -> dict[str, str]:
    """What a phone that wants German sends to an app that has the bracketed catalogue for it."""
    where = tmp_path / "translations" / "de" / "LC_MESSAGES"
    where.mkdir(parents=True)
    with (where / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    app.extensions["babel"].translation_directories.append(str(where.parents[1]))
    return {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture
def client(client: FlaskClient, german: dict[str, str]) -> FlaskClient:
    """The host's phone, in German."""
    client.environ_base.update(german)
    return client


@pytest.fixture
def stranger(stranger: FlaskClient, german: dict[str, str]) -> FlaskClient:
    """A phone that has joined no game, in German."""
    stranger.environ_base.update(german)
    return stranger


class Texts(HTMLParser):
    """All that a person reads or hears on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tag = tag
        given = {name: value or "" for name, value in attrs}
        words = given if given.get("id") == "words" else dict.fromkeys(READ_OUT)
        self.found += [given[name] for name in words if name in given and name != "id"]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def untranslated(page: str) -> Iterator[str]:
    """The words of a page that came through no catalogue."""
    for text in Texts(page).found:
        left, before = text, ""
        while left != before:
            left, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", left), left
        yield from (word for word in re.findall(r"[^\W\d_]+", left) if word not in OWN_WORDS)


def test_every_text_of_every_page_comes_from_the_catalogue(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        marks = set(
            re.findall(
                r'(?:<span class="chip[^>]*>|<b class="mark[^>]*>|<b class="letters">|▸ ?)(\w+)<', page
            )
        )
        dates = set(re.findall(r"[^\W\d_]+", " ".join(re.findall(r"<time[^>]*>(\w+, .*?)</time>", page))))
        typed = {"x" * 300}
        assert set(untranslated(page)) - marks - dates - typed == set(), path
        assert '<html lang="de">' in page


def test_a_text_that_was_forgotten_would_be_found() -> None:
    page = '<p title="Hello">⟦Saved ⟦out⟧ for⟧ Ana <b>bare</b></p>'
    assert list(untranslated(page)) == ["Hello", "bare"]


def test_faults_are_told_in_the_language_too(client: FlaskClient) -> None:
    assert "⟦There is no such page: go back to the games.⟧" in client.get("/nothing").text
    assert "⟦There is no such game here" in client.get("/games/nosuch").text


def test_what_the_referee_refuses_is_told_in_the_language_too(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    @needs(Right.ANYBODY)
    def refuse() -> str:
        raise TileError("tile", text="5+3")

    monkeypatch.setitem(app.view_functions, "games.index", refuse)
    page = client.get("/")
    assert page.status_code == 422
    assert "⟦“5+3” is no tile: write two numbers with a hyphen, such as 9-4.⟧" in page.text


def test_a_browser_without_a_known_language_gets_english(client: FlaskClient) -> None:
    for languages in ("fi", "en", "*;q=x, xx-YY-zz;;", ""):
        page = client.get("/", headers={"Accept-Language": languages}).text
        assert '<html lang="en">' in page
        assert "⟦" not in page
