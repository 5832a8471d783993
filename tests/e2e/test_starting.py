"""Starting a game: a ruleset says what the house rules leave open."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.store import Store


@pytest.fixture
def store(server: Any) -> Any:
    """The server's store, opened beside it."""
    store = server.store()
    yield store
    store.close()


def seat(page: Page, *names: str) -> None:
    """Go to the form and type the players' names."""
    page.goto("/games/new")
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)


def shown(page: Page, label: str) -> str:
    """What a list shows while it is closed."""
    words: str = page.get_by_role("combobox", name=label).evaluate("(list) => list.selectedOptions[0].text")
    return words


def test_house_rules_show_what_the_ruleset_says(new_phone: Any, store: Store) -> None:
    page = new_phone().page
    seat(page, "Ana", "Bo")
    page.get_by_text("House rules, rounds and name").click()
    assert shown(page, "The double blank counts") == "0 (as above)"
    page.get_by_role("radio", name="Our own rules").focus()
    page.keyboard.press("ArrowDown")
    assert shown(page, "The double blank counts") == "50 (as above)"
    page.get_by_role("radio", name="Trainyard").check()
    assert shown(page, "The double blank counts") == "0 (as above)"
    assert shown(page, "When nobody goes out") == "the lowest hand wins it (as above)"
    page.get_by_role("combobox", name="When nobody goes out").select_option("none")
    page.get_by_role("radio", name="Caboose").check()
    assert shown(page, "When nobody goes out") == "nobody wins the round"
    page.get_by_role("combobox", name="The double blank counts").select_option("25")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("choose Double-6 or Double-9")
    assert shown(page, "The double blank counts") == "25"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_label("Double-9", exact=True).check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Each player is dealt 15 tiles.")).to_be_visible()
    expect(page.get_by_text("Other than in Caboose:")).to_be_visible()
    (line,) = store.games()
    assert line.sheet.rules.differences("caboose") == {"double_blank": 25}


def test_a_ruleset_is_chosen_without_javascript(new_phone: Any, store: Store) -> None:
    page = new_phone(java_script_enabled=False).page
    seat(page, "Ana", "Bo", "Cy")
    page.get_by_role("radio", name="Hub").check()
    page.get_by_text("House rules, rounds and name").click()
    expect(page.get_by_role("combobox", name="The double blank counts")).to_have_value("")
    page.get_by_role("combobox", name="Who wins").select_option("positive")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Each player is dealt 16 tiles.")).to_be_visible()
    (line,) = store.games()
    assert line.sheet.rules.differences("hub") == {"scoring": "positive"}
