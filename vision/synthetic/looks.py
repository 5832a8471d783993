"""Looks at random: tiles as varied as those that people own, each of them readable with care."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from vision.synthetic.colours import (
    FAMILIES,
    INKS,
    METALS,
    PALE,
    PALETTES,
    apart,
    lightness,
    mixed,
    random_palette,
    readable,
    varied,
)
from vision.synthetic.faces import pip_radius
from vision.synthetic.layouts import VARIANTS
from vision.synthetic.look import Art, Colour, Facing, Frame, Look, Motif, Numerals, Paint
from vision.synthetic.numerals import Typeface

_T = TypeVar("_T")

_WORDS = ("DOMINO", "DOUBLE 12", "MEXICAN TRAIN", "CLUB", "DRAGON", "TRAIN", "D9", "LUCKY", "CASINO")
_CLEAR, _FAINT = 34.0, 22.0
"""How far a pip's colour is from the body's (CIE Lab): usually, and in faint sets."""


_LAYOUTS = (0.58, 0.1, 0.12, 0.08, 0.05, 0.04, 0.03, 0.0, 0.0)
"""How often sets have each of the layouts' variants; lopsided ones differ from squares above 12 only."""

_LARGE_LAYOUTS = (0.34, 0.24, 0.07, 0.04, 0.06, 0.03, 0.02, 0.1, 0.1)
"""The same for sets above double-12, whose makers agree less."""


def random_look(rng: np.random.Generator, max_pips: int = 9) -> Look:
    """The look of a set up to double-`max_pips`, each kind about as often as people have it."""
    body_kind = _pick(_one(FAMILIES, rng), rng)
    body = varied(_pick(body_kind.colours, rng), body_kind.spread, rng)
    look = _sized(Look(body_kind.name, "black", body, ((24, 24, 26),), grain=body_kind.grain), rng)
    look = _material(look, rng)
    look = _coloured(look, max_pips, rng)
    look = _marked(look, max_pips, rng)
    look = _divided(look, rng)
    look = _printed(look, rng)
    return replace(
        look,
        gloss=float(rng.uniform(0.05, 0.25) if look.grain >= 1 else rng.uniform(0.1, 0.6)),
        wear=float(max(rng.uniform(-0.9, 0.8), 0)),
        dirt=float(max(rng.uniform(-1.8, 0.7), 0)),
        chips=0.12 if look.pip_paint == "full" and rng.random() < 0.06 else 0.0,
    )


def _pick(options: Sequence[_T], rng: np.random.Generator) -> _T:
    return options[int(rng.integers(len(options)))]


def _one(weighted: Sequence[tuple[float, _T]], rng: np.random.Generator) -> _T:
    """One of `weighted` (weight, thing), chosen by weight."""
    place = rng.random() * sum(weight for weight, _ in weighted)
    for weight, thing in weighted:
        place -= weight
        if place < 0:
            return thing
    return weighted[-1][1]


def _sized(look: Look, rng: np.random.Generator) -> Look:
    """Outline and thickness: cards, ordinary and thick tiles."""
    length = float(np.clip(rng.normal(48, 6), 28, 64))
    width = length / float(np.clip(rng.normal(2.0, 0.05), 1.85, 2.15))
    card = rng.random() < 0.04 and look.grain < 1
    thickness = 0.5 + float(rng.random()) if card else float(np.clip(rng.normal(9, 2.2), 3.5, 14))
    corner = _one(((0.2, 0.4), (0.5, 1.8), (0.2, 3.2), (0.1, 5.0)), rng) * float(rng.uniform(0.7, 1.3))
    bevel = min(float(rng.uniform(0.25, 1.9)), 0.35 * thickness)
    return replace(
        look,
        length=length,
        width=width,
        thickness=thickness,
        corner=min(corner, 0.24 * width),
        bevel=0.05 if card else bevel,
    )


