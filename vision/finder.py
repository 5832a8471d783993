"""Finds dominoes by their outlines in several black-and-white versions of the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import as_corners, inside, overlap, sides
from vision.pipeline import Candidate, Found, Pixels

Mask = npt.NDArray[np.uint8]
LONG_SIDE = 1280


def masks(picture: Pixels) -> Iterator[Mask]:
    """Black-and-white versions in which tiles may stand out from the ground, either of them white."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 0)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.uint8)
    grey = lab[:, :, 0]
    _, otsu = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield np.asarray(otsu, np.uint8)
    # distance from the commonest colour, the ground
    small = cv2.resize(lab, (64, 64), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    bins = (small // 12).astype(np.int64) @ (1, 32, 1024)
    values, counts = np.unique(bins, return_counts=True)
    ground = np.median(small[bins == values[counts.argmax()]], axis=0)
    distance = np.linalg.norm(lab.astype(np.float32) - ground.astype(np.float32), axis=2)
    distance = distance.clip(0, 255).astype(np.uint8)
    _, far = cv2.threshold(distance, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    yield np.asarray(far, np.uint8)
    for channel in (1, 2):
        plane = _stretched(lab[:, :, channel])
        _, coloured = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield np.asarray(coloured, np.uint8)
    for block in (51, 151):
        yield np.asarray(
            cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -4),
            np.uint8,
        )
    edges = cv2.Canny(smooth, 30, 80)
    yield np.asarray(255 - cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)


def _stretched(plane: Mask) -> Mask:
    low, high = int(plane.min()), int(plane.max())
    return np.asarray((plane.astype(np.float32) - low) * (255 / max(1, high - low)), np.uint8)


def outline(contour: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.float64], float] | None:
    """The four corners of a contour that is about a rectangle, and how well it fills them (0 to 1)."""
    hull = cv2.convexHull(contour)
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    size = float(cv2.contourArea(box))
    if size <= 0:
        return None
    fill = float(cv2.contourArea(hull)) / size
    solid = float(cv2.contourArea(contour)) / max(1.0, float(cv2.contourArea(hull)))
    return np.asarray(box, np.float64), fill * solid


@dataclass(frozen=True, slots=True)
class OutlineFinder:
    """Finds tiles that stand apart or whose outlines can be told."""

    def find(self, picture: Pixels) -> Found:
        """All outlines that may be dominoes."""
        height, width = picture.shape[:2]
        scale = min(1.0, LONG_SIDE / max(height, width))
        small = (
            picture
            if scale == 1
            else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        least, most = (0.012 * max(small.shape)) ** 2, 0.5 * small.shape[0] * small.shape[1]
        candidates: list[Candidate] = []
        for mask in masks(np.asarray(small, np.uint8)):
            for side in (mask, 255 - mask):
                contours, _ = cv2.findContours(side, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
                for contour in contours:
                    if not least < cv2.contourArea(contour) < most:
                        continue
                    fitted = outline(np.asarray(contour, np.int32))
                    if fitted is None or fitted[1] < 0.8:
                        continue
                    corners = as_corners(fitted[0] / scale)
                    short, long = sides(corners)
                    if not 1.6 < long / max(short, 1) < 2.6:
                        continue
                    whole = inside(corners, width, height, 0.0)
                    candidates.append(Candidate(corners, fitted[1], whole))
        return Found(tuple(_thinned(candidates)))


def _thinned(candidates: list[Candidate]) -> list[Candidate]:
    """Without near copies; the better-filled ones stay."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.score):
        if all(
            overlap(candidate.corners, other.corners) < 0.9
            or sides(candidate.corners)[0] * 1.15 < sides(other.corners)[0]
            or sides(other.corners)[0] * 1.15 < sides(candidate.corners)[0]
            for other in kept
        ):
            kept.append(candidate)
    return kept[:400]
