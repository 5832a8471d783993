"""More of what tables are covered with: boards, parquet, knits, carpets, stone, stripes, flowers, print.

A maker takes a random generator and returns mix, brightness (1 is usual) and share of the accent colour, each
SIDE x SIDE and continued at its edges without a seam.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.synthetic.noise import Field, swatch

SIDE = 512
"""Pixels along a pattern's side."""

Made = tuple[np.ndarray, np.ndarray, np.ndarray]


def _noise(rng: np.random.Generator, size: float, stretch: float = 1.0, roughness: float = 0.0) -> Field:
    return swatch((SIDE, SIDE), rng, size, stretch, roughness)


def _none() -> Field:
    return np.zeros((SIDE, SIDE), dtype=np.float32)


_STEPS = np.arange(SIDE, dtype=np.float32)


def _joint(pitch: float, width: float, shift: float = 0.0) -> Field:
    """1 in the joints, `width` pixels wide, between stripes of `pitch` pixels."""
    way = np.abs((_STEPS + shift + pitch / 2) % pitch - pitch / 2)
    return np.asarray(np.clip(width / 2 + 0.5 - way, 0, 1), dtype=np.float32)


def _grain(rng: np.random.Generator, rings: float) -> tuple[Field, Field]:
    """Mix and brightness of wood cut along its fibres, which run along x; `rings` (0 to 1) sets contrast."""
    wander = _noise(rng, 64, 4)
    lines = 0.5 + 0.5 * np.sin(_STEPS[:, None] * (2 * np.pi * int(rng.integers(4, 16)) / SIDE) + 5 * wander)
    mix = (
        rings * lines ** float(rng.uniform(0.8, 2.5)) + 0.2 * _noise(rng, 2.5, 30) + 0.15 * _noise(rng, 30, 5)
    )
    pores = np.clip(_noise(rng, 1.2, 16) - 1.0, 0, None)
    return np.asarray(mix), np.asarray(1 + 0.04 * _noise(rng, 2, 30) - 0.16 * rings * pores)


def _boards(rng: np.random.Generator) -> Made:
    """Boards of three to eight widths with open joints, ends butted, tone differing from board to board."""
    count = int(rng.choice([2, 4, 8]))
    mix, shade = _grain(rng, float(rng.uniform(0.3, 0.9)))
    board = (_STEPS * count / SIDE).astype(int)
    tone = rng.normal(0, 0.18, count).astype(np.float32)[board][:, None]
    columns = (np.arange(SIDE)[None, :] + rng.integers(0, SIDE, count)[board][:, None]) % SIDE
    mix, shade = (np.take_along_axis(field, columns, axis=1) for field in (mix, shade))
    joints = _joint(SIDE / count, float(rng.uniform(1, 5)))[:, None] + _none()
    ends = rng.integers(0, SIDE, count)[board]
    joints[np.abs((_STEPS[None, :] - ends[:, None] + SIDE / 2) % SIDE - SIDE / 2) < 1] = 1
    return mix + tone, (shade + 0.5 * tone) * (1 - 0.6 * joints), _none()


def _parquet(rng: np.random.Generator) -> Made:
    """Squares of strips, every other one turned."""
    mix, shade = _grain(rng, float(rng.uniform(0.2, 0.7)))
    blocks = int(rng.choice([4, 8]))
    cell = (_STEPS * blocks / SIDE).astype(int)
    turned = ((cell[:, None] + cell[None, :]) % 2).astype(bool)
    strips = int(rng.integers(3, 7))
    narrow = _joint(SIDE / blocks / strips, 1.0)
    strip = (_STEPS * blocks * strips / SIDE).astype(int)
    tones = rng.normal(0, 0.15, (blocks * strips, blocks))
    tone = np.where(turned, tones[strip][:, cell], tones[strip][:, cell].T)
    joints = np.where(turned, narrow[:, None], narrow[None, :])
    wide = np.maximum(_joint(SIDE / blocks, 1.5)[:, None], _joint(SIDE / blocks, 1.5)[None, :])
    mix, shade = np.where(turned, mix, mix.T), np.where(turned, shade, shade.T)
    return mix + tone, (shade + 0.4 * tone) * (1 - 0.5 * np.maximum(joints, wide)), _none()


