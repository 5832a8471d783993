"""Tiles laid flat: where they lie on the table, in widths of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.plane import TablePlane
from calibration.plane_fit import fit_plane
from vision.reading import Corners

Points = npt.NDArray[np.float64]

_ENOUGH = 4
"""So many tiles tell the table's plane well enough."""


@dataclass(frozen=True, eq=False, slots=True)
class FlatTiles:
    """N tiles on the table, x right and y down as the picture shows it, in widths of a tile.

    `middles` (N x 2), `along` (N x 2, unit vectors from the first half to the second), `lengths` (N).
    """

    middles: Points
    along: Points
    lengths: Points

    @property
    def across(self) -> Points:
        """Unit vectors (N x 2) a quarter turn clockwise (as seen) from `along`."""
        return np.stack([-self.along[:, 1], self.along[:, 0]], axis=1)


def plane_of(corners: Sequence[Corners], size: tuple[int, int]) -> TablePlane | None:
    """The plane of the tiles with `corners` (pixels) in a picture of `size` (width, height).

    None where there are too few tiles to find it. Takes some 30 milliseconds.
    """
    if len(corners) < _ENOUGH:
        return None
    try:
        return fit_plane(np.asarray(corners, np.float64), size)
    except CalibrationError:
        return None


def flat_tiles(
    corners: Sequence[Corners], size: tuple[int, int], plane: TablePlane | None = None
) -> FlatTiles:
    """Where the tiles with `corners` (pixels) in a picture of `size` (width, height) lie on the table.

    A known `plane` saves finding it. Where there are too few tiles to find it, the picture is taken as seen
    from straight above.
    """
    outlines = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    plane = plane or plane_of(corners, size)
    placed = outlines if plane is None else plane.to_table(outlines)
    begin, end = placed[:, :2].mean(axis=1), placed[:, 2:].mean(axis=1)
    lengths = np.linalg.norm(end - begin, axis=1)
    widths = np.linalg.norm(placed[:, 1] + placed[:, 2] - placed[:, 0] - placed[:, 3], axis=1) / 2
    unit = float(np.median(widths)) if len(widths) else 1.0
    along = (end - begin) / np.maximum(lengths, 1e-9)[:, None]
    return FlatTiles(placed.mean(axis=1) / unit, along, lengths / unit)
