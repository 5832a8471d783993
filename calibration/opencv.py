"""The calls of OpenCV whose answers have other shapes in 4.x than in 5, and always the same here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.rectangles import Points

Picture = npt.NDArray[np.uint8]
"""Height x width (grey) or height x width x 3 (blue, green, red)."""

Numbers = npt.NDArray[np.intp]


class Solved(NamedTuple):
    """A camera that was solved for: see `solve_camera`."""

    matrix: Points
    distortion: Points
    rotations: Points
    errors: Points
    focal_error: float


def grey(picture: Picture) -> Picture:
    """`picture` without its colours; one that has none as it is."""
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def find_markers(picture: Picture, dictionary: cv2.aruco.Dictionary) -> tuple[Numbers, Points]:
    """The numbers (N) of the ArUco markers in `picture` and their corners (N x 4 x 2, pixels).

    Corners are clockwise as the marker was printed, its top left first.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey(picture))
    if not len(corners):
        return np.zeros(0, np.intp), np.zeros((0, 4, 2))
    return np.asarray(numbers, np.intp).reshape(-1), np.asarray(corners, np.float64).reshape(-1, 4, 2)


def find_board(picture: Picture, board: cv2.aruco.CharucoBoard) -> tuple[Numbers, Points]:
    """The inner corners of a ChArUco `board` in `picture`: numbers (N) and places (N x 2, pixels)."""
    found: tuple[Any, ...] = cv2.aruco.CharucoDetector(board).detectBoard(grey(picture))
    points, numbers = found[:2]
    if numbers is None:
        return np.zeros(0, np.intp), np.zeros((0, 2))
    return np.asarray(numbers, np.intp).reshape(-1), np.asarray(points, np.float64).reshape(-1, 2)


def solve_camera(
    boards: Sequence[Points], pictures: Sequence[Points], size: tuple[int, int], focal: float
) -> Solved:
    """The camera with square pixels that shows the points of `boards` (each N x 2, mm) at `pictures` (N x 2).

    `size` is the pictures' width and height, `focal` (pixels) where the search starts. Gives the 3 x 3
    matrix, the distortion (k1, k2, p1, p2), a rotation vector for each picture (N x 3), how far its points
    are off (N, pixels, root mean square), and the focal length's standard deviation (pixels).
    Raises `cv2.error` where there is no solution.
    """
    width, height = size
    start = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    flat = [np.pad(points, ((0, 0), (0, 1))).astype(np.float32) for points in boards]
    answer = cv2.calibrateCameraExtended(
        flat,
        [points.astype(np.float32) for points in pictures],
        (width, height),
        start,
        np.zeros(5),
        flags=cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3,
    )
    _, matrix, distortion, rotations, _, deviations, _, errors = answer
    return Solved(
        np.asarray(matrix, np.float64).reshape(3, 3),
        np.asarray(distortion, np.float64).reshape(-1)[:4],
        np.asarray(rotations, np.float64).reshape(-1, 3),
        np.asarray(errors, np.float64).reshape(-1),
        # of the two focal lengths, which are the same, only one has a deviation
        float(np.asarray(deviations, np.float64).reshape(-1)[:2].max()),
    )
