"""What holds for every page: nothing inline, nothing from elsewhere, everything named and readable."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

import web
from vision.reading import Corners
from web.colours import COLOURS, initials
from web.count.outline import outline
from web.halves import SIDE, half, spots
from web.i18n import moment

STATIC = Path(web.__file__).parent / "static"


class Tags(HTMLParser):
    """All start tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        for tag, attributes in Tags(page).found:
            assert tag != "style", path
            assert "style" not in attributes, (path, tag)
            assert not [name for name in attributes if name.startswith("on") and name != "on"], (path, tag)
            assert tag != "script" or attributes["src"].startswith("/static/"), path
            for name in ("src", "href", "action", "formaction"):
                assert not re.match(r"(\w+:|//)", attributes.get(name, "")), (path, attributes)


def test_every_page_can_be_found_around_in(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        tags = Tags(page).found
        ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
        assert len(ids) == len(set(ids)), path
        for _, attributes in tags:
            for name in ("for", "aria-labelledby", "aria-describedby"):
                assert set(attributes.get(name, "").split()) <= set(ids), (path, attributes)
            if attributes.get("href", "").startswith("#field-"):
                assert attributes["href"][1:] in ids, (path, attributes)
        assert [tag for tag, _ in tags].count("h1") == 1, path
        assert ("html", {"lang": "en"}) in tags


def test_every_link_and_file_is_there(pages: dict[str, str], client: FlaskClient) -> None:
    for page in pages.values():
        for tag, attributes in Tags(page).found:
            target = attributes.get("src") or attributes.get("href") or ""
            if target.startswith("/") and tag != "image":
                with client.get(target) as answer:
                    assert answer.status_code == 200, target


def test_the_scripts_have_the_words_and_parts_that_they_ask_for(pages: dict[str, str]) -> None:
    page = next(page for path, page in pages.items() if path.endswith("players/0"))
    script = (STATIC / "entry.js").read_text("utf-8")
    for word in {*re.findall(r'say\("(\w+)"', script), "forget", "lost", "busy", "again"}:
        assert f"data-{word}=" in page
    for part in ("data-status", "data-total", 'id="pad"', 'id="bar"', "data-crop", "data-save"):
        assert part in page


def _luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", [colour.name for colour in COLOURS])
def test_a_players_mark_can_be_read_on_its_colour(name: str) -> None:
    """White on the colour has the contrast of 4.5 to 1 that WCAG 2.2 asks for (1.4.3)."""
    match = re.search(rf"\.c-{name} {{ --chip: (#\w{{6}}); }}", (STATIC / "style.css").read_text("utf-8"))
    assert match
    assert 1.05 / (_luminance(match[1]) + 0.05) >= 4.5


@pytest.mark.parametrize("value", range(19))
def test_every_half_can_be_drawn(value: int) -> None:
    assert f".v{value}" in (STATIC / "style.css").read_text("utf-8")
    places = spots(value)
    assert len(set(places)) == value
    assert all(0 < x < SIDE and 0 < y < SIDE for x, y in places)
    gaps = [abs(a - c) + abs(b - d) for a, b in places for c, d in places if (a, b) != (c, d)]
    assert not gaps or min(gaps) > half(value).width


@given(st.lists(st.text(min_size=1, max_size=30), min_size=2, max_size=14))
def test_marks_are_short_and_all_different(names: list[str]) -> None:
    marks = initials(names)
    assert len(set(marks)) == len(names)
    assert all(1 <= len(mark) <= 4 for mark in marks)


@pytest.mark.parametrize(
    ("corners", "turn"),
    [
        (((0, 10), (0, 0), (20, 0), (20, 10)), "rotate(0)"),
        (((0, 0), (10, 0), (10, 20), (0, 20)), "rotate(-90)"),
        (((20, 0), (20, 10), (0, 10), (0, 0)), "rotate(-180)"),
        (((10, 20), (0, 20), (0, 0), (10, 0)), "rotate(90)"),
    ],
)
def test_a_crop_lays_the_tile_down_with_its_first_half_on_the_left(corners: Corners, turn: str) -> None:
    drawn = outline(corners, 100, 100)
    assert drawn.transform.startswith(turn)
    _, _, width, height = map(float, drawn.view_box.split())
    assert width / height == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=3), "just now"),
        (timedelta(minutes=5), "5 minutes ago"),
        (timedelta(hours=2), "2 hours ago"),
    ],
)
def test_moments_are_told_in_words(app: Flask, ago: timedelta, words: str) -> None:
    with app.test_request_context():
        assert moment(datetime.now(UTC) - ago) == words
        assert str(datetime.now().year - 1) in moment(datetime.now(UTC) - timedelta(days=365))
