"""What is printed: a ChArUco board for the lens, markers for the table's corners, tokens for marked trains.

All lengths are in mm, y down. Numbers up to 39 belong to the board, 40 to 43 to the corners and 50 to 63 to
the tokens; the others of the dictionary are free.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from calibration.opencv import Numbers, Picture, find_board, find_markers
from calibration.rectangles import Points

COLUMNS, ROWS = 7, 8
"""Squares of the board."""
SQUARE = 25.0
"""The side of one."""
BOARD = (COLUMNS * SQUARE, ROWS * SQUARE)
"""The board's width and height."""
CORNERS = (40, 41, 42, 43)
"""The numbers of the markers that lie in the table's corners."""
CORNER_SIDE = 35.0
"""The side of such a marker's black square."""
CORNER_MARGIN = 5.0
"""The white paper round it, which touches the table's edges."""
TOKENS = tuple(range(50, 64))
"""The numbers of the tokens that mark trains, one for each player."""
TOKEN_SIDE = 24.0
"""The side of a token's black square."""
TOKEN_MARGIN = 4.0
"""The white paper round it."""

_CODE = 17.5  # the side of a marker on the board
_MODULES = 7  # of a marker: five bits and the border


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """Markers of 5 x 5 bits: two differ by 7 bits or more, so that pips and wood are not taken for one."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)


@cache
def _board() -> cv2.aruco.CharucoBoard:
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE, _CODE, dictionary())


def board_corners(picture: Picture) -> tuple[Numbers, Points]:
    """The board's inner corners that `picture` shows: numbers (N) and where they are (N x 2, pixels)."""
    return find_board(picture, _board())


def board_points(numbers: Numbers) -> Points:
    """Where on the board (N x 2) the inner corners of these `numbers` are."""
    across = COLUMNS - 1
    return np.asarray(np.stack([numbers % across + 1, numbers // across + 1], axis=-1) * SQUARE, np.float64)


def corner_markers(picture: Picture) -> tuple[Numbers, Points]:
    """The markers for the table's corners in `picture`: numbers (N) and corners (N x 4 x 2, pixels)."""
    numbers, corners = find_markers(picture, dictionary())
    ours = np.isin(numbers, CORNERS)
    return numbers[ours], corners[ours]


def board_boxes() -> Points:
    """The black boxes (N x 4: x, y, width, height) of the board."""
    squares = [
        [(column * SQUARE, row * SQUARE, SQUARE, SQUARE)]
        for row in range(ROWS)
        for column in range(COLUMNS)
        if (row + column) % 2 == 0
    ]
    codes = [
        marker_boxes(int(number), _CODE, *np.asarray(corners)[0, :2])
        for number, corners in zip(np.ravel(_board().getIds()), _board().getObjPoints(), strict=True)
    ]
    return np.concatenate([*squares, *codes])


def marker_boxes(number: int, side: float, left: float = 0.0, top: float = 0.0) -> Points:
    """The black boxes (N x 4: x, y, width, height) of a marker with its top left there, one a run of modules.

    >>> marker_boxes(40, 7)[0].tolist()
    [0.0, 0.0, 7.0, 1.0]
    """
    module = side / _MODULES
    boxes = []
    for row, cells in enumerate(cv2.aruco.generateImageMarker(dictionary(), number, _MODULES) == 0):
        edges = np.flatnonzero(np.diff(np.pad(cells, 1).astype(np.int8)))
        for start, end in edges.reshape(-1, 2):
            boxes.append(
                (left + start * module, top + row * module, (end - start) * module, module),
            )
    return np.array(boxes, np.float64)
