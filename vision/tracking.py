"""Tiles over time: the same tile from reading to reading, and what all its readings together say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import dist, exp, log

from vision.geometry import centre, overlap, sides, turned
from vision.reading import Corners, TileReading

Values = tuple[int | None, int | None]

_STAYED, _PUSHED = 0.3, 1.5
"""How far (lengths of a tile) a tile's middle may be from where it was: left alone, and bumped."""

_GONE = 2
"""So many readings must show a tile's place bare before it counts as taken away."""

_BELIEVED, _PLAIN = 2, 0.98
"""So many readings must show a new tile before it counts as there, unless the first is as certain as this."""

_WEIGHT, _MOST = 4.6, 13.8
"""The most that one reading's evidence weighs, as a logarithm of odds (99 to 1), as any may be wrong, and the
most that all together weigh: another tile may be laid in the same place."""

_VOTES = 3
"""So many readings more for one face than for the other are as good as any number."""

_COVERS, _BELIEVABLE = 0.3, 0.8
"""The share of a tile that another may lie over: what covers more lies in its place, if it is read with that
much confidence."""


@dataclass(frozen=True, slots=True)
class TrackedTile:
    """A tile that lies on the table, known by its `number` for as long as it lies there.

    `evidence` is how much (logarithms of odds) speaks for each pair of values, in the order of `corners`
    (pixels, where it was seen last); `backs` is how many readings more showed its back than its face. So many
    readings have `seen` it; the last `missing` ones showed its place without it. A tile that is `hidden` has
    something lying over it.
    """

    number: int
    corners: Corners
    backs: int = -1
    evidence: Mapping[Values, float] = field(default_factory=dict)
    seen: int = 1
    missing: int = 0
    hidden: bool = False

    @property
    def face_down(self) -> bool:
        """Whether it lies face down."""
        return self.backs > 0

    @property
    def values(self) -> Values:
        """The likeliest values, in the order of `corners`."""
        return max(self.evidence, key=lambda pair: self.evidence[pair], default=(None, None))

    @property
    def certainty(self) -> float:
        """How surely these are its values (0 to 1), against the next likeliest ones.

        >>> corners = ((0, 9), (0, 0), (18, 0), (18, 9))
        >>> round(TrackedTile(1, corners, -1, {(5, 2): 4.0, (5, 3): 1.0}).certainty, 2)
        0.95
        """
        best, second = ([*sorted(self.evidence.values(), reverse=True), 0.0, 0.0])[:2]
        return 1 / (1 + exp(second - best))

    @property
    def is_read(self) -> bool:
        """Whether any reading told what it is."""
        return self.face_down or bool(self.evidence)

    @property
    def believed(self) -> bool:
        """Whether enough readings showed it, or one that leaves no doubt."""
        return self.seen >= _BELIEVED or self.certainty >= _PLAIN


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
    after some readings in which it is; one that nobody could read is not waited for.
    """
    pairs = _pairs(state.tiles, readings)
    matched = set(pairs.values())
    new = [one for number, one in enumerate(readings) if number not in matched]
    unseen = [tile for index, tile in enumerate(state.tiles) if index not in pairs]
    new = [one for one in new if _is_plain(one) or not _lies_over(one, unseen)]
    tiles = []
    for index, tile in enumerate(state.tiles):
        if index in pairs:
            tiles.append(_seen_again(tile, readings[pairs[index]]))
        elif any(_lies_over(one, [tile]) for one in new):
            continue
        elif tile.is_read and not in_sight(tile.corners):
            tiles.append(replace(tile, hidden=True, missing=0))
        elif tile.missing + 1 < _GONE and tile.believed:
            tiles.append(replace(tile, hidden=False, missing=tile.missing + 1))
    for number, one in enumerate(new, state.numbered + 1):
        tiles.append(TrackedTile(number, one.corners, _vote(one), _evidence(one)))
    return Tracked(tuple(tiles), state.numbered + len(new))


def _is_plain(reading: TileReading) -> bool:
    """Whether it can be nothing but a tile: what covers one, a hand, is sometimes taken for some tile."""
    read = reading.face == "down" or (reading.values is not None and None not in reading.values)
    return reading.whole and read and reading.confidence >= _BELIEVABLE


def _lies_over(reading: TileReading, tiles: Sequence[TrackedTile]) -> bool:
    """Whether it covers so much of one of `tiles` that it lies in its place."""
    return any(overlap(tile.corners, reading.corners) > _COVERS for tile in tiles if tile.believed)


def _seen_again(tile: TrackedTile, reading: TileReading) -> TrackedTile:
    """`tile` with what `reading` adds.

    Where there is as much evidence as may be, all of it gives way: only what is between the values counts.
    """
    same_way = _same_way(tile, reading)
    evidence = dict(tile.evidence)
    for values, weight in _evidence(reading).items():
        way: Values = values if same_way else (values[1], values[0])
        evidence[way] = evidence.get(way, 0.0) + weight
        beyond = max(evidence[way] - _MOST, 0.0)
        evidence = {pair: known - beyond for pair, known in evidence.items() if known > beyond}
    return replace(
        tile,
        corners=reading.corners if same_way else turned(reading.corners),
        backs=min(max(tile.backs + _vote(reading), -_VOTES), _VOTES),
        evidence=evidence,
        seen=tile.seen + 1,
        missing=0,
        hidden=False,
    )


def _same_way(tile: TrackedTile, reading: TileReading) -> bool:
    """Whether the reading begins at the same end of the tile: its values say so, or else how it lies."""
    if _same(tile, reading) and reading.values is not None and len(set(reading.values)) == 2:
        return reading.values == tile.values
    (ax, ay), (bx, by) = _towards_begin(tile.corners), _towards_begin(reading.corners)
    return ax * bx + ay * by >= 0


def _vote(reading: TileReading) -> int:
    """1 for a back, -1 for a face."""
    return 1 if reading.face == "down" else -1


def _evidence(reading: TileReading) -> dict[Values, float]:
    """What one reading says of a tile's values: nothing where it is not sure of both."""
    if reading.values is None or None in reading.values or not reading.whole:
        return {}
    chance = min(max(reading.confidence, 0.5), 1 - 1e-6)
    return {reading.values: min(log(chance / (1 - chance)), _WEIGHT)}


def _towards_begin(corners: Corners) -> tuple[float, float]:
    """From a tile's middle to the middle of the short edge of its first half."""
    (ax, ay), (bx, by) = corners[:2]
    x, y = centre(corners)
    return (ax + bx) / 2 - x, (ay + by) / 2 - y


def _pairs(tiles: Sequence[TrackedTile], readings: Sequence[TileReading]) -> dict[int, int]:
    """Which reading shows which tile (by index).

    First those that stayed and show the same, then the same ones that were pushed, then those that stayed and
    show something else: one of both readings is wrong, or another tile lies there.
    """
    options = []
    for i, tile in enumerate(tiles):
        reach = sides(tile.corners)[1]
        for j, reading in enumerate(readings):
            away = dist(centre(tile.corners), centre(reading.corners)) / max(reach, 1e-9)
            same = _same(tile, reading)
            if away <= _STAYED or (away <= _PUSHED and same):
                options.append((not same, away > _STAYED, away, i, j))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for *_, i, j in sorted(options):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _same(tile: TrackedTile, reading: TileReading) -> bool:
    """Whether both show the same two values, or both a back."""
    if reading.face == "down" or tile.face_down:
        return reading.face == "down" and tile.face_down
    if reading.values is None or None in reading.values or None in tile.values:
        return False
    return sorted(map(str, tile.values)) == sorted(map(str, reading.values))
