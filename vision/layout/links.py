"""Which halves of tiles touch as tiles in a train do, and how well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.layout.flat import FlatTiles, Points

Values = tuple[int | None, int | None]

Place = Literal["end", "side", "across"]
"""Where a tile is touched: at the short end of a half, at the long side of a half (where a train turns a
corner), or at the middle of its long side (a double across)."""

_REACH = 0.5
"""The widest gap (widths of a tile) between tiles that touch: hands lay them with some play."""

_BEND, _CORNER = np.cos(np.radians(70)), np.cos(np.radians(35))
"""How far a train may turn between two ends, and how far off a right angle at a side."""

_ASIDE = 0.45
"""How far (widths of a tile) two touching edges may be shifted along each other."""

_NO_DOUBLE = 0.7
"""What it costs that a tile which does not show a double lies across: it may be misread."""

_UNEQUAL = 0.6
"""What a link between halves that differ costs: tiles are mostly laid as the rules say."""


@dataclass(frozen=True, slots=True)
class Port:
    """A place where `tile` (its number) can be touched: `hand` 0 and 1 are its halves, 2 and 3 the two sides
    of a double that lies across."""

    tile: int
    hand: int
    place: Place


@dataclass(frozen=True, slots=True)
class Link:
    """Two ports that touch; the lower its `cost` (0 at best), the more surely they do."""

    first: Port
    second: Port
    cost: float


@dataclass(frozen=True, eq=False, slots=True)
class Ports:
    """All ports of all tiles: `points` (N x 2), and where they face (`ways`, N x 2 unit vectors)."""

    ports: tuple[Port, ...]
    points: Points
    ways: Points


def ports_of(tiles: FlatTiles, values: Sequence[Values]) -> Ports:
    """Where each of `tiles` can be touched. Only doubles lie across, but one may not be read as such."""
    ports: list[Port] = []
    points, ways = [], []
    for tile in range(len(values)):
        middle, along, across = tiles.middles[tile], tiles.along[tile], tiles.across[tile]
        long = tiles.lengths[tile]
        for hand, sign in ((0, -1.0), (1, 1.0)):
            ports.append(Port(tile, hand, "end"))
            points.append(middle + sign * long / 2 * along)
            ways.append(sign * along)
            for side in (-1.0, 1.0):
                ports.append(Port(tile, hand, "side"))
                points.append(middle + sign * long / 4 * along + side / 2 * across)
                ways.append(side * across)
        for hand, side in ((2, -1.0), (3, 1.0)):
            ports.append(Port(tile, hand, "across"))
            points.append(middle + side / 2 * across)
            ways.append(side * across)
    return Ports(tuple(ports), np.reshape(points, (-1, 2)), np.reshape(ways, (-1, 2)))


def links_of(tiles: FlatTiles, values: Sequence[Values]) -> list[Link]:
    """All pairs of ports that may touch, the surest first.

    One of the two always leads straight out of its tile: an end, or the side of a double across.
    """
    everything = ports_of(tiles, values)
    return sorted(_links(everything, values), key=lambda link: link.cost)


def _links(all_of: Ports, values: Sequence[Values]) -> Iterator[Link]:
    for a in [n for n, port in enumerate(all_of.ports) if port.place != "side"]:
        gaps = np.linalg.norm(all_of.points - all_of.points[a], axis=1)
        for b in map(int, np.flatnonzero(gaps < _REACH + _ASIDE)):
            first, second = all_of.ports[a], all_of.ports[b]
            if first.tile == second.tile or (second.place != "side" and not _once(a, b, first, second)):
                continue
            facing = -float(all_of.ways[a] @ all_of.ways[b])
            if facing < (_BEND if second.place == "end" else _CORNER):
                continue
            off = all_of.points[b] - all_of.points[a]
            ahead = float(off @ all_of.ways[a])
            aside = abs(float(off @ np.array([-all_of.ways[a][1], all_of.ways[a][0]])))
            if ahead > _REACH or ahead < -_REACH or aside > _ASIDE:
                continue
            odd = _UNEQUAL if _differ(first, second, values) else 0.0
            odd += sum(
                _NO_DOUBLE
                for one in (first, second)
                if one.place == "across" and not _double(values[one.tile])
            )
            yield Link(first, second, abs(ahead) + aside + (1 - facing) + odd)


def _once(a: int, b: int, first: Port, second: Port) -> bool:
    """Whether two ports that lead straight on are this way round: two ends, or an end and a double across."""
    return first.place == "end" and (second.place == "across" or a < b)


def _differ(first: Port, second: Port, values: Sequence[Values]) -> bool:
    """Whether the touching halves show different values, as far as both are known."""
    one, other = (values[port.tile][port.hand % 2] for port in (first, second))
    return one is not None and other is not None and one != other


def _double(values: Values) -> bool:
    return values[0] is not None and values[0] == values[1]
