"""Reads the halves of found tiles: ink against the tile's own colour, round spots, known layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import rectify
from vision.layouts import misfit
from vision.pipeline import Candidate, Face, Half, Pixels

Floats = npt.NDArray[np.float64]
Map = npt.NDArray[np.float32]

HALF = 64
MARGIN = 6
_LEVELS = (12, 17, 24, 34, 48, 68, 96, 136)
_SMALLEST, _LARGEST = 0.035, 0.17  # radius of a pip, in sides of a half


@dataclass(frozen=True, slots=True)
class Spots:
    """Round spots on a rectified tile: position (n x 2) and radius (n) in sides of a half, from the tile's
    centre; `contrast` (n) in grey levels; `levels` (n) at how many thresholds each was seen."""

    places: Floats
    radii: Floats
    contrast: Floats
    levels: npt.NDArray[np.int64]

    def pick(self, keep: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Spots:
        """Those that `keep` selects."""
        return Spots(self.places[keep], self.radii[keep], self.contrast[keep], self.levels[keep])

    def __len__(self) -> int:
        return len(self.radii)


def ink(patch: Pixels) -> tuple[Map, Map]:
    """How much darker and how much lighter than the tile each pixel is, in the channel that shows it best.

    The tile's own colour is a plane fitted to each channel, so that light falling off is no ink.
    """
    image = cv2.GaussianBlur(patch, (3, 3), 0).astype(np.float32)
    edge = MARGIN + 3
    rows, columns = np.mgrid[edge : image.shape[0] - edge : 3, edge : image.shape[1] - edge : 3]
    samples = image[rows, columns].reshape(-1, 3)
    basis = np.stack([np.ones(rows.size), rows.ravel() / 100, columns.ravel() / 100], axis=1).astype(
        np.float32
    )
    ground = np.median(samples, axis=0)
    keep = np.abs(samples - ground).max(axis=1) < 40
    plane = np.zeros((3, 3), np.float32)
    plane[0] = ground
    for limit in (25, 15):
        if keep.sum() < 60:
            break
        plane = np.linalg.lstsq(basis[keep], samples[keep], rcond=None)[0]
        keep = np.abs(samples - basis @ plane).max(axis=1) < limit
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    flat = plane[0] + y[..., None] / 100 * plane[1] + x[..., None] / 100 * plane[2]
    difference = image - flat
    return (-difference).max(axis=2).clip(0), difference.max(axis=2).clip(0)


def _filled(mask: npt.NDArray[np.uint8], largest: float) -> npt.NDArray[np.uint8]:
    """The mask with holes up to `largest` pixels closed: glints in a pip."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    if count <= 2:
        return mask
    small = stats[:, cv2.CC_STAT_AREA] <= largest
    small[0] = True
    return np.asarray(small[labels], np.uint8)


