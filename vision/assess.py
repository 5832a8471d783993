"""Chooses which tiles are believed, says how sure, and what a person should check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee import DominoSet, Tile
from vision.bodies import odd
from vision.choice import choose
from vision.geometry import is_whole, overlap
from vision.maps import STATES
from vision.notices import notices
from vision.pipeline import Array, Faces, Found, Outlines, Pixels
from vision.reading import Corners, Notice, TileReading
from vision.trust import Evidence, Trust, evidence, logit

_UP, _DOWN, _PART, _NONE, _PRINTED = range(len(STATES))
_CLASH = 0.2  # common area, as a share of the smaller outline, from which two tiles can't both be there
_COPY = 0.15  # distance of middles, in lengths, within which two outlines are one tile seen twice
_WHOLE = 0.5  # share of "face up" against "cut or covered" from which a tile counts
_COVERED = 0.9  # chance of "cut or covered" from which nobody is asked whether the tile counts
_HALF_SEEN = 0.9  # chance of a value from which a half of a covered tile is told
_BELIEVED = 0.4  # chance below which an outline is no tile, though it may still make a person look


@dataclass(frozen=True, eq=False, slots=True)
class Chosen:
    """The outlines that can be tiles together: `index` into all, the `evidence` for each, and `leftover`, the
    chance of the likeliest outline that none of them covers."""

    index: npt.NDArray[np.intp]
    evidence: Evidence
    leftover: float


def choice(trust: Trust, found: Found, faces: Faces) -> Chosen:
    """The likeliest choice among the outlines of `found`, which `faces` show closely."""
    chances = trust.presence(found.scores, faces.states)
    outlines = [_corners(outline) for outline in faces.outlines]
    clashes = _clashes(faces.outlines, outlines)
    # What is there together multiplies, so logarithms of odds add up.
    picked = choose([float(odds) for odds in logit(chances) - logit(np.array(_BELIEVED))], clashes)
    rivals = _rivals(faces.outlines, chances, clashes)
    index = np.array(picked, dtype=np.intp)
    covered = {*picked, *(j for i in picked for j in clashes[i])}
    others = [float(chance) for i, chance in enumerate(chances) if i not in covered]
    table = evidence(found.scores[index], faces.of(index), rivals[index])
    return Chosen(index, table, max(others, default=0.0))


def is_down(states: Array) -> bool:
    """Whether chances of STATES say that a tile lies face down."""
    return bool(states[_DOWN] > max(states[_UP], states[_PART]))


def shows_whole(states: Array) -> bool:
    """Whether chances of STATES say that a tile shows all of its face, so that it counts."""
    return not is_down(states) and bool(states[_UP] > _WHOLE * (states[_UP] + states[_PART]))


def _clashes(array: Array, outlines: Sequence[Corners]) -> list[list[int]]:
    """For each outline the others that can't be tiles beside it."""
    clashes: list[list[int]] = [[] for _ in outlines]
    if not outlines:
        return clashes
    middles = array.mean(axis=1)
    reach = np.linalg.norm(array - middles[:, None], axis=2).max(axis=1)
    for i in range(len(outlines)):
        near = np.linalg.norm(middles[:i] - middles[i], axis=1) < reach[:i] + reach[i]
        for j in map(int, np.flatnonzero(near)):
            if overlap(outlines[i], outlines[j]) > _CLASH:
                clashes[i].append(j)
                clashes[j].append(i)
    return clashes


def _rivals(outlines: Outlines, chances: Array, clashes: Sequence[Sequence[int]]) -> Array:
    """For each outline the chance of the strongest other that claims part of its place, copies left out."""
    middles, sides = outlines.mean(axis=1), outlines[:, [2, 3]] - outlines[:, [1, 0]]
    lengths = np.linalg.norm(sides, axis=2).mean(axis=1)
    rivals = np.zeros(len(outlines), np.float32)
    for i, others in enumerate(clashes):
        apart = [j for j in others if np.linalg.norm(middles[i] - middles[j]) > _COPY * lengths[i]]
        rivals[i] = max((chances[j] for j in apart), default=0.0)
    return rivals


