"""Tiles and the sets they come in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.errors import TileError

SIZES = (6, 9, 12, 15, 18)
"""The highest pip of each set that is sold (`docs/rules.md`, Sets)."""

SMALL_SIZES = (2, 3)
"""Sets that nobody sells, small enough to count every game (`docs/rules.md`, Counting games)."""


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """A domino: two halves, the higher one first however it was written.

    Raises `TileError` for a half that is not a whole number from 0 up.

    >>> Tile(4, 9) == Tile(9, 4)
    True
    >>> str(Tile(4, 9)), Tile(4, 9).pips, Tile(3, 3).is_double
    ('9-4', 13, True)
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        if any(type(half) is not int or half < 0 for half in (self.high, self.low)):
            raise TileError("half", high=repr(self.high), low=repr(self.low))
        if self.low > self.high:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `9-4`. Raises `TileError` for anything else.

        >>> Tile.parse("4-9")
        Tile(high=9, low=4)
        """
        match = re.fullmatch(r"\s*([0-9]{1,2})-([0-9]{1,2})\s*", text)
        if not match:
            raise TileError("tile", text=text)
        return cls(int(match[1]), int(match[2]))

    @property
    def pips(self) -> int:
        """The sum of both halves (`docs/rules.md`, Words)."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """True when both halves are equal."""
        return self.high == self.low

    @property
    def number(self) -> int:
        """The tile's place in the row 0-0, 1-0, 1-1, 2-0, …, which is the same in every set."""
        return self.high * (self.high + 1) // 2 + self.low

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


@dataclass(frozen=True, slots=True)
class DominoSet:
    """A double-n set: every tile with halves from 0 to `max_pip` once.

    Raises `TileError` for a size outside `SIZES` and `SMALL_SIZES`.

    >>> double_six = DominoSet(6)
    >>> len(double_six), double_six.pips, Tile(6, 3) in double_six, double_six.engine(1)
    (28, 168, True, Tile(high=6, low=6))
    """

    max_pip: int

    def __post_init__(self) -> None:
        if self.max_pip not in (*SMALL_SIZES, *SIZES):
            raise TileError(
                "set", size=self.max_pip, known=", ".join(map(str, SIZES[:-1])), largest=SIZES[-1]
            )

    def __iter__(self) -> Iterator[Tile]:
        return (Tile(high, low) for high in range(self.max_pip + 1) for low in range(high + 1))

    def __len__(self) -> int:
        return (self.max_pip + 1) * (self.max_pip + 2) // 2

    def __contains__(self, tile: Tile) -> bool:
        return tile.high <= self.max_pip

    @property
    def pips(self) -> int:
        """The pips of the whole set: n(n+1)(n+2)/2 (`docs/rules.md`, Sets)."""
        return self.max_pip * (self.max_pip + 1) * (self.max_pip + 2) // 2

    @property
    def rounds(self) -> int:
        """Rounds in a whole game: one for each double."""
        return self.max_pip + 1

    def engine(self, round_number: int) -> Tile:
        """The double in the middle in round `round_number` (from 1): the highest first, 0-0 last.

        Raises `TileError` for a round that the set does not have.
        """
        if not 1 <= round_number <= self.rounds:
            raise TileError("engine", size=self.max_pip, last=self.rounds, round=round_number)
        double = self.max_pip - round_number + 1
        return Tile(double, double)
