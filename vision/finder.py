"""Finds dominoes: outlines in several black-and-white versions of the picture, then tiles of their size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.choice import without_copies
from vision.geometry import as_corners, is_whole, rectify, sides
from vision.pipeline import Candidate, Found, Pixels
from vision.reading import Corners
from vision.scan import WIDTH, edge_map, scan, snapped

Mask = npt.NDArray[np.uint8]

_LONG_SIDE = 1280  # pixels of the long side of the picture in which tiles are looked for, at most
_MOST = 300  # candidates that are handed on
OUTLINES = 2000  # outlines that are looked at closer; a chequered cloth has tens of thousands
_NARROWEST = 12  # pixels of the short side of the smallest tile that is looked for
_SCANNED = 2_000_000  # pixels looked at in one scan for tiles of one size, all directions together


def _masks(picture: Pixels) -> Iterator[Mask]:
    """Black-and-white versions in which tiles may stand out from the ground, either of them white."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 0)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.uint8)
    grey = lab[:, :, 0]
    yield _otsu(grey)
    yield _otsu(_unlike_ground(lab))
    for channel in (1, 2):
        yield _otsu(_stretched(lab[:, :, channel]))
    for block in (51, 151):
        adaptive = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -4)
        yield np.asarray(adaptive, np.uint8)
    edges = cv2.Canny(smooth, 30, 80)
    yield np.asarray(255 - cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)


def _otsu(plane: Mask) -> Mask:
    _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(mask, np.uint8)


def _stretched(plane: Mask) -> Mask:
    low, high = int(plane.min()), int(plane.max())
    return np.asarray((plane.astype(np.float32) - low) * (255 / max(1, high - low)), np.uint8)