def _material(look: Look, rng: np.random.Generator) -> Look:
    """Swirls, clearness, and backs of another colour."""
    if look.grain < 0.5 and rng.random() < 0.13:
        strength = float(rng.uniform(10, 40))
        goal = 255 if rng.random() < 0.6 else 0
        red, green, blue = (
            int(np.clip(level + (strength if goal else -strength), 0, 255)) for level in look.body
        )
        look = replace(look, vein=(red, green, blue), swirl=float(rng.random()))
    if look.grain < 0.5 and rng.random() < 0.08:
        look = replace(look, clear=float(rng.uniform(0.4, 1)))
    if rng.random() < 0.2:
        back = _pick(_pick(_one(FAMILIES, rng), rng).colours, rng)
        look = replace(look, back=varied(back, 6, rng))
    if look.grain >= 1:
        look = replace(look, grain=look.grain * float(rng.uniform(0.4, 1.3)))
    return look


def _coloured(look: Look, max_pips: int, rng: np.random.Generator) -> Look:
    """Colours of pips: one for all, or by value."""
    dark = lightness(look.body) < 52
    by_value = rng.random() < (0.18 if max_pips <= 6 else 0.6 if max_pips <= 9 else 0.8)
    least = _FAINT if rng.random() < 0.1 else _CLEAR
    if by_value:
        palette = _pick(PALETTES, rng) if rng.random() < 0.65 else random_palette(rng)
        if rng.random() < 0.25:
            palette = tuple(mixed(colour, look.body, 0.4) for colour in palette)
            least = _FAINT
        pips = tuple(readable(varied(colour, 6, rng), look.body, least) for colour in palette)
        return replace(look, pips=pips, pip_style="bright")
    inks = PALE if dark else INKS
    if rng.random() < 0.08:
        inks = random_palette(rng)
    colour = varied(_pick(inks, rng), 5, rng)
    if not dark and apart((246, 244, 240), look.body) > 30 and rng.random() < 0.5:
        colour = varied((246, 244, 240), 3, rng)
    colour = readable(colour, look.body, least)
    level = lightness(colour)
    style = "white" if level > 75 else "black" if level < 25 else "one colour"
    return replace(look, pips=(colour,), pip_style=style)


def _marked(look: Look, max_pips: int, rng: np.random.Generator) -> Look:
    """Numerals or pips, their sizes, places and paint."""
    shares = _LAYOUTS if max_pips <= 12 else _LARGE_LAYOUTS
    variant = _one(tuple(zip(shares, range(VARIANTS), strict=True)), rng)
    look = replace(
        look,
        layout=variant,
        grid=float(np.clip(rng.normal(0.305, 0.025), 0.24, 0.36)),
        stretch=float(np.clip(rng.normal(1, 0.04), 0.9, 1.1)),
        even=max_pips if max_pips > 9 and rng.random() < 0.4 else 0,
        depth=_one(((0.35, 0.0), (0.65, 1.0)), rng) * float(rng.uniform(0.2, 1.2)),
    )
    if rng.random() < (0.06 if max_pips <= 9 else 0.15):
        return replace(
            look,
            marks="digits",
            pip_style="digits",
            depth=0.3 * look.depth,
            numerals=_numerals(rng),
        )
    if look.grain >= 1 and rng.random() < 0.2:
        look = replace(look, jitter=float(rng.uniform(0.15, 0.5)), pip_shape="blot")
    elif rng.random() < 0.08:
        look = replace(look, jitter=float(rng.uniform(0.1, 0.35)))
    if rng.random() < 0.05:
        look = replace(look, pip_shape=_pick(("square", "diamond", "blot"), rng))
    if max_pips <= 9:
        pits = rng.random() < (0.12 if look.colour_name in ("black", "dark") else 0.03)
        paint: Paint = _one(((0.88, "full"), (0.05, "bare"), (0.04, "ring"), (0.03, "eye")), rng)
        if paint == "bare" or pits:
            look = replace(look, depth=float(rng.uniform(0.9, 1.4)), pip_shape="round")
        look = replace(look, pip_paint=paint, pits=pits and paint != "bare")
        if paint != "full":
            pips = tuple(readable(colour, look.body, _CLEAR + 10) for colour in look.pips)
            look = replace(look, pip_style=f"{paint} pips", pips=pips)
    elif look.depth > 0 and rng.random() < 0.02:
        look = replace(look, depth=-0.4)
    return replace(look, pip_scale=_pip_scale(look, max_pips, rng))


