"""Finds tiles with a net, at the size at which it sees them best."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.nets import Net
from vision.peaks import Peaks, peaks
from vision.pipeline import Array, Found, Pixels

_MULTIPLE = 32
"""The net's pictures have sides of multiples of this."""

_FIRST = 512
"""The long side of the picture that is looked at first, pixels."""

_GOOD = 46.0, 90.0
"""Lengths of tiles that the net sees well, pixels; it is trained from 20 to 150."""

_POOR = 30.0
"""A view in which tiles are shorter than this is left out where there is a better one."""

_AIM = 64.0
"""The length that a further look aims at, pixels."""

_FEW = 4
"""With fewer tiles than this the picture may be a close-up, whose tiles are too large to be seen."""

_CLOSE, _FAR = 160, 1024
"""Long sides of the pictures in which close-ups, and small tiles, are looked for."""

_SHARE, _LEAST, _MOST = 0.25, 500_000, 1_500_000
"""A look takes at most this share of the picture's pixels, or the first number where that is more; never more
than the second. It bounds the time, and memory on a small computer."""

_ENLARGED = 1.5
"""No look enlarges a picture by more than this: there is nothing more to see."""

_LOOKS = 4
"""No more looks than this."""

_NEAR = 0.2
"""Logarithm of the ratio of two scales below which a look would show the same again."""

WEAK = 0.045
"""A score below which outlines are not looked at closely: few of them are tiles, and each look takes time."""

_COPY = 0.2
"""Corners within this share of a tile's length belong to the same tile, seen in two views."""

_SURE = 0.3
"""A peak's score from which it counts when the next scale is chosen."""


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """What the net made of a picture `scale` times as large: its `maps`, and the tiles in them."""

    scale: float
    maps: Array
    peaks: Peaks

    @property
    def sure(self) -> Array:
        """Scores of the peaks that count."""
        return self.peaks.scores[self.peaks.scores > _SURE]

    @property
    def length(self) -> float:
        """The median length of the tiles that count, in the net's pixels; 0 without any."""
        lengths = self.peaks.lengths[self.peaks.scores > _SURE]
        return float(np.median(lengths)) if len(lengths) else 0.0


class NetFinder:
    """Looks at a reduced picture, and again at another size where tiles come out too small or too large."""

    def __init__(self, weights: Path | None = None) -> None:
        self._net = Net("finder", ["maps"], weights)

    def find(self, picture: Pixels, length: float | None = None) -> Found:
        """All outlines that may be dominoes, from all good views: one may show what another misses.

        Where the `length` of tiles (pixels) is known, one look is enough.
        """
        if length is not None:
            return merged([_in_picture(self.look(picture, min(_AIM / length, _ENLARGED)))])
        views = self.views(picture)
        good = [view for view in views if view.length >= _POOR]
        return merged([_in_picture(view) for view in good or views])

    def views(self, picture: Pixels) -> list[View]:
        """The looks that were needed, each at another scale."""
        views: list[View] = []
        scale: float | None = min(_FIRST / max(picture.shape[:2]), 1.0)
        while scale is not None and len(views) < _LOOKS:
            views.append(self.look(picture, scale))
            scale = _next_scale(picture, views)
        return views

    def look(self, picture: Pixels, scale: float) -> View:
        """What the net sees in `picture` made `scale` times as large."""
        height, width = picture.shape[:2]
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        maps = self._net.run(_blob(_resized(picture, size)))[0][0]
        return View(scale, maps, peaks(maps))


def merged(found: list[Found]) -> Found:
    """All that was found, without what is a weaker copy of something stronger, the surest first."""
    outlines = np.concatenate([one.outlines for one in found])
    scores = np.concatenate([one.scores for one in found])
    order = np.argsort(-scores, kind="stable")
    outlines, scores = outlines[order], scores[order]
    sides = outlines[:, [2, 3]] - outlines[:, [1, 0]]
    limits = _COPY * np.linalg.norm(sides, axis=2).mean(axis=1)
    turned = np.roll(outlines, 2, axis=1)
    kept: list[int] = []
    for i, own in enumerate(outlines[scores > WEAK]):
        straight = np.abs(outlines[kept] - own).max(axis=(1, 2))
        ended = np.abs(turned[kept] - own).max(axis=(1, 2))
        if not (np.minimum(straight, ended) < limits[kept]).any():
            kept.append(i)
    return Found(outlines[kept], scores[kept])


def _in_picture(view: View) -> Found:
    """What `view` shows, in pixels of the picture."""
    return Found(view.peaks.outlines / np.float32(view.scale) - np.float32(0.5), view.peaks.scores)


def _next_scale(picture: Pixels, views: list[View]) -> float | None:
    """The scale of the next look after `views`; None when no other promises more."""
    height, width = picture.shape[:2]
    best = max(views, key=lambda view: float(view.sure.sum()))
    if len(views) == 1 and len(best.sure) < _FEW:
        wished = _CLOSE / max(height, width)
    elif len(best.sure):
        if _GOOD[0] <= best.length <= _GOOD[1]:
            return None
        wished = best.scale * _AIM / best.length
    else:
        wished = _FAR / max(height, width)
    pixels = min(max(_SHARE * height * width, _LEAST), _MOST)
    wished = min(wished, float(np.sqrt(pixels / (height * width))), _ENLARGED)
    return None if any(abs(np.log(wished / view.scale)) < _NEAR for view in views) else wished


def _resized(picture: Pixels, size: tuple[int, int]) -> Pixels:
    """`picture` with `size` (width, height): halved as often as goes, which is fast, and then fitted."""
    height, width = picture.shape[:2]
    while min(width / size[0], height / size[1]) >= 2 and width % 2 == height % 2 == 0:
        width, height = width // 2, height // 2
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    way = cv2.INTER_AREA if 2 * size[0] < width else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)


def _blob(picture: Pixels) -> Array:
    """`picture` as the net's input, filled up at the right and below with its last pixels."""
    height, width = picture.shape[:2]
    filled = cv2.copyMakeBorder(picture, 0, -height % _MULTIPLE, 0, -width % _MULTIPLE, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(filled, 1 / 255, mean=(127.5, 127.5, 127.5)), dtype=np.float32)
