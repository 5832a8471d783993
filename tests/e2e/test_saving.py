"""Saving under bad luck: a lost connection, a phone that goes to sleep, two people at once, no JavaScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from referee import DominoSet
from web.store import Store
from web.store.events import CountSaved, GameStarted, Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLES = Path(__file__).parents[2] / "sample_images"
LOST = "The connection is lost."


@pytest.fixture
def store(server: Any) -> Any:
    """The server's store, opened beside it."""
    store = server.store()
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> str:
    """A game of three with a double-9 set."""
    players = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))
    return store.start(GameStarted("Friday", players, DominoSet(9)), "host").id


def entry(game: str, seat: int = 0) -> str:
    return f"/games/{game}/rounds/1/players/{seat}"


def totals(store: Store, game: str, seat: int = 0) -> list[int]:
    history = store.game(game).cell(1, seat).history
    return [r.event.after.count.points for r in history if isinstance(r.event, CountSaved)]


def type_total(page: Page, total: str) -> None:
    page.get_by_text("Type the total").click()
    page.get_by_label("Total of the tiles left").fill(total)


def save_total(page: Page) -> None:
    page.get_by_role("button", name="Save this total").click()


def test_a_lost_connection_is_told_and_waited_out(new_phone: Any, store: Store, game: str) -> None:
    phone = new_phone()
    phone.page.goto(entry(game))
    type_total(phone.page, "32")
    phone.context.set_offline(True)
    save_total(phone.page)
    expect(phone.page.get_by_text(LOST)).to_be_visible()
    expect(phone.page.get_by_label("Total of the tiles left")).to_have_value("32")
    assert totals(store, game) == []
    phone.context.set_offline(False)
    expect(phone.page.get_by_text("Saved: 32 for Ana in round 1.")).to_be_visible()
    assert totals(store, game) == [32]


def test_an_answer_that_is_lost_does_not_save_twice(new_phone: Any, store: Store, game: str) -> None:
    page = new_phone().page
    lost = []

    def lose_the_first_answer(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(headers=route.request.headers).status)
            route.abort("connectionreset")
        else:
            route.continue_()

    page.goto(entry(game))
    page.route("**/players/0", lose_the_first_answer)
    type_total(page, "32")
    save_total(page)
    expect(page.get_by_text("Saved: 32 for Ana in round 1.")).to_be_visible()
    assert lost == [200]
    assert totals(store, game) == [32]


def test_a_server_that_cannot_save_is_told_in_its_own_words_and_tried_again(
    new_phone: Any, store: Store, game: str
) -> None:
    page = new_phone().page
    free = []

    def refuse_while_full(route: Route) -> None:
        if route.request.method == "POST" and not free:
            route.fulfill(status=503, json={"error": "The disk is full: make room."})
        else:
            route.continue_()

    page.goto(entry(game))
    page.route("**/players/0", refuse_while_full)
    type_total(page, "32")
    save_total(page)
    expect(page.get_by_text("The disk is full: make room. What you entered is kept")).to_be_visible()
    assert totals(store, game) == []
    free.append(True)
    expect(page.get_by_text("Saved: 32 for Ana in round 1.")).to_be_visible()
    assert totals(store, game) == [32]


def test_what_was_entered_survives_leaving_the_page(new_phone: Any, store: Store, game: str) -> None:
    phone = new_phone()
    phone.page.goto(entry(game))
    phone.page.locator(".choose input").set_input_files(SAMPLES / "hand-06.jpg")
    expect(phone.page.locator(".picture")).to_have_count(1)
    phone.page.locator(".row input").first.uncheck()
    phone.page.get_by_text("Tap the tiles").click()
    phone.page.get_by_role("checkbox", name="9-8").check()
    total = phone.page.locator("[data-total]").inner_text()
    phone.page.close()

    page = phone.context.new_page()
    page.goto(entry(game))
    expect(page.get_by_text("What you had entered here is back.")).to_be_visible()
    expect(page.locator("[data-total]")).to_have_text(total)
    expect(page.locator(".row input").first).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="9-8")).to_be_checked()
    page.locator("[data-save]").click()
    expect(page.get_by_text(f"Saved: {total} for Ana in round 1.")).to_be_visible()
    page.goto(entry(game))
    expect(page.locator("[data-status]")).to_be_hidden()
    assert page.evaluate("window.localStorage.length") == 0
    assert totals(store, game) == [int(total)]


