"""Finds tiles of a known size at any place and angle, touching or not, by their four sides and the bar."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Corners

Map = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]

WIDTH = 16  # pixels of a tile's short side in the scanned picture
_LEAST = 0.45  # placements below this score are not worth reading
_SOFT = 14.0  # a step of so many grey levels counts half
_SOFTENED = (np.arange(256, dtype=np.float32) / (np.arange(256, dtype=np.float32) + _SOFT)).reshape(1, 256)


@dataclass(frozen=True, slots=True)
class Placement:
    """A place where a tile may lie, with the strength (0 to 1) of its sides and bar together."""

    corners: Corners
    score: float


def _largest(difference: Image) -> Image:
    """The largest of the three channels."""
    blue, green, red = cv2.split(difference)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _edges(image: Image) -> Map:
    """Strength (0 to 1) of level edges: the step of the channel that shows it best, over two pixels down."""
    step = _largest(np.asarray(cv2.absdiff(image[2:], image[:-2]), np.uint8))
    return np.asarray(
        cv2.LUT(cv2.copyMakeBorder(step, 1, 1, 0, 0, cv2.BORDER_CONSTANT), _SOFTENED), np.float32
    )


def _lines(image: Image) -> Map:
    """Strength (0 to 1) of thin level lines: how far they stand out from both sides, in the best channel."""
    middle, above, below = image[3:-3], image[:-6], image[6:]
    dark = cv2.min(cv2.subtract(above, middle), cv2.subtract(below, middle))
    light = cv2.min(cv2.subtract(middle, above), cv2.subtract(middle, below))
    ridge = _largest(np.asarray(cv2.max(dark, light), np.uint8))
    return np.asarray(
        cv2.LUT(cv2.copyMakeBorder(ridge, 3, 3, 0, 0, cv2.BORDER_CONSTANT), _SOFTENED), np.float32
    )


def _run(field: Map, length: float) -> Map:
    """Mean over a level run of `length`, after taking the best of the neighbours above and below."""
    thick = cv2.dilate(field, np.ones((3, 1), np.uint8))
    return np.asarray(cv2.blur(thick, (max(1, round(length)), 1)), np.float32)


def _upright(image: Image, length: int) -> Map:
    """The score of an upright tile of WIDTH x `length` centred at each pixel."""
    score = np.zeros(image.shape[:2], np.float32)
    v, h = length // 2, WIDTH // 2
    rows, columns = image.shape[:2]
    if rows <= 2 * v or columns <= 2 * h:
        return score
    ends = _run(_edges(image), 0.8 * WIDTH)
    turned = np.ascontiguousarray(image.transpose(1, 0, 2))
    flanks = np.ascontiguousarray(_run(_edges(turned), 0.9 * length).T)
    bar = _run(_lines(image), 0.5 * WIDTH)
    top, bottom = ends[: rows - 2 * v, h : columns - h], ends[2 * v :, h : columns - h]
    left, right = flanks[v : rows - v, : columns - 2 * h], flanks[v : rows - v, 2 * h :]
    weakest = cv2.min(cv2.min(top, bottom), cv2.min(left, right))
    score[v : rows - v, h : columns - h] = (
        0.1 * (top + bottom + left + right) + 0.35 * weakest + 0.25 * bar[v : rows - v, h : columns - h]
    )
    return score


def scan(picture: Image, width: float, ratio: float, angles: Iterable[float], most: int) -> list[Placement]:
    """Places of tiles about `width` pixels wide and `ratio` times as long, sides at one of `angles`.

    `angles` in degrees, 0 to 90. At most `most` an angle and direction; best first.
    """
    scale = WIDTH / width
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    zoom = np.array(size, np.float64) / (picture.shape[1], picture.shape[0])
    length = round(WIDTH * ratio)
    found: list[Placement] = []
    for angle in angles:
        for degrees in (angle, angle + 90):
            cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
            turn = np.array([[cosine, sine], [-sine, cosine]])
            box = np.array([(0, 0), (size[0], 0), size, (0, size[1])]) @ turn.T
            low = box.min(axis=0)
            extent = np.ceil(box.max(axis=0) - low).astype(int)
            matrix = np.column_stack([turn, -low])
            image = np.asarray(cv2.warpAffine(small, matrix, (int(extent[0]), int(extent[1]))), np.uint8)
            score = _upright(image, length)
            rows, columns = np.nonzero(
                (score > _LEAST) & (score >= cv2.dilate(score, np.ones((5, 5), np.uint8)))
            )
            best = np.argsort(-score[rows, columns])[:most]
            w, h = WIDTH / 2, length / 2
            shape = np.array([(-w, -h), (w, -h), (w, h), (-w, h)])
            for y, x in zip(rows[best], columns[best], strict=True):
                points = (shape + (np.array([x, y]) + low)) @ turn
                a, b, c, d = ((float(px), float(py)) for px, py in (points + 0.5) / zoom - 0.5)
                found.append(Placement((a, b, c, d), float(score[y, x])))
    return sorted(found, key=lambda placement: -placement.score)


def edge_map(picture: Image) -> Map:
    """Strength (0 to 1) of an edge in any direction at each pixel."""
    level = _edges(picture)
    plumb = _edges(np.ascontiguousarray(picture.transpose(1, 0, 2))).T
    return np.asarray(np.maximum(level, plumb), np.float32)


def snapped(edges: Map, corners: Corners, reach: float = 0.14) -> tuple[Corners, float]:
    """The outline (pixels of `edges`), each side moved at most `reach` short sides to the clearest edge.

    Returns it with the mean edge strength of its weakest side (0 to 1).
    """
    points = np.asarray(corners, np.float64)
    following = np.roll(points, -1, axis=0)
    along = following - points
    lengths = np.linalg.norm(along, axis=1)
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1) / np.maximum(lengths, 1e-6)[:, None]
    width = float(lengths.min())
    shifts = np.linspace(-reach, reach, 13) * width
    steps = np.linspace(0.1, 0.9, 13)
    base = points[:, None] + along[:, None] * steps[None, :, None]
    grid = base[:, :, None] + normal[:, None, None] * shifts[None, None, :, None]
    samples = cv2.remap(
        edges,
        grid[..., 0].reshape(4, -1).astype(np.float32),
        grid[..., 1].reshape(4, -1).astype(np.float32),
        cv2.INTER_LINEAR,
    ).reshape(4, len(steps), len(shifts))
    first, second = np.meshgrid(np.arange(len(shifts)), np.arange(len(shifts)), indexing="ij")
    mixed = first[..., None] + (second - first)[..., None] * (steps - 0.1) / 0.8
    index = np.rint(mixed).astype(int)
    strength = samples[:, np.arange(len(steps)), index].mean(axis=-1)
    dear = 0.15 * (
        np.abs(shifts[first]) + np.abs(shifts[second]) + 2 * np.abs(shifts[first] - shifts[second])
    )
    flat = (strength - dear / max(width, 1e-6)).reshape(4, -1)
    best = flat.argmax(axis=1)
    ends = np.stack([shifts[first.ravel()[best]], shifts[second.ravel()[best]]], axis=1)
    # the shifts hold at a tenth and nine tenths of a side
    slope = (ends[:, 1] - ends[:, 0]) / 0.8
    start = points + normal * (ends[:, 0] - 0.1 * slope)[:, None]
    stop = following + normal * (ends[:, 1] + 0.1 * slope)[:, None]
    lines = np.cross(np.column_stack([start, np.ones(4)]), np.column_stack([stop, np.ones(4)]))
    meeting = np.cross(np.roll(lines, 1, axis=0), lines)
    if np.abs(meeting[:, 2]).min() < 1e-9:
        return corners, 0.0
    moved = meeting[:, :2] / meeting[:, 2:]
    weakest = float(strength.reshape(4, -1)[np.arange(4), best].min())
    if np.linalg.norm(moved - points, axis=1).max() > 3 * reach * width:
        return corners, weakest
    a, b, c, d = ((float(x), float(y)) for x, y in moved)
    return (a, b, c, d), weakest
