"""Three phones of different roles at one game: a host, a player and somebody who watches."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def type_total(page: Page, total: str) -> None:
    page.get_by_text("Type the total").click()
    page.get_by_label("Total of the tiles left").fill(total)
    page.get_by_role("button", name="Save this total").click()


def join(page: Page, code: str, seat: str) -> None:
    """Type the code with the keyboard alone, and tap a seat."""
    page.goto("/")
    page.get_by_label("The four letters of your game").press_sequentially(code.lower())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    page.get_by_role("button", name=seat).click()


def narrow(page: Page) -> bool:
    """True when the page does not scroll sideways."""
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return fits


def test_a_host_a_player_and_a_viewer_at_one_game(new_phone: Any) -> None:
    host = new_phone(width=1280, height=800).page
    expect(host.get_by_text("This device is the host's now")).to_be_visible()
    host.get_by_role("link", name="Start a game").click()
    for number, name in enumerate(("Ana", "Bo"), start=1):
        host.get_by_label(f"Player {number}", exact=True).fill(name)
    host.get_by_role("button", name="Start the game").click()
    invitation = host.locator(".invite")
    expect(invitation).to_have_attribute("open", "")
    code = invitation.locator(".letters").inner_text()
    game = host.url

    player, viewer = new_phone(host=False).page, new_phone(host=False).page
    viewer.goto(game)
    expect(viewer.get_by_text("Join this game first")).to_be_visible()
    join(player, code, "Bo")
    expect(player.locator(".me")).to_have_text("Bo")
    assert narrow(player)
    join(viewer, code, "Only watch")
    expect(viewer.locator(".me")).to_have_text("Watching")
    expect(viewer.locator(".missing li")).to_have_count(2)
    expect(viewer.locator(".missing a, td a")).to_have_count(0)
    expect(viewer.get_by_role("link", name="Delete the game")).to_have_count(0)

    expect(player.locator(".missing a")).to_have_count(1)
    player.locator(".missing").get_by_text("Bo").click()
    type_total(player, "32")
    expect(player.get_by_text("Saved: 32 for Bo in round 1.")).to_be_visible()
    expect(player.locator(".missing a")).to_have_count(0)

    host.reload()
    host.locator("tbody td a").first.click()
    host.get_by_role("button", name="Ana went out").click()
    expect(host.get_by_text("for Ana in round 1")).to_be_visible()
    viewer.reload()
    viewer.locator("tbody td a").nth(1).click()
    expect(viewer.locator(".story .when").first).to_contain_text("Bo")
    expect(viewer.get_by_role("link", name="Change")).to_have_count(0)

    viewer.get_by_role("link", name="Watching").click()
    expect(viewer.get_by_role("button", name="Bo")).to_be_disabled()
    host.get_by_role("link", name="Seats").click()
    host.get_by_role("button", name="Free Bo's seat").click()
    expect(host.get_by_text("Bo's seat is free.")).to_be_visible()
    viewer.reload()
    viewer.get_by_role("button", name="Bo").click()
    expect(viewer.locator(".me")).to_have_text("Bo")
    player.reload()
    expect(player.locator(".me")).to_have_text("Watching")
    player.locator("tbody td a").nth(1).click()
    expect(player.get_by_role("link", name="Change")).to_have_count(0)


def test_a_player_who_lost_the_seat_is_told_so_and_keeps_the_page(new_phone: Any) -> None:
    host, player = new_phone().page, new_phone(host=False).page
    host.goto("/games/new")
    for number, name in enumerate(("Ana", "Bo"), start=1):
        host.get_by_label(f"Player {number}", exact=True).fill(name)
    host.get_by_role("button", name="Start the game").click()
    join(player, host.locator(".invite .letters").inner_text(), "Bo")
    player.locator(".missing").get_by_text("Bo").click()
    host.get_by_role("link", name="Seats").click()
    host.get_by_role("button", name="Free Bo's seat").click()
    type_total(player, "32")
    expect(player.get_by_text("Only Bo and the host can enter here: ask one of them.")).to_be_visible()
    expect(player.get_by_label("Total of the tiles left")).to_have_value("32")
