"""Rows that grow at their end: a longer row shares nearly all with the one before, which is kept, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

_Item = TypeVar("_Item")
_PIECE = 64
"""Items that are kept together: of these alone a row and the next longer one have each their own."""


@dataclass(frozen=True)
class GrowingRow(Generic[_Item]):
    """A row as a value. Thousands of states keep what happened before them, so copying it is too dear.

    `full` are the pieces before the last one, whose items are `last`.

    >>> row = GrowingRow[str]().plus("a").plus("b")
    >>> list(row), len(row), list(row.without_last()), row.without_last() == GrowingRow(last=("a",))
    (['a', 'b'], 2, ['a'], True)
    """

    full: tuple[tuple[_Item, ...], ...] = ()
    last: tuple[_Item, ...] = ()

    def plus(self, item: _Item) -> GrowingRow[_Item]:
        """The row with one more item at its end."""
        if len(self.last) < _PIECE:
            return GrowingRow(self.full, (*self.last, item))
        return GrowingRow((*self.full, self.last), (item,))

    def without_last(self) -> GrowingRow[_Item]:
        """The row without the item at its end. Raises `IndexError` where there is none.

        >>> GrowingRow[str]().without_last()
        Traceback (most recent call last):
        IndexError: an empty row has no last item
        """
        if not self.last:
            raise IndexError("an empty row has no last item")
        if len(self.last) == 1 and self.full:
            return GrowingRow(self.full[:-1], self.full[-1])
        return GrowingRow(self.full, self.last[:-1])

    def __iter__(self) -> Iterator[_Item]:
        for piece in self.full:
            yield from piece
        yield from self.last

    def __len__(self) -> int:
        return len(self.full) * _PIECE + len(self.last)
