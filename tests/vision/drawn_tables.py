"""Tables drawn with numpy and cv2 for tests of motion: quick, and the same each time."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.pipeline import Pixels

WIDTH, HEIGHT = 960, 540

Laid = tuple[float, float, float]
"""Where a tile's middle lies (x, y in pixels), and its angle in degrees."""

TRAIN: tuple[Laid, ...] = (
    *((120.0 + 62 * n, 150.0, 4.0 * n) for n in range(9)),
    (300, 380, 80),
    (640, 400, 20),
)

GROUNDS = {"cloth": (60, 95, 45), "oak": (120, 150, 185), "white": (222, 226, 228), "night": (34, 30, 30)}
"""Colours: blue, green, red."""


@cache
def _ground(name: str) -> Pixels:
    """A table with some grain."""
    rng = np.random.default_rng(len(name))
    grain = cv2.resize(rng.normal(0, 9, (HEIGHT // 6, WIDTH // 24)).astype(np.float32), (WIDTH, HEIGHT))
    ground = np.array(GROUNDS[name], np.float32) + grain[..., None]
    return np.clip(ground, 0, 255).astype(np.uint8)


@cache
def _grain(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(0).normal(0, 1, shape).astype(np.float32)


def table(
    tiles: tuple[Laid, ...] = TRAIN, ground: str = "cloth", length: int = 50, face: int = 215
) -> Pixels:
    """A table with white tiles, `length` pixels long, with a bar and two pips each."""
    picture = _ground(ground).copy()
    for x, y, angle in tiles:
        turn = cv2.getRotationMatrix2D((0, 0), angle, 1)[:, :2]

        def at(u: float, v: float, place: tuple[float, float] = (x, y), turn: np.ndarray = turn) -> list[int]:
            return [round(16 * number) for number in np.array(place) + turn @ (u * length, v * length)]

        box = np.array([at(-0.5, -0.25), at(0.5, -0.25), at(0.5, 0.25), at(-0.5, 0.25)], np.int32)
        shadow = box + 16 * 2
        cv2.fillPoly(
            picture,
            [shadow],
            (picture[shadow[0, 1] // 16, shadow[0, 0] // 16] * 0.55).tolist(),
            cv2.LINE_AA,
            4,
        )
        cv2.fillPoly(picture, [box], (face - 6, face, face), cv2.LINE_AA, 4)
        cv2.line(picture, at(0, -0.2), at(0, 0.2), (60, 60, 60), 1, cv2.LINE_AA, 4)
        for u in (-0.25, 0.25):
            cv2.circle(picture, at(u, 0), round(16 * 0.06 * length), (40, 40, 40), -1, cv2.LINE_AA, 4)
    return picture


def with_hand(picture: Pixels, x: float, y: float) -> Pixels:
    """A hand at x, y with an arm that comes from the lower border, both unlike all grounds in grey."""
    picture = picture.copy()
    cv2.line(picture, (round(x), round(y)), (round(x) + 80, HEIGHT), (140, 110, 105), 70, cv2.LINE_AA)
    cv2.ellipse(picture, (round(x), round(y)), (55, 42), 20, 0, 360, (150, 180, 225), -1, cv2.LINE_AA)
    return picture


def filmed(
    picture: Pixels,
    gain: float = 1.0,
    side: float = 0.0,
    noise: float = 3.0,
    seed: int = 0,
    quality: int = 85,
) -> Pixels:
    """As a camera gives it: in more or less light, more of it on one side, with noise, as JPEG."""
    width = picture.shape[1]
    light = gain + side * np.linspace(-1, 1, width, dtype=np.float32)[None, :, None]
    grain = np.roll(_grain(picture.shape), 7919 * seed)
    noisy = picture * light + noise * grain
    _, encoded = cv2.imencode(
        ".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)


def nudged(picture: Pixels, x: float, y: float) -> Pixels:
    """The whole picture so many pixels further right and down; new ground comes in at the border."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