def _knit(rng: np.random.Generator) -> Made:
    """Coarse knitting: columns of slanting stitches."""
    columns, rows = int(rng.choice([16, 32])), int(rng.choice([16, 32]))
    across = (_STEPS * columns / SIDE)[None, :] + 0.06 * _noise(rng, 20)
    slant = np.abs(across % 1 - 0.5)
    down = (_STEPS * rows / SIDE)[:, None] + slant + 0.06 * _noise(rng, 16)
    bulge = np.abs(np.sin(np.pi * down)) * (0.35 + 0.65 * np.sin(np.pi * (across * 2 % 1)))
    stripe = (np.floor(down / int(rng.integers(2, 9))) % 2) * float(rng.choice([0.0, 0.8]))
    return 0.2 + stripe + 0.1 * _noise(rng, 6), 0.6 + 0.5 * bulge + 0.05 * _noise(rng, 1.5), _none()


def _carpet(rng: np.random.Generator) -> Made:
    """Pile of many short threads, sometimes in a pattern of two colours."""
    mix = 0.4 + 0.35 * _noise(rng, 2.5, 1, 0.4)
    if rng.random() < 0.5:
        waves = np.sin(_STEPS * 2 * np.pi * int(rng.integers(1, 5)) / SIDE)
        mix = 0.25 * mix + 0.8 * ((waves[:, None] * waves[None, :] + 0.15 * _noise(rng, 8)) > 0.1)
    return mix, 0.85 + 0.16 * _noise(rng, 2, 1, 0.5) + 0.06 * _noise(rng, 60), _none()


def _towel(rng: np.random.Generator) -> Made:
    """Loops in rows, with a woven border now and then."""
    rows = np.sin(_STEPS * 2 * np.pi * 64 / SIDE)[:, None] * (0.5 + 0.5 * _noise(rng, 3))
    border = (_joint(SIDE, float(rng.uniform(0, 120))))[:, None] + _none()
    shade = 0.85 + 0.1 * rows * (1 - border) + 0.08 * _noise(rng, 2.5, 1, 0.3) + 0.05 * _noise(rng, 80)
    return 0.2 + 0.15 * _noise(rng, 3) + 0.7 * border, shade, _none()


def _leather(rng: np.random.Generator) -> Made:
    """Grains divided by fine folds."""
    folds = np.exp(-((_noise(rng, 6) / 0.22) ** 2)) + 0.5 * np.exp(-((_noise(rng, 11) / 0.12) ** 2))
    return 0.3 + 0.2 * _noise(rng, 90), 1 - 0.2 * folds + 0.05 * _noise(rng, 40), _none()


def _marble(rng: np.random.Generator) -> Made:
    """Clouds, and veins of two widths in the accent colour."""
    bend = _noise(rng, 128, 1, 0.25)
    veins = np.exp(-((bend / float(rng.uniform(0.03, 0.12))) ** 2))
    fine = np.exp(-((_noise(rng, 64, 2, 0.3) / 0.04) ** 2))
    return (
        0.4 + 0.3 * _noise(rng, 90, 1, 0.4),
        1 + 0.01 * _noise(rng, 2),
        np.clip(0.6 * veins + 0.35 * fine, 0, 1),
    )


def _granite(rng: np.random.Generator) -> Made:
    """Specks of three colours and sizes."""
    mix = 0.35 + 0.3 * _noise(rng, 4, 1, 0.5) + 0.5 * (_noise(rng, 5) > float(rng.uniform(0.8, 1.6)))
    return mix, 1 + 0.06 * _noise(rng, 1.5), ((_noise(rng, 3) > 1.4) * 0.9).astype(np.float32)


