"""Where the pips of a half sit, for values 0 to 18, as the usual sets have them."""

from __future__ import annotations

Layout = tuple[tuple[float, float], ...]
"""Pips as (along, across): -1 to 1 on the grid of a half, `along` growing towards the tile's middle bar.

Both axes are in units of the grid's half width, so (-1, 1) is a corner pip."""


def _rows(*rows: tuple[float, ...]) -> Layout:
    """Three (or more) rows along the tile, spread evenly across it."""
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

LARGEST = len(_USUAL) - 1
"""The highest value that has a layout."""


def layouts(value: int) -> tuple[Layout, ...]:
    """The layouts that real sets use for `value`, the usual one first. Raises `IndexError` above `LARGEST`.

    >>> [len(layout) for layout in layouts(10)], layouts(1)
    ([10, 10], (((0.0, 0.0),),))
    """
    if value < 0:
        raise IndexError(value)
    return (_USUAL[value], _SQUARE[value]) if value in _SQUARE else (_USUAL[value],)


def layout(value: int, variant: int = 0) -> Layout:
    """The layout of `value` in a set of `variant` (0 rows of three lines, 1 squares where there is one).

    >>> layout(2)
    ((-1.0, 1.0), (1.0, -1.0))
    """
    known = layouts(value)
    return known[min(variant, len(known) - 1)]


def pip_radius(value: int) -> float:
    """The radius of the pips of `value`, in units of the grid's half width: more pips are smaller.

    >>> pip_radius(6) > pip_radius(12) > pip_radius(18)
    True
    """
    if value <= 9:
        return 0.27
    return 0.22 if value <= 12 else 0.16
