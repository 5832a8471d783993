"""What is right and wrong about a reading of a picture whose tiles are known: pure counting."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee import DominoSet, Tile
from vision.bench.share import Share
from vision.bench.trust import Bin, reliability
from vision.geometry import centre, turned
from vision.reading import Corners, Reading, TileReading

_NEAR = 0.4
"""A tile that was read belongs to a true one when their middles are nearer than this, in tile lengths."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is to be read in `file`.

    `values` are the whole face-up tiles, in the order of `corners` where those are known; `partial` the cut
    or covered ones that a person could still read: reading them is not wrong, leaving them out neither.
    `cut` counts all that are cut or covered, `face_down` the backs. `groups` say what kind of picture it is;
    `source` who took it (no report names it).
    """

    file: str
    values: tuple[tuple[int, int], ...]
    partial: tuple[Tile, ...] = ()
    corners: tuple[Corners, ...] | None = None
    domino_set: DominoSet | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    source: str | None = None
    cut: int = 0
    face_down: int = 0

    @property
    def tiles(self) -> Counter[Tile]:
        """How many there are of each tile."""
        return Counter(Tile(*values) for values in self.values)

    @property
    def empty(self) -> bool:
        """Whether no face-up tile shows, not even a cut one."""
        return not self.values and not self.partial and not self.cut


@dataclass(frozen=True, slots=True)
class Score:
    """How one picture was read.

    `missed` true tiles were not read, `extra` ones were read that are not there, `hit` were read right;
    `total_right` compares pips. `off` is how far each located tile's worst corner is from the truth, in tile
    lengths; `end_for_end` says of each right tile with two different halves whether they are exchanged.
    `milliseconds` to decode and read, None where the picture was refused.

    `read` has the confidence of each tile that was read and whether it is right; `unflagged` how many of them
    ask for no look of their own; `backs` how many tiles were said to lie face down.
    """

    truth: Truth
    missed: tuple[Tile, ...]
    extra: tuple[Tile, ...]
    hit: Counter[Tile]
    total_right: bool
    flagged: bool
    off: tuple[float, ...] = ()
    end_for_end: tuple[bool, ...] = ()
    milliseconds: float | None = None
    read: tuple[tuple[float, bool], ...] = ()
    unflagged: int = 0
    backs: int = 0

    @property
    def exact(self) -> bool:
        """Whether all tiles were read, and no other."""
        return not self.missed and not self.extra

    @property
    def silent(self) -> bool:
        """Whether the reading is wrong and asks nobody to look."""
        return not self.exact and not self.flagged


def score(truth: Truth, reading: Reading | None, milliseconds: float | None = None) -> Score:
    """Compare `reading` (None: the picture was refused) with `truth`."""
    tiles = reading.tiles if reading else ()
    want, got = truth.tiles, Counter(read.tile for read in tiles if read.tile)
    missed, extra = want - got, got - want - Counter(truth.partial)
    exact = not missed and not extra
    off, end_for_end = _placing(truth, tiles)
    return Score(
        truth=truth,
        missed=tuple(sorted(missed.elements())),
        extra=tuple(sorted(extra.elements())),
        hit=want & got,
        total_right=exact or _pips(got) == _pips(want),
        flagged=reading is None or reading.review,
        off=off,
        end_for_end=end_for_end,
        milliseconds=milliseconds,
        read=_judged(tiles, want + Counter(truth.partial)),
        unflagged=sum(read.tile is not None and not read.review for read in tiles),
        backs=sum(read.face == "down" for read in tiles),
    )


def _judged(tiles: Sequence[TileReading], there: Counter[Tile]) -> tuple[tuple[float, bool], ...]:
    """The confidence of each tile that was read, and whether it is `there`; of equal ones the surest is."""
    left, judged = there.copy(), []
    for read in sorted(tiles, key=lambda read: -read.confidence):
        if read.tile is not None:
            judged.append((read.confidence, left[read.tile] > 0))
            left[read.tile] -= 1
    return tuple(judged)


def _pips(tiles: Counter[Tile]) -> int:
    return sum(tile.pips * count for tile, count in tiles.items())


def _placing(truth: Truth, tiles: Sequence[TileReading]) -> tuple[tuple[float, ...], tuple[bool, ...]]:
    """How far corners are off, and which tiles are read end for end."""
    off, end_for_end = [], []
    for values, corners in zip(truth.values, truth.corners, strict=True) if truth.corners else ():
        length = max(math.dist(corners[a], corners[b]) for a, b in ((0, 3), (1, 2), (0, 1)))
        middle = centre(corners)
        near = [t for t in tiles if math.dist(centre(t.corners), middle) < _NEAR * length]
        if not near:
            continue
        tile = min(near, key=lambda t: math.dist(centre(t.corners), middle))
        straight, around = (
            max(map(math.dist, found, corners)) / length for found in (tile.corners, turned(tile.corners))
        )
        off.append(min(straight, around))
        if values[0] != values[1] and tile.tile == Tile(*values):
            end_for_end.append((straight > around) != (tile.values != values))
    return tuple(off), tuple(end_for_end)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of many pictures; `groups` has the exact hands of each kind of picture.

    `empty` are the pictures without a face-up tile in which one was read that asks for no look. Of the backs,
    `face_down` is the share that was found; `extra_backs` are not there.
    """

    hand: Share
    tile: Share
    extra: int
    total: Share
    silent: Share
    flagged: Share
    refused: int
    source_mean: float | None
    off: tuple[float, ...]
    end_for_end: Share
    milliseconds: tuple[float, ...]
    groups: Mapping[tuple[str, str], Share]
    halves: Mapping[int, Share]
    reliability: tuple[Bin, ...]
    empty: Share
    face_down: Share
    extra_backs: int