def _tiles(rng: np.random.Generator) -> Made:
    """Glazed tiles or slabs with joints in the accent colour, straight or staggered."""
    count = int(rng.choice([2, 4, 8]))
    width = float(rng.uniform(3, 9))
    cell = (_STEPS * count / SIDE).astype(int)
    stagger = (cell % 2 * (SIDE / count / 2) * int(rng.integers(2)))[:, None]
    pitch = SIDE / count
    way = np.abs((_STEPS[None, :] + stagger + pitch / 2) % pitch - pitch / 2)
    joints = np.maximum(_joint(pitch, width)[:, None], np.clip(width / 2 + 0.5 - way, 0, 1))
    tone = rng.normal(0, 0.2, (count, count))[cell][:, cell]
    return 0.3 + tone + 0.15 * _noise(rng, 50, 1, 0.4), 1 + 0.02 * _noise(rng, 3) - 0.15 * joints, joints


def _striped(rng: np.random.Generator) -> Made:
    """Stripes of two colours, some with thin ones in the accent colour beside them, woven."""
    count = int(rng.choice([2, 4, 8, 16]))
    share = float(rng.uniform(0.2, 0.7))
    way = _STEPS * count / SIDE % 1
    mix = (way < share).astype(np.float32)[:, None] + _none()
    thin = (np.abs(way - (share + 1) / 2) < 0.04).astype(np.float32)[:, None] * int(rng.integers(2)) + _none()
    thread = np.sin(_STEPS * 2 * np.pi * 128 / SIDE)
    return (
        mix + 0.04 * _noise(rng, 3),
        0.96 + 0.05 * thread[:, None] * thread[None, :] + 0.03 * _noise(rng, 70),
        thin,
    )


