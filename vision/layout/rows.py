"""Trains: tiles that touch one another, from the engine outwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.layout.flat import FlatTiles
from vision.layout.links import Link, Port, Values, links_of, ports_of

_ROUND = 4.2
"""How far (widths of a tile) from the engine's middle a train may begin: round a hub it does not touch it."""

_CLOSE = 3.0
"""The same for a double across: as no rule lets a train begin with one, it must stand close."""

_TOWARDS = np.cos(np.radians(50))
"""How straight a train's first tile points away from the engine."""

_STRANGE = 1.0
"""What a train's beginning with another value than the engine's costs (widths of a tile)."""

_SIDEWAYS = 1.5
"""What it costs that a train turns a corner with its first tile."""


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile of a train: its number, and which of its halves (0 or 1) is towards the engine."""

    number: int
    touching: int


@dataclass(frozen=True, slots=True)
class Row:
    """A train as it lies: its tiles outwards, and where it leaves the engine (`bearing`, degrees clockwise
    from the picture's top)."""

    tiles: tuple[RowTile, ...]
    bearing: float


@dataclass(frozen=True, slots=True)
class Rows:
    """All tiles that show their face: the engine's number, the trains by bearing, and what touches none."""

    engine: int | None
    rows: tuple[Row, ...]
    loose: tuple[int, ...]


def rows_of(tiles: FlatTiles, values: Sequence[Values], engine: int) -> Rows:
    """The trains that `tiles` make round the double of `engine`; without it all tiles are loose.

    `values` are those of both halves, in the order of `FlatTiles.along`.
    """
    doubles = [n for n, pair in enumerate(values) if pair == (engine, engine)]
    if not doubles:
        return Rows(None, (), tuple(range(len(values))))
    heart = min(doubles, key=lambda n: -_begun(tiles, values, n))
    roots = _roots(tiles, values, heart)
    joined = _joined(links_of(tiles, values), heart, {root.tile: root for root in roots})
    rows = [_row(tiles, heart, root, joined) for root in roots]
    rows.sort(key=lambda row: row.bearing)
    laid = {heart, *(tile.number for row in rows for tile in row.tiles)}
    return Rows(heart, tuple(rows), tuple(n for n in range(len(values)) if n not in laid))


def _begun(tiles: FlatTiles, values: Sequence[Values], heart: int) -> int:
    """How many trains would begin at the tile `heart`: there is one engine, but a tile may be read wrong."""
    return len(_roots(tiles, values, heart))


def _roots(tiles: FlatTiles, values: Sequence[Values], heart: int) -> list[Port]:
    """The ports by which trains begin at the tile `heart`, each way out of it once."""
    everything = ports_of(tiles, values)
    found = []
    for number, port in enumerate(everything.ports):
        value = values[port.tile][port.hand % 2]
        double = values[port.tile][0] == values[port.tile][1]
        if port.tile == heart or (port.place == "side" and value != values[heart][0]):
            continue
        off = everything.points[number] - tiles.middles[heart]
        away = float(np.linalg.norm(off))
        if port.place == "across" and not (double and away < _CLOSE):
            continue
        towards = -float(off @ everything.ways[number]) / max(away, 1e-9)
        if away > _ROUND or towards < _TOWARDS:
            continue
        strange = _STRANGE if value is not None and value != values[heart][0] else 0.0
        aside = _SIDEWAYS if port.place == "side" else 0.0
        found.append((away + (1 - towards) + strange + aside, number, port))
    found.sort(key=lambda each: each[:2])
    taken: list[Port] = []
    for _, _, port in found:
        if all(port.tile != other.tile for other in taken) and not _behind(tiles, heart, port, taken):
            taken.append(port)
    return taken


def _behind(tiles: FlatTiles, heart: int, port: Port, taken: Sequence[Port]) -> bool:
    """Whether a tile stands between this one and the engine: then it follows that one."""
    here = tiles.middles[port.tile] - tiles.middles[heart]
    away = float(np.linalg.norm(here))
    for other in taken:
        there = tiles.middles[other.tile] - tiles.middles[heart]
        along = float(there @ here) / max(away, 1e-9)
        aside = float(np.linalg.norm(there - along * here / max(away, 1e-9)))
        if 0 < along < away and aside < 0.6:
            return True
    return False


Joined = dict[tuple[int, int], Port]
"""By tile and hand, the port of another tile that it touches."""


def _joined(links: Sequence[Link], heart: int, roots: dict[int, Port]) -> Joined:
    """The links that can be together: each hand touches once, a double lies one way, trains do not meet."""
    joined: Joined = {}
    group: dict[int, int] = {}
    rooted = set(roots)
    busy = {(tile, root.hand) for tile, root in roots.items()}

    def top(tile: int) -> int:
        while tile in group:
            tile = group[tile]
        return tile

    for link in links:
        one, other = link.first, link.second
        if heart in (one.tile, other.tile):
            continue
        if any(not _free(port, busy) for port in (one, other)):
            continue
        a, b = top(one.tile), top(other.tile)
        if a == b or (a in rooted and b in rooted):
            continue
        group[a] = b
        if a in rooted:
            rooted.add(b)
        for port, partner in ((one, other), (other, one)):
            busy.add((port.tile, port.hand))
            joined[port.tile, port.hand] = partner
    return joined


def _free(port: Port, busy: set[tuple[int, int]]) -> bool:
    """Whether nothing touches the tile there yet, nor, for a double, the other way."""
    if (port.tile, port.hand) in busy:
        return False
    crosswise = (0, 1) if port.hand > 1 else (2, 3)
    return not any((port.tile, hand) in busy for hand in crosswise)


def _row(tiles: FlatTiles, heart: int, root: Port, joined: Joined) -> Row:
    """The train that begins with the port `root`."""
    laid, port = [], root
    while True:
        laid.append(RowTile(port.tile, port.hand % 2))
        following = joined.get((port.tile, port.hand ^ 1))
        if following is None:
            break
        port = following
    x, y = tiles.middles[root.tile] - tiles.middles[heart]
    return Row(tuple(laid), float(np.degrees(np.arctan2(x, -y)) % 360) % 360)
