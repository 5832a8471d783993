"""Finds the table from its four corners, given by hand or marked by printed markers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.boards import CORNER_MARGIN, CORNER_SIDE, CORNERS, corner_markers
from calibration.edges import straightened
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.opencv import Picture
from calibration.plane import mapped, regularise, residuals
from calibration.plane_fit import fit_plane
from calibration.rectangles import Points, as_complex, as_points, placed, proper
from calibration.sheet import corner_name
from calibration.table import Table, TableSight, rectangle_of

_FOCAL = (
    0.85  # of a camera of which nothing is known, shares of the picture's long side: as `plane_fit` expects
)
_FOCALS = (0.4, 4.0)  # between which four corners are believed
_SMALLEST = 0.02  # share of the picture's long side: each side of a table is longer
_OUTSIDE = 1.0  # share of it by which a corner may lie outside of the picture
_SHARPEST = 0.04  # sine of a corner's angle: at a smaller one three corners lie in one line
_LONGEST = 15.0  # times as long as wide: no table is longer
_SQUARE = 0.03  # share of a table's size by which its markers may be off a rectangle
_TOLD = 0.1  # share by which markers may differ from the size that somebody told
_HAND_OFF = 0.025  # share of its length by which a table may be off its told shape
_DISAGREE = (
    "These corners can't be those of a table of {} x {} mm: give them in their order round the table, "
    "and the size from the first to the second and on to the third."
)

_UNTOLD = (
    "The table can't be told from these corners: take a picture from higher up, or measure the lens again."
)


def corners_by_hand(corners: npt.ArrayLike, told: tuple[float, float] | None = None) -> TableSight:
    """The corners (4 x 2, pixels) that somebody gave, in their order round the table, either way.

    `told` (mm) is how long the table is from the first to the second, and from the second to the third.
    Raises `CalibrationError` where they are no corners of a table.
    """
    points = np.asarray(corners, np.float64).reshape(4, 2)
    if not proper(points[None])[0]:
        points = points[[0, 3, 2, 1]]
        told = None if told is None else told[::-1]
    if not proper(points[None])[0]:
        raise CalibrationError(
            "These are not the corners of a table: give all four, one after the other round the table."
        )
    return TableSight(points[None], told)


def corners_by_markers(picture: Picture, told: tuple[float, float] | None = None) -> TableSight:
    """The printed markers in the table's corners, as `picture` (grey, or blue, green, red) shows them.

    They may lie in any order and turned in any way; the table's first corner is that of the first marker.
    `told` (mm) is the table's size from there clockwise.
    Raises `CalibrationError` which says which are missing.
    """
    numbers, outlines = corner_markers(picture)
    missing = [corner_name(number) for number in CORNERS if number not in numbers]
    if len(missing) == len(CORNERS):
        raise CalibrationError(
            "No marker is to be seen: lay the four printed markers in the table's corners, or give the "
            "corners by hand."
        )
    if missing:
        which = "Marker" if len(missing) == 1 else "Markers"
        raise CalibrationError(
            f"{which} {' and '.join(missing)} can't be seen: lay one of the four in each corner of the "
            "table, and see that no hand or shadow covers them."
        )
    if len(numbers) > len(CORNERS):
        raise CalibrationError("A marker is there twice: lay each of the four in one corner of the table.")
    ordered = straightened(picture, outlines[np.argsort(numbers)])
    outlines = ordered[_clockwise(ordered.mean(axis=1))]
    if not proper(outlines.mean(axis=1)[None])[0]:
        raise CalibrationError("The markers don't lie in the corners of a table: lay one in each corner.")
    return TableSight(outlines, told)


def fit_table(sight: TableSight, picture: tuple[int, int], lens: Lens | None = None) -> Table:
    """The table whose corners were seen so in a picture of that size (width, height).

    `lens` is the camera's, where it is known; without it, straight lines are taken to be straight.
    Raises `CalibrationError` where what was seen is no table, or not of the told size.
    """
    _check_seen(sight, picture)
    if lens is not None:
        lens = lens.scaled(picture)
    middle = (np.array(picture, np.float64) - 1) / 2
    # the plane's search takes the line of sight to be in the middle
    off = np.zeros(2) if lens is None else middle - lens.centre
    with np.errstate(all="ignore"):  # what came of it is looked at below
        outlines = (sight.outlines if lens is None else lens.ideal(sight.outlines)) + off
    if not np.isfinite(outlines).all():
        raise CalibrationError(_UNTOLD)
    focal = None if lens is None else lens.focal
    fit = _by_markers if sight.by_markers else _by_hand if sight.told is None else _by_told_hand
    back = np.array([[1, 0, -off[0]], [0, 1, -off[1]], [0, 0, 1]])
    try:
        with np.errstate(all="ignore"):
            size, homography, error, error_mm = fit(outlines, sight.told, picture, focal)
            homography = back @ homography
            homography = np.asarray(homography / homography[2, 2])
    except np.linalg.LinAlgError as unsolved:
        raise CalibrationError(_UNTOLD) from unsolved
    if not np.isfinite([*homography.flat, *size, error or 0.0, error_mm or 0.0]).all():
        raise CalibrationError(_UNTOLD)
    if max(size) > _LONGEST * min(size):
        raise CalibrationError(
            f"No table is {max(size) / min(size):.0f} times as long as wide: look where its corners are."
        )
    table = Table(
        sight=sight,
        size=size,
        millimetres=sight.by_markers or sight.told is not None,
        homography=homography,
        lens=lens,
        error=error,
        error_mm=error_mm,
    )
    with np.errstate(all="ignore"):
        if not np.isfinite(table.corners).all():
            raise CalibrationError(_UNTOLD)
    return table


def _check_seen(sight: TableSight, picture: tuple[int, int]) -> None:
    """Raise `CalibrationError` where a picture of that size shows no table there.

    Beyond these bounds the sums lose their meaning, and from some point on their numbers too.
    """
    long = max(picture)
    # not a number is no number inside
    if not (np.abs(sight.outlines - np.array(picture) / 2) <= np.array(picture) / 2 + _OUTSIDE * long).all():
        raise CalibrationError(
            f"A corner lies far outside of the picture, which has {picture[0]} x {picture[1]} pixels: give "
            "the corners in its pixels, or let the camera see more of the table."
        )
    corners = sight.outlines.mean(axis=1) if sight.by_markers else sight.outlines[0]
    edges = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(edges, axis=1)
    if lengths.min() < _SMALLEST * long:
        raise CalibrationError(
            "This table is too small or too narrow in the picture: hold the camera nearer or higher up, and "
            "give each corner once."
        )
    before = np.roll(edges, 1, axis=0)
    turns = before[:, 0] * edges[:, 1] - before[:, 1] * edges[:, 0]
    if (np.abs(turns) < _SHARPEST * lengths * np.roll(lengths, 1)).any():
        raise CalibrationError(
            "Three of these corners lie in one line: give the table's own corners, or hold the camera higher."
        )


_Size = tuple[float, float]
_Fitted = tuple[_Size, Points, float | None, float | None]


def _by_hand(outlines: Points, _told: _Size | None, picture: _Size, focal: float | None) -> _Fitted:
    """Four corners alone: the shape of the rectangle that a camera shows there, its long side 1."""
    middle = (np.array(picture, np.float64) - 1) / 2
    square = _homography((1.0, 1.0), outlines[0] - middle)
    x, y = square[:, 0], square[:, 1]
    unit = float(max(picture))
    if focal is None:
        focal = _FOCAL * unit
        # the two directions are at right angles, which tells the focal length where both run to a point
        product = x[2] * y[2]
        if abs(product) > 1e-12:
            told = -(x[0] * y[0] + x[1] * y[1]) / product
            if (_FOCALS[0] * unit) ** 2 < told < (_FOCALS[1] * unit) ** 2:
                focal = float(np.sqrt(told))
    rays = np.array([1 / focal, 1 / focal, 1.0])
    sides = np.array([np.linalg.norm(rays * x), np.linalg.norm(rays * y)])
    width, height = (sides / sides.max()).tolist()
    return (width, height), _homography((width, height), outlines[0]), None, None


def _by_told_hand(outlines: Points, told: _Size | None, picture: _Size, focal: float | None) -> _Fitted:
    """Four corners and the table's size: how far they are off such a table shows how good they are."""
    assert told is not None
    long = max(told)
    turned = np.roll(outlines[0], 0 if told[1] >= told[0] else 1, axis=0)  # a short edge first
    twice = np.stack([turned, turned])  # as one outline alone agrees with nothing
    try:
        plane = fit_plane(twice, (int(picture[0]), int(picture[1])), focal, long / min(told), long)
        off = float(residuals(plane, twice)[0])
    except CalibrationError:
        off = np.inf
    if not off < _HAND_OFF:
        raise CalibrationError(_DISAGREE.format(*(f"{side:g}" for side in told)))
    rigid = np.roll(regularise(plane, twice)[0], 0 if told[1] >= told[0] else -1, axis=0)
    # without a lens the corners are the better witnesses: straight lines need not be straight
    homography = _homography(told, outlines[0] if focal is None else rigid)
    back = np.asarray(np.linalg.inv(homography), np.float64)
    apart = mapped(back, rigid) - mapped(back, outlines[0])
    return told, homography, _rms(rigid - outlines[0]), _rms(apart)


