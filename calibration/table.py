"""The table as the camera sees it: from mm on the table to pixels and back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.lens import Lens
from calibration.plane import TablePlane, mapped
from calibration.rectangles import Points

_FITS = 0.1  # how far a tile may be off its place and still lie in the plane, shares of its length


@dataclass(frozen=True, eq=False, slots=True)
class TableSight:
    """What was seen of a table's corners: the measurement behind a `Table`.

    `outlines` (N x 4 x 2, pixels) is one outline, the table's own corners, or four, those of the markers in
    its corners; clockwise as seen, the first corner of the table first. `told` is the table's size in mm, as
    somebody measured it: from the first corner to the second, and from the second to the third.
    """

    outlines: Points
    told: tuple[float, float] | None

    @property
    def by_markers(self) -> bool:
        """Whether printed markers were seen; else somebody gave the corners."""
        return len(self.outlines) > 1


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """A rectangular table in pictures of one camera that stands still.

    Points on the table have their origin in its first corner, x along the edge to the second, y along that
    from there to the third; the corners follow clockwise as seen. They are in mm, except where nobody told
    the size of a table whose corners were given by hand: `millimetres` is then False, and the long side is 1.

    `homography` (3 x 3) takes points of the table to pixels of a lens without distortion; `lens` is that of
    the camera where it is known. `error` (pixels) and `error_mm` say how far what was seen is off, root mean
    square: printed markers from squares of their size, corners from a rectangle of the told size. Both are
    None where four corners are all that is known, which fit always.
    """

    sight: TableSight
    size: tuple[float, float]
    millimetres: bool
    homography: Points
    lens: Lens | None
    error: float | None
    error_mm: float | None

    @property
    def corners(self) -> Points:
        """The table's corners in the picture (4 x 2, pixels)."""
        return self.to_pixels(rectangle_of(self.size))

    def to_pixels(self, points: npt.ArrayLike) -> Points:
        """Where the picture shows `points` of the table (... x 2)."""
        ideal = mapped(self.homography, points)
        return ideal if self.lens is None else self.lens.seen(ideal)

    def to_table(self, pixels: npt.ArrayLike) -> Points:
        """The points of the table (... x 2) that the picture shows at `pixels` (... x 2)."""
        ideal = pixels if self.lens is None else self.lens.ideal(pixels)
        return mapped(np.asarray(np.linalg.inv(self.homography), np.float64), ideal)

    def plane(self, picture: tuple[int, int], length: float, width: float) -> TablePlane:
        """The plane of tiles of that size (the table's unit) in pictures of size `picture`.

        Where the lens is known, it is the plane in pixels without distortion (`Lens.ideal`).
        """
        back = np.asarray(np.linalg.inv(self.homography), np.float64)
        middle = (np.array(picture, np.float64) - 1) / 2
        origin, right = mapped(back, middle + np.array([[0, 0], [1, 0]]))
        x, y = (right - origin) / np.linalg.norm(right - origin)
        homography = self.homography @ np.array([[x, -y, origin[0]], [y, x, origin[1]], [0, 0, 1]])
        return TablePlane(
            homography=np.asarray(homography / homography[2, 2]),
            length=length,
            width=width,
            aspect=length / width,
            tilt=None,
            focal=None if self.lens is None else self.lens.focal,
            residuals=np.zeros(0),
            fits=np.zeros(0, np.bool_),
            limit=_FITS,
        )


def rectangle_of(size: tuple[float, float]) -> Points:
    """The corners (4 x 2) of a table of that size, in its own points.

    >>> rectangle_of((2, 1)).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]
    """
    return np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * np.asarray(size, np.float64)
