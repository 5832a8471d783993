"""Where the pips of each value lie on a half, in all sets that we know of."""

from __future__ import annotations

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

_LOPSIDED: dict[int, Layout] = {
    **_SQUARE,
    13: (*_rows(_3, _3, _3, _3), (-0.5, 0.0)),
    14: _rows(_4, _4[:3], _4[:3], _4),
}
"""Sets that fill up a square from one side: not the same after half a turn."""


def _turned(points: Layout) -> Layout:
    """The layout after a quarter turn: its rows run across the tile."""
    return tuple((across, -along) for along, across in points)


def _with(changed: dict[int, Layout]) -> tuple[Layout, ...]:
    return tuple(changed.get(value, points) for value, points in enumerate(_USUAL))


def _across(points: tuple[Layout, ...], first: int) -> tuple[Layout, ...]:
    """The same layouts, from value `first` on after a quarter turn."""
    return points[:first] + tuple(_turned(layout) for layout in points[first:])


def _mirrored(points: dict[int, Layout]) -> dict[int, Layout]:
    """The same layouts filled up from the other side."""
    return {value: tuple((-along, across) for along, across in layout) for value, layout in points.items()}


_VARIANTS: tuple[tuple[Layout, ...], ...] = (
    _USUAL,
    _with(_SQUARE),
    _across(_USUAL, 10),
    _across(_USUAL, 0),
    _with(_STAGGERED),
    _across(_with(_SQUARE), 10),
    _across(_with(_STAGGERED), 0),
    _with(_LOPSIDED),
    _with(_mirrored(_LOPSIDED)),
)

SYMMETRIC = len(_VARIANTS) - 2
"""Variants below this one look the same after half a turn."""

VARIANTS = len(_VARIANTS)
"""How many kinds of sets there are: rows along the tile, squares of four by four, rows across the tile from
10 on or always, staggered middle rows, squares and staggered rows across, and lopsided ones (twice)."""


def layout(value: int, variant: int = 0) -> Layout:
    """The layout of `value` in a set of `variant` (see `VARIANTS`; higher ones are the last).

    >>> layout(2)
    ((-1.0, 1.0), (1.0, -1.0))
    """
    return _VARIANTS[min(variant, VARIANTS - 1)][value]