def _by_markers(outlines: Points, told: _Size | None, picture: _Size, focal: float | None) -> _Fitted:
    """Four squares of known size in one plane: that tells the plane, and how far they are apart."""
    try:
        plane = fit_plane(outlines, (int(picture[0]), int(picture[1])), focal, 1.0, CORNER_SIDE)
    except CalibrationError as unfit:
        raise CalibrationError(
            "The markers don't lie flat in one plane: lay them on the table, each in its corner."
        ) from unfit
    squares = placed(as_complex(plane.to_table(outlines)), CORNER_SIDE, CORNER_SIDE)
    middles = squares.mean(axis=1, keepdims=True)
    paper = middles + (squares - middles) * (1 + 2 * CORNER_MARGIN / CORNER_SIDE)
    outermost = np.abs(paper - middles.mean()).argmax(axis=1)
    corners = paper[np.arange(4), outermost]
    edges = np.abs(np.roll(corners, -1) - corners)
    measured = (float(edges[[0, 2]].mean()), float(edges[[1, 3]].mean()))
    turned = np.roll(corners, 0 if measured[1] >= measured[0] else 1)[None]
    rigid = placed(turned, max(measured), min(measured))
    unsquare = float(np.sqrt((np.abs(rigid - turned) ** 2).mean()))
    if unsquare > _SQUARE * max(measured):
        raise CalibrationError("The markers don't lie in the corners of a rectangle: lay one in each corner.")
    if told is not None and max(abs(a / b - 1) for a, b in zip(measured, told, strict=True)) > _TOLD:
        raise CalibrationError(
            f"The markers lie {measured[0]:.0f} x {measured[1]:.0f} mm apart, not {told[0]:g} x {told[1]:g}: "
            "measure the table from marker 1 clockwise, and the bar on the sheet, which is 100 mm long."
        )
    homography = _homography(told or measured, plane.to_pixels(as_points(corners)))
    flat = mapped(np.asarray(np.linalg.inv(homography), np.float64), outlines)
    rigid_squares = as_points(placed(as_complex(flat), CORNER_SIDE, CORNER_SIDE))
    error = _rms(mapped(homography, rigid_squares) - outlines)
    error_mm = _rms(rigid_squares - flat)
    return told or measured, homography, error, error_mm if told else max(error_mm, unsquare)


def _clockwise(middles: Points) -> npt.NDArray[np.intp]:
    """The order in which points (N x 2) lie round their middle, clockwise as seen, from the first."""
    angles = np.arctan2(*(middles - middles.mean(axis=0)).T[::-1])
    return np.argsort((angles - angles[0]) % (2 * np.pi))


def _homography(size: _Size, corners: Points) -> Points:
    """What takes a rectangle of that size to its `corners` (4 x 2)."""
    # in double precision, which OpenCV's own function of four points is not
    rows = []
    for (x, y), (u, v) in zip(rectangle_of(size), corners, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    return np.append(np.linalg.solve(np.array(rows), corners.reshape(-1)), 1.0).reshape(3, 3)


def _rms(off: Points) -> float:
    """Root mean square of distances (... x 2)."""
    return float(np.sqrt((off**2).sum(axis=-1).mean()))
