"""QR codes, as a phone's camera reads them: from the page and from the terminal."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from web.joining.qr import blocks, drawing

ADDRESSES = (
    "http://192.168.1.5:8000/join/BCDG",
    "http://10.0.0.12:8000/",
    "http://[fe80::1]:65535/join/XZWV",
    "http://a-rather-long-name-of-a-computer.home.arpa:8000/join/BCDG",
)


def scanned(dark: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> str:
    """What a camera reads in a square of modules."""
    picture = np.where(dark, 0, 255).astype(np.uint8).repeat(8, 0).repeat(8, 1)
    text, _corners, _straight = cv2.QRCodeDetector().detectAndDecode(picture)
    return text


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_pages_code_is_read(address: str) -> None:
    drawn = drawing(address)
    dark = np.zeros((drawn.side, drawn.side), bool)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawn.path):
        dark[int(y), int(x) : int(x) + int(width)] = True
    assert re.sub(r"M\d+ \d+h(\d+)v1h-\1z", "", drawn.path) == "", "nothing else is drawn"
    assert scanned(dark) == address


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_terminals_code_is_read(address: str) -> None:
    lines = blocks(address)
    assert len({len(line) for line in lines}) == 1
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    rows = [[halves[sign][half] for sign in line] for line in lines for half in (0, 1)]
    assert scanned(np.array(rows)) == address
    assert len(lines[0]) <= 60, "it fits on a terminal"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_code_has_its_quiet_zone(address: str) -> None:
    lines = blocks(address)
    assert all(line.startswith("████") and line.endswith("████") for line in lines)
    assert set(lines[0]) == set(lines[1]) == {"█"}
