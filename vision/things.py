"""What lies on a table, or on a tile, that is neither ground nor tile: hands, cups, cards, markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.changes import Mask
from vision.geometry import outline_area
from vision.ground import KNOWN, USABLE, View, face, grown, in_shadow, shadows, tile_length, zones
from vision.reading import Corners
from vision.tops import HALF, covered_part, top_of

_LEAST = 0.04  # tile areas: less is a speck
_SMALL, _LARGE = 0.05, 1.0  # tile areas
_THIN, _THINNEST = 0.09, 1.4  # how far inside a thing one must get: lengths of a tile, pixels
_INSIDE = 2.0  # pixels from its edge to where its colour is pure
_JOINED = 0.12  # lengths of a tile between two parts of one thing
_DEEPEST = 0.35  # share of light that the shadow of a thing leaves
_COVERED = 0.05  # share of a tile: less is noise
_SOLID = 0.25  # share of a thing that is no shadow, if any of it is solid


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies there; pixels of the frame.

    `box` is the smallest rectangle around it, `middle` the middle of its area, which is measured in tile
    areas as it shows. `colour` (blue, green, red) is what it mostly has in the picture. `dim` is whether
    it may be a mere shadow, `at_border` whether it reaches the picture's border.
    """

    box: Corners
    middle: tuple[float, float]
    area: float
    colour: tuple[float, float, float]
    dim: bool = False
    at_border: bool = False

    @property
    def small(self) -> bool:
        """Whether it can be a coin, a figure, a counter: no hand, cup or card."""
        return _SMALL <= self.area <= _LARGE and not self.at_border


def things(seen: View, tiles: Sequence[Corners]) -> tuple[Thing, ...]:
    """What lies there that is neither ground nor one of `tiles` (the outlines of all, pixels), large first.

    A thing on a tile, or half on it, is told from how the tile looked before. There is none as long as there
    is no tile, or the ground was not seen before. Takes four milliseconds, ten where a hand lies there.
    """
    unit = tile_area(seen, tiles)
    if unit <= 0:
        return ()
    strange = _strange(seen, tiles)
    if np.count_nonzero(strange) < _LEAST * unit:
        return ()
    length = tile_length(seen, tiles)
    reach = max(_JOINED * length, 1.0)
    dim = in_shadow(seen, strange, _DEEPEST)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(grown(strange, reach).astype(np.uint8))
    found = []
    for label in range(1, count):
        left, top, width, height = (int(number) for number in stats[label, :4])
        box = np.s_[top : top + height, left : left + width]
        whole = strange[box] & (labels[box] == label)
        solid = whole & grown(whole & ~dim[box], reach)  # its edges may be dim too
        is_dim = bool(np.count_nonzero(solid) < max(_SOLID * np.count_nonzero(whole), _LEAST * unit))
        thing = _thing(seen, whole if is_dim else solid, (left, top), is_dim, unit, length)
        if thing is not None:
            found.append(thing)
    return tuple(sorted(found, key=lambda thing: -thing.area))


def _strange(seen: View, tiles: Sequence[Corners]) -> Mask:
    """Where something lies on known ground or on a tile."""
    over, near = zones(seen, tiles)
    known = (seen.ground.same >= KNOWN) | (seen.ground.same >= USABLE) & near
    strange = seen.differs & known & ~over & ~shadows(seen, tiles)
    for corners in tiles:
        top = top_of(seen.ground.tops, corners)
        if top is not None:
            covered = covered_part(top, face(seen, corners))
            if covered.mean() >= _COVERED:
                strange |= _back(seen, covered, corners)
    return strange


def _back(seen: View, cut_out: Mask, corners: Corners) -> Mask:
    """What a cut shows of a tile, back in the picture."""
    straight = np.array([(0, 0), (HALF, 0), (HALF, 2 * HALF), (0, 2 * HALF)], np.float32) - 0.5
    place = ((np.asarray(corners) + 0.5) * seen.scale - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(straight, place)
    height, width = seen.differs.shape
    levels = cv2.warpPerspective(cut_out.astype(np.float32), matrix, (width, height))
    return np.asarray(levels > 0.5)


def thing_of(seen: View, mask: Mask, origin: tuple[int, int], tiles: Sequence[Corners]) -> Thing | None:
    """The thing that `mask`, a part of the picture with its top left at `origin`, shows; None for a speck."""
    return _thing(seen, mask, origin, False, tile_area(seen, tiles), tile_length(seen, tiles))


def _thing(
    seen: View, mask: Mask, origin: tuple[int, int], dim: bool, unit: float, length: float
) -> Thing | None:
    """The thing that `mask`, a part of the picture with its top left at `origin`, shows.

    None for a speck or a thin line, such as a shadow's or a tile's edge.
    """
    reach = max(_JOINED * length, 1.0)
    margin = round(reach) + 1
    closed = ~grown(~grown(np.pad(mask, margin), reach), reach)
    area = np.count_nonzero(closed) / unit
    depth = cv2.distanceTransform(closed.astype(np.uint8), cv2.DIST_L2, 5)
    if area < _LEAST or depth.max() < max(_THIN * length, _THINNEST):
        return None
    inner = mask & (depth[margin:-margin, margin:-margin] >= min(_INSIDE, depth.max() / 2))
    part = seen.now[_box(origin, mask)][inner if inner.any() else mask]
    blue, green, red = (float(level) for level in np.median(part, axis=0))
    rows, columns = np.nonzero(mask)
    points = np.stack([columns, rows], axis=1) + np.array(origin)
    height, width = seen.differs.shape
    border = bool(points.min() <= 1 or (points >= (width - 2, height - 2)).any())
    in_frame = (points + 0.5) / seen.scale - 0.5
    a, b, c, d = (
        (float(x), float(y)) for x, y in cv2.boxPoints(cv2.minAreaRect(in_frame.astype(np.float32)))
    )
    x, y = (float(number) for number in in_frame.mean(axis=0))
    return Thing((a, b, c, d), (x, y), float(area), (blue, green, red), dim, border)


def _box(origin: tuple[int, int], mask: Mask) -> tuple[slice, slice]:
    """The part of a picture that `mask` with its top left at `origin` is about."""
    (left, top), (height, width) = origin, mask.shape
    return slice(top, top + height), slice(left, left + width)


def tile_area(seen: View, tiles: Sequence[Corners]) -> float:
    """The usual area of `tiles`, pixels of the small picture."""
    if not tiles:
        return 0.0
    across, down = seen.scale
    return float(np.median([outline_area(corners) for corners in tiles])) * across * down
