"""Looks at random: tiles as varied as those that people own, each of them readable with care."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from vision.layouts import VARIANTS
from vision.synthetic.faces import pip_radius
from vision.synthetic.look import BRASS, BRIGHT, Art, Colour, Facing, Frame, Look, Motif, Numerals, Paint
from vision.synthetic.numerals import Typeface

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Body:
    """A kind of body: its name, colours, grain, and how far the colours vary (levels)."""

    name: str
    colours: tuple[Colour, ...]
    grain: float = 0.0
    spread: float = 5.0


_LIGHT = (
    _Body("white", ((244, 243, 240), (238, 238, 236), (228, 230, 232))),
    _Body("ivory", ((236, 226, 198), (232, 220, 186), (240, 232, 210)), 0.15),
    _Body("cream", ((244, 236, 214), (238, 228, 200)), 0.05),
)
_DARK = (
    _Body("black", ((26, 26, 28), (14, 14, 16), (34, 34, 38))),
    _Body("black", ((26, 26, 28), (18, 18, 20), (38, 38, 42))),
    _Body("dark", ((46, 34, 30), (32, 38, 52), (30, 46, 40), (58, 60, 64))),
)
_WOOD = (
    _Body("wood", ((206, 164, 108), (222, 186, 134), (232, 204, 160), (214, 172, 122)), 1.0, 9),
    _Body("wood", ((150, 98, 58), (168, 112, 66), (176, 124, 82)), 1.3, 9),
    _Body("dark wood", ((78, 48, 32), (94, 60, 38), (58, 38, 30)), 1.6, 7),
)
_COLOURED = (
    _Body("red", ((168, 26, 34), (196, 40, 44), (122, 22, 34)), 0.0, 10),
    _Body("blue", ((30, 66, 140), (36, 96, 176), (90, 150, 206)), 0.0, 10),
    _Body("green", ((24, 100, 64), (44, 130, 76), (128, 178, 130)), 0.0, 10),
    _Body("yellow", ((236, 196, 56), (240, 214, 110)), 0.0, 10),
    _Body("orange", ((232, 120, 40),), 0.0, 10),
    _Body("pink", ((230, 130, 160), (240, 190, 200)), 0.0, 10),
    _Body("purple", ((96, 52, 130), (160, 130, 196)), 0.0, 10),
    _Body("grey", ((150, 152, 156), (190, 192, 194), (112, 114, 120)), 0.0, 10),
    _Body("brown", ((112, 72, 48), (150, 106, 72)), 0.1, 8),
    _Body("turquoise", ((40, 150, 156), (120, 198, 196)), 0.0, 10),
)
_FAMILIES: tuple[tuple[float, tuple[_Body, ...]], ...] = (
    (0.43, _LIGHT),
    (0.21, _DARK),
    (0.16, _WOOD),
    (0.20, _COLOURED),
)

_PALETTES: tuple[tuple[Colour, ...], ...] = (
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

_INKS: tuple[Colour, ...] = (
    *((24, 24, 26),) * 9,
    (40, 28, 22),
    (30, 40, 110),
    (150, 24, 30),
    (20, 84, 54),
    (90, 60, 40),
    (200, 40, 40),
    (40, 90, 180),
)
_PALE: tuple[Colour, ...] = (
    (240, 238, 232),
    (240, 238, 232),
    (228, 220, 196),
    (240, 240, 244),
    (214, 176, 92),
    (180, 184, 190),
    (236, 200, 70),
)
_METALS: tuple[Colour, ...] = (BRASS, (212, 178, 104), (176, 178, 182), (150, 152, 156), (60, 54, 48))
_WORDS = ("DOMINO", "DOUBLE 12", "MEXICAN TRAIN", "CLUB", "DRAGON", "TRAIN", "D9", "LUCKY", "CASINO")
_CLEAR, _FAINT = 34.0, 22.0
"""How far a pip's colour is from the body's (CIE Lab): usually, and in faint sets."""


def random_look(rng: np.random.Generator, max_pips: int = 9) -> Look:
    """The look of a set up to double-`max_pips`, each kind about as often as people have it."""
    body_kind = _pick(_one(_FAMILIES, rng), rng)
    body = _varied(_pick(body_kind.colours, rng), body_kind.spread, rng)
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


def _varied(colour: Colour, spread: float, rng: np.random.Generator) -> Colour:
    shift = rng.normal(0, 0.5 * spread, 3) + rng.normal(0, spread)
    red, green, blue = (int(np.clip(level + off, 6, 250)) for level, off in zip(colour, shift, strict=True))
    return red, green, blue


def _lab(colours: Sequence[Colour]) -> np.ndarray:
    levels = np.array([colours], dtype=np.float32) / 255
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2LAB)[0])


def apart(one: Colour, other: Colour) -> float:
    """How different two colours look (CIE Lab; hue counts less than lightness: pictures blur it).

    >>> apart((255, 255, 255), (0, 0, 0)) > 99 > apart((255, 0, 0), (220, 40, 40))
    True
    """
    first, second = _lab([one, other])
    return float(np.hypot(first[0] - second[0], 0.45 * np.hypot(*(first[1:] - second[1:]))))


def _readable(colour: Colour, body: Colour, least: float) -> Colour:
    """`colour`, made darker or lighter until it is `least` away from `body`."""
    goal = 0 if _lab([body])[0][0] > 52 else 255
    for _ in range(20):
        if apart(colour, body) >= least:
            break
        red, green, blue = (round(level + 0.12 * (goal - level)) for level in colour)
        colour = red, green, blue
    return colour


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
        back = _pick(_pick(_one(_FAMILIES, rng), rng).colours, rng)
        look = replace(look, back=_varied(back, 6, rng))
    if look.grain >= 1:
        look = replace(look, grain=look.grain * float(rng.uniform(0.4, 1.3)))
    return look


def _coloured(look: Look, max_pips: int, rng: np.random.Generator) -> Look:
    """Colours of pips: one for all, or by value."""
    dark = _lab([look.body])[0][0] < 52
    by_value = rng.random() < (0.18 if max_pips <= 6 else 0.6 if max_pips <= 9 else 0.8)
    least = _FAINT if rng.random() < 0.1 else _CLEAR
    if by_value:
        palette = _pick(_PALETTES, rng) if rng.random() < 0.65 else _random_palette(rng)
        if rng.random() < 0.25:
            palette = tuple(_mixed(colour, look.body, 0.4) for colour in palette)
            least = _FAINT
        pips = tuple(_readable(_varied(colour, 6, rng), look.body, least) for colour in palette)
        return replace(look, pips=pips, pip_style="bright")
    inks = _PALE if dark else _INKS
    if rng.random() < 0.08:
        inks = _random_palette(rng)
    colour = _varied(_pick(inks, rng), 5, rng)
    if not dark and apart((246, 244, 240), look.body) > 30 and rng.random() < 0.5:
        colour = _varied((246, 244, 240), 3, rng)
    colour = _readable(colour, look.body, least)
    lightness = _lab([colour])[0][0]
    style = "white" if lightness > 75 else "black" if lightness < 25 else "one colour"
    return replace(look, pips=(colour,), pip_style=style)


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _random_palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Strong colours of any hue, one for each value up to 18."""
    hues = rng.uniform(0, 360, 18)
    levels = np.stack([hues, rng.uniform(0.45, 1, 18), rng.uniform(0.35, 0.95, 18)], axis=1)
    rgb = cv2.cvtColor(levels[None].astype(np.float32), cv2.COLOR_HSV2RGB)[0] * 255
    return tuple((int(red), int(green), int(blue)) for red, green, blue in rgb)


