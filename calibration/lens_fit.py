"""Finds a camera's lens from pictures of the printed board, or says which pictures are missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.boards import board_corners, board_points
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.opencv import Numbers, Picture, Solved, solve_camera
from calibration.rectangles import Points

ENOUGH = 10
"""Pictures of the board from different sides that are asked for at least."""

_CORNERS = 8  # of the board that a picture must show to be of use
_MOVED = 0.02  # share of the picture's long side by which the board must have moved between two pictures
_IN_PART = 4  # corners in a ninth of the picture, for it to be seen
_TILT = 15.0  # degrees by which the board leans in a tilted picture
_TILTED = 3  # such pictures
_STARTS = (0.9, 0.6, 1.6)  # focal lengths to start from, shares of the long side; mostly the first will do
_FAR_OFF = 3.0  # times the middling error, above which a picture is left out
_FINE = 0.5  # pixels: a picture with a smaller error never is
_LARGEST = 0.0008  # error, share of the long side; at least one pixel
_SURE = 0.02  # share of the focal length: the most that its standard deviation may be
_PARTS = (
    ("at the top left", "at the top", "at the top right"),
    ("at the left", "in the middle", "at the right"),
    ("at the bottom left", "at the bottom", "at the bottom right"),
)


@dataclass(frozen=True, eq=False, slots=True)
class BoardView:
    """The corners of the board in one picture: their `numbers` (N), and where they are (`pixels`, N x 2).

    `size` is the picture's width and height.
    """

    size: tuple[int, int]
    numbers: Numbers
    pixels: Points

    @property
    def useful(self) -> bool:
        """Whether enough of the board is in sight."""
        rows = np.unique(self.numbers // 6), np.unique(self.numbers % 6)
        return len(self.numbers) >= _CORNERS and min(map(len, rows)) > 1


@dataclass(frozen=True, eq=False, slots=True)
class LensFit:
    """A `lens`, and how far each picture's corners are off (`errors`, N, pixels; NaN: not used)."""

    lens: Lens
    errors: Points


def view_board(picture: Picture) -> BoardView:
    """What `picture` (grey, or blue, green, red) shows of the printed board, which may be nothing."""
    numbers, pixels = board_corners(picture)
    height, width = picture.shape[:2]
    return BoardView((width, height), numbers, pixels)


def fit_lens(views: Sequence[BoardView]) -> LensFit:
    """The lens of the camera that took all of `views`.

    Pictures that show too little of the board, or much the same as an earlier one, are left out; so are
    those that fit far worse than the others (blurred, or the sheet was bent).
    Raises `CalibrationError` with what is missing, or what is wrong with the pictures.
    """
    _check_sizes(views)
    used = _different(views)
    _check_enough(views, used)
    size = views[0].size
    solved = _solved([views[i] for i in used], size)
    good = solved.errors <= max(_FAR_OFF * float(np.median(solved.errors)), _FINE)
    if not good.all():
        used = [i for i, fits in zip(used, good, strict=True) if fits]
        _check_enough(views, used)
        solved = _solved([views[i] for i in used], size)
    errors = np.full(len(views), np.nan)
    errors[used] = solved.errors
    error = float(np.sqrt((solved.errors**2).mean()))
    _check(solved, size, error)
    x, y = solved.matrix[:2, 2]
    k1, k2, p1, p2 = map(float, solved.distortion)
    focal = float(solved.matrix[0, 0])
    lens = Lens(size, focal, (float(x), float(y)), (k1, k2, p1, p2), error, solved.focal_error, len(used))
    return LensFit(lens, errors)


def _check_sizes(views: Sequence[BoardView]) -> None:
    sizes = sorted({view.size for view in views})
    if len(sizes) > 1:
        (width, height), (other_width, other_height) = sizes[:2]
        raise CalibrationError(
            f"The pictures have different sizes ({width} x {height}, {other_width} x {other_height}): take "
            "all of them with the same camera and setting, and hold it the same way up."
        )


