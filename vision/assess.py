"""Chooses which candidates are believed, says how sure, and what a person should check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee import DominoSet
from vision.choice import choose
from vision.geometry import halves, overlap, sides
from vision.notices import notices
from vision.pipeline import Candidate, Face, Found, Pixels
from vision.reading import Corners, Notice, TileReading

SURE = 0.7  # below this confidence a person is asked
_BELIEVED = 0.15  # below this a candidate is no tile
_SUSPECT = 0.04  # above this it may still be one
_OUTLINED = 0.7  # score of a candidate that is worth a second look
_INSIDE = 0.8  # the share of a half in the picture below which its pips can't be counted


def _clashes(candidates: Sequence[Candidate]) -> list[list[int]]:
    """For each candidate the others that can't be tiles beside it."""
    clashes: list[list[int]] = [[] for _ in candidates]
    middles = np.array([np.mean(c.corners, axis=0) for c in candidates]).reshape(-1, 2)
    longs = np.array([sides(c.corners)[1] for c in candidates])
    for i, candidate in enumerate(candidates):
        near = np.linalg.norm(middles[:i] - middles[i], axis=1) < 0.6 * (longs[:i] + longs[i])
        for j in map(int, np.flatnonzero(near)):
            if overlap(candidate.corners, candidates[j].corners) > 0.15:
                clashes[i].append(j)
                clashes[j].append(i)
    return clashes


def _reading(candidate: Candidate, face: Face, width: int, height: int) -> TileReading:
    """One believed candidate of a picture of that size (pixels) as a reading."""
    if face.halves is None:
        confidence, values = face.tile, None
    else:
        confidence = min(face.tile, face.halves[0].confidence, face.halves[1].confidence)
        frame: Corners = ((0, 0), (width, 0), (width, height), (0, height))
        inside = [overlap(half, frame) > _INSIDE for half in halves(candidate.corners)]
        first, second = (half.value for half in face.halves)
        values = (first if inside[0] else None, second if inside[1] else None)
    return TileReading(
        corners=candidate.corners,
        values=values,
        confidence=float(confidence),
        face="down" if face.halves is None else "up",
        whole=candidate.whole,
        review=bool(confidence < SURE) or not candidate.whole,
    )


def _leftover(found: Found, faces: Sequence[Face], tiles: Sequence[TileReading]) -> bool:
    """Whether something that may be a tile lies where none was read."""
    for candidate, face in zip(found.candidates, faces, strict=True):
        if candidate.score > _OUTLINED and face.tile > _SUSPECT and face.halves is not None:
            shared = [overlap(candidate.corners, tile.corners) for tile in tiles]
            if sum(shared) < 0.3:
                return True
    return False


@dataclass(frozen=True, slots=True)
class PlainAssessor:
    """Believes the best choice of candidates that do not overlap."""

    def assess(
        self, picture: Pixels, found: Found, faces: Sequence[Face], domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        """The tiles that are believed, whether to ask for a review, and notices for a person."""
        pairs = [(c, f) for c, f in zip(found.candidates, faces, strict=True) if f.tile > _BELIEVED]
        weights = [candidate.score * face.tile for candidate, face in pairs]
        chosen = choose(weights, _clashes([candidate for candidate, _ in pairs]))
        height, width = picture.shape[:2]
        tiles = [_reading(*pairs[i], width, height) for i in chosen]
        unread = found.leftovers or _leftover(found, faces, tiles)
        copies = Counter(tile.tile for tile in tiles if tile.tile)
        twice = {tile for tile, count in copies.items() if count > 1}
        tiles = [
            replace(tile, review=True) if tile.tile in twice or _too_high(tile, domino_set) else tile
            for tile in tiles
        ]
        signs = {
            Notice.NO_TILES: not tiles,
            Notice.UNREAD: unread,
            Notice.DUPLICATE: bool(twice),
        }
        review = unread or any(tile.review for tile in tiles)
        told = tuple(notice for notice, given in signs.items() if given)
        return tuple(tiles), review, (*told, *notices(picture, tiles))


def _too_high(tile: TileReading, domino_set: DominoSet | None) -> bool:
    """Whether a half shows more pips than the set has."""
    if domino_set is None or tile.values is None:
        return False
    return any(value is not None and value > domino_set.max_pip for value in tile.values)