def test_a_photo_that_is_sent_further_down_is_told_in_sight_and_its_tiles_are_marked(
    new_phone: Any, game: str, tmp_path: Path
) -> None:
    phone = new_phone()
    page = phone.page
    page.goto(entry(game))
    page.locator(".choose input").set_input_files(SAMPLES / "hand-01.jpg")
    expect(page.locator(".picture")).to_have_count(1)
    expect(page.locator("[data-twice]")).to_have_count(0)
    again = tmp_path / "again.jpg"
    again.write_bytes((SAMPLES / "hand-01.jpg").read_bytes() + b"\0")  # other bytes: another photo
    page.locator(".choose").scroll_into_view_if_needed()
    phone.context.set_offline(True)
    page.locator(".choose input").set_input_files(again)
    expect(page.locator("[data-status]")).to_contain_text(LOST)
    expect(page.locator("[data-status]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".choose")).to_be_in_viewport()
    phone.context.set_offline(False)

    notes = page.get_by_text("Another photo shows the same tiles")
    expect(notes).to_have_count(2)
    expect(notes.first).to_be_visible()
    twice = page.locator(".row.twice")
    expect(twice).not_to_have_count(0)
    while twice.count():
        twice.first.get_by_role("checkbox").uncheck()
    expect(notes.first).to_be_hidden()
    expect(notes.last).to_be_hidden()


def test_starting_afresh_forgets_what_was_entered(new_phone: Any, game: str) -> None:
    page = new_phone().page
    page.goto(entry(game))
    type_total(page, "32")
    page.reload()
    page.get_by_role("button", name="Start afresh").click()
    expect(page.locator("[data-status]")).to_be_hidden()
    expect(page.locator("#field-total")).to_have_value("")


def test_the_way_back_leads_to_a_page_that_saves_anew(new_phone: Any, store: Store, game: str) -> None:
    """The browser's copy of the page holds the mark by which a save that is sent twice counts once."""
    page = new_phone().page
    page.goto(f"/games/{game}")
    page.goto(entry(game))
    for total in ("58", "60", "58"):
        if not page.locator("#field-total").is_visible():
            page.get_by_text("Type the total").click()
        page.get_by_label("Total of the tiles left").fill(total)
        save_total(page)
        expect(page.get_by_text(f"Saved: {total} for Ana")).to_be_visible()
        page.go_back()
        expect(page.locator("#field-total")).to_have_value(total)
    assert totals(store, game) == [58, 60, 58]


def test_two_phones_at_once_are_both_kept(new_phone: Any, store: Store, game: str) -> None:
    ana, host = new_phone(host=False).page, new_phone().page
    ana.goto(f"/join/{store.code(game)}")
    ana.get_by_role("button", name="Ana").click()
    for page in (ana, host):
        page.goto(entry(game))
    for page, total in ((host, "32"), (ana, "30")):
        type_total(page, total)
        save_total(page)
        expect(page.get_by_text(f"Saved: {total} for Ana")).to_be_visible()
    expect(ana.get_by_text("The host also entered 32 just now; yours counts now.")).to_be_visible()
    assert totals(store, game) == [32, 30]
    host.reload()
    expect(host.locator("tbody tr").first).to_contain_text("two entered at once")


def test_a_refused_total_keeps_the_page(new_phone: Any, store: Store, game: str) -> None:
    page = new_phone().page
    page.goto(entry(game))
    type_total(page, "-5")
    page.get_by_label("Total of the tiles left").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("A hand can't count less than 0")
    expect(page.locator("#field-total")).to_have_value("-5")
    page.locator("#field-total").fill("5")
    save_total(page)
    expect(page.get_by_text("Saved: 5 for Ana")).to_be_visible()
    assert totals(store, game) == [5]


def test_everything_works_without_javascript(new_phone: Any, store: Store) -> None:
    page = new_phone(java_script_enabled=False).page
    page.goto("/games/new")
    for seat, name in ((0, "Ana"), (5, "Bo"), (13, "Cy")):
        page.get_by_label(f"Player {seat + 1}", exact=True).fill(name)
    page.get_by_label("Double-9", exact=True).check()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".missing").get_by_text("Ana").click()
    expect(page.get_by_label("Choose a picture")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_label("Choose a picture").set_input_files(SAMPLES / "hand-06.jpg")
    page.get_by_role("button", name="Read this photo").click()
    rows = page.locator(".row")
    expect(page.locator(".picture")).to_have_count(1)
    for number in range(1, rows.count()):
        rows.nth(number).get_by_role("checkbox").uncheck()
    rows.first.get_by_label("First number").select_option("6")
    rows.first.get_by_label("Second number").select_option("5")
    rows.first.get_by_role("checkbox").check()
    page.get_by_text("Tap the tiles").click()
    page.get_by_role("checkbox", name="9-8").check()
    page.locator("[data-save]").click()
    expect(page.get_by_text("Saved: 28 for Ana in round 1.")).to_be_visible()
    (line,) = store.games()
    assert [player.name for player in line.players] == ["Ana", "Bo", "Cy"]
    assert totals(store, line.id) == [28]


def test_the_keyboard_is_enough(new_phone: Any, store: Store, game: str) -> None:
    page = new_phone(width=1280, height=800).page
    page.goto(f"/games/{game}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    first = page.get_by_label("First turn"), page.get_by_role("button", name="Note it")
    for control in (*first, page.locator(".missing a").first):
        page.keyboard.press("Tab")
        expect(control).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/players/0")
    page.get_by_text("Tap the tiles").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="9-9")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[data-total]")).to_have_text("17")
    page.locator("[data-save]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved: 17 for Ana in round 1.")).to_be_visible()
    assert totals(store, game) == [17]