def _unlike_ground(lab: Pixels) -> Mask:
    """The distance of each pixel from the commonest colour."""
    small = cv2.resize(lab, (64, 64), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    bins = (small // 12).astype(np.int64) @ (1, 32, 1024)
    values, counts = np.unique(bins, return_counts=True)
    ground = np.median(small[bins == values[counts.argmax()]], axis=0)
    distance = np.linalg.norm(lab.astype(np.float32) - ground.astype(np.float32), axis=2)
    return np.asarray(distance.clip(0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class Shapes:
    """What the contours of a picture show, lengths in pixels.

    `outlines` are about as long as a tile, with the share (0 to 1) of their box that is filled, the fullest
    first; `bars` lengths of likely bars, `strips` widths of likely trains with a weight. `angles` is a
    histogram of the directions of straight edges: 30 bins of 3 degrees from 0 to 90, weighted by length.
    """

    outlines: tuple[tuple[Corners, float], ...]
    bars: tuple[float, ...]
    strips: tuple[tuple[float, float], ...]
    angles: npt.NDArray[np.float64]


def shapes(picture: Pixels) -> Shapes:
    """What the contours of all black-and-white versions of `picture` show together."""
    # square pixels: from a speck of a hundredth of the picture's side to more than half of the picture
    least, most = (0.012 * max(picture.shape)) ** 2, 0.6 * picture.shape[0] * picture.shape[1]
    shortest = 0.02 * max(picture.shape)
    outlines: list[tuple[Corners, float]] = []
    bars: list[float] = []
    runs: list[tuple[float, float]] = []
    directions = np.zeros(30)
    for mask in _masks(picture):
        for side in (mask, 255 - mask):
            contours, _ = cv2.findContours(side, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                if len(contour) < 4 or cv2.arcLength(contour, True) < shortest:
                    continue
                box = cv2.minAreaRect(contour)
                short, long = min(box[1]), max(box[1])
                if short < 1.5:
                    continue
                area = cv2.contourArea(contour)
                fill, ratio = area / (short * long), long / short
                if 4 < ratio < 16 and fill > 0.6 and long > 0.8 * _NARROWEST:
                    bars.append(long)
                if not least < area < most:
                    continue
                if 1.3 < ratio < 3 and fill > 0.83:
                    outlines.append((as_corners(cv2.boxPoints(box)), fill))
                corners = cv2.approxPolyDP(contour, 2.5, True).reshape(-1, 2).astype(float)
                step = np.roll(corners, -1, axis=0) - corners
                length = np.linalg.norm(step, axis=1)
                edge = length > shortest
                angle = np.degrees(np.arctan2(step[edge, 1], step[edge, 0])) % 90
                directions += np.bincount((np.rint(angle / 3) % 30).astype(int), length[edge], 30)
                if 2 <= edge.sum() <= 120 and short > _NARROWEST:
                    turn = 1.0 if cv2.contourArea(contour, True) > 0 else -1.0
                    runs.extend(strips(corners[edge], step[edge], turn))
    fullest = sorted(outlines, key=lambda outline: -outline[1])[:OUTLINES]
    return Shapes(tuple(fullest), tuple(bars), tuple(runs), directions)


def strips(
    starts: npt.NDArray[np.float64], steps: npt.NDArray[np.float64], turn: float
) -> list[tuple[float, float]]:
    """Widths between opposite straight edges of one contour, each weighted by how long they run side by side.

    `starts` and `steps` (n x 2, pixels) are the edges in the contour's order, `turn` is 1 where its oriented
    area is positive, else -1. A train of tiles, straight or bent, is a strip as wide as a tile.
    """
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    inward = turn * np.stack([-along[:, 1], along[:, 0]], axis=1)
    opposite = along @ along.T < -0.995
    between = starts[None] + steps[None] / 2 - starts[:, None] - steps[:, None] / 2
    width = np.einsum("ijk,ik->ij", between, inward)
    shift = np.einsum("ijk,ik->ij", between, along)
    low = np.maximum(-lengths[:, None] / 2, shift - lengths[None] / 2)
    high = np.minimum(lengths[:, None] / 2, shift + lengths[None] / 2)
    beside = high - low
    first, second = np.nonzero(np.triu(opposite & (width > _NARROWEST) & (beside > 0.8 * width)))
    return [
        (float(width[i, j]), min(4.0, float(beside[i, j] / width[i, j])))
        for i, j in zip(first, second, strict=True)
    ]


def sizes(picture: Pixels, seen: Shapes) -> list[tuple[float, float]]:
    """Likely short sides of the tiles in pixels, with ratios of long to short side; the likeliest first."""
    widths: list[float] = []
    weights: list[float] = []
    ratios: list[float] = []
    for corners, fill in seen.outlines:
        short, long = sides(corners)
        line = _barred(picture, corners)
        widths.append(short)
        ratios.append(long / short if line > 0.5 else 0.0)
        weights.append(fill**2 * (0.1 + line))
    for length in seen.bars:
        widths.append(length / 0.82)  # bars stop a little short of the long sides
        ratios.append(0.0)
        weights.append(0.15)
    for width, run in seen.strips:
        widths.append(width)
        ratios.append(0.0)
        weights.append(0.15 * run)
    if not widths:
        return []
    logs, ratio = np.log(widths), np.array(ratios)
    # small things are many on any tile: bars, pips, gaps
    heavy = np.array(weights) * np.sqrt(np.array(widths) / 40)
    result: list[tuple[float, float]] = []
    least = 0.3  # the support below which a size is chance
    for _ in range(3):
        support = within(logs, heavy, 0.1)
        best = int(support.argmax())
        if support[best] < least:
            break
        least = max(least, 0.25 * support[best])
        near = np.abs(logs - logs[best]) < 0.1
        width = float(np.exp(np.average(logs[near], weights=heavy[near])))
        shaped = near & (ratio > 0)
        result.append(
            (width, float(np.median(ratio[shaped])) if shaped.sum() > 2 else 2.0)
        )  # most tiles are 2:1
        heavy = np.where(np.abs(logs - logs[best]) < 0.15, 0.0, heavy)
    return result


def within(
    places: npt.NDArray[np.float64], weights: npt.NDArray[np.float64], reach: float
) -> npt.NDArray[np.float64]:
    """For each place on a line (n) the weight of all places nearer than `reach`, its own among them.

    >>> within(np.array([0.0, 5.0, 0.5]), np.array([1.0, 2.0, 4.0]), 1.0)
    array([5., 2., 5.])
    """
    order = np.argsort(places)
    ordered = places[order]
    sums = np.concatenate([[0.0], np.cumsum(weights[order])])
    low = np.searchsorted(ordered, places - reach, side="right")
    high = np.searchsorted(ordered, places + reach, side="left")
    return np.asarray(sums[high] - sums[low], np.float64)


def _barred(picture: Pixels, corners: Corners) -> float:
    """How clearly a line crosses the middle of the outline (0 to 1), in a small cut: fast, for sizes only."""
    cut = rectify(picture, corners, 24, 0).astype(np.float32)
    profile = np.median(cut[:, 5:-5], axis=1)
    middle = profile[22:26]
    above, below = np.median(profile[14:20], axis=0), np.median(profile[28:34], axis=0)
    contrast = np.minimum(np.abs(middle - above), np.abs(middle - below)).max()
    return float(np.clip((contrast - 8) / 30, 0, 1) * (np.abs(above - below).max() < 40))


def angles(seen: Shapes, width: float, most: int) -> list[float]:
    """At most `most` directions (degrees, 0 to 90) in which straight edges run that are long enough for a
    tile of that width, those with the most edges first."""
    spread = seen.angles + 0.5 * (np.roll(seen.angles, 1) + np.roll(seen.angles, -1))
    return [3.0 * i for i in np.argsort(-spread)[:most] if spread[i] > 2 * width]


@dataclass(frozen=True, slots=True)
class OutlineFinder:
    """Finds tiles by their outlines, then touching ones by the size of those."""

    def find(self, picture: Pixels) -> Found:
        """All outlines that may be dominoes."""
        height, width = picture.shape[:2]
        scale = min(1.0, _LONG_SIDE / max(height, width))
        if min(height, width) * scale < _NARROWEST:
            return Found(())
        small = picture
        if scale < 1:
            small = np.asarray(
                cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        seen = shapes(small)
        edges = edge_map(small)
        pool: list[tuple[Corners, float]] = []
        for corners, fill in seen.outlines:
            pool.append((corners, fill * 0.9))
            pool.append(_scored(edges, corners, fill))
        effort = 1.0  # the likeliest size gets the most
        for short, ratio in sizes(small, seen):
            scanned = small.shape[0] * small.shape[1] * (WIDTH / short) ** 2
            directions = angles(seen, short, int(np.clip(effort * _SCANNED / scanned, 6 * effort, 30)))
            places = scan(small, short, ratio, directions, 60)
            chosen = without_copies([place.corners for place in places], int(180 * effort), 0.1)
            pool += [_scored(edges, places[i].corners, places[i].score) for i in chosen]
            effort /= 3
        pool.sort(key=lambda pair: -pair[1])
        kept = [pool[i] for i in without_copies([corners for corners, _ in pool], _MOST)]
        zoom = np.array([width / small.shape[1], height / small.shape[0]])
        candidates = []
        for corners, score in kept:
            array = (np.array(corners) + 0.5) * zoom - 0.5
            a, b, c, d = ((float(x), float(y)) for x, y in array)
            candidates.append(Candidate((a, b, c, d), score, is_whole((a, b, c, d), width, height)))
        return Found(tuple(candidates))


def _scored(edges: npt.NDArray[np.float32], corners: Corners, score: float) -> tuple[Corners, float]:
    moved, weakest = snapped(edges, corners)
    return moved, 0.5 * score + 0.5 * min(1.0, 1.3 * weakest)
