"""Colours at random: of wood, of skin, of any kind."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from vision.synthetic.look import Colour

_T = TypeVar("_T")

SKINS: tuple[Colour, ...] = (
    (244, 208, 186),
    (232, 184, 154),
    (214, 162, 128),
    (190, 134, 98),
    (154, 102, 70),
    (112, 72, 50),
    (76, 50, 38),
)
"""Skin from light to dark."""

METALS: tuple[Colour, ...] = ((178, 112, 66), (196, 164, 88), (186, 188, 190), (140, 142, 146), (150, 96, 60))
"""Copper, brass, silver, nickel, bronze."""


def one_of(options: Sequence[_T], rng: np.random.Generator) -> _T:
    """Any of `options`, each as likely as the others."""
    return options[int(rng.integers(len(options)))]


def any_colour(rng: np.random.Generator) -> Colour:
    """Any hue; about as often dull or grey as bright, from nearly black to white."""
    saturation = float(rng.beta(0.8, 1.2))
    red, green, blue = colorsys.hsv_to_rgb(float(rng.random()), saturation, float(rng.uniform(0.06, 1)))
    return round(red * 255), round(green * 255), round(blue * 255)


def wooden(rng: np.random.Generator) -> Colour:
    """Wood, from ebony to birch, reddish to greyish."""
    hue, saturation = float(rng.normal(0.075, 0.015)), float(rng.uniform(0.15, 0.68))
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, saturation, float(rng.uniform(0.14, 0.95)))
    return round(red * 255), round(green * 255), round(blue * 255)


def near(colour: Colour, rng: np.random.Generator, spread: float) -> Colour:
    """A colour whose levels lie about `spread` from those of `colour`: brightness for the most part."""
    off = rng.normal(0, spread) + rng.normal(0, 0.3 * spread, 3)
    red, green, blue = (
        int(np.clip(level + change, 0, 255)) for level, change in zip(colour, off, strict=True)
    )
    return red, green, blue