def summary(scores: Sequence[Score]) -> Summary:
    """Add up `scores`."""
    number = len(scores)
    groups = defaultdict(list)
    for one in scores:
        for group in one.truth.groups.items():
            groups[group].append(one.exact)
    want, hit = Counter[int](), Counter[int]()
    for one in scores:
        for tile, count in one.truth.tiles.items():
            for value in (tile.high, tile.low):
                want[value] += count
                hit[value] += one.hit[tile]
    return Summary(
        hand=Share(sum(s.exact for s in scores), number),
        tile=Share(sum(s.hit.total() for s in scores), sum(len(s.truth.values) for s in scores)),
        extra=sum(len(s.extra) for s in scores),
        total=Share(sum(s.total_right for s in scores), number),
        silent=Share(sum(s.silent for s in scores), number),
        flagged=Share(sum(s.flagged for s in scores), number),
        refused=sum(s.milliseconds is None for s in scores),
        source_mean=_source_mean(scores),
        off=tuple(sorted(distance for s in scores for distance in s.off)),
        end_for_end=Share.of(swapped for s in scores for swapped in s.end_for_end),
        milliseconds=tuple(sorted(s.milliseconds for s in scores if s.milliseconds is not None)),
        groups={group: Share.of(groups[group]) for group in sorted(groups)},
        halves={value: Share(hit[value], want[value]) for value in sorted(want)},
        reliability=reliability([each for s in scores for each in s.read]),
        empty=Share.of(s.unflagged > 0 for s in scores if s.truth.empty),
        face_down=Share(
            sum(min(s.backs, s.truth.face_down) for s in scores), sum(s.truth.face_down for s in scores)
        ),
        extra_backs=sum(max(0, s.backs - s.truth.face_down) for s in scores),
    )


def _source_mean(scores: Sequence[Score]) -> float | None:
    """The mean of the sources' exact shares, those with fewer than four pictures together as one."""
    by_source = defaultdict(list)
    for one in scores:
        if one.truth.source is not None:
            by_source[one.truth.source].append(one.exact)
    few = [exact for exacts in by_source.values() if len(exacts) < 4 for exact in exacts]
    lists = [exacts for exacts in by_source.values() if len(exacts) >= 4] + ([few] if few else [])
    return statistics.mean(Share.of(exacts).value for exacts in lists) if lists else None
