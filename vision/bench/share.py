"""Shares with their interval, and percentiles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`, with its 95 % interval.

    >>> str(Share(34, 40))
    '0.850 [0.709, 0.929] (34/40)'
    """

    part: int
    whole: int

    @property
    def value(self) -> float:
        """From 0 to 1; of nothing it is 0."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval at 95 % (Wilson, JASA 22, 1927); of nothing it is 0 to 1."""
        if not self.whole:
            return 0.0, 1.0
        z2 = 1.96**2 / self.whole
        middle = self.value + z2 / 2
        spread = math.sqrt(z2 * (self.value * (1 - self.value) + z2 / 4))
        return (middle - spread) / (1 + z2), (middle + spread) / (1 + z2)

    @classmethod
    def of(cls, each: Iterable[bool]) -> Share:
        """How many of `each` are true."""
        seen = list(each)
        return cls(sum(seen), len(seen))

    def __str__(self) -> str:
        if not self.whole:
            return "none"
        low, high = self.interval
        return f"{self.value:.3f} [{low:.3f}, {high:.3f}] ({self.part}/{self.whole})"


def at_share(ordered: Sequence[float], share: float) -> float:
    """The value that `share` of the `ordered` ones do not exceed.

    >>> at_share([1.0, 2.0, 3.0, 4.0, 100.0], 0.95)
    4.0
    """
    return ordered[int(share * (len(ordered) - 1))]
