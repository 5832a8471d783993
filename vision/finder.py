"""Finds tiles with a net, at the size at which it sees them best."""

from __future__ import annotations

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

_GOOD = 30.0, 110.0
"""Lengths of tiles that the net sees well, pixels; it is trained from half to 1.4 times as long."""

_AIM = 48.0
"""The length that the second look aims at, pixels."""

_LARGEST = 1600
"""The long side of the largest picture that is looked at, pixels."""

_SURE = 0.3
"""A peak's score from which it counts when looks are compared."""


class NetFinder:
    """Looks at a reduced picture, and again at another size where tiles come out too small or too large."""

    def __init__(self, weights: Path | None = None) -> None:
        self._net = Net("finder", weights)

    def find(self, picture: Pixels) -> Found:
        """All outlines that may be dominoes."""
        best, scale = self._best(picture)
        return Found(best.outlines / np.float32(scale) - np.float32(0.5), best.scores)

    def _best(self, picture: Pixels) -> tuple[Peaks, float]:
        """The look that shows most tiles surely, and its scale."""
        long_side = max(picture.shape[:2])
        scale = min(_FIRST / long_side, 1.0)
        looks: list[tuple[float, Peaks, float]] = []
        for _ in range(3):
            seen = self._look(picture, scale)
            sure = seen.scores > _SURE
            looks.append((float(seen.scores[sure].sum()), seen, scale))
            tried = [one[2] for one in looks]
            length = float(np.median(seen.lengths[sure])) if sure.any() else 0.0
            if sure.any() and _GOOD[0] <= length <= _GOOD[1]:
                break
            if sure.any():
                wished = scale * _AIM / length
            else:
                wished = 1024 / long_side if len(looks) == 1 else 224 / long_side
            wished = min(wished, _LARGEST / long_side, max(1.0, _FIRST / long_side))
            if any(abs(np.log(wished / one)) < 0.2 for one in tried):
                break
            scale = wished
        _, seen, scale = max(looks, key=lambda look: look[0])
        return seen, scale

    def _look(self, picture: Pixels, scale: float) -> Peaks:
        """What the net finds in `picture` made `scale` times as large."""
        height, width = picture.shape[:2]
        size = max(round(width * scale), 1), max(round(height * scale), 1)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(picture, size, interpolation=way), dtype=np.uint8)
        return peaks(self._net.run(_blob(small))[0][0])


def _blob(picture: Pixels) -> Array:
    """`picture` as the net's input, filled up at the right and below with its last pixels."""
    height, width = picture.shape[:2]
    filled = cv2.copyMakeBorder(picture, 0, -height % _MULTIPLE, 0, -width % _MULTIPLE, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(filled, 1 / 255, mean=(127.5, 127.5, 127.5)), dtype=np.float32)
