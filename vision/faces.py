"""Reads the halves of found tiles: round spots that lie as pips do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import rectify, sides
from vision.ink import HALF, MARGIN, Floats, Image, Map, Spots, bar, ink, spots, unexplained
from vision.layouts import misfit
from vision.pipeline import Candidate, Face, Half, Pixels
from vision.reading import Corners

_UNREAD = 0.12  # the most belief in something of a tile's size and colour that can't be read
_RIM = 0.3  # the least share of a tile's rim that has the tile's colour
_NOTHING = Face((Half(None, 0.0), Half(None, 0.0)), 0.0)  # what is seen in a cut that is no tile


@dataclass(frozen=True, slots=True)
class Look:
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


def _look(field: Map) -> Look:
    """What a tile shows if `field` is the ink of its pips."""
    found = spots(field)
    (first, upper), (second, lower) = _half(found, -1), _half(found, 1)
    used = Spots(
        np.concatenate([upper.places, lower.places]),
        np.concatenate([upper.radii, lower.radii]),
        np.concatenate([upper.contrast, lower.contrast]),
        np.concatenate([upper.levels, lower.levels]),
    )
    # one half that fits well makes a tile likely, whatever became of the other
    low, high = sorted((first.confidence, second.confidence))
    fit = max(low * high, 0.3 * high) if len(used) > 2 else low * high
    return Look((first, second), used, fit)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a tile: its best look, how clear the bar is and how little else is drawn (both 0 to 1),
    its own colour (blue, green, red) and its short side in the picture, pixels."""

    look: Look
    line: float
    clean: float
    ground: Floats
    width: float

    @property
    def belief(self) -> float:
        """How surely (0 to 1) this is a tile, as far as it can be told from itself."""
        fit = self.look.fit * (0.4 + 0.6 * self.line) if len(self.look.used) else 0.6 * self.line
        return fit * self.clean


def evidence(patch: Image, width: float) -> Evidence | None:
    """What a rectified tile shows (`HALF`, `MARGIN`); None where the cut has no colour of its own.

    `width` is its short side in the picture, pixels.
    """
    seen = ink(patch)
    if seen.rim < _RIM:
        return None
    line = max(bar(seen.darker), bar(seen.lighter))
    found: list[Evidence] = []
    # dark pips or light ones: first the stronger ink, the other only where that does not fit
    fields = sorted((seen.darker, seen.lighter), key=lambda field: -float(np.percentile(field, 97)))
    for field in fields:
        look = _look(field)
        level = max(16.0, 0.3 * float(np.median(look.used.contrast))) if len(look.used) else 16.0
        dirt = unexplained(seen, look.used, level)
        found.append(Evidence(look, line, float(np.exp(-((dirt / 0.08) ** 2))), seen.ground, width))
        weak = np.percentile(fields[1], 97) < 0.25 * np.percentile(fields[0], 97)
        if len(look.used) and (weak or look.fit > 0.75):
            break
    return max(found, key=lambda one: one.belief)


def faces(pieces: Sequence[Evidence | None]) -> list[Face]:
    """The face of each piece in the light of the others: tiles of a picture are about alike.

    The surest ones say what their colour and size are, and whether this set has bars at all. Without two
    sure ones each piece is judged alone, and none is called face down.
    """
    sure = [one for one in pieces if one and len(one.look.used) and one.look.fit * one.clean > 0.6]
    if len(sure) < 2:
        return [Face(one.look.halves, one.belief) if one else _NOTHING for one in pieces]
    ground = np.median([one.ground for one in sure], axis=0)
    width = float(np.median([one.width for one in sure]))
    barless = float(np.median([one.line for one in sure])) < 0.3
    result: list[Face] = []
    for one in pieces:
        if one is None:
            result.append(_NOTHING)
            continue
        colour = float(np.linalg.norm(one.ground - ground)) / 90
        size = abs(math.log(one.width / width)) / 0.4
        like = 1 / (1 + colour**4) / (1 + size**4)
        empty = not len(one.look.used)
        if barless:
            own = one.look.fit * (0.5 if empty else 0.85)
        elif empty:
            own = 0.9 * one.line
        else:
            own = one.look.fit * (0.4 + 0.6 * one.line)
        if empty and not barless and one.line < 0.1 and one.clean > 0.9:
            result.append(Face(None, 0.8 * like))
            continue
        # looks like the others from outside, though its pips make no sense: not believed, but not forgotten
        floor = _UNREAD * like * max(one.line, one.look.fit, 1 - one.clean)
        result.append(Face(one.look.halves, max(own * one.clean * like, floor)))
    return result


class _Pyramid:
    """A picture and its halved versions, so that a large tile is cut from one near the wanted size."""

    def __init__(self, picture: Pixels) -> None:
        self._pictures = [picture]

    def cut(self, corners: Corners) -> Image:
        """The rectified tile."""
        step = 0
        # 64-fold is enough for a tile that fills the largest picture
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
        pieces = [evidence(pictures.cut(one.corners), sides(one.corners)[0]) for one in candidates]
        return faces(pieces)
