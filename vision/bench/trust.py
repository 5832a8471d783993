"""How far the confidence of tiles can be believed: pure counting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.bench.share import Share

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Tiles whose confidence lies from `low` to below `high` (the last bin holds 1 too).

    `right` is how many of them were read right, `confidence` their mean confidence (0 without tiles).
    """

    low: float
    high: float
    right: Share
    confidence: float


def reliability(read: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Ten bins of equal width over tiles that were read, each with its confidence and whether it is right.

    >>> [(bin.low, str(bin.right)) for bin in reliability([(1.0, True), (0.95, False)]) if bin.right.whole]
    [(0.9, '0.500 [0.095, 0.905] (1/2)')]
    """
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for confidence, right in read:
        sorted_in[min(max(int(confidence * BINS), 0), BINS - 1)].append((confidence, right))
    return tuple(
        Bin(
            number / BINS,
            (number + 1) / BINS,
            Share(sum(right for _, right in tiles), len(tiles)),
            sum(confidence for confidence, _ in tiles) / max(1, len(tiles)),
        )
        for number, tiles in enumerate(sorted_in)
    )


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """The expected calibration error (Naeini and others, AAAI 2015): how far share and confidence lie apart.

    From 0 to 1, over all tiles; None without a tile.

    >>> calibration_error(reliability([(0.5, True), (0.5, False), (1.0, False), (1.0, True)]))
    0.25
    """
    tiles = sum(bin.right.whole for bin in bins)
    if not tiles:
        return None
    return sum(bin.right.whole * abs(bin.right.value - bin.confidence) for bin in bins) / tiles
