"""Every page at 320 pixels, light and dark: nothing scrolls sideways, nothing comes from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from referee import Count, DominoSet, Rules, Tile
from vision.reading import Notice, Reading, TileReading
from web.colours import COLOURS
from web.store import Store
from web.store.events import CountSaved, Entry, GameStarted, PhotoRead, Player, Source
from web.who import SOMEBODY

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONG = "Maximiliane Wolkenstein-Trapp "
FIRST_PAGE = 100_000


@pytest.fixture
def store(server: Any) -> Any:
    """The server's store, opened beside it."""
    store = server.store()
    yield store
    store.close()


def played(store: Store, seats: int, rounds: int) -> str:
    """A game of `seats` in which `rounds` were counted; the longest names and the largest numbers."""
    players = tuple(
        Player((LONG if seat % 2 else f"P{seat}")[:28] + str(seat), COLOURS[seat].name)
        for seat in range(seats)
    )
    rules = Rules(double_blank=50, going_out_bonus=10)
    game = store.start(GameStarted("W" * 60, players, DominoSet(12), rules), "host")
    for number in range(1, rounds + 1):
        for seat in range(seats):
            out = seat == number % seats
            entry = (
                Entry(Source.OUT, Count(0, out=True))
                if out
                else Entry(Source.TYPED, Count(1090 if seat == number == 3 else 290 - seat))
            )
            event = CountSaved(number, seat, None, entry)
            store.record(game.id, "host", lambda _, event=event: event)
    return game.id


def with_photo(store: Store, game: str) -> None:
    """A photo of seat 1's hand of the third round: its file is missing, which the drawing must bear."""
    corners = ((100.0, 300.0), (100.0, 200.0), (300.0, 200.0), (300.0, 300.0))
    tiles = (
        TileReading(corners, (12, 9), 0.5, review=True),
        TileReading(corners, (2, None), 0.3, whole=False),
    )
    reading = Reading(2000, 1500, tiles, True, tuple(Notice), "reader-7")
    store.record(game, SOMEBODY, lambda _: PhotoRead(3, 1, "00", reading))


def check(page: Page, path: str) -> None:
    """Go there and look at the page as a whole."""
    page.goto(path)
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"{path} scrolls sideways: {wide}"
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
            .filter((e) => e.checkVisibility())
            .filter((e) => !(e.labels?.length || e.ariaLabel || e.textContent.trim()))
            .map((e) => e.outerHTML)"""
    )
    assert nameless == []
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, summary, input, .seat, td a")]
            .filter((e) => e.checkVisibility() && e.tabIndex >= 0)
            .filter((e) => !["checkbox", "hidden"].includes(e.type))
            .filter((e) => e.getBoundingClientRect().height < 43.5)
            .map((e) => e.outerHTML)"""
    )
    assert small == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways_or_asks_anybody_else(new_phone: Any, store: Store, scheme: str) -> None:
    running, finished, large = played(store, 8, 2), played(store, 8, 13), played(store, 14, 2)
    with_photo(store, running)
    page = new_phone(width=320, height=640, color_scheme=scheme).page
    cell = f"/games/{running}/rounds/3/players/1"
    code = store.code(running)
    for path in ("/", "/games/new", "/nothing", cell, f"{cell}/history", f"/games/{large}", f"/join/{code}"):
        check(page, path)
    for path in ("/players", "/games/import", f"/games/{large}/statistics"):
        check(page, path)
    for game in (running, finished):
        for end in ("/statistics", "/share", "/print"):
            check(page, f"/games/{game}{end}")
        for end in ("", "/seats", "/delete", "/rounds/1/players/0", "/rounds/1/players/0/history"):
            check(page, f"/games/{game}{end}")
    stranger = new_phone(width=320, height=640, host=False, color_scheme=scheme).page
    for path in ("/", f"/join/{code}", "/join/wrong", f"/games/{running}"):
        check(stranger, path)


def test_eight_players_and_thirteen_rounds_are_readable_on_a_phone(new_phone: Any, store: Store) -> None:
    game = played(store, 8, 13)
    page = new_phone(width=320, height=640).page
    page.goto(f"/games/{game}")
    table = page.locator("table.sheet")
    for seat in range(0, 8, 2):
        assert table.get_by_role("columnheader", name=f"P{seat}{seat}").count() == 1, "its name is read out"
    assert table.locator("tbody tr").count() == 13
    box = table.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    cut = table.evaluate(
        """(table) => [...table.querySelectorAll("th, td, .points, small")]
            .filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1)
            .map((e) => e.textContent.trim())"""
    )
    assert cut == []
    sizes = table.evaluate(
        """(table) => [...table.querySelectorAll(".points, tfoot td")]
            .map((e) => parseFloat(getComputedStyle(e).fontSize))"""
    )
    assert min(sizes) >= 11


def test_the_first_page_is_light(new_phone: Any, store: Store) -> None:
    played(store, 4, 1)
    page = new_phone().page
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.__setitem__(answer.url, len(answer.body())))
    page.goto("/", wait_until="networkidle")
    assert len(sizes) >= 2
    assert sum(sizes.values()) < FIRST_PAGE


def test_a_drawn_tile_has_its_pips(new_phone: Any, store: Store) -> None:
    game = played(store, 8, 2)
    page = new_phone().page
    page.goto(f"/games/{game}")
    engine = page.locator(".now .domino")
    assert engine.get_attribute("aria-label") == str(Tile(10, 10))
    assert page.locator("symbol#p10 path").get_attribute("d", timeout=1000).count("M") == 10
