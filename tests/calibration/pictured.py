"""What a known camera with a known lens shows of what lies in a plane, in mm or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.boards import (
    BOARD,
    CORNER_MARGIN,
    CORNER_SIDE,
    CORNERS,
    board_boxes,
    board_points,
    marker_boxes,
)
from calibration.lens import Lens
from calibration.lens_fit import BoardView
from calibration.opencv import Picture
from calibration.rectangles import Points

SIZE = (640, 480)
PLAIN = Lens(SIZE, 620.0, (319.5, 239.5), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0)
BARREL = Lens(SIZE, 560.0, (326.0, 234.0), (-0.22, 0.05, 0.001, -0.0015), 0.0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a plane is before the camera: its point `middle` (mm) is shown at `at`, from `distance` mm away.

    `at` is in shares of the picture from its middle (-0.5 to 0.5); `turn` turns the plane in the picture,
    `lean` and `side` tilt it about the picture's x and y axis (degrees).
    """

    distance: float
    at: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    lean: float = 0.0
    side: float = 0.0
    middle: tuple[float, float] = (BOARD[0] / 2, BOARD[1] / 2)

    def homography(self, lens: Lens) -> Points:
        """From points of the plane (mm, y down) to pixels of a lens without distortion."""
        turn, lean, side = np.radians([self.turn, self.lean, self.side])
        c, s = np.cos(turn), np.sin(turn)
        about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        c, s = np.cos(lean), np.sin(lean)
        about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        c, s = np.cos(side), np.sin(side)
        about_y = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        rotation = about_y @ about_x @ about_z
        place = np.array([self.at[0] * lens.size[0], self.at[1] * lens.size[1], lens.focal])
        shift = place / lens.focal * self.distance - rotation[:, :2] @ self.middle
        matrix = np.array([[lens.focal, 0, lens.centre[0]], [0, lens.focal, lens.centre[1]], [0, 0, 1]])
        return np.asarray(matrix @ np.column_stack([rotation[:, :2], shift]))

    def project(self, points: npt.ArrayLike, lens: Lens) -> Points:
        """Pixels (... x 2) at which `lens` shows `points` of the plane (... x 2, mm)."""
        array = np.asarray(points, np.float64)
        homography = self.homography(lens)
        seen = array @ homography[:, :2].T + homography[:, 2]
        return lens.seen(seen[..., :2] / seen[..., 2:])


@cache
def _ideal(lens: Lens) -> Points:
    """For each pixel where a lens without distortion would show it."""
    width, height = lens.size
    return lens.ideal(np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1))


def photograph(plane: Picture, scale: float, pose: Pose, lens: Lens, ground: int = 120) -> Picture:
    """The picture that `lens` makes of a `plane` drawn with `scale` pixels a mm, `ground` all round it."""
    back = np.linalg.inv(pose.homography(lens))
    points = _ideal(lens) @ back[:, :2].T + back[:, 2]
    places = points[..., :2] / points[..., 2:] * scale - 0.5
    places[points[..., 2] * np.sign(np.median(points[..., 2])) <= 0] = -1e4
    taken = cv2.remap(
        plane, places.astype(np.float32), None, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, (ground,) * 3
    )
    return np.asarray(taken, np.uint8)


def drawn_boxes(boxes: Points, size: tuple[float, float], scale: float = 4.0) -> Picture:
    """Black boxes (N x 4, mm) on white paper of `size` (mm), `scale` pixels a mm."""
    picture = np.full((round(size[1] * scale), round(size[0] * scale)), 255, np.uint8)
    for x, y, width, height in boxes:
        rows, columns = np.round(np.array([[y, y + height], [x, x + width]]) * scale).astype(int)
        picture[slice(*rows), slice(*columns)] = 0
    return picture


def board_picture(pose: Pose, lens: Lens, scale: float = 4.0) -> Picture:
    """A picture of the board, with 15 mm of white round it."""
    paper = drawn_boxes(board_boxes() + np.array([15.0, 15, 0, 0]), (BOARD[0] + 30, BOARD[1] + 30), scale)
    shifted = replace(pose, middle=(pose.middle[0] + 15, pose.middle[1] + 15))
    soft = cv2.GaussianBlur(paper, (0, 0), scale / 3)  # no pixel of a camera sees a point
    return photograph(np.asarray(soft, np.uint8), scale, shifted, lens)


def board_view(
    pose: Pose, lens: Lens, rng: np.random.Generator | None = None, noise: float = 0.2
) -> BoardView:
    """The corners of the board that lie in the picture, `noise` pixels off."""
    numbers = np.arange(42)
    pixels = pose.project(board_points(numbers), lens)
    if rng is not None:
        pixels = pixels + rng.normal(0, noise, pixels.shape)
    inside = ((pixels > 5) & (pixels < np.array(lens.size) - 6)).all(axis=1)
    return BoardView(lens.size, numbers[inside], pixels[inside])


AROUND = tuple(
    Pose(430 + 20 * (i % 3), (x, y), 25.0 * i, lean, side)
    for i, (x, y, lean, side) in enumerate(
        [
            (-0.22, -0.2, 0, 0),
            (0.0, -0.22, 30, 0),
            (0.22, -0.2, -25, 10),
            (-0.25, 0.0, 0, 30),
            (0.0, 0.0, 0, -35),
            (0.25, 0.0, 20, 20),
            (-0.22, 0.2, -30, -10),
            (0.0, 0.22, 35, 5),
            (0.22, 0.2, 5, 25),
            (0.1, -0.1, -20, 25),
            (-0.1, 0.1, 40, 0),
            (0.05, 0.05, -5, -40),
        ]
    )
)
"""Twelve places for the board that show it all over the picture and from all sides."""


ROOM = 300
"""Millimetres of floor that are drawn round a table."""


def drawn_table(
    size: tuple[int, int],
    markers: Sequence[int] = CORNERS,
    turns: Sequence[int] = (0, 1, 2, 3),
    seed: int = 0,
) -> Picture:
    """A table of wood on a floor, one pixel a mm, `ROOM` of floor round it; markers in its corners clockwise.

    `turns` are quarter turns of the markers' papers.
    """
    rng = np.random.default_rng(seed)
    width, height = size
    drawn = _mottled(rng, (width + 2 * ROOM, height + 2 * ROOM), 12, 110, 40)
    table = drawn[ROOM : ROOM + height, ROOM : ROOM + width]
    table[:] = _mottled(rng, (width, height), 5, 150, 25)
    paper = round(CORNER_SIDE + 2 * CORNER_MARGIN)
    places = [(0, 0), (width - paper, 0), (width - paper, height - paper), (0, height - paper)]
    for number, turn, (x, y) in zip(markers, turns, places, strict=False):
        boxes = marker_boxes(number, CORNER_SIDE, CORNER_MARGIN, CORNER_MARGIN)
        table[y : y + paper, x : x + paper] = np.rot90(drawn_boxes(boxes, (paper, paper), 1.0), turn)
    return drawn


def table_picture(pose: Pose, lens: Lens, drawn: Picture) -> Picture:
    """A picture of a drawn table; `pose.middle` is a point of the table."""
    return photograph(drawn, 1.0, replace(pose, middle=(pose.middle[0] + ROOM, pose.middle[1] + ROOM)), lens)


def _mottled(rng: np.random.Generator, size: tuple[int, int], grain: int, mean: int, spread: int) -> Picture:
    """Grey of that size with spots of about `grain` pixels."""
    width, height = size
    small = rng.normal(mean, spread, (height // grain + 2, width // grain + 2))
    large = cv2.resize(small.clip(0, 255).astype(np.uint8), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8)
