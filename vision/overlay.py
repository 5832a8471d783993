"""Drawing a reading over its picture, for people to compare."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.reading import Corners, Point, Reading, TileReading

_SURE = (80, 190, 60)
_REVIEW = (0, 150, 255)
_OTHER = (190, 150, 110)  # face down, or not counted
_INK = (255, 255, 255)
_PLATE = (40, 30, 25)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_DIGIT = 21  # the height of a digit of `_FONT` at scale 1, pixels; OpenCV 5 and 4 measure it differently


def overlay(picture: Pixels, reading: Reading) -> Pixels:
    """A copy of `picture` (the one that was read) with all tiles of `reading` drawn on it.

    Each tile has its outline, its values near the outer ends of their halves, so that most pips stay in
    sight, and an exclamation mark in the middle where a person should look. Green is sure, orange is to be
    checked, blue is not counted; a face-down tile is crossed out.
    """
    drawn = picture.copy()
    for tile in reading.tiles:  # all outlines first: no value is hidden by a neighbour's line
        _draw_outline(drawn, tile)
    for tile in reading.tiles:
        _draw_values(drawn, tile)
    return drawn


def _draw_outline(drawn: Pixels, tile: TileReading) -> None:
    colour = _colour(tile)
    thickness = max(1, round(_width(tile.corners) * (0.08 if tile.review else 0.05)))
    points = np.rint(np.array(tile.corners)).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(drawn, [points], True, colour, thickness, cv2.LINE_AA)
    if tile.face == "down":
        for start, end in ((0, 2), (1, 3)):
            ends = [(round(x), round(y)) for x, y in (tile.corners[start], tile.corners[end])]
            cv2.line(drawn, ends[0], ends[1], colour, thickness, cv2.LINE_AA)


def _draw_values(drawn: Pixels, tile: TileReading) -> None:
    a, b, c, d = tile.corners
    radius = max(6.0, 0.18 * _width(tile.corners))
    middle = _towards(_towards(a, b, 0.5), _towards(c, d, 0.5), 0.5)
    if tile.values is not None:
        for value, (p, q) in zip(tile.values, ((a, b), (c, d)), strict=True):
            at = _towards(_towards(p, q, 0.5), middle, 0.2)
            _draw_plate(drawn, at, "?" if value is None else str(value), radius, _colour(tile))
    if tile.review:
        _draw_plate(drawn, middle, "!", radius, _REVIEW)


def _draw_plate(drawn: Pixels, at: Point, text: str, radius: float, rim: tuple[int, int, int]) -> None:
    """A round plate at `at` with `text` in it; near the picture's edge it is moved inwards."""
    height, width = drawn.shape[:2]
    x = min(max(at[0], radius), max(radius, width - 1 - radius))
    y = min(max(at[1], radius), max(radius, height - 1 - radius))
    middle = (round(x), round(y))
    cv2.circle(drawn, middle, round(radius), _PLATE, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(drawn, middle, round(radius), rim, max(1, round(radius / 6)), cv2.LINE_AA)
    scale = 0.9 * radius / _DIGIT
    thickness = max(1, round(radius / 8))
    (text_width, _), _ = cv2.getTextSize(text, _FONT, scale, thickness)
    corner = (round(x - text_width / 2), round(y + _DIGIT * scale / 2))
    cv2.putText(drawn, text, corner, _FONT, scale, _INK, thickness, cv2.LINE_AA)


def _colour(tile: TileReading) -> tuple[int, int, int]:
    if tile.review:
        return _REVIEW
    return _SURE if tile.tile else _OTHER


def _width(corners: Corners) -> float:
    """The length of the first short edge, pixels."""
    return math.dist(corners[0], corners[1])


def _towards(start: Point, end: Point, share: float) -> Point:
    """The point that lies `share` of the way from `start` to `end`."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
