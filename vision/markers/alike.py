"""What looks like the marker where nothing else tells it: it was there at first, or came with its tile."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import cv2
import numpy as np

from vision.changes import Mask
from vision.ground import View, grown, zones
from vision.markers.look import MarkerLook, off_look
from vision.reading import Corners
from vision.things import Thing, thing_of, tile_area

_LIKE = 16.0  # how far the colour of a pixel of the marker may be off
_APART = 22.0  # how far the ground around it must be off
_EDGE = 1  # pixels of the marker's edge, which are mixed with the ground
_COMPACT = 0.6  # share of its box that the marker fills
_SAME = 1.0  # widths of a marker between two sights of the same one


def with_alike(
    things: Sequence[Thing], seen: View, tiles: Sequence[Corners], look: MarkerLook
) -> tuple[Thing, ...]:
    """`things`, and what besides looks like the marker; `tiles` are the outlines of all (pixels).

    For what lay there from the first picture on, and is ground therefore, and for what lies on a tile that
    was never seen without it. It must be as large and as compact as the marker, and unlike all that is around
    it; on tiles it is not looked for where nobody knows how large it is, as pips have its colour too. Takes
    two milliseconds.
    """
    unit = tile_area(seen, tiles)
    if unit <= 0:
        return tuple(things)
    off = off_look(look, seen.now)
    near = off < _LIKE
    if look.area is None:
        near &= ~zones(seen, tiles)[0]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(near.astype(np.uint8))
    found = list(things)
    size = seen.ground.size
    for label in range(1, count):
        left, top, width, height, area = (int(number) for number in stats[label])
        if (
            min(left, top, off.shape[1] - left - width, off.shape[0] - top - height) < _EDGE
            or area < _COMPACT * width * height
            or area > unit
            or not _stands_out(off, labels, label, stats[label])
        ):
            continue
        blob = grown(np.pad(labels[top : top + height, left : left + width] == label, _EDGE), _EDGE)
        thing = thing_of(seen, blob, (left - _EDGE, top - _EDGE), tiles)
        if thing is None or not look.fits(thing, unit / (seen.scale[0] * seen.scale[1]), size):
            continue
        reach = _SAME * max(width / seen.scale[0], height / seen.scale[1])
        if all(dist(thing.middle, other.middle) > reach for other in found):
            found.append(thing)
    return tuple(found)


def _stands_out(off: np.ndarray, labels: np.ndarray, label: int, stats: np.ndarray) -> bool:
    """Whether the ground around a blob is unlike the marker."""
    left, top, width, height = (int(number) for number in stats[:4])
    margin = max(width, height) // 2 + 2
    box = np.s_[max(top - margin, 0) : top + height + margin, max(left - margin, 0) : left + width + margin]
    blob: Mask = labels[box] == label
    ring = grown(blob, margin) & ~grown(blob, 2)
    return bool(ring.any() and np.percentile(off[box][ring], 20) > _APART)
