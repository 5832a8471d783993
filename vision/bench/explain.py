"""Five pictures of what becomes of a photo on its way to a reading, for `docs/reading.md`."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.crops import PLACE, SIZE, Shrinking
from vision.faces import NetFaceReader
from vision.finder import NetFinder, View
from vision.maps import STATES
from vision.overlay import overlay
from vision.pipeline import Faces, Found, Outlines, Pixels
from vision.reader import default_reader

_LINE = (40, 60, 230)
_SIDE = 720
"""Pixels of the long side of the pictures."""


def stages(picture: Pixels) -> Iterator[tuple[str, Pixels]]:
    """The name and the picture of each stage of reading `picture`, in order."""
    finder = NetFinder()
    found = finder.find(picture)
    seen = NetFaceReader().read(picture, found.outlines)
    yield "1-heat", _heat(picture, finder.views(picture)[-1])
    yield "2-outlines", _outlined(picture, found)
    yield "3-first-look", _cutouts(picture, found.outlines, seen)
    yield "4-second-look", _cutouts(picture, seen.outlines, seen)
    yield "5-reading", _reduced(overlay(picture, default_reader().read(picture)))


def _reduced(picture: Pixels) -> Pixels:
    scale = _SIDE / max(picture.shape[:2])
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _heat(picture: Pixels, view: View) -> Pixels:
    """The finder's heat of tile middles (red) and of half middles (green) over the picture made grey."""
    small = _reduced(picture)
    grey = cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.float32) * 0.5
    size = (round(picture.shape[1] * view.scale / 4), round(picture.shape[0] * view.scale / 4))
    for heat, channel in zip(view.maps[:2], (2, 1), strict=True):
        chance = 1 / (1 + np.exp(-heat[: size[1], : size[0]]))
        large = cv2.resize(chance, small.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        grey[..., channel] += 220 * large
    return np.asarray(np.clip(grey, 0, 255), np.uint8)


def _outlined(picture: Pixels, found: Found) -> Pixels:
    """All outlines that may be tiles, the surer the thicker."""
    drawn = picture.copy()
    unit = max(picture.shape[:2]) / _SIDE
    for outline, score in zip(found.outlines, found.scores, strict=True):
        points = np.rint(outline).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(drawn, [points], True, _LINE, max(round(4 * unit * float(score)), 1), cv2.LINE_AA)
    return _reduced(drawn)


def _cutouts(picture: Pixels, outlines: Outlines, seen: Faces) -> Pixels:
    """The likeliest tiles cut out along `outlines`, with the place where a tile should lie."""
    order = np.argsort(seen.states[:, STATES.index("none")], kind="stable")[:12]
    shrinking = Shrinking(picture)
    tiles = []
    for number in order:
        cutout = shrinking.cut(outlines[number]).copy()
        cv2.polylines(cutout, [np.rint(PLACE).astype(np.int32).reshape(-1, 1, 2)], True, _LINE, 1)
        tiles.append(cutout)
    while len(tiles) % 4 or not tiles:
        tiles.append(np.full((SIZE[1], SIZE[0], 3), 255, np.uint8))
    rows = [np.hstack(tiles[start : start + 4]) for start in range(0, len(tiles), 4)]
    return np.asarray(np.vstack(rows), np.uint8)
