"""The sheet on paper, as a picture and as a record, in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee import RULESETS, Count, DominoSet
from web.colours import COLOURS
from web.store import Store
from web.store.events import CountSaved, Entry, GameStarted, Player, Source, StarterNamed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def store(server: Any) -> Any:
    """The server's store, opened beside it."""
    store = server.store()
    yield store
    store.close()


def finished(store: Store, seats: int, size: int) -> str:
    """A finished game with the longest names, and every option of the sheet other than its ruleset has it."""
    rules = replace(
        RULESETS["hub"],
        double_blank=25,
        blank_value=25,
        going_out_bonus=10,
        blocked_winner="lowest_zero",
        tie_break="zero_rounds",
    )
    players = tuple(
        Player(f"Maximiliane Wolkenstein-Tra {seat}", COLOURS[seat].name) for seat in range(seats)
    )
    started = GameStarted("W" * 60, players, DominoSet(size), rules, "hub")
    out = Entry(Source.OUT, Count(0, out=True))
    counts = [
        CountSaved(
            number,
            seat,
            None,
            out if seat == number % seats else Entry(Source.TYPED, Count(100 + 7 * seat)),
        )
        for number in range(1, size + 2)
        for seat in range(seats)
    ]
    starters = [StarterNamed(number, number % seats) for number in range(1, size + 2)]
    return store.start(started, "host", then=[*counts, *starters]).id


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_whole_game_fits_on_one_page(new_phone: Any, store: Store) -> None:
    page: Page = new_phone(width=1280, height=800).page
    for seats, size in ((8, 12), (14, 18)):
        page.goto(f"/games/{finished(store, seats, size)}/print")
        for paper in ("A4", "Letter"):
            assert pages_of(page.pdf(format=paper)) == 1, (seats, paper)
    page.evaluate(
        "for (const row of document.querySelectorAll('.paper tbody tr')) row.after(row.cloneNode(true))"
    )
    assert pages_of(page.pdf(format="A4")) > 1, "a page too many would be noticed"


def test_nothing_of_the_paper_is_cut_off(new_phone: Any, store: Store) -> None:
    """A4 and letter are as wide as this between their margins: 190 and 196 mm."""
    page: Page = new_phone(width=718, height=1000).page
    page.goto(f"/games/{finished(store, 8, 12)}/print")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".paper td, .paper th")]
            .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim())"""
    )
    assert cut == []
    expect(page.locator(".sign")).to_be_hidden()
    expect(page.get_by_text("The double blank counts 25.")).to_be_visible()


def test_the_picture_is_saved_as_png(new_phone: Any, store: Store, tmp_path: Path) -> None:
    page: Page = new_phone().page
    page.goto(f"/games/{finished(store, 4, 9)}")
    page.get_by_role("link", name="Print, share and save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    expect(page.get_by_text("The picture is saved.")).to_be_visible()
    saved = tmp_path / "picture.png"
    download.value.save_as(saved)
    content = saved.read_bytes()
    assert content.startswith(PNG)
    assert int.from_bytes(content[16:20]) == 1080
    assert len(content) > 20_000, "it is not empty"


def test_a_saved_record_becomes_a_game_again(new_phone: Any, store: Store, tmp_path: Path) -> None:
    game = finished(store, 4, 9)
    page: Page = new_phone().page
    page.goto(f"/games/{game}/share")
    with page.expect_download() as download:
        page.get_by_role("link", name=".train").click()
    saved = tmp_path / "evening.train"
    download.value.save_as(saved)
    wrong = tmp_path / "wrong.train"
    wrong.write_text(saved.read_text("utf-8").replace("score", "skore", 1), "utf-8")
    page.goto("/games/import")
    page.get_by_label("The record's file").set_input_files(wrong)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("Line [0-9]+: This can't be read"))
    page.get_by_label("The record's file").set_input_files(saved)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Terminus: the game is over")).to_be_visible()
    copy, first = (store.game(line.id) for line in store.games())
    assert copy.sheet == first.sheet
    assert copy.starters == first.starters


def test_a_rematch_and_the_first_turn_by_keyboard(new_phone: Any, store: Store) -> None:
    game = finished(store, 4, 9)
    page: Page = new_phone(width=1280, height=800).page
    page.goto(f"/games/{game}")
    page.get_by_role("button", name="Rematch").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1 of 10")).to_be_visible()
    page.get_by_role("combobox", name="First turn").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("has the first turn")).to_be_visible()
    newest = store.game(store.games()[0].id)
    assert newest.starters == {1: 0}
    assert newest.players[0].name.endswith("1")


def test_the_chart_has_a_form_for_the_phone_and_one_for_the_screen(new_phone: Any, store: Store) -> None:
    game = finished(store, 8, 12)
    for width, shown in ((320, "narrow"), (1280, "roomy")):
        page = new_phone(width=width, height=800).page
        page.goto(f"/games/{game}/statistics")
        expect(page.locator("svg.chart").locator("visible=true")).to_have_count(1)
        chart = page.locator(f"svg.chart.{shown}")
        expect(chart).to_be_visible()
        smallest = chart.evaluate(
            """(svg) => Math.min(...[...svg.querySelectorAll(".points text")]
                .map((e) => parseFloat(getComputedStyle(e).fontSize)))
                * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"""
        )
        assert smallest >= 10.5
        outside = chart.evaluate(
            """(svg) => { const box = svg.getBoundingClientRect();
                return [...svg.querySelectorAll("text")].filter((e) => {
                    const own = e.getBoundingClientRect();
                    return own.right > box.right + 1 || own.left < box.left - 1
                        || own.bottom > box.bottom + 1;
                }).map((e) => e.textContent); }"""
        )
        assert outside == []
