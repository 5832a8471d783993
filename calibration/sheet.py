"""The sheets that a person prints: board, bar and table markers on one, tokens for trains on another."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.boards import (
    BOARD,
    CORNER_MARGIN,
    CORNER_SIDE,
    CORNERS,
    TOKEN_MARGIN,
    TOKEN_SIDE,
    TOKENS,
    board_boxes,
    marker_boxes,
)
from calibration.pdf import Page, Words

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of the papers, mm."""

BAR = 100.0
"""The length of the bar that a person measures, mm."""

_TOP = 9.0  # white above the board
_BAR_TOP = 213.0
_CUTS_TOP = 226.0  # 8 mm are left below on letter paper, and the lowest black is 13 mm from its edge
_CUT = CORNER_SIDE + 2 * CORNER_MARGIN

_TOKENS_TOP = 24.0
_COLUMNS = 5
_TOKEN = TOKEN_SIDE + 2 * TOKEN_MARGIN


def sheet(paper: str) -> Page:
    """The sheet for a `paper` of `PAPERS`. What is on it has the same size on each."""
    width, height = PAPERS[paper]
    left = (width - BOARD[0]) / 2
    boxes = [board_boxes() + np.array([left, _TOP, 0, 0])]
    boxes.append(
        np.array(
            [
                (left, _BAR_TOP, BAR, 1.0),
                (left, _BAR_TOP - 2, 0.5, 5),
                (left + BAR - 0.5, _BAR_TOP - 2, 0.5, 5),
            ]
        )
    )
    words = [
        Words(left + BAR + 4, _BAR_TOP + 0.5, 3.2, "Print at 100 % (actual size): this bar is"),
        Words(left + BAR + 4, _BAR_TOP + 4.5, 3.2, "100 mm long from end to end."),
        Words(left, _BAR_TOP + 8, 3.2, "Stationmaster. Above: the board for the lens."),
        Words(left, _BAR_TOP + 12, 3.2, "Below: cut out and lay one in each corner of the table."),
    ]
    cuts = []
    first = (width - len(CORNERS) * _CUT) / 2
    for place, number in enumerate(CORNERS):
        x = first + place * _CUT
        cuts.append((x, _CUTS_TOP, _CUT, _CUT))
        boxes.append(marker_boxes(number, CORNER_SIDE, x + CORNER_MARGIN, _CUTS_TOP + CORNER_MARGIN))
        words.append(Words(x + 1, _CUTS_TOP + 3.5, 3.0, corner_name(number)))
    return Page(width, height, np.concatenate(boxes), np.array(cuts), tuple(words))


def corner_name(number: int) -> str:
    """What is printed beside a corner's marker: 1 to 4.

    >>> corner_name(CORNERS[0])
    '1'
    """
    return str(CORNERS.index(number) + 1)


def token_sheet(paper: str) -> Page:
    """Tokens to mark trains with, for a `paper` of `PAPERS`: one for each player, numbered in their order."""
    width, height = PAPERS[paper]
    left = (width - _COLUMNS * _TOKEN) / 2
    words = [
        Words(
            left, 12, 3.2, "Stationmaster. Tokens for open trains: cut them out and glue them to something"
        ),
        Words(
            left, 16.5, 3.2, "stiff. Number 1 is the first player's. Lay it at the end of the marked train."
        ),
    ]
    boxes, cuts = [], []
    for place, number in enumerate(TOKENS):
        row, column = divmod(place, _COLUMNS)
        x, y = left + column * _TOKEN, _TOKENS_TOP + row * _TOKEN
        cuts.append((x, y, _TOKEN, _TOKEN))
        boxes.append(marker_boxes(number, TOKEN_SIDE, x + TOKEN_MARGIN, y + TOKEN_MARGIN))
        words.append(Words(x + 1, y + 3.2, 2.6, str(place + 1)))
    return Page(width, height, np.concatenate(boxes), np.array(cuts), tuple(words))