def spots(field: Map) -> Spots:
    """Round spots of a pip's size in an ink map, merged over several thresholds."""
    smallest, largest = _SMALLEST * HALF, _LARGEST * HALF
    found: list[npt.NDArray[np.float64]] = []
    top = float(field[MARGIN:-MARGIN, MARGIN:-MARGIN].max())
    for number, level in enumerate(_LEVELS):
        if level > top:
            break
        mask = _filled((field > level).astype(np.uint8), np.pi * largest**2 * 0.5)
        count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=4)
        w, h, area = (
            stats[:, i].astype(float) for i in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
        )
        radius = np.sqrt(area / np.pi)
        extent = area / (w * h)
        good = (
            (radius > smallest)
            & (radius < largest)
            & (np.maximum(w, h) < 1.6 * np.minimum(w, h))
            & (extent > 0.6)
        )
        good &= np.maximum(w, h) < 2.5 * radius
        good[0] = False
        index = np.flatnonzero(good)
        if len(index):
            weight = np.bincount(labels.ravel(), weights=field.ravel(), minlength=count) / np.maximum(area, 1)
            found.append(
                np.column_stack(
                    [centres[index], radius[index], weight[index], np.full(len(index), float(number))]
                )
            )
    if not found:
        none = np.zeros(0)
        return Spots(np.zeros((0, 2)), none, none, none.astype(np.int64))
    every = np.concatenate(found)
    # the same pip at several thresholds: keep the middle one
    rest = np.ones(len(every), bool)
    kept: list[npt.NDArray[np.float64]] = []
    levels: list[int] = []
    for i in np.argsort(-every[:, 4]):
        if not rest[i]:
            continue
        near = rest & (
            np.linalg.norm(every[:, :2] - every[i, :2], axis=1) < 0.6 * np.maximum(every[:, 2], every[i, 2])
        )
        rest &= ~near
        group = every[near]
        group = group[np.argsort(group[:, 4])]
        kept.append(group[(len(group) - 1) // 2])
        kept[-1][3] = group[:, 3].max()
        levels.append(len(np.unique(group[:, 4])))
    table = np.array(kept)
    middle = np.array([field.shape[1] - 1, field.shape[0] - 1]) / 2
    return Spots((table[:, :2] - middle) / HALF, table[:, 2] / HALF, table[:, 3], np.array(levels))


def bar(field: Map) -> float:
    """How clearly a line crosses the middle of the tile (0 to 1)."""
    across = field[:, MARGIN + HALF // 5 : -MARGIN - HALF // 5]
    profile = np.median(across, axis=1)
    middle = MARGIN + HALF
    peak = profile[middle - 5 : middle + 5].max()
    flank = max(np.median(profile[middle - 14 : middle - 7]), np.median(profile[middle + 7 : middle + 14]))
    return float(np.clip((peak - flank - 8) / 30, 0, 1))


@dataclass(frozen=True, slots=True)
class _Look:
    """One way to see a tile: the readings of its halves and how well they fit."""

    halves: tuple[Half, Half]
    fit: float


def _half(found: Spots, sign: int, radius: float | None) -> Half:
    """The value of the upper (`sign` -1) or lower (1) half."""
    own = found.pick(found.places[:, 1] * sign > 0)
    local = own.places - (0, 0.5 * sign)
    own = own.pick(np.abs(local).max(axis=1) < 0.47) if len(own) else own
    # a pin or a piece of the bar sits on the middle line
    own = own.pick(np.abs(own.places[:, 1]) > own.radii + 0.02)
    if len(own) == 0:
        return Half(0, 0.9)
    strong = own.pick(own.contrast > 0.4 * np.median(np.sort(own.contrast)[-4:]))
    base = radius or float(np.median(strong.radii))
    best = Half(len(strong), 0.0)
    for subset in (
        strong,
        own,
        strong.pick(np.abs(np.log(strong.radii / base)) < 0.35),
        own.pick(own.levels > 1),
    ):
        if len(subset) == 0:
            continue
        off = misfit(subset.places - (0, 0.5 * sign))
        spread = float(np.std(np.log(subset.radii)))
        confidence = float(np.clip(1.15 - off / 0.12, 0, 1) * np.clip(1.3 - spread / 0.3, 0, 1))
        confidence *= (len(subset) / len(own)) ** 0.5
        if confidence > best.confidence:
            best = Half(len(subset), confidence)
    return best


def _look(field: Map) -> _Look:
    found = spots(field)
    first, second = _half(found, -1, None), _half(found, 1, None)
    return _Look((first, second), first.confidence * second.confidence)


def read_face(patch: Pixels) -> Face:
    """The face on a rectified tile (see `rectify`, HALF and MARGIN)."""
    darker, lighter = ink(patch)
    looks = [_look(field) for field in (darker, lighter)]
    looks.sort(key=lambda look: (look.fit > 0.05 and any(h.value for h in look.halves), look.fit))
    look = looks[-1]
    line = max(bar(darker), bar(lighter))
    blank = all(half.value == 0 for half in look.halves)
    tile = look.fit * (0.35 + 0.65 * line) if not blank else 0.6 * line
    return Face(look.halves, float(tile))


@dataclass(frozen=True, slots=True)
class SpotFaceReader:
    """Reads faces by counting round spots."""

    def read(self, picture: Pixels, candidates: Sequence[Candidate]) -> Sequence[Face]:
        """One face for each candidate, in the same order."""
        return [read_face(rectify(picture, c.corners, HALF, MARGIN)) for c in candidates]
