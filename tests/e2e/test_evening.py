"""An evening at the table in a real browser: photos become a score, and a wrong one is put right."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLES = Path(__file__).parents[2] / "sample_images"
TRUTH: dict[str, Any] = {
    record["file"]: record for record in json.loads((SAMPLES / "truth.json").read_text("utf-8"))
}
_UNIT_HALF = np.float32([[0, 1], [0, 0], [2, 0], [2, 1]])
"""A lying tile's corners in the order of the truth: its first half is the left unit square."""


def with_a_pip_less(file: str, tile: list[int], half: int, to: Path) -> Path:
    """A copy of the sample `file` whose `tile` has the middle pip of one half painted over."""
    record = TRUTH[file]
    corners = np.float32(record["corners"][record["tiles"].index(tile)])
    plane = cv2.getPerspectiveTransform(_UNIT_HALF, corners)
    picture = cv2.imread(str(SAMPLES / file))

    def spot(x: float, y: float) -> np.ndarray[Any, Any]:
        return cv2.perspectiveTransform(np.float32([[[half + x, y]]]), plane)[0, 0]

    side = float(np.linalg.norm(spot(1, 0.5) - spot(0, 0.5)))
    x, y = (int(value) for value in spot(0.5, 0.27))
    ground = np.median(picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0)
    centre = tuple(int(value) for value in spot(0.5, 0.5))
    cv2.circle(picture, centre, int(0.16 * side), tuple(map(float, ground)), -1, cv2.LINE_AA)
    assert cv2.imwrite(str(to), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return to


def tap_on_photo(page: Page, number: int, x: float, y: float) -> None:
    """Tap the photo `number` of the page at a point in pixels of the photo."""
    picture = page.locator(".picture").nth(number)
    picture.scroll_into_view_if_needed()
    at = picture.evaluate(
        """(svg, [x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
            const box = svg.getBoundingClientRect();
            return {x: point.x - box.left, y: point.y - box.top};
        }""",
        [x, y],
    )
    picture.click(position=at)


def choose(page: Page, tile: list[int]) -> None:
    """Choose both numbers on the pad."""
    for side, value in enumerate(tile):
        page.locator("#pad .keys").nth(side).get_by_role("button", name=str(value), exact=True).click()
    page.locator("#pad").get_by_role("button", name="Done").click()


def outlines(page: Page, number: int) -> list[dict[str, Any]]:
    """The counted outlines of a photo: the row's id, the corners, the two numbers."""
    found: list[dict[str, Any]] = (
        page.locator(".picture")
        .nth(number)
        .evaluate(
            """(svg) => [...svg.querySelectorAll(".outline[data-row]:not(.off)")].map((group) => ({
            id: group.dataset.row,
            corners: [...group.querySelector("polygon").points].map((point) => [point.x, point.y]),
            values: [...group.querySelectorAll("text")].map((text) => text.textContent),
        }))"""
        )
    )
    return found


def put_right(page: Page, number: int, file: str) -> int:
    """Correct everything on photo `number` by tapping, as the real tiles lie there; gives how many taps."""
    record = TRUTH[file]
    unmatched, corrections = outlines(page, number), 0
    for tile, corners in zip(record["tiles"], record["corners"], strict=True):
        x, y = np.mean(corners, axis=0)
        here = [
            outline
            for outline in unmatched
            if cv2.pointPolygonTest(np.float32(outline["corners"]), (float(x), float(y)), measureDist=False)
            > 0
        ]
        here.sort(key=lambda found: np.linalg.norm(np.mean(found["corners"], axis=0) - (x, y)))
        if here:
            unmatched.remove(here[0])
        if here and Counter(here[0]["values"]) == Counter(map(str, tile)):
            continue
        tap_on_photo(page, number, float(x), float(y))
        choose(page, tile)
        corrections += 1
    for outline in unmatched:
        page.locator(f'[name="on-{outline["id"]}"]').uncheck()
        corrections += 1
    return corrections


def places(page: Page) -> list[str]:
    """The players' names, the first place first."""
    return page.locator(".standings .name").all_inner_texts()


def test_photos_become_a_score_and_a_wrong_one_is_put_right(new_phone: Any, tmp_path: Path) -> None:
    page = new_phone(width=320, height=640).page
    page.goto("/")
    page.get_by_role("link", name="Start a game").click()
    for seat, name in enumerate(("Ana", "Bo", "Cy", "Dee")):
        page.get_by_label(f"Player {seat + 1}", exact=True).fill(name)
    page.get_by_label("Double-9", exact=True).check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", name="Round 1 of 10")).to_be_visible()

    page.locator(".missing").get_by_text("Ana").click()
    wrong = with_a_pip_less("hand-05.jpg", [5, 1], 0, tmp_path / "wrong.jpg")
    page.locator(".shoot input").set_input_files(wrong)
    expect(page.locator(".picture")).to_have_count(1)
    expect(page.get_by_role("region", name="Photo 1")).to_be_focused()
    assert put_right(page, 0, "hand-05.jpg") >= 1
    expect(page.locator("[data-total]")).to_have_text("48")
    page.locator(".choose input").set_input_files(SAMPLES / "hand-06.jpg")
    expect(page.locator(".picture")).to_have_count(2)
    expect(page.locator("[data-total]")).not_to_have_text("48")
    put_right(page, 1, "hand-06.jpg")
    expect(page.locator("[data-total]")).to_have_text("55")
    page.locator("[data-save]").click()
    expect(page.get_by_text("Saved: 55 for Ana in round 1.")).to_be_visible()

    for name, total in (("Bo", "12"), ("Cy", "60")):
        page.locator(".missing").get_by_text(name).click()
        page.get_by_text("Type the total").click()
        page.get_by_label("Total of the tiles left").fill(total)
        page.get_by_role("button", name="Save this total").click()
        expect(page.get_by_text(f"Saved: {total} for {name} in round 1.")).to_be_visible()
    page.locator(".missing").get_by_text("Dee").click()
    page.get_by_role("button", name="Dee went out").click()
    expect(page.get_by_role("heading", name="Round 2 of 10")).to_be_visible()
    assert places(page) == ["Dee", "Bo", "Ana", "Cy"]

    page.locator("tbody tr").first.locator("td").nth(1).click()
    page.get_by_role("link", name="Change").click()
    page.get_by_label("Total of the tiles left").fill("70")
    page.get_by_role("button", name="Save this total").click()
    expect(page.get_by_text("Saved: 70 for Bo in round 1.")).to_be_visible()
    assert places(page) == ["Dee", "Ana", "Cy", "Bo"]
    expect(page.locator("tbody tr").first.locator("td").nth(1)).to_contain_text("corrected")

    page.locator("tbody tr").first.locator("td").nth(0).click()
    story = page.locator(".story")
    expect(story.locator("svg.picture")).to_have_count(2)
    expect(story.get_by_text("read by").first).to_be_visible()
    assert (
        re.search(r"Read as (?!5-1)\d+-\d+, saved as 5-1", story.inner_text())
        or "5-1 added" in story.inner_text()
    )
    expect(story.locator(".deed")).to_contain_text("55")
    shown = story.locator("image").first
    assert shown.evaluate(
        "async (image) => { const i = new Image(); i.src = image.href.baseVal; "
        "await i.decode(); return i.naturalWidth > 0; }"
    )
