"""What is wrong with a picture itself: too dark, blurred, glare, tiles too small, too slanted or cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import rectify, sides
from vision.pipeline import Pixels
from vision.reading import Corners, Notice, TileReading

# All thresholds were chosen on painted scenes, each between what can still be read well and what can't.

_DARK = 70.0  # level (0 to 255) that the lightest things on and around a tile should pass
_BLUR = 0.028  # spread of an edge as a share of a tile's length: pips of a 12 lie a tenth apart
_GLARE = 222.0  # level of the darkest colour channel from which a spot may be white light
_ABOVE = 45.0  # levels that glare stands above the face: on a white one it can't be told from the face
_SPOT = 0.13  # share of a tile's length across the smallest glare that is told: no pip is as large
_FACE = 0.42  # share of a tile that is darker than its face: pips, bar and edges are less, glare leaves more
_LONG = 60.0  # pixels of a tile's length below which pips up to 6 run into each other
_LONG_HIGH = 90.0  # the same for more pips
_FEW = 0.25  # share of the tiles that must be too small: one alone may be no tile
_SLANT = 60.0  # degrees from straight above; reading is meant to hold to 45, and shapes tell it to about 5
_SHAPE = 2.0  # a tile's length by its width

_HALF, _MARGIN = 32, 8  # pixels of the side of a half in the cut that is looked at, and around it
_LENGTH = 2 * _HALF
_MOST = 8  # tiles that stand for all where all have the same fault
_CONTRAST = 24.0  # levels that an edge must step for its width to be measured

_INSIDE = np.s_[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]  # the tile itself in its cut
_DISC = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_SPOT * _LENGTH), round(_SPOT * _LENGTH)))

Cut = npt.NDArray[np.uint8]


def notices(picture: Pixels, tiles: Sequence[TileReading]) -> tuple[Notice, ...]:
    """What a person should change before the next picture, seen from the read `tiles`, in a fixed order.

    All measures are relative to the tiles; a picture without any can only be too dark. Takes a fraction of a
    millisecond for each tile, whatever the size of the picture.
    """
    whole = [tile for tile in tiles if tile.whole]
    cuts = [_cut(picture, tile.corners) for tile in whole]
    every = -(-len(cuts) // _MOST) or 1
    few = cuts[::every]
    blurred = _blurred(few)
    signs = {
        Notice.CUT_OFF: len(whole) < len(tiles),
        Notice.TOO_DARK: _dark(few or [np.ascontiguousarray(picture[::8, ::8])]),
        Notice.TOO_SMALL: _small(whole),
        Notice.BLURRED: blurred,
        Notice.GLARE: not blurred and any(_glared(cuts)),  # pips that run together darken a white face
        Notice.SLANTED: _slanted(whole[::every]),
    }
    return tuple(notice for notice, given in signs.items() if given)


def glared(picture: Pixels, tiles: Sequence[TileReading]) -> tuple[bool, ...]:
    """For each tile whether a spot of white light lies on it that is large enough to hide a pip.

    A spot is glare where it is far lighter than the tile's own face, or, when it covers most of that, than
    the faces of the other tiles. On faces that are themselves nearly white none is told.
    """
    return tuple(_glared([_cut(picture, tile.corners) for tile in tiles]))


def slant(corners: Corners) -> float:
    """Degrees between the line of sight to a tile and straight down on it, from its outline alone.

    The outline is taken as a 2:1 rectangle seen from far away: the ratio of the two stretches of that mapping
    is the cosine of the slant.

    >>> round(slant(((0, 0), (10, 0), (10, 20), (0, 20))), 1)
    0.0
    >>> round(slant(((0, 0), (10, 0), (10, 10), (0, 10))), 1)
    60.0
    """
    a, b, c, d = np.asarray(corners, np.float64)
    across, along = (b - a + c - d) / 2, (c - b + d - a) / (2 * _SHAPE)
    large, small = np.linalg.svd(np.stack([across, along]), compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(small / max(large, 1e-9), 0, 1))))


def _cut(picture: Pixels, corners: Corners) -> Cut:
    """The tile laid straight, first half on top; a large one is shrunk first, so that nothing is skipped."""
    shrink = int(sides(corners)[1] / _LENGTH / 1.5)
    if shrink < 2:
        return rectify(picture, corners, _HALF, _MARGIN)
    points = np.asarray(corners, np.float64)
    around = _MARGIN / _LENGTH * sides(corners)[1] + 2
    height, width = picture.shape[:2]
    left, top = (max(0, int(low)) for low in points.min(axis=0) - around)
    right, bottom = (int(high) + 1 for high in points.max(axis=0) + around)
    across, down = (min(right, width) - left) // shrink, (min(bottom, height) - top) // shrink
    if min(across, down) < 1:
        return rectify(picture, corners, _HALF, _MARGIN)
    part = picture[top : top + shrink * down, left : left + shrink * across]  # whole steps are fast to shrink
    small = np.asarray(cv2.resize(part, (across, down), interpolation=cv2.INTER_AREA), np.uint8)
    return rectify(small, (points - (left, top) + 0.5) / shrink - 0.5, _HALF, _MARGIN)


def _dark(cuts: Sequence[Cut]) -> bool:
    """Whether even the lightest things on and around the better lit tiles are dark."""
    lightest = [_level(cv2.max(cv2.max(cut[..., 0], cut[..., 1]), cut[..., 2]), 0.97) for cut in cuts]
    return float(np.percentile(lightest, 75)) < _DARK


def _level(plane: npt.NDArray[Any], share: float) -> float:
    """The level that `share` of the plane's pixels don't pass."""
    flat = plane.ravel()
    place = int(share * (flat.size - 1))
    return float(np.partition(flat, place)[place])


def _small(tiles: Sequence[TileReading]) -> bool:
    """Whether many of the tiles have fewer pixels than their pips take."""
    short = [sides(tile.corners)[1] < (_LONG_HIGH if _high(tile) else _LONG) for tile in tiles]
    return any(short) and sum(short) >= _FEW * len(short)


def _high(tile: TileReading) -> bool:
    return any(value is not None and value > 6 for value in tile.values or ())


def _slanted(tiles: Sequence[TileReading]) -> bool:
    return bool(tiles) and float(np.median([slant(tile.corners) for tile in tiles])) > _SLANT


def _blurred(cuts: Sequence[Cut]) -> bool:
    """Whether the tiles' edges are spread wide, those across the tiles or those along them."""
    spreads = [spread for spread in map(_spread, cuts) if spread is not None]
    return bool(spreads) and float(np.median(spreads)) > _BLUR