def _tartan(rng: np.random.Generator) -> Made:
    """Stripes both ways that mix where they cross."""
    bands = np.zeros(SIDE, dtype=np.float32)
    thin = np.zeros(SIDE, dtype=np.float32)
    for _ in range(int(rng.integers(1, 4))):
        start, width = int(rng.integers(SIDE)), int(rng.integers(20, 140))
        bands[(start + np.arange(width)) % SIDE] = float(rng.uniform(0.5, 1))
        thin[(start + width // 2 + np.arange(6)) % SIDE] = 0.5
    accent = np.clip(thin[:, None] + thin[None, :], 0, 1)
    thread = np.sin(_STEPS * 2 * np.pi * 96 / SIDE)
    return (bands[:, None] + bands[None, :]) / 2, 0.96 + 0.05 * thread[:, None] * thread[None, :], accent


def _stamped(places: np.ndarray, stamp: Callable[[np.ndarray, tuple[int, int]], object]) -> Field:
    """A field with something drawn at each of `places` (x, y in pixels), continued at the edges."""
    field = np.zeros((SIDE, SIDE), dtype=np.uint8)
    for x, y in places:
        for dx in (-SIDE, 0, SIDE):
            for dy in (-SIDE, 0, SIDE):
                if -60 < x + dx < SIDE + 60 and -60 < y + dy < SIDE + 60:
                    stamp(field, (round(float(x + dx)), round(float(y + dy))))
    return np.asarray(field * np.float32(1 / 255))


def _dotted(rng: np.random.Generator) -> Made:
    """Dots on a cloth, in rows, staggered or strewn: as round as pips."""
    count = int(rng.choice([4, 8, 12, 16]))
    pitch = SIDE / count
    radius = max(int(pitch * rng.uniform(0.1, 0.34)), 2)
    if rng.random() < 0.3:
        places = rng.uniform(0, SIDE, (count * count // 2, 2))
    else:
        index = np.arange(count * count)
        row = index // count
        stagger = 0.5 * (row % 2) * int(rng.integers(2)) * (count % 2 == 0)
        places = np.stack([(index % count + stagger + 0.25) * pitch, (row + 0.5) * pitch], axis=1)
    dots = _stamped(places, lambda f, at: cv2.circle(f, at, radius, 255, -1, cv2.LINE_AA))
    weave = np.sin(_STEPS * 2 * np.pi * 128 / SIDE)
    return 0.15 * _noise(rng, 60), 0.97 + 0.04 * weave[:, None] * weave[None, :], dots


def _floral(rng: np.random.Generator) -> Made:
    """Flowers with petals of the second colour, hearts of the accent, and leaves."""
    places = rng.uniform(0, SIDE, (int(rng.integers(6, 26)), 2))
    radius = int(rng.integers(8, 24))
    petals = int(rng.integers(4, 8))

    def flower(field: np.ndarray, at: tuple[int, int]) -> None:
        for turn in np.arange(petals) * 2 * np.pi / petals:
            away = at[0] + round(radius * np.cos(turn)), at[1] + round(radius * np.sin(turn))
            cv2.circle(field, away, int(radius * 0.55), 255, -1, cv2.LINE_AA)

    blooms = _stamped(places, flower)
    hearts = _stamped(places, lambda f, at: cv2.circle(f, at, radius // 2, 255, -1, cv2.LINE_AA))
    leaves = _stamped(
        rng.uniform(0, SIDE, (20, 2)),
        lambda f, at: cv2.ellipse(f, at, (radius, radius // 3), at[0] * 7 % 180, 0, 360, 150, -1),
    )
    return np.maximum(blooms, 0.6 * leaves), 0.98 + 0.02 * _noise(rng, 3), hearts


def _print(rng: np.random.Generator) -> Made:
    """Newspaper: columns of words, headlines and a grey picture, in the accent colour."""
    ink = np.zeros((SIDE, SIDE), dtype=np.uint8)
    line = int(rng.integers(5, 11))
    for left in np.arange(0, SIDE, SIDE // int(rng.choice([2, 4]))):
        for y in range(4, SIDE - line, line):
            x = int(left) + 6
            big = rng.random() < 0.04
            while x < left + SIDE // 4 - 8:
                length = int(rng.integers(3, 22))
                if rng.random() < 0.93:
                    cv2.line(
                        ink, (x, y), (x + length, y), 255 if big else 170, max(line // (2 if big else 3), 1)
                    )
                x += length + 4
    for _ in range(int(rng.integers(0, 4))):
        x, y, w, h = (int(v) for v in rng.integers(30, SIDE // 3, 4))
        ink[y : y + h, x : x + w] = (120 + 60 * _noise(rng, 14)[y : y + h, x : x + w]).clip(0, 255)
    return 0.3 + 0.1 * _noise(rng, 60), 1 + 0.01 * _noise(rng, 3), ink * np.float32(0.9 / 255)


def _cork(rng: np.random.Generator) -> Made:
    """Crumbs of two tones with dark gaps."""
    mix = 0.5 + 0.3 * _noise(rng, 8, 1, 0.5)
    gaps = np.clip(_noise(rng, 5) - 1.3, 0, 1)
    return mix, 1 + 0.08 * _noise(rng, 4) - 0.35 * gaps, ((_noise(rng, 6) > 1.8) * 0.6).astype(np.float32)


def _patches(rng: np.random.Generator) -> Made:
    """Large soft or hard patches of three colours: posters, painted wood, many things in one."""
    edge = float(rng.choice([0.05, 0.5, 1.5]))
    mix = 0.5 + 0.5 * np.tanh(_noise(rng, 90, 1, float(rng.uniform(0, 0.2))) / edge)
    third = 0.5 + 0.5 * np.tanh((_noise(rng, 64) - 0.9) / edge)
    return mix, 1 + 0.02 * _noise(rng, 2) + 0.05 * _noise(rng, 60), third


MAKERS: dict[str, Callable[[np.random.Generator], Made]] = {
    "boards": _boards,
    "parquet": _parquet,
    "knit": _knit,
    "carpet": _carpet,
    "towel": _towel,
    "leather": _leather,
    "marble": _marble,
    "granite": _granite,
    "tiles": _tiles,
    "striped": _striped,
    "tartan": _tartan,
    "dotted": _dotted,
    "floral": _floral,
    "print": _print,
    "cork": _cork,
    "patches": _patches,
}
"""Makers by the kind of ground."""

EXTENTS = {
    "boards": 420.0,
    "parquet": 360.0,
    "knit": 130.0,
    "carpet": 170.0,
    "towel": 150.0,
    "leather": 150.0,
    "marble": 380.0,
    "granite": 160.0,
    "tiles": 480.0,
    "striped": 260.0,
    "tartan": 240.0,
    "dotted": 200.0,
    "floral": 260.0,
    "print": 230.0,
    "cork": 140.0,
    "patches": 500.0,
}
"""Millimetres along a pattern's side at the usual scale (30)."""
