"""The printed sheet: its millimetres are true, and OpenCV finds what is on it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from calibration.boards import (
    BOARD,
    CORNER_SIDE,
    CORNERS,
    SQUARE,
    TOKEN_SIDE,
    TOKENS,
    board_boxes,
    board_corners,
    board_points,
    corner_markers,
    dictionary,
    marker_boxes,
)
from calibration.opencv import Picture, find_markers
from calibration.pdf import Page, Words, write_pdf
from calibration.rectangles import Points
from calibration.sheet import BAR, PAPERS, sheet, token_sheet

MM = 25.4 / 72


def printed(pdf: bytes) -> tuple[tuple[float, float], Points, Points]:
    """What a printer makes of the file: paper, black boxes and cuts (N x 4), mm from the top left."""
    text = pdf.decode("ascii")
    box = [float(n) for n in re.findall(r"/MediaBox \[([^]]+)\]", text)[0].split()]
    assert box[:2] == [0, 0]
    across, b, c, down, x, y = (float(n) for n in re.findall(r"^(.+) cm$", text, re.MULTILINE)[0].split())
    assert (b, c) == (0, 0)
    black, _, rest = text.partition("\nf\n")
    drawn = []
    for part in (black, rest.partition("\nS\n")[0]):
        boxes = np.array(re.findall(r"^(\S+) (\S+) (\S+) (\S+) re$", part, re.MULTILINE), np.float64)
        left, width = boxes[:, 0] * across + x, boxes[:, 2] * across
        top, height = box[3] - (boxes[:, 1] * down + y), -boxes[:, 3] * down
        drawn.append(np.stack([left, top, width, height], axis=1) * MM)
    return (box[2] * MM, box[3] * MM), drawn[0], drawn[1]


def raster(paper: tuple[float, float], boxes: Points, scale: float = 4.0) -> Picture:
    """Black boxes on white paper, `scale` pixels a mm."""
    picture = np.full((round(paper[1] * scale), round(paper[0] * scale)), 255, np.uint8)
    for x, y, width, height in boxes:
        rows, columns = np.round(np.array([[y, y + height], [x, x + width]]) * scale).astype(int)
        picture[slice(*rows), slice(*columns)] = 0
    return picture


@pytest.fixture(scope="module", params=sorted(PAPERS))
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(("name", "size"), [("a4", (210, 297)), ("letter", (8.5 * 25.4, 11 * 25.4))])
def test_the_paper_has_its_size(name: str, size: tuple[float, float]) -> None:
    assert printed(write_pdf(sheet(name)))[0] == pytest.approx(size, abs=0.01)


def test_what_is_printed_has_the_same_millimetres_as_the_board(paper: str) -> None:
    _, boxes, cuts = printed(write_pdf(sheet(paper)))
    wanted = board_boxes()
    found = boxes[: len(wanted)]
    assert found[:, 2:] == pytest.approx(wanted[:, 2:], abs=0.002)
    assert found[:, :2] - found[0, :2] == pytest.approx(wanted[:, :2] - wanted[0, :2], abs=0.002)
    assert cuts[:, 2:] == pytest.approx(np.full((4, 2), CORNER_SIDE + 10), abs=0.002)


def test_the_bar_is_as_long_as_it_says(paper: str) -> None:
    _, boxes, _ = printed(write_pdf(sheet(paper)))
    bars = boxes[np.abs(boxes[:, 2] - BAR) < 0.01]
    assert len(bars) == 1
    x, _, width, _ = bars[0]
    ticks = boxes[np.isclose(boxes[:, 2:], (0.5, 5), atol=0.01).all(axis=1)]
    ends = (ticks[:, 0].min(), (ticks[:, 0] + ticks[:, 2]).max())
    assert ends == (pytest.approx(x, abs=0.002), pytest.approx(x + width, abs=0.002))
    assert f"{BAR:.0f} mm long" in write_pdf(sheet(paper)).decode()


def test_the_board_is_found_on_the_print_where_it_should_be(paper: str) -> None:
    size, boxes, _ = printed(write_pdf(sheet(paper)))
    numbers, corners = board_corners(raster(size, boxes))
    assert sorted(numbers) == list(range(42))
    left_top = boxes[: len(board_boxes()), :2].min(axis=0)
    assert (corners + 0.5) / 4 - left_top == pytest.approx(board_points(numbers), abs=0.1)


def test_the_corner_markers_are_found_on_the_print(paper: str) -> None:
    size, boxes, _ = printed(write_pdf(sheet(paper)))
    numbers, corners = corner_markers(raster(size, boxes))
    assert sorted(numbers) == list(CORNERS)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2) / 4
    assert sides == pytest.approx(np.full((4, 4), CORNER_SIDE), abs=0.3)


def test_everything_lies_on_the_paper_away_from_its_edges(paper: str) -> None:
    (width, height), boxes, cuts = printed(write_pdf(sheet(paper)))
    assert boxes[:, :2].min() >= 9
    assert (boxes[:, 0] + boxes[:, 2]).max() <= width - 9
    assert (boxes[:, 1] + boxes[:, 3]).max() <= height - 13
    assert (cuts[:, 1] + cuts[:, 3]).max() <= height - 6


def test_the_markers_have_white_paper_round_them_until_the_cut(paper: str) -> None:
    _, boxes, cuts = printed(write_pdf(sheet(paper)))
    for x, y, width, height in cuts:
        inside = (boxes[:, 0] + boxes[:, 2] > x) & (boxes[:, 0] < x + width)
        inside &= (boxes[:, 1] + boxes[:, 3] > y) & (boxes[:, 1] < y + height)
        ours = boxes[inside]
        assert ours[:, 0].min() - x == pytest.approx(5, abs=0.002)
        assert y + height - (ours[:, 1] + ours[:, 3]).max() == pytest.approx(5, abs=0.002)


def test_the_tokens_are_found_on_the_print_each_once(paper: str) -> None:
    size, boxes, cuts = printed(write_pdf(token_sheet(paper)))
    numbers, corners = find_markers(raster(size, boxes), dictionary())
    assert sorted(numbers) == list(TOKENS)
    assert not set(TOKENS) & {*CORNERS, *range(28)}
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2) / 4
    assert sides == pytest.approx(np.full((len(TOKENS), 4), TOKEN_SIDE), abs=0.3)
    assert cuts.min() >= 9
    assert (cuts[:, 0] + cuts[:, 2]).max() <= size[0] - 9


def test_the_file_is_put_together_as_pdf_wants_it() -> None:
    file = write_pdf(sheet("a4"))
    start = int(re.findall(rb"startxref\n(\d+)", file)[0])
    assert file[start:].startswith(b"xref\n")
    for number, place in enumerate(re.findall(rb"^(\d{10}) 00000 n", file, re.MULTILINE), 1):
        assert file[int(place) :].startswith(b"%d 0 obj" % number)
    length = int(re.findall(rb"/Length (\d+)", file)[0])
    stream = file.partition(b"stream\n")[2].partition(b"\nendstream")[0]
    assert len(stream) == length
    assert b"/PrintScaling /None" in file


def test_words_may_hold_what_pdf_uses_itself() -> None:
    page = Page(100, 100, np.zeros((0, 4)), np.zeros((0, 4)), (Words(1, 2, 3, r"a (b) \c"),))
    assert rb"(a \(b\) \\c) Tj" in write_pdf(page)


@pytest.mark.parametrize("number", CORNERS)
def test_a_marker_is_black_at_its_rim_and_as_large_as_asked(number: int) -> None:
    boxes = marker_boxes(number, 70, 5, 9)
    ends = boxes[:, :2] + boxes[:, 2:]
    assert (*boxes[:, :2].min(axis=0), *ends.max(axis=0)) == (5, 9, 75, 79)
    drawn = raster((80, 88), boxes, 1.0)
    rim = np.concatenate([drawn[9, 5:75], drawn[78, 5:75], drawn[9:79, 5], drawn[9:79, 74]])
    assert not rim.any()


def test_the_board_is_as_large_as_it_says() -> None:
    boxes = board_boxes()
    assert (boxes[:, :2] + boxes[:, 2:]).max(axis=0) == pytest.approx(BOARD)
    assert board_points(np.array([0, 41])).tolist() == [[SQUARE, SQUARE], [6 * SQUARE, 7 * SQUARE]]
