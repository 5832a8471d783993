"""Chooses which candidates are believed, says how sure, and what a person should check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee import DominoSet
from vision.geometry import choose, overlap
from vision.pipeline import Face, Found, Pixels
from vision.reading import Notice, TileReading

SURE = 0.7


@dataclass(frozen=True, slots=True)
class PlainAssessor:
    """Believes the best choice of candidates that do not overlap."""

    def assess(
        self, picture: Pixels, found: Found, faces: Sequence[Face], domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        """The tiles that are believed, whether to ask for a review, and notices for a person."""
        pairs = [(c, f) for c, f in zip(found.candidates, faces, strict=True) if f.tile > 0.1]
        weights = [c.score * f.tile for c, f in pairs]
        clashes: list[list[int]] = [[] for _ in pairs]
        for i, (candidate, _) in enumerate(pairs):
            for j in range(i):
                if overlap(candidate.corners, pairs[j][0].corners) > 0.15:
                    clashes[i].append(j)
                    clashes[j].append(i)
        tiles: list[TileReading] = []
        for i in choose(weights, clashes):
            candidate, face = pairs[i]
            if face.halves is None:
                tiles.append(TileReading(candidate.corners, None, face.tile, "down", candidate.whole))
                continue
            first, second = face.halves
            confidence = min(face.tile, first.confidence, second.confidence)
            tiles.append(
                TileReading(
                    candidate.corners,
                    (first.value, second.value),
                    confidence,
                    whole=candidate.whole,
                    review=confidence < SURE,
                )
            )
        twice = {t for t, n in Counter(t.tile for t in tiles).items() if n > 1 and t is not None}
        notices: list[Notice] = []
        if not tiles:
            notices.append(Notice.NO_TILES)
        if twice:
            notices.append(Notice.DUPLICATE)
            tiles = [replace(t, review=True) if t.tile in twice else t for t in tiles]
        return tuple(tiles), found.leftovers or any(t.review for t in tiles), tuple(notices)