def _spread(cut: Cut) -> float | None:
    """How wide the tile's edges are, as a blur's sigma in shares of its length; None where none is clear.

    A blur by movement leaves the edges along it sharp, so the long and the short sides are looked at apart;
    of opposite sides the sharper one counts, as the other may have a soft shadow.
    """
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY).astype(np.float32)
    found = []
    for plane in (grey, grey.T):
        body = plane[2 * _MARGIN : -2 * _MARGIN]  # the corners are round
        widths = [_edge(body[:, : 2 * _MARGIN]), _edge(body[:, -2 * _MARGIN :])]
        clear = [width for width in widths if width is not None]
        if clear:
            found.append(min(clear))
    return max(found) / _LENGTH if found else None


def _edge(profiles: npt.NDArray[np.float32]) -> float | None:
    """The sigma (pixels of the cut) of the edge that `profiles` (one a row) cross, where it is sharpest."""
    smooth = (profiles[:-2] + profiles[1:-1] + profiles[2:]) / 3
    height = smooth.max(axis=1) - smooth.min(axis=1)
    clear = height > _CONTRAST
    if 5 * np.count_nonzero(clear) < len(clear):
        return None
    step = np.abs(smooth[:, 2:] - smooth[:, :-2]).max(axis=1) / 2
    # the steepest slope of a step by 1 that a Gaussian has blurred is 1 / (sigma sqrt(2 pi))
    return _level(height[clear] / step[clear], 0.5) / float(np.sqrt(2 * np.pi))


def _glared(cuts: Sequence[Cut]) -> list[bool]:
    """What `glared` says of the cuts of all tiles."""
    planes = [cv2.min(cv2.min(cut[..., 0], cut[..., 1]), cut[..., 2])[_INSIDE] for cut in cuts]
    darkest = [np.asarray(plane, np.uint8) for plane in planes]
    if not any(_spotted(plane, _GLARE) for plane in darkest):
        return [False] * len(cuts)
    faces = [_level(plane, _FACE) for plane in darkest]
    usual = _level(np.array(faces), 0.5)
    return [
        _spotted(plane, max(_GLARE, face + _ABOVE if face < _GLARE else usual + 2 * _ABOVE))
        for plane, face in zip(darkest, faces, strict=True)
    ]


def _spotted(darkest: Cut, least: float) -> bool:
    """Whether a disc of `_SPOT` fits into what is as light as `least`."""
    white = np.asarray(darkest >= least, np.uint8)
    if np.count_nonzero(white) < np.count_nonzero(_DISC):
        return False
    return bool(cv2.erode(white, _DISC, borderType=cv2.BORDER_CONSTANT, borderValue=0).any())