def _corners(outline: Array) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in outline)
    return (a, b, c, d)


@dataclass(frozen=True, slots=True)
class NetAssessor:
    """Believes the best choice of outlines that do not overlap."""

    trust: Trust

    def assess(
        self, picture: Pixels, found: Found, faces: Faces, domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        """The tiles that are believed, whether to ask for a review, and notices for a person."""
        chosen = choice(self.trust, found, faces)
        confidence = self.trust.confidence(chosen.evidence)
        states, values = faces.states, faces.values
        height, width = picture.shape[:2]
        tiles = [
            self._reading(_corners(faces.outlines[i]), states[i], values[i], float(sure), width, height)
            for i, sure in zip(chosen.index, confidence, strict=True)
        ]
        tiles = _lone_back_asked(picture, _without_backs(picture, tiles))
        copies = Counter(tile.tile for tile in tiles if tile.tile)
        twice = {tile for tile, count in copies.items() if count > 1}
        tiles = [
            replace(tile, review=True) if tile.tile in twice or _too_high(tile, domino_set) else tile
            for tile in tiles
        ]
        unread = chosen.leftover > self.trust.suspect
        signs = {
            Notice.NO_TILES: not tiles,
            Notice.UNREAD: unread,
            Notice.DUPLICATE: bool(twice),
        }
        told = [notice for notice, given in signs.items() if given]
        review = unread or any(tile.review for tile in tiles)
        return tuple(tiles), review, (*told, *notices(picture, tiles))

    def _reading(
        self, corners: Corners, states: Array, chances: Array, confidence: float, width: int, height: int
    ) -> TileReading:
        """The tile at `corners`: `states` (STATES) and `chances` of the values of its halves (2 x VALUES)."""
        best, sure = chances.argmax(axis=1), chances.max(axis=1)
        if is_down(states):
            return TileReading(
                corners,
                None,
                float(states[_DOWN]),
                "down",
                is_whole(corners, width, height),
                bool(states[_DOWN] < 0.6),
            )
        whole = shows_whole(states) and is_whole(corners, width, height)
        if whole:
            values = (int(best[0]), int(best[1]))
            return TileReading(corners, values, confidence, review=confidence < self.trust.sure)
        seen = tuple(int(v) if p > _HALF_SEEN else None for v, p in zip(best, sure, strict=True))
        # Where a tile is clearly cut or covered there is nothing to check: the notice says what to do.
        unclear = is_whole(corners, width, height) and float(states[_PART]) < _COVERED
        return TileReading(corners, (seen[0], seen[1]), confidence, whole=False, review=unclear)


def _without_backs(picture: Pixels, tiles: Sequence[TileReading]) -> list[TileReading]:
    """`tiles` with those that were taken for blanks, but have another colour than the faces, face down."""
    counted = [tile for tile in tiles if tile.tile]
    blanks = [tile for tile in counted if tile.values == (0, 0)]
    faces = [tile.corners for tile in counted if tile.values != (0, 0)]
    backs = {
        tile.corners
        for tile, other in zip(blanks, odd(picture, [tile.corners for tile in blanks], faces), strict=True)
        if other
    }
    return [
        replace(tile, values=None, face="down", review=False) if tile.corners in backs else tile
        for tile in tiles
    ]


def _lone_back_asked(picture: Pixels, tiles: Sequence[TileReading]) -> list[TileReading]:
    """`tiles` with a lone back in the colour of the faces marked: it may be the blank, which was not read."""
    faces = [tile for tile in tiles if tile.tile]
    backs = [tile for tile in tiles if tile.face == "down"]
    if len(backs) != 1 or not faces or Tile(0, 0) in {tile.tile for tile in faces}:
        return list(tiles)
    (other,) = odd(picture, [backs[0].corners], [tile.corners for tile in faces])
    return [tile if other or tile is not backs[0] else replace(tile, review=True) for tile in tiles]


def _too_high(tile: TileReading, domino_set: DominoSet | None) -> bool:
    """Whether a half shows more pips than the set has."""
    if domino_set is None or tile.values is None:
        return False
    return any(value is not None and value > domino_set.max_pip for value in tile.values)
