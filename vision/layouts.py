"""Where the pips of each value lie on a half, and how well found spots fit."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LARGEST = 18


def _lines(*counts: int) -> list[tuple[float, float]]:
    """Lines of pips side by side, each spread evenly from -1 to 1; a single pip sits in the middle."""
    across = np.linspace(-1, 1, len(counts))
    return [
        (float(x), float(y))
        for x, n in zip(across, counts, strict=True)
        for y in (np.linspace(-1, 1, n) if n > 1 else [0.0] * n)
    ]


_DIAGONAL = [(-1.0, -1.0), (1.0, 1.0)]
_CORNERS = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)]

# Up to 9 the halves of all sets agree; from 10 on makers differ, so some values have more than one layout.
_LAYOUTS: dict[int, list[list[tuple[float, float]]]] = {
    0: [[]],
    1: [[(0.0, 0.0)]],
    2: [_DIAGONAL],
    3: [[*_DIAGONAL, (0.0, 0.0)]],
    4: [_CORNERS],
    5: [[*_CORNERS, (0.0, 0.0)]],
    6: [_lines(3, 3)],
    7: [[*_lines(3, 3), (0.0, 0.0)]],
    8: [_lines(3, 2, 3)],
    9: [_lines(3, 3, 3)],
    10: [_lines(4, 2, 4), [*_lines(4, 0, 4), (0.0, -0.34), (0.0, 0.34)], _lines(5, 5)],
    11: [_lines(4, 3, 4)],
    12: [_lines(4, 4, 4), _lines(6, 6)],
    13: [[*_lines(4, 4, 4), (0.0, 0.0)], _lines(5, 3, 5), _lines(4, 5, 4)],
    14: [_lines(5, 4, 5), _lines(5, 0, 4, 0, 5), [*_lines(4, 4, 4), (0.0, -0.67), (0.0, 0.67)]],
    15: [_lines(5, 5, 5)],
    16: [_lines(4, 4, 4, 4), _lines(5, 6, 5)],
    17: [_lines(6, 5, 6), [*_lines(4, 4, 4, 4), (0.0, 0.0)]],
    18: [_lines(6, 6, 6)],
}


@cache
def layouts(value: int) -> tuple[Floats, ...]:
    """The usual layouts of `value`: arrays (value x 2) from -1 to 1, each also turned and mirrored."""
    found: list[Floats] = []
    for points in _LAYOUTS[value]:
        for flip, swap in product((1.0, -1.0), (False, True)):
            array = np.asarray(points, np.float64).reshape(-1, 2) * (flip, 1.0)
            array = array[:, ::-1] if swap else array
            array = array[np.lexsort(array.round(6).T)]
            if not any(np.allclose(array, other) for other in found):
                found.append(array)
    return tuple(found)


def misfit(spots: Floats) -> float:
    """How far `spots` (n x 2, in sides of a half from its centre) are from the best layout of n pips.

    The largest distance of a pip from its place, in sides of a half, after the layout was moved and
    stretched to the spots' bounds; 1.0 where the spots are too many, or spread as no half is.
    """
    count = len(spots)
    if count == 0:
        return 0.0
    if count > LARGEST:
        return 1.0
    low, high = spots.min(axis=0), spots.max(axis=0)
    middle, extent = (low + high) / 2, (high - low) / 2
    off = float(np.abs(middle).max())
    if off > 0.17:
        return 1.0
    if count == 1:
        return off / 2
    if extent.min() < 0.1 or extent.max() > 0.46 or extent.max() > 2.2 * extent.min():
        return 1.0
    best = 1.0
    for layout in layouts(count):
        places = layout * extent
        distances = np.linalg.norm((spots - middle)[:, None] - places[None], axis=2)
        worst = max(distances.min(axis=0).max(), distances.min(axis=1).max())
        best = min(best, float(worst))
    return max(best, off / 3)
