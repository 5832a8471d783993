"""Tiles over time: the same tile from reading to reading, and what all its readings together say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist, exp, log

from vision.geometry import centre, sides, turned
from vision.reading import Corners, TileReading

Values = tuple[int | None, int | None]

_STAYED, _PUSHED = 0.3, 1.5
"""How far (lengths of a tile) a tile's middle may be from where it was: left alone, and bumped."""

_GONE = 3
"""So many readings must show a tile's place without it before it counts as taken away."""

_BELIEVED = 2
"""So many readings must show a new tile before it counts as there."""

_WEIGHT = 4.6
"""The most that one reading's evidence weighs, as a logarithm of odds (99 to 1): any reading may be wrong."""


@dataclass(frozen=True, slots=True)
class TrackedTile:
    """A tile that lies on the table, known by its `number` for as long as it lies there.

    `evidence` is how much (logarithms of odds) speaks for each pair of values, in the order of `corners`
    (pixels, where it was seen last). So many readings have `seen` it; the last `missing` ones showed its
    place without it. A tile that is `hidden` has something lying over it.
    """

    number: int
    corners: Corners
    face_down: bool
    evidence: Mapping[Values, float] = field(default_factory=dict)
    seen: int = 1
    missing: int = 0
    hidden: bool = False

    @property
    def values(self) -> Values:
        """The likeliest values, in the order of `corners`."""
        return max(self.evidence, key=lambda pair: self.evidence[pair], default=(None, None))

    @property
    def certainty(self) -> float:
        """How surely these are its values (0 to 1), against the next likeliest ones.

        >>> corners = ((0, 9), (0, 0), (18, 0), (18, 9))
        >>> round(TrackedTile(1, corners, False, {(5, 2): 4.0, (5, 3): 1.0}).certainty, 2)
        0.95
        """
        best, second = ([*sorted(self.evidence.values(), reverse=True), 0.0, 0.0])[:2]
        return 1 / (1 + exp(second - best))

    @property
    def believed(self) -> bool:
        """Whether enough readings showed it."""
        return self.seen >= _BELIEVED


@dataclass(frozen=True, slots=True)
class Tracked:
    """All tiles that lie on the table, and how many there have been."""

    tiles: tuple[TrackedTile, ...] = ()
    numbered: int = 0


InSight = Callable[[Corners], bool]
"""Whether nothing but the table, or a tile, can be what the picture shows within an outline (pixels)."""


def step(state: Tracked, readings: Sequence[TileReading], in_sight: InSight) -> Tracked:
    """`state` after one more reading of a settled picture.

    A tile that is not seen any more is hidden as long as its place is not `in_sight`, and is taken away
    after some readings in which it is.
    """
    pairs = _pairs(state.tiles, readings)
    tiles = []
    for index, tile in enumerate(state.tiles):
        if index in pairs:
            tiles.append(_seen_again(tile, readings[pairs[index]]))
        elif not in_sight(tile.corners):
            tiles.append(replace(tile, hidden=True, missing=0))
        elif tile.missing + 1 < _GONE and tile.believed:
            tiles.append(replace(tile, hidden=False, missing=tile.missing + 1))
    matched = set(pairs.values())
    new = [one for number, one in enumerate(readings) if number not in matched]
    for number, one in enumerate(new, state.numbered + 1):
        tiles.append(TrackedTile(number, one.corners, one.face == "down", _evidence(one)))
    return Tracked(tuple(tiles), state.numbered + len(new))


def _seen_again(tile: TrackedTile, reading: TileReading) -> TrackedTile:
    """`tile` with what `reading` adds."""
    same_way = dist(_begin(tile.corners), _begin(reading.corners)) <= dist(
        _begin(tile.corners), _begin(turned(reading.corners))
    )
    corners = reading.corners if same_way else turned(reading.corners)
    evidence = dict(tile.evidence)
    for values, weight in _evidence(reading).items():
        way: Values = values if same_way else (values[1], values[0])
        evidence[way] = evidence.get(way, 0.0) + weight
    return replace(
        tile,
        corners=corners,
        face_down=reading.face == "down",
        evidence=evidence,
        seen=tile.seen + 1,
        missing=0,
        hidden=False,
    )


def _evidence(reading: TileReading) -> dict[Values, float]:
    """What one reading says of a tile's values: nothing where it is not sure of both."""
    if reading.values is None or None in reading.values or not reading.whole:
        return {}
    chance = min(max(reading.confidence, 0.5), 1 - 1e-6)
    return {reading.values: min(log(chance / (1 - chance)), _WEIGHT)}


def _begin(corners: Corners) -> tuple[float, float]:
    """The middle of the short edge of the first half."""
    (ax, ay), (bx, by) = corners[:2]
    return (ax + bx) / 2, (ay + by) / 2


def _pairs(tiles: Sequence[TrackedTile], readings: Sequence[TileReading]) -> dict[int, int]:
    """Which reading shows which tile (by index): first those that stayed, then those that were pushed.

    Only a tile with the same values can have been pushed: another one nearby is another tile.
    """
    options = []
    for i, tile in enumerate(tiles):
        reach = sides(tile.corners)[1]
        for j, reading in enumerate(readings):
            away = dist(centre(tile.corners), centre(reading.corners)) / max(reach, 1e-9)
            same = _same(tile, reading)
            if away <= _STAYED or (away <= _PUSHED and same):
                options.append((away > _STAYED, not same, away, i, j))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for *_, i, j in sorted(options):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _same(tile: TrackedTile, reading: TileReading) -> bool:
    """Whether both show the same two values."""
    if reading.values is None or None in reading.values or None in tile.values:
        return False
    return set(tile.values) == set(reading.values)