def _pip_scale(look: Look, max_pips: int, rng: np.random.Generator) -> float:
    """A size at which pips neither touch each other nor leave their half."""
    largest = pip_radius(max(look.even, min(max_pips, 9)))
    edge = 0.47 - look.jitter / min(look.length / 2, look.width) * 2
    room = (edge / look.grid - max(look.stretch, 1.0)) / largest
    # Small sets have larger pips: 0.11 to 0.3 of the tile's width across, most about 0.21.
    usual, spread, crowd = (
        (1.3, 0.23, 1.7) if max_pips <= 9 else (1.1, 0.18, 1.4) if max_pips <= 12 else (1.0, 0.12, 1.05)
    )
    wanted = usual * float(np.exp(rng.normal(0, spread)))
    if look.pip_paint != "full" or look.pip_shape != "round":
        wanted = max(wanted, 1.0)
    return float(np.clip(wanted, 0.65, max(min(crowd - look.jitter, room), 0.65)))


def _numerals(rng: np.random.Generator) -> Numerals:
    typeface: Typeface = _one(((0.5, "sans"), (0.25, "round"), (0.25, "nib")), rng)
    facing: Facing = _one(((0.35, "end"), (0.25, "bar"), (0.2, "length"), (0.2, "width")), rng)
    return Numerals(
        typeface,
        round(float(rng.uniform(0.2, 1)), 2),
        float(rng.uniform(0.45, 0.72)),
        float(rng.uniform(0.8, 1.15)),
        float(max(rng.uniform(-0.4, 0.2), 0)),
        facing,
        bool(rng.random() < 0.6),
    )


def _divided(look: Look, rng: np.random.Generator) -> Look:
    """The bar and the pin."""
    ink = readable(mixed(look.pips[0], look.body, float(rng.uniform(0, 0.5))), look.body, 14)
    plain = rng.random() < (0.3 if len(look.pips) > 1 else 0.8)
    colour = ink if plain else readable(_pick(INKS + PALE, rng), look.body, 14)
    bar = colour if rng.random() < (0.68 if look.colour_name in ("black", "dark") else 0.84) else None
    kind = _one(((0.5, "usual"), (0.15, "thin"), (0.12, "thick"), (0.1, "short"), (0.13, "whole")), rng)
    wide = {"thin": 0.4, "thick": 1.7}.get(kind, 0.9) * float(rng.uniform(0.8, 1.25))
    long = {"short": 0.5, "whole": 1.0}.get(kind, float(rng.uniform(0.72, 0.92)))
    pin = rng.random() < 0.3
    return replace(
        look,
        bar=bar,
        bar_width=wide,
        bar_length=long,
        bar_paint=bool(rng.random() < 0.85),
        groove=float(rng.uniform(0, 0.7)),
        pin=_pick(METALS, rng) if pin else None,
        pin_radius=float(rng.uniform(1.0, 2.0)),
    )


def _printed(look: Look, rng: np.random.Generator) -> Look:
    """Frames, tinted halves, emblems, and what the back shows."""
    if rng.random() < 0.06:
        around = "face" if rng.random() < 0.5 else "halves"
        colour = readable(mixed(look.pips[0], look.body, float(rng.uniform(0, 0.6))), look.body, 12)
        inset = float(rng.uniform(0.7, 1.2))
        look = replace(
            look,
            frame=Frame(
                colour, "halves" if around == "halves" else "face", inset, float(rng.uniform(0.25, 0.6))
            ),
        )
    if rng.random() < 0.03 and len(look.pips) == 1 and look.pip_paint == "full":
        tints = tuple(mixed(colour, look.body, 0.72) for colour in random_palette(rng))
        kept = tuple(tint for tint in tints if apart(tint, look.pips[0]) > _CLEAR)
        look = replace(look, tints=kept)
    if rng.random() < 0.03:
        motif: Motif = _pick(("ring", "star"), rng)
        look = replace(look, pin=None, emblem=Art(motif, look.pips[0], float(rng.uniform(0.12, 0.2))))
    if rng.random() < 0.4:
        back = look.back or look.body
        goal: Colour = (250, 250, 248) if lightness(back) < 52 else (30, 28, 26)
        kind: Motif = _pick(("text", "ring", "star", "hatch", "lattice", "dots", "border"), rng)
        ink = mixed(back, goal, float(rng.uniform(0.1, 0.9)))
        size = float(rng.uniform(0.35, 0.8))
        look = replace(look, back_art=Art(kind, ink, size, _pick(_WORDS, rng)))
    return look
