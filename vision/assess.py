"""Chooses which candidates are believed, says how sure, and what a person should check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee import DominoSet
from vision.choice import choose
from vision.geometry import halves, overlap, rectify, sides
from vision.pipeline import Candidate, Face, Found, Pixels
from vision.reading import Corners, Notice, TileReading

SURE = 0.7  # below this confidence a person is asked
_BELIEVED = 0.15  # below this a candidate is no tile
_SUSPECT = 0.04  # above this it may still be one
_OUTLINED = 0.7  # score of a candidate that is worth a second look
_DARK = 70.0  # level (0 to 255) that the lightest things in a picture should pass
_SMALL = 24.0  # pixels of the median short side, below which a person should come nearer
_INSIDE = 0.8  # the share of a half in the picture below which its pips can't be counted
_CUT = 56  # pixels of the side of a half in the cut whose sharpness is measured
_SHARP = 0.2  # least step over two pixels of that cut, as a share of the tile's contrast


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


def _blurred(picture: Pixels, tiles: Sequence[TileReading]) -> bool:
    """Whether no edge on the tiles is sharp; the few that are looked at stand for all."""
    steps = []
    for tile in tiles[:6]:
        cut = cv2.cvtColor(rectify(picture, tile.corners, _CUT, 0), cv2.COLOR_BGR2GRAY).astype(np.float32)
        contrast = float(np.percentile(cut, 98) - np.percentile(cut, 2))
        step = float(np.percentile(np.abs(cut[2:] - cut[:-2]), 99.5))
        steps.append(step / max(contrast, 1.0))
    return bool(steps) and float(np.median(steps)) < _SHARP


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
        small = tiles and float(np.median([sides(tile.corners)[0] for tile in tiles])) < _SMALL
        signs = {
            Notice.NO_TILES: not tiles,
            Notice.UNREAD: unread,
            Notice.CUT_OFF: any(not tile.whole for tile in tiles),
            Notice.DUPLICATE: bool(twice),
            Notice.TOO_DARK: float(np.percentile(picture[::8, ::8], 98)) < _DARK,
            Notice.TOO_SMALL: bool(small),
            Notice.BLURRED: _blurred(picture, tiles),
        }
        review = unread or any(tile.review for tile in tiles)
        return tuple(tiles), review, tuple(notice for notice, given in signs.items() if given)


def _too_high(tile: TileReading, domino_set: DominoSet | None) -> bool:
    """Whether a half shows more pips than the set has."""
    if domino_set is None or tile.values is None:
        return False
    return any(value is not None and value > domino_set.max_pip for value in tile.values)
