"""The colours of tiles and pips that people own, and how far apart colours look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic.look import BRASS, BRIGHT, Colour


@dataclass(frozen=True, slots=True)
class Body:
    """A kind of body: its name, colours, grain, and how far the colours vary (levels)."""

    name: str
    colours: tuple[Colour, ...]
    grain: float = 0.0
    spread: float = 5.0


_LIGHT = (
    Body("white", ((244, 243, 240), (238, 238, 236), (228, 230, 232))),
    Body("ivory", ((236, 226, 198), (232, 220, 186), (240, 232, 210)), 0.15),
    Body("cream", ((244, 236, 214), (238, 228, 200)), 0.05),
)
_DARK = (
    Body("black", ((26, 26, 28), (14, 14, 16), (34, 34, 38))),
    Body("black", ((26, 26, 28), (18, 18, 20), (38, 38, 42))),
    Body("dark", ((46, 34, 30), (32, 38, 52), (30, 46, 40), (58, 60, 64))),
)
_WOOD = (
    Body("wood", ((206, 164, 108), (222, 186, 134), (232, 204, 160), (214, 172, 122)), 1.0, 9),
    Body("wood", ((150, 98, 58), (168, 112, 66), (176, 124, 82)), 1.3, 9),
    Body("dark wood", ((78, 48, 32), (94, 60, 38), (58, 38, 30)), 1.6, 7),
)
_COLOURED = (
    Body("red", ((168, 26, 34), (196, 40, 44), (122, 22, 34)), 0.0, 10),
    Body("blue", ((30, 66, 140), (36, 96, 176), (90, 150, 206)), 0.0, 10),
    Body("green", ((24, 100, 64), (44, 130, 76), (128, 178, 130)), 0.0, 10),
    Body("yellow", ((236, 196, 56), (240, 214, 110)), 0.0, 10),
    Body("orange", ((232, 120, 40),), 0.0, 10),
    Body("pink", ((230, 130, 160), (240, 190, 200)), 0.0, 10),
    Body("purple", ((96, 52, 130), (160, 130, 196)), 0.0, 10),
    Body("grey", ((150, 152, 156), (190, 192, 194), (112, 114, 120)), 0.0, 10),
    Body("brown", ((112, 72, 48), (150, 106, 72)), 0.1, 8),
    Body("turquoise", ((40, 150, 156), (120, 198, 196)), 0.0, 10),
)
FAMILIES: tuple[tuple[float, tuple[Body, ...]], ...] = (
    (0.43, _LIGHT),
    (0.21, _DARK),
    (0.16, _WOOD),
    (0.20, _COLOURED),
)
"""Kinds of bodies with their shares among people's sets."""

PALETTES: tuple[tuple[Colour, ...], ...] = (
    BRIGHT,
    (
        (92, 170, 220),
        (36, 140, 70),
        (206, 36, 46),
        (140, 86, 44),
        (34, 70, 170),
        (236, 176, 20),
        (226, 96, 150),
        (20, 130, 130),
        (120, 52, 150),
        (236, 120, 30),
        (130, 170, 40),
        (120, 124, 130),
        (70, 30, 40),
        (60, 110, 100),
        (180, 60, 100),
        (40, 40, 48),
        (150, 130, 30),
        (90, 90, 180),
    ),
    (
        (24, 24, 28),
        (196, 30, 40),
        (24, 110, 60),
        (30, 60, 160),
        (196, 90, 20),
        (110, 40, 130),
        (0, 130, 150),
        (130, 90, 50),
        (200, 40, 120),
        (90, 96, 104),
        (70, 120, 20),
        (120, 20, 40),
        (20, 40, 90),
        (210, 150, 0),
        (60, 60, 60),
    ),
    ((200, 30, 40), (34, 80, 180), (30, 130, 60), (24, 24, 28), (220, 130, 20), (120, 60, 150)),
    ((30, 60, 150), (190, 30, 44), (20, 110, 60)),
)
"""Pip colours by value, from 1, as in coloured sets."""

INKS: tuple[Colour, ...] = (
    *((24, 24, 26),) * 9,
    (40, 28, 22),
    (30, 40, 110),
    (150, 24, 30),
    (20, 84, 54),
    (90, 60, 40),
    (200, 40, 40),
    (40, 90, 180),
)
PALE: tuple[Colour, ...] = (
    (240, 238, 232),
    (240, 238, 232),
    (228, 220, 196),
    (240, 240, 244),
    (214, 176, 92),
    (180, 184, 190),
    (236, 200, 70),
)
METALS: tuple[Colour, ...] = (BRASS, (212, 178, 104), (176, 178, 182), (150, 152, 156), (60, 54, 48))


def varied(colour: Colour, spread: float, rng: np.random.Generator) -> Colour:
    """`colour`, moved at random by about `spread` levels."""
    shift = rng.normal(0, 0.5 * spread, 3) + rng.normal(0, spread)
    red, green, blue = (int(np.clip(level + off, 6, 250)) for level, off in zip(colour, shift, strict=True))
    return red, green, blue


def _lab(colours: Sequence[Colour]) -> np.ndarray:
    levels = np.array([colours], dtype=np.float32) / 255
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2LAB)[0])


def lightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 100 (CIE Lab).

    >>> round(lightness((255, 255, 255))), round(lightness((0, 0, 0)))
    (100, 0)
    """
    return float(_lab([colour])[0][0])


def apart(one: Colour, other: Colour) -> float:
    """How different two colours look (CIE Lab; hue counts less than lightness: pictures blur it).

    >>> apart((255, 255, 255), (0, 0, 0)) > 99 > apart((255, 0, 0), (220, 40, 40))
    True
    """
    first, second = _lab([one, other])
    return float(np.hypot(first[0] - second[0], 0.45 * np.hypot(*(first[1:] - second[1:]))))


def readable(colour: Colour, body: Colour, least: float) -> Colour:
    """`colour`, made darker or lighter until it is `least` away from `body`."""
    goal = 0 if lightness(body) > 52 else 255
    for _ in range(20):
        if apart(colour, body) >= least:
            break
        red, green, blue = (round(level + 0.12 * (goal - level)) for level in colour)
        colour = red, green, blue
    return colour


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a `share` (0 to 1) of `other` in it."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def random_palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Strong colours of any hue, one for each value up to 18."""
    hues = rng.uniform(0, 360, 18)
    levels = np.stack([hues, rng.uniform(0.45, 1, 18), rng.uniform(0.35, 0.95, 18)], axis=1)
    rgb = cv2.cvtColor(levels[None].astype(np.float32), cv2.COLOR_HSV2RGB)[0] * 255
    return tuple((int(red), int(green), int(blue)) for red, green, blue in rgb)
