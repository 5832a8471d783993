"""Whether the camera was nudged, told from the tiles: they have all moved alike."""

from __future__ import annotations

from math import hypot
from statistics import median

from vision.geometry import centre
from vision.tracking import Tracked

_LEAST = 1.5
"""Pixels: outlines are never found in quite the same place."""

_ALIKE = 1.5
"""Pixels by which a tile may have moved otherwise."""

_FEWEST, _SHARE = 2, 0.7
"""So many tiles, and that share of those that were seen again, must have moved alike."""


def moved_alike(before: Tracked, after: Tracked) -> tuple[float, float] | None:
    """By how much (x, y in pixels) the tiles that were seen again have all moved; None where they lie still.

    Where the ground has no pattern nothing else tells a nudge. Hands seldom push several tiles alike.
    """
    known = {tile.number: tile for tile in before.tiles}
    moves = []
    for tile in after.tiles:
        old = known.get(tile.number)
        if old is not None and tile.seen > old.seen:
            (x, y), (u, v) = centre(tile.corners), centre(old.corners)
            moves.append((x - u, y - v))
    if len(moves) < _FEWEST:
        return None
    shift = median(x for x, _ in moves), median(y for _, y in moves)
    alike = sum(hypot(x - shift[0], y - shift[1]) <= _ALIKE for x, y in moves)
    if hypot(*shift) < _LEAST or alike < max(_FEWEST, _SHARE * len(moves)):
        return None
    return shift
