"""Sets of tiles as bits of one number: quick to compare, to join and to search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from referee.tiles import Tile


def bit(tile: Tile) -> int:
    """The set of this tile alone."""
    return 1 << tile.number


def tile_bits(tiles: Iterable[Tile]) -> int:
    """The set of all `tiles`.

    >>> bin(tile_bits([Tile(0, 0), Tile(1, 1)]))
    '0b101'
    """
    bits = 0
    for tile in tiles:
        bits |= 1 << tile.number
    return bits


def tiles_in(bits: int) -> Iterator[Tile]:
    """The tiles of a set, the lowest number first.

    >>> [str(tile) for tile in tiles_in(0b101)]
    ['0-0', '1-1']
    """
    while bits:
        lowest = bits & -bits
        yield tile_of(lowest.bit_length() - 1)
        bits ^= lowest


def each(bits: int) -> Iterator[int]:
    """Each tile of a set as a set of its own, the lowest number first.

    >>> list(each(0b101))
    [1, 4]
    """
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


@cache
def tile_of(number: int) -> Tile:
    """The tile with this `Tile.number`."""
    high = 0
    while (high + 1) * (high + 2) // 2 <= number:
        high += 1
    return Tile(high, number - high * (high + 1) // 2)


@cache
def tile_with(half: int, other: int) -> Tile:
    """The tile with these halves, made once and kept."""
    return Tile(half, other)


@cache
def suit(value: int, max_pip: int) -> int:
    """All tiles of a double-`max_pip` set that have a half `value` (`docs/rules.md`, Words)."""
    return tile_bits(Tile(value, other) for other in range(max_pip + 1))


@cache
def doubles(max_pip: int) -> int:
    """All doubles of a double-`max_pip` set."""
    return tile_bits(Tile(value, value) for value in range(max_pip + 1))