def _marked(look: Look, max_pips: int, rng: np.random.Generator) -> Look:
    """Numerals or pips, their sizes, places and paint."""
    variant = _one(tuple(zip((0.58, 0.1, 0.12, 0.08, 0.05, 0.04, 0.03), range(VARIANTS), strict=True)), rng)
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
            pips = tuple(_readable(colour, look.body, _CLEAR + 10) for colour in look.pips)
            look = replace(look, pip_style=f"{paint} pips", pips=pips)
    elif look.depth > 0 and rng.random() < 0.02:
        look = replace(look, depth=-0.4)
    return replace(look, pip_scale=_pip_scale(look, max_pips, rng))


def _pip_scale(look: Look, max_pips: int, rng: np.random.Generator) -> float:
    """A size at which pips neither touch each other nor leave their half."""
    largest = pip_radius(max(look.even, min(max_pips, 9)))
    edge = 0.47 - look.jitter / min(look.length / 2, look.width) * 2
    room = (edge / look.grid - max(look.stretch, 1.0)) / largest
    crowd = 1.3 if max_pips <= 12 else 1.05
    wanted = float(np.exp(rng.normal(0, 0.16)))
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
    ink = _readable(_mixed(look.pips[0], look.body, float(rng.uniform(0, 0.5))), look.body, 14)
    plain = rng.random() < (0.3 if len(look.pips) > 1 else 0.8)
    colour = ink if plain else _readable(_pick(_INKS + _PALE, rng), look.body, 14)
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
        pin=_pick(_METALS, rng) if pin else None,
        pin_radius=float(rng.uniform(1.0, 2.0)),
    )


def _printed(look: Look, rng: np.random.Generator) -> Look:
    """Frames, tinted halves, emblems, and what the back shows."""
    if rng.random() < 0.06:
        around = "face" if rng.random() < 0.5 else "halves"
        colour = _readable(_mixed(look.pips[0], look.body, float(rng.uniform(0, 0.6))), look.body, 12)
        inset = float(rng.uniform(0.7, 1.2))
        look = replace(
            look,
            frame=Frame(
                colour, "halves" if around == "halves" else "face", inset, float(rng.uniform(0.25, 0.6))
            ),
        )
    if rng.random() < 0.03 and len(look.pips) == 1 and look.pip_paint == "full":
        tints = tuple(_mixed(colour, look.body, 0.72) for colour in _random_palette(rng))
        kept = tuple(tint for tint in tints if apart(tint, look.pips[0]) > _CLEAR)
        look = replace(look, tints=kept)
    if rng.random() < 0.03:
        motif: Motif = _pick(("ring", "star"), rng)
        look = replace(look, pin=None, emblem=Art(motif, look.pips[0], float(rng.uniform(0.12, 0.2))))
    if rng.random() < 0.4:
        back = look.back or look.body
        goal: Colour = (250, 250, 248) if _lab([back])[0][0] < 52 else (30, 28, 26)
        kind: Motif = _pick(("text", "ring", "star", "hatch", "lattice", "dots", "border"), rng)
        ink = _mixed(back, goal, float(rng.uniform(0.1, 0.9)))
        size = float(rng.uniform(0.35, 0.8))
        look = replace(look, back_art=Art(kind, ink, size, _pick(_WORDS, rng)))
    return look
