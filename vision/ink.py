"""What is drawn on a rectified tile: ink against the tile's own colour, round spots, the bar."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

HALF = 56  # pixels of the side of a half on a rectified tile
MARGIN = 5  # pixels kept around it
_LEVELS = (0.07, 0.12, 0.22, 0.36, 0.55, 0.75)  # thresholds, shares of the strongest ink
_FAINTEST = 10.0  # grey levels: below is grain
_SMALLEST, _LARGEST = 0.035, 0.17  # radius of a pip, in sides of a half

_ROWS, _COLUMNS = 2 * HALF + 2 * MARGIN, HALF + 2 * MARGIN
# hundreds of pixels, so that a plane's three numbers are of about one size
_Y, _X = np.mgrid[0:_ROWS, 0:_COLUMNS].astype(np.float32) / 100
_PLANES = np.stack([np.ones_like(_X), _Y, _X], axis=2).reshape(-1, 3)
# every third pixel each way tells the tile's colour
_SAMPLED = np.zeros((_ROWS, _COLUMNS), bool)
_SAMPLED[MARGIN + 3 : -MARGIN - 3 : 3, MARGIN + 3 : -MARGIN - 3 : 3] = True
_SAMPLES = np.flatnonzero(_SAMPLED)
# a frame three pixels wide just inside the tile's outline
_RIM = np.zeros((_ROWS, _COLUMNS), bool)
_RIM[MARGIN + 3 : -MARGIN - 3, MARGIN + 3 : -MARGIN - 3] = True
_RIM[MARGIN + 6 : -MARGIN - 6, MARGIN + 6 : -MARGIN - 6] = False


@dataclass(frozen=True, slots=True)
class Ink:
    """How much darker and how much lighter than the tile each pixel is, in the channel that shows it best.

    `ground` is the tile's own colour in its middle (blue, green, red), `rim` the share (0 to 1) of the tile's
    rim, where no pip lies, that has it.
    """

    darker: Map
    lighter: Map
    ground: Floats
    rim: float


def _commonest(samples: Map) -> Floats:
    """The colour around which most samples (n x 3) lie; not their median, as pips may cover half a tile."""
    best, most = samples[0], 0
    # boxes of 24 levels a side, and the same shifted by half of one: no colour is split by a wall in both
    for offset in (0, 12):
        codes = ((samples + offset) // 24).astype(np.int64) @ (1, 16, 256)
        counts = np.bincount(codes)
        code = int(counts.argmax())
        if counts[code] > most:
            best, most = np.median(samples[codes == code], axis=0), int(counts[code])
    return np.asarray(best, np.float64)


def ink(patch: Image) -> Ink:
    """The ink on a rectified tile. The tile's own colour is a plane fitted to each channel, so that light
    falling off is no ink."""
    image = cv2.GaussianBlur(patch, (3, 3), 0).astype(np.float32)
    samples, basis = image.reshape(-1, 3)[_SAMPLES], _PLANES[_SAMPLES]
    plane = np.zeros((3, 3), np.float32)
    plane[0] = _commonest(samples)
    keep = np.abs(samples - plane[0]).max(axis=1) < 40
    for limit in (25, 15):  # grey levels off the plane: what is further is ink
        if keep.sum() < 60:  # no single row or column has so many, so that they always span a plane
            break
        chosen = basis[keep]
        plane = np.linalg.solve(chosen.T @ chosen, chosen.T @ samples[keep])
        keep = np.abs(samples - basis @ plane).max(axis=1) < limit
    difference = image - (_PLANES @ plane).reshape(image.shape)
    blue, green, red = cv2.split(difference)
    lighter = cv2.max(cv2.max(blue, green), red)
    darker = -cv2.min(cv2.min(blue, green), red)
    ground = plane[0] + plane[1] * _ROWS / 200 + plane[2] * _COLUMNS / 200  # the plane in the tile's middle
    rim = float((cv2.max(darker, lighter)[_RIM] < 30).mean())
    return Ink(np.asarray(darker, np.float32).clip(0), np.asarray(lighter, np.float32).clip(0), ground, rim)


@dataclass(frozen=True, slots=True)
class Spots:
    """Round spots on a rectified tile: `places` (n x 2) from the tile's centre and `radii` (n), both in sides
    of a half; `contrast` (n) in grey levels; `levels` (n), at how many thresholds each was seen."""

    places: Floats
    radii: Floats
    contrast: Floats
    levels: npt.NDArray[np.int64]

    def pick(self, keep: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Spots:
        """Those that `keep` selects."""
        return Spots(self.places[keep], self.radii[keep], self.contrast[keep], self.levels[keep])

    def __len__(self) -> int:
        return len(self.radii)


def _filled(mask: Image, largest: float) -> Image:
    """The mask with holes up to `largest` pixels closed: glints in a pip."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    if count <= 2:
        return mask
    closed = stats[:, cv2.CC_STAT_AREA] <= largest
    closed[0] = True
    return np.asarray(closed[labels], np.uint8)