def _different(views: Sequence[BoardView]) -> list[int]:
    """Which views show enough of the board, each elsewhere than the views before it."""
    kept: list[int] = []
    for index, view in enumerate(views):
        if view.useful and not any(_same(view, views[other]) for other in kept):
            kept.append(index)
    return kept


def _same(view: BoardView, other: BoardView) -> bool:
    _, here, there = np.intersect1d(view.numbers, other.numbers, return_indices=True)
    if len(here) < _CORNERS:
        return False
    moved = np.linalg.norm(view.pixels[here] - other.pixels[there], axis=1)
    return float(moved.mean()) < _MOVED * max(view.size)


def _check_enough(views: Sequence[BoardView], used: Sequence[int]) -> None:
    """Raise `CalibrationError` with what the `used` ones of the pictures lack."""
    if not any(len(view.numbers) for view in views):
        raise CalibrationError(
            "No picture shows the printed board: print the sheet, and take pictures of it in good light."
        )
    if len(used) < ENOUGH:
        raise CalibrationError(
            f"{len(used) or 'None'} of {len(views)} pictures {'is' if len(used) == 1 else 'are'} of use, and "
            f"{ENOUGH} are needed: take more, each with the board elsewhere, large, sharp and mostly seen."
        )
    unseen = _unseen([views[i] for i in used])
    if unseen:
        raise CalibrationError(
            f"No picture shows the board {_listed(unseen)}: take some in which it is there, and others in "
            "which it fills the picture."
        )


def _unseen(views: Sequence[BoardView]) -> list[str]:
    """The ninths of the picture in which no view has enough corners."""
    unseen = []
    for row, names in enumerate(_PARTS):
        for column, name in enumerate(names):
            counts = [
                (np.floor(3 * view.pixels / view.size) == (column, row)).all(axis=1).sum() for view in views
            ]
            if max(counts) < _IN_PART:
                unseen.append(name)
    return unseen


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _solved(views: Sequence[BoardView], size: tuple[int, int]) -> Solved:
    """The best of the searches from several focal lengths: one alone can end in a bad place."""
    boards = [board_points(view.numbers) for view in views]
    pixels = [view.pixels for view in views]
    found = []
    for start in _STARTS:
        try:
            solved = solve_camera(boards, pixels, size, start * max(size))
        except cv2.error:
            continue
        if np.isfinite(solved.matrix).all() and np.isfinite(solved.errors).all():
            found.append(solved)
            if float(np.median(solved.errors)) <= _limit(size):
                break
    if not found:
        raise CalibrationError(
            "No lens fits these pictures: lay the sheet flat on something stiff, and take new ones."
        )
    return min(found, key=lambda solved: float(np.median(solved.errors)))


def _limit(size: tuple[int, int]) -> float:
    return max(_LARGEST * max(size), 1.0)


def _check(solved: Solved, size: tuple[int, int], error: float) -> None:
    """Raise `CalibrationError` where the pictures don't fit one lens, or don't settle its focal length."""
    if error > _limit(size):
        raise CalibrationError(
            f"The pictures don't fit one lens (error {error:.1f} pixels): lay the sheet flat on something "
            "stiff, and take sharp pictures without zooming in between."
        )
    tilts = np.degrees(np.arccos(np.clip([_uprightness(turn) for turn in solved.rotations], -1, 1)))
    focal = float(solved.matrix[0, 0])
    if (tilts > _TILT).sum() < _TILTED or solved.focal_error > _SURE * focal:
        raise CalibrationError(
            "The pictures don't tell how strong the lens is: take some with the sheet tilted by a third or "
            "half of a right angle, to each side."
        )


def _uprightness(turn: Points) -> float:
    """The cosine of the angle by which a rotation vector tilts the board away from the picture's plane."""
    matrix, _ = cv2.Rodrigues(turn)
    return float(matrix[2, 2])
