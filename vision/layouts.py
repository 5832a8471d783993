"""Where the pips of each value lie on a half, in all sets that we know of, and how well found spots fit."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

Layout = tuple[tuple[float, float], ...]
"""Pips as (along, across): -1 to 1 on the grid of a half, `along` growing towards the tile's middle bar.

Both axes are in units of the grid's half width, so (-1, 1) is a corner pip."""


def _rows(*rows: tuple[float, ...]) -> Layout:
    """Two or more rows along the tile, spread evenly across it."""
    step = 2 / (len(rows) - 1)
    return tuple((along, 1 - step * row) for row, places in enumerate(rows) for along in places)


def _spread(count: int) -> tuple[float, ...]:
    return tuple(-1 + 2 * place / (count - 1) for place in range(count))


_3, _4, _5, _6 = _spread(3), _spread(4), _spread(5), _spread(6)
_ENDS, _MIDDLE = (-1.0, 1.0), (0.0,)

_USUAL: tuple[Layout, ...] = (
    (),
    _rows((), _MIDDLE, ()),
    _rows((-1.0,), (), (1.0,)),
    _rows((-1.0,), _MIDDLE, (1.0,)),
    _rows(_ENDS, (), _ENDS),
    _rows(_ENDS, _MIDDLE, _ENDS),
    _rows(_3, (), _3),
    _rows(_3, _MIDDLE, _3),
    _rows(_3, _ENDS, _3),
    _rows(_3, _3, _3),
    _rows(_4, _ENDS, _4),
    _rows(_4, _3, _4),
    _rows(_4, _4, _4),
    _rows(_5, _3, _5),
    _rows(_5, _4, _5),
    _rows(_5, _5, _5),
    _rows(_6, _4, _6),
    _rows(_6, _5, _6),
    _rows(_6, _6, _6),
)

_SQUARE: dict[int, Layout] = {
    10: _rows(_4, (_4[1], _4[2]), _4),
    13: (*_rows(_4, _ENDS, _ENDS, _4), (0.0, 0.0)),
    14: _rows(_4, (-1.0, _4[1], 1.0), (-1.0, _4[2], 1.0), _4),
    16: _rows(_4, _4, _4, _4),
    17: (*_rows(_4, _4, _4, _4), (0.0, 0.0)),
}
"""Sets that fill a square of four by four."""

_STAGGERED: dict[int, Layout] = {
    10: _rows(_3, _4, _3),
    13: _rows(_4, _5, _4),
    14: _rows(_5, (_5[0], _5[1], _5[3], _5[4]), _5),
    16: _rows(_5, _6, _5),
    17: _rows(_6, (_6[0], _6[1], 0.0, _6[4], _6[5]), _6),
}
"""Sets whose middle row differs: longer, or with its pips under those of the other rows."""

_RARE: dict[int, tuple[Layout, ...]] = {
    10: (_rows(_5, _5),),
    12: (_rows(_6, _6),),
    13: ((*_rows(_4, _4, _4), (0.0, 0.0)),),
    14: ((*_rows(_4, _4, _4), (-2 / 3, 0.0), (2 / 3, 0.0)),),
}
"""Layouts of single makers: not painted, but read."""

LARGEST = len(_USUAL) - 1
"""The highest value that has a layout."""


def _turned(points: Layout) -> Layout:
    """The layout after a quarter turn: its rows run across the tile."""
    return tuple((across, -along) for along, across in points)


def _with(changed: dict[int, Layout]) -> tuple[Layout, ...]:
    return tuple(changed.get(value, points) for value, points in enumerate(_USUAL))


def _across(points: tuple[Layout, ...], first: int) -> tuple[Layout, ...]:
    """The same layouts, from value `first` on after a quarter turn."""
    return points[:first] + tuple(_turned(layout) for layout in points[first:])


_VARIANTS: tuple[tuple[Layout, ...], ...] = (
    _USUAL,
    _with(_SQUARE),
    _across(_USUAL, 10),
    _across(_USUAL, 0),
    _with(_STAGGERED),
    _across(_with(_SQUARE), 10),
    _across(_with(_STAGGERED), 0),
)

VARIANTS = len(_VARIANTS)
"""How many kinds of sets there are: rows along the tile, squares of four by four, rows across the tile from
10 on or always, staggered middle rows, and squares and staggered rows across."""


def layouts(value: int) -> tuple[Layout, ...]:
    """The layouts that real sets use for `value`, the usual one first. Raises `IndexError` above `LARGEST`.

    >>> [len(layout) for layout in layouts(10)], layouts(1)
    ([10, 10, 10, 10, 10, 10], (((0.0, 0.0),),))
    """
    if value < 0:
        raise IndexError(value)
    different: dict[frozenset[tuple[int, int]], Layout] = {}
    for points in _VARIANTS:
        different.setdefault(_places(points[value]), points[value])
    return tuple(different.values())


def _places(points: Layout) -> frozenset[tuple[int, int]]:
    return frozenset((round(1000 * along), round(1000 * across)) for along, across in points)


def layout(value: int, variant: int = 0) -> Layout:
    """The layout of `value` in a set of `variant` (see `VARIANTS`; higher ones are the last).

    >>> layout(2)
    ((-1.0, 1.0), (1.0, -1.0))
    """
    return _VARIANTS[min(variant, VARIANTS - 1)][value]


@cache
def turned_layouts(value: int) -> tuple[Floats, ...]:
    """All layouts of `value`, rare ones too, turned and mirrored: arrays (value x 2) from -1 to 1."""
    found: list[Floats] = []
    for points in (*layouts(value), *_RARE.get(value, ())):
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
    for shape in turned_layouts(count):
        places = shape * extent
        distances = np.linalg.norm((spots - middle)[:, None] - places[None], axis=2)
        worst = max(distances.min(axis=0).max(), distances.min(axis=1).max())
        best = min(best, float(worst))
    return max(best, off / 3)
