"""Where the pips of a drawn half stand: the picture of a tile on the pages."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

SIDE = 20
"""The side of a drawn half, in units of its own picture."""

_MARGIN = 4.0
_WIDTHS = ((3, 4.4), (9, 3.6), (12, 2.8), (15, 2.2), (18, 1.8))
_DIAGONAL = {2: ((_MARGIN, SIDE - _MARGIN), (SIDE - _MARGIN, _MARGIN))}


@dataclass(frozen=True, slots=True)
class Half:
    """A half as one path of dots: `path` is the outline data, `width` the dots' diameter."""

    value: int
    path: str
    width: float


def spots(value: int) -> tuple[tuple[float, float], ...]:
    """The centres of `value` pips in a square of `SIDE`: three rows along the tile's length.

    >>> [len(spots(value)) for value in range(19)] == list(range(19))
    True
    """
    middle = SIDE / 2
    if value in (2, 3):
        return (*_DIAGONAL[2], *(((middle, middle),) if value == 3 else ()))
    outer, inner = _rows(value)
    return (*_row(outer, _MARGIN), *_row(inner, middle), *_row(outer, SIDE - _MARGIN))


def half(value: int) -> Half:
    """The half of `value` as it is drawn: dots that get smaller where there are many."""
    path = "".join(f"M{x:g} {y:g}h.01" for x, y in spots(value))
    return Half(value, path, next(width for most, width in _WIDTHS if value <= most))


def _rows(value: int) -> tuple[int, int]:
    """Pips in each outer row and in the middle one: 10 is 4, 2, 4 and 16 is 6, 4, 6."""
    if value < 2:
        return 0, value
    outer = 3 if value == 6 else ceil(value / 3)
    return outer, value - 2 * outer


def _row(count: int, y: float) -> tuple[tuple[float, float], ...]:
    if count == 1:
        return ((SIDE / 2, y),)
    step = (SIDE - 2 * _MARGIN) / (count - 1) if count else 0
    return tuple((round(_MARGIN + step * place, 2), y) for place in range(count))
