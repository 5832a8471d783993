"""The table's plane as the camera sees it: from pixels to the table and back, and tiles that lie in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.rectangles import Points, as_complex, as_points, placed, proper, rectangle


@dataclass(frozen=True, eq=False, slots=True)
class TablePlane:
    """How a picture shows the plane of the tiles' upper faces.

    Points of the table are in the unit of `length`: tile lengths, or mm where the tiles' length was known.
    Their origin is what the picture's middle shows, x points right there, y down.

    `homography` (3 x 3) takes points of the table to pixels. `length` and `width` are the sides of a tile
    that the plane was fitted with; `aspect` is their ratio where the outlines (or the caller) told it, else
    None and the ratio is assumed. `tilt` (degrees between the line of sight and straight down) and `focal`
    (pixels) are None where the outlines don't tell them. `residuals` (N) is how far each outline's corners
    are off a tile in this plane, root mean square as a share of a tile's length (infinite for four points
    that are no convex outline); `fits` (N) says which are tiles lying in it: those up to `limit` off.
    """

    homography: Points
    length: float
    width: float
    aspect: float | None
    tilt: float | None
    focal: float | None
    residuals: Points
    fits: npt.NDArray[np.bool_]
    limit: float

    def to_pixels(self, points: npt.ArrayLike) -> Points:
        """Pixels (... x 2) of points of the table (... x 2)."""
        return mapped(self.homography, points)

    def to_table(self, pixels: npt.ArrayLike) -> Points:
        """Points of the table (... x 2) that show at `pixels` (... x 2)."""
        return mapped(np.asarray(np.linalg.inv(self.homography), np.float64), pixels)


def mapped(homography: Points, points: npt.ArrayLike) -> Points:
    """`points` (... x 2) through a 3 x 3 homography.

    >>> mapped(np.diag([2.0, 2.0, 1.0]), [[1, 2]]).tolist()
    [[2.0, 4.0]]
    """
    array = np.asarray(points, np.float64)
    result = array @ homography[:, :2].T + homography[:, 2]
    return np.asarray(result[..., :2] / result[..., 2:])


def expected_outline(plane: TablePlane, centre: npt.ArrayLike, angle: float) -> Points:
    """The corners (4 x 2, pixels) that a tile in `plane` would show, the short edge of its first half first.

    `centre` is its middle on the table (units of `plane`), `angle` (degrees, clockwise as seen) the direction
    from its first half to its second on the table.
    """
    return plane.to_pixels(rectangle(plane.length, plane.width, centre, angle))


def residuals(plane: TablePlane, outlines: npt.ArrayLike) -> Points:
    """How far each outline (N x 4 x 2, pixels) is off the nearest tile in `plane`, in tile lengths.

    Root mean square over the corners, on the table; infinite for what can't be an outline of a tile.
    """
    array = np.asarray(outlines, np.float64).reshape(-1, 4, 2)
    result = np.full(len(array), np.inf)
    good = _before_horizon(plane, array)
    flat = as_complex(plane.to_table(array[good]))
    off = np.abs(placed(flat, plane.length, plane.width) - flat)
    result[good] = np.sqrt((off**2).mean(axis=1)) / plane.length
    return result


def regularise(plane: TablePlane, outlines: npt.ArrayLike) -> Points:
    """The outlines (N x 4 x 2, pixels), each that fits replaced by the tile in `plane` that is nearest to it.

    A rigid tile has three degrees of freedom where four corners have eight, so that the corners' noise falls
    to about six tenths. Outlines that don't fit stay as they are.
    """
    array = np.array(outlines, np.float64).reshape(-1, 4, 2)
    fitting = residuals(plane, array) <= plane.limit
    flat = as_complex(plane.to_table(array[fitting]))
    array[fitting] = plane.to_pixels(as_points(placed(flat, plane.length, plane.width)))
    return array


def _before_horizon(plane: TablePlane, outlines: Points) -> npt.NDArray[np.bool_]:
    """Which outlines are proper and lie wholly where the picture shows the table."""
    back = np.linalg.inv(plane.homography)
    good = proper(outlines)
    depth = np.where(good[:, None, None], outlines, 0.0) @ back[2, :2] + back[2, 2]
    return np.asarray(good & (depth * np.sign(back[2, 2]) > 0).all(axis=1))
