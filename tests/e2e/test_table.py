"""A live table in a real browser: an illegal play comes up by itself on each phone, and is allowed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect
from pulled_sources import write_folder

from referee import DominoSet, ruleset
from web.store import Store
from web.store.events import GameStarted, Player

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = """
hub 12-12; down 42
same
Ana 12-4
same
Bo 9-5                 # does not fit
same
"""


class Server(NamedTuple):
    """A running server: where it answers, where its host goes, where its games are kept."""

    url: str
    host: str
    data: Path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """`stationmaster serve --camera` with an eye that follows the script, one line a picture."""
    folder, data = tmp_path / "frames", tmp_path / "data"
    write_folder(folder, range(250))
    arguments = ["serve", "--camera", folder, "--host", "127.0.0.1", "--port", "0", "--data", data]
    program = f"""
import sys
sys.path[:0] = {sys.path!r}
from scripted_eye import PacedEye, use
use(PacedEye({SCRIPT!r}))
from web.cli import main
main({[*map(str, arguments)]!r})
"""
    command = [sys.executable, "-u", "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = (word for line in process.stdout for word in line.split() if word.startswith("http://127"))
        url = next(found, "")
        assert url, f"the server ended with {process.wait()}"
        home, _, key = url.partition("/host/")
        yield Server(home, f"/host/{key}", data)
        process.terminate()
        process.stdout.close()
        assert process.wait(4) is not None, "open pages don't keep it from ending"


def test_an_illegal_play_comes_up_on_all_phones_and_is_allowed(server: Server, new_phone: Any) -> None:
    store = Store.open(server.data)
    players = tuple(
        Player(name, colour) for name, colour in (("Ana", "red"), ("Bo", "blue"), ("Cy", "green"))
    )
    game = store.start(GameStarted("Friday", players, DominoSet(12), ruleset("hub"), "hub"), "host")
    code = store.code(game.id)
    store.close()
    host, viewer = new_phone().page, new_phone(host=False, color_scheme="dark").page
    viewer.goto(f"/join/{code}")
    viewer.locator("[value=watch]").click()
    viewer.goto(f"/games/{game.id}/table")
    expect(viewer.get_by_text("never watched")).to_be_visible()
    host.goto(f"/games/{game.id}")
    host.get_by_role("link", name="The table").click()
    host.get_by_role("button", name="Watch this table").click()
    viewer.reload()
    for page in (host, viewer):
        card = page.get_by_role("region", name="Against the rules")
        expect(card).to_contain_text("Bo's train ends with 12")
        expect(page.locator("#picture")).to_have_js_property("complete", True)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(viewer.get_by_role("button", name="Allow")).to_have_count(0)
    host.get_by_role("button", name="Allow").focus()
    host.keyboard.press("Enter")
    for page in (host, viewer):
        expect(page.get_by_role("region", name="Against the rules")).to_have_count(0)
    host.get_by_label("What no camera sees").fill("Bo: knock")
    host.keyboard.press("Enter")
    expect(viewer.locator(".acts li").first).to_contain_text("Bo knocks")
    expect(viewer.locator("#said")).to_have_text("Bo knocks: one tile left")
