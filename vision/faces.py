"""Reads the halves of found tiles: round spots that lie as pips do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import rectify, sides
from vision.ink import HALF, MARGIN, Image, Ink, Map, Spots, bar, ink, spots, unexplained
from vision.layouts import misfit
from vision.pipeline import Candidate, Face, Half, Pixels
from vision.reading import Corners

NOTHING = Face((Half(None, 0.0), Half(None, 0.0)), 0.0)


@dataclass(frozen=True, slots=True)
class _Look:
    """One way to see a tile: what its halves show, by which spots, and how well they fit (0 to 1)."""

    halves: tuple[Half, Half]
    used: Spots
    fit: float


def _half(found: Spots, sign: int) -> tuple[Half, Spots]:
    """The value of the upper (`sign` -1) or lower (1) half, and the spots that make it."""
    shift = (0, 0.5 * sign)
    own = found.pick(np.abs(found.places - shift).max(axis=1) < 0.47)
    # a pin or a piece of the bar sits on the middle line
    own = own.pick(np.abs(own.places[:, 1]) > 0.07)
    if len(own) == 0:
        return Half(0, 0.9), own
    strong = own.pick(own.contrast > 0.4 * np.median(np.sort(own.contrast)[-4:]))
    like = strong.pick(np.abs(np.log(strong.radii / np.median(strong.radii))) < 0.35)
    best, used = Half(len(strong), 0.0), strong
    for subset in (strong, own, like, own.pick(own.levels > 1)):
        if len(subset) == 0:
            continue
        off = misfit(subset.places - shift)
        spread = float(np.std(np.log(subset.radii)))
        confidence = float(np.clip(1.15 - off / 0.12, 0, 1) * np.clip(1.3 - spread / 0.3, 0, 1))
        confidence *= (len(subset) / len(own)) ** 0.5
        if confidence > best.confidence:
            best, used = Half(len(subset), confidence), subset
    return best, used


def _look(field: Map) -> _Look:
    found = spots(field)
    (first, upper), (second, lower) = _half(found, -1), _half(found, 1)
    used = Spots(
        np.concatenate([upper.places, lower.places]),
        np.concatenate([upper.radii, lower.radii]),
        np.concatenate([upper.contrast, lower.contrast]),
        np.concatenate([upper.levels, lower.levels]),
    )
    return _Look((first, second), used, first.confidence * second.confidence)


def _belief(seen: Ink, look: _Look, line: float) -> float:
    """How surely (0 to 1) a tile shows what `look` says: little else is drawn on it but a bar."""
    level = max(16.0, 0.3 * float(np.median(look.used.contrast))) if len(look.used) else 16.0
    dirt = unexplained(seen, look.used, level)
    fit = look.fit * (0.4 + 0.6 * line) if len(look.used) else 0.6 * line
    return fit * float(np.exp(-((dirt / 0.08) ** 2)))


def read_face(patch: Image) -> Face:
    """The face on a rectified tile (see `rectify`; `HALF`, `MARGIN`)."""
    seen = ink(patch)
    if seen.flat < 0.15:
        return NOTHING
    line = max(bar(seen.darker), bar(seen.lighter))
    best, belief = None, -1.0
    # dark pips or light ones: first the stronger ink, the other only where that does not fit
    for field in sorted((seen.darker, seen.lighter), key=lambda field: -float(np.percentile(field, 97))):
        look = _look(field)
        found = _belief(seen, look, line)
        if best is None or found > belief:
            best, belief = look, found
        if look.fit > 0.75 and len(look.used):
            break
    return NOTHING if best is None else Face(best.halves, belief)


class _Pyramid:
    """A picture and its halved versions, so that a large tile is cut from one near the wanted size."""

    def __init__(self, picture: Pixels) -> None:
        self._pictures = [picture]

    def cut(self, corners: Corners) -> Image:
        """The rectified tile."""
        step = 0
        while sides(corners)[0] / 2 ** (step + 1) > 1.1 * HALF and step < 6:
            step += 1
        while len(self._pictures) <= step:
            last = self._pictures[-1]
            self._pictures.append(
                np.asarray(cv2.resize(last, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
            )
        picture, whole = self._pictures[step], self._pictures[0]
        zoom = (picture.shape[1] / whole.shape[1], picture.shape[0] / whole.shape[0])
        return rectify(picture, (np.asarray(corners) + 0.5) * zoom - 0.5, HALF, MARGIN)


@dataclass(frozen=True, slots=True)
class SpotFaceReader:
    """Reads faces by counting round spots."""

    def read(self, picture: Pixels, candidates: Sequence[Candidate]) -> Sequence[Face]:
        """One face for each candidate, in the same order."""
        pictures = _Pyramid(picture)
        return [read_face(pictures.cut(candidate.corners)) for candidate in candidates]