def spots(field: Map) -> Spots:
    """Round spots of a pip's size in an ink map, merged over several thresholds."""
    smallest, largest = _SMALLEST * HALF, _LARGEST * HALF
    found: list[Floats] = []  # rows of x, y, radius (pixels), contrast (grey levels), number of the threshold
    # the strongest ink: fewer than forty brighter pixels may be a glint
    top = float(np.partition(field[MARGIN:-MARGIN, MARGIN:-MARGIN].ravel(), -40)[-40])
    for number, level in enumerate(share * top for share in _LEVELS):
        if level < _FAINTEST:
            continue
        mask = _filled((field > level).astype(np.uint8), np.pi * largest**2 * 0.5)
        count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=4)
        w, h, area = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA]].T.astype(float)
        radius = np.sqrt(area / np.pi)
        wide, narrow = np.maximum(w, h), np.minimum(w, h)
        good = (radius > smallest) & (radius < largest) & (wide < 1.6 * narrow) & (wide < 2.5 * radius)
        good &= area > 0.6 * w * h
        good[0] = False
        index = np.flatnonzero(good)
        if len(index):
            depth = np.bincount(labels.ravel(), weights=field.ravel(), minlength=count)[index] / area[index]
            found.append(
                np.column_stack([centres[index], radius[index], depth, np.full(len(index), float(number))])
            )
    if not found:
        none = np.zeros(0)
        return Spots(np.zeros((0, 2)), none, none, none.astype(np.int64))
    every = np.concatenate(found)
    near = np.linalg.norm(every[:, None, :2] - every[None, :, :2], axis=2)
    near_same = near < 0.6 * np.maximum(every[:, None, 2], every[None, :, 2])
    rest = np.ones(len(every), bool)
    kept: list[Floats] = []
    levels: list[int] = []
    # the same pip shows at several thresholds: its middle one gives the size, its strongest the contrast
    for i in np.argsort(-every[:, 4], kind="stable"):
        if not rest[i]:
            continue
        same = rest & near_same[i]
        rest &= ~same
        group = every[same]
        group = group[np.argsort(group[:, 4], kind="stable")]
        spot = group[(len(group) - 1) // 2].copy()
        spot[3] = group[:, 3].max()
        kept.append(spot)
        levels.append(len(np.unique(group[:, 4])))
    table = np.array(kept)
    middle = np.array([_COLUMNS - 1, _ROWS - 1]) / 2
    return Spots((table[:, :2] - middle) / HALF, table[:, 2] / HALF, table[:, 3], np.array(levels))


def bar(field: Map) -> float:
    """How clearly a line crosses the middle of the tile (0 to 1)."""
    across = field[:, MARGIN + HALF // 5 : -MARGIN - HALF // 5]
    profile = np.median(across, axis=1)
    middle = MARGIN + HALF
    peak = profile[middle - 5 : middle + 5].max()
    flank = max(np.median(profile[middle - 14 : middle - 7]), np.median(profile[middle + 7 : middle + 14]))
    return float(np.clip((peak - flank - 8) / 30, 0, 1))


def unexplained(seen: Ink, found: Spots, level: float) -> float:
    """The share of the tile's inner part with ink above `level` that is neither spot nor bar."""
    field = np.maximum(seen.darker, seen.lighter)
    marked = (field > level).astype(np.uint8)
    middle = MARGIN + HALF
    marked[middle - 6 : middle + 6] = 0
    for (x, y), radius in zip(found.places, found.radii, strict=True):
        spot = (round(x * HALF + (_COLUMNS - 1) / 2), round(y * HALF + (_ROWS - 1) / 2))
        cv2.circle(marked, spot, round(1.35 * radius * HALF + 1.5), 0, cv2.FILLED)
    edge = MARGIN + 4
    return float(marked[edge:-edge, edge:-edge].mean())
