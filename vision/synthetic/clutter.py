"""What else lies on tables: coins, dice, cards, boxes, hands, and things that might be taken for tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.synthetic.arrange import Taken
from vision.synthetic.camera import Points
from vision.synthetic.conditions import random_ground
from vision.synthetic.look import Colour
from vision.synthetic.scene import Drawing, DrawingKind, Pose, Thing
from vision.synthetic.solids import disc, rectangle
from vision.synthetic.tints import METALS, SKINS, any_colour, near, one_of, wooden

_Ways = tuple[tuple[float, float], ...]
_WHITE: Colour = (244, 242, 236)
_INK: Colour = (28, 28, 34)
_PRINTS: tuple[DrawingKind, ...] = ("text", "score sheet", "dominoes")


def _outline(points: Points) -> _Ways:
    return tuple((float(x), float(y)) for x, y in points)


def _thing(
    outline: Points,
    height: float,
    kind: DrawingKind,
    colour: Colour,
    second: Colour,
    rng: np.random.Generator,
    pose: Pose | None = None,
    base: float = 0.0,
) -> Thing:
    drawing = Drawing(kind, colour, second, int(rng.integers(2**31)))
    where = pose or Pose(0, 0, float(rng.uniform(0, 360)))
    return Thing("clutter", _outline(outline), where, height, colour, base, drawing)


def _coin(rng: np.random.Generator) -> Thing:
    colour = near(one_of(METALS, rng), rng, 12)
    return _thing(disc(float(rng.uniform(8, 15)), 28), 1.8, "coin", colour, one_of(METALS, rng), rng)


def _die(rng: np.random.Generator) -> Thing:
    colour = one_of((_WHITE, (200, 30, 40), (30, 30, 34), any_colour(rng)), rng)
    pips = _INK if sum(colour) > 400 else _WHITE
    side = float(rng.uniform(10, 20))
    return _thing(rectangle(side, side, side * 0.12), side, "die", colour, pips, rng)


def _card(rng: np.random.Generator) -> Thing:
    return _thing(rectangle(63, 89, 3), 0.3, "card", near(_WHITE, rng, 5), any_colour(rng), rng)


def _keys(rng: np.random.Generator) -> Thing:
    body = one_of((_INK, (200, 200, 202), any_colour(rng)), rng)
    size = one_of(((85, 150), (140, 300), (75, 110)), rng)
    return _thing(rectangle(*size, 6), float(rng.uniform(6, 14)), "keys", body, near(body, rng, 45), rng)


def _sheet(rng: np.random.Generator) -> Thing:
    kind: DrawingKind = one_of(_PRINTS, rng)
    paper = near(_WHITE, rng, 8) if rng.random() < 0.8 else any_colour(rng)
    ink = one_of((_INK, (30, 50, 140), (150, 40, 40)), rng)
    return _thing(
        rectangle(*one_of(((105, 148), (148, 210), (76, 76), (90, 50)), rng)), 0.25, kind, paper, ink, rng
    )


def _box(rng: np.random.Generator) -> Thing:
    kind: DrawingKind = one_of(_PRINTS, rng)
    size = rng.uniform(40, 160), rng.uniform(30, 110)
    return _thing(rectangle(*size, 1), float(rng.uniform(8, 50)), kind, any_colour(rng), any_colour(rng), rng)


def _ruler(rng: np.random.Generator) -> Thing:
    colour = one_of((wooden(rng), (236, 226, 120), _WHITE), rng)
    return _thing(rectangle(float(rng.uniform(150, 310)), 28), 2, "ruler", colour, _INK, rng)


def _button(rng: np.random.Generator) -> Thing:
    colour = any_colour(rng)
    dark = _INK if sum(colour) > 200 else _WHITE
    return _thing(disc(float(rng.uniform(6, 14)), 24), 2.5, "button", colour, dark, rng)


def _draught(rng: np.random.Generator) -> Thing:
    colour = one_of((_INK, _WHITE, (160, 30, 36), wooden(rng)), rng)
    return _thing(disc(float(rng.uniform(11, 18)), 28), 7, "draught", colour, near(colour, rng, 60), rng)


def _pen(rng: np.random.Generator) -> Thing:
    width = float(rng.uniform(6, 13))
    outline = rectangle(float(rng.uniform(110, 175)), width, width * 0.4)
    return _thing(outline, width, "round", any_colour(rng), any_colour(rng), rng)


def _phone(rng: np.random.Generator) -> Thing:
    return _thing(rectangle(72, 148, 8), 8, "screen", near((18, 18, 20), rng, 8), any_colour(rng), rng)


def _cup(rng: np.random.Generator) -> Thing:
    drink = one_of(((60, 34, 20), (120, 60, 24), (170, 40, 40), (200, 210, 214), (230, 190, 80)), rng)
    return _thing(
        disc(float(rng.uniform(28, 45)), 32), float(rng.uniform(25, 90)), "cup", any_colour(rng), drink, rng
    )


def _block(rng: np.random.Generator) -> Thing:
    """About as large as a tile, but none: biscuit, chocolate, rubber, wooden block."""
    colour = one_of((wooden(rng), (226, 184, 120), (74, 42, 26), _WHITE, any_colour(rng)), rng)
    size = rng.uniform(28, 64), rng.uniform(16, 34)
    height = float(rng.uniform(5, 14))
    return _thing(rectangle(*size, 2), height, "biscuit", colour, near(colour, rng, 45), rng)


def _printed(rng: np.random.Generator) -> Thing:
    """Dominoes printed on a sheet, a board or a box."""
    size = rng.uniform(60, 260), rng.uniform(50, 200)
    height = float(rng.choice([0.25, 2.0, 30.0]))
    return _thing(rectangle(*size, 1), height, "dominoes", any_colour(rng), any_colour(rng), rng)


_USUAL: tuple[tuple[float, Callable[[np.random.Generator], Thing]], ...] = (
    (3, _coin),
    (2, _die),
    (1.5, _card),
    (1, _keys),
    (1.5, _sheet),
    (1, _box),
    (1, _ruler),
    (1.5, _button),
    (1.5, _draught),
    (1.5, _pen),
    (0.7, _phone),
    (0.8, _cup),
    (2, _block),
    (1.2, _printed),
)


def strew(
    rng: np.random.Generator, count: int, area: tuple[float, float], outlines: list[Points]
) -> list[Thing]:
    """Up to `count` things, and figures and cables now and then, within `area` (mm) round the origin.

    They keep off `outlines`, to which their own are added; sheets may lie under others and do not.
    """
    ground = Taken(outlines)
    weights = np.array([weight for weight, _ in _USUAL])
    same = rng.random() < 0.3
    kind = int(rng.choice(len(_USUAL), p=weights / weights.sum()))
    found: list[Thing] = []
    for _ in range(count):
        if not same:
            kind = int(rng.choice(len(_USUAL), p=weights / weights.sum()))
        thing = _USUAL[kind][1](rng)
        for _ in range(12):
            x, y = rng.uniform(-0.5, 0.5, 2) * area
            placed = _moved(thing, float(x), float(y), len(found))
            outline = placed.pose.place(placed.outline)
            if thing.height < 1 or ground.free(outline):
                found.append(placed)
                if thing.height >= 1:
                    outlines.append(outline)
                break
    if rng.random() < 0.15:
        found += [part for part in _figure(rng, area) if ground.free(part.pose.place(part.outline))]
    if rng.random() < 0.12:
        found += [part for part in _cable(rng, area) if ground.free(part.pose.place(part.outline))]
    return found


def _moved(thing: Thing, x: float, y: float, number: int) -> Thing:
    """`thing` at `x`, `y`; sheets differ in height by a hair, so that their order is known."""
    height = thing.height + 0.002 * number if thing.height < 1 else thing.height
    pose = Pose(x, y, thing.pose.angle)
    return Thing(thing.kind, thing.outline, pose, height, thing.colour, thing.base, thing.drawing)


def _figure(rng: np.random.Generator, area: tuple[float, float]) -> list[Thing]:
    """A small engine, as markers of trains are."""
    x, y = (float(v) for v in rng.uniform(-0.5, 0.5, 2) * area)
    angle, colour = float(rng.uniform(0, 360)), any_colour(rng)
    pose = Pose(x, y, angle)
    parts: list[tuple[Points, float, float, Colour]] = [
        (rectangle(34, 13, 1), 9, 0.0, colour),
        (np.add(rectangle(10, 13, 1), (-10, 0)), 12, 9.0, near(colour, rng, 40)),
        (np.add(disc(3, 12), (11, 0)), 8, 9.0, _INK),
    ]
    return [Thing("clutter", _outline(part), pose, height, tone, base) for part, height, base, tone in parts]


def _cable(rng: np.random.Generator, area: tuple[float, float]) -> list[Thing]:
    """A cord that winds across the table."""
    end = rng.uniform(-0.5, 0.5, 2) * area
    way, bend = float(rng.uniform(0, 360)), 0.0
    width = float(rng.uniform(3, 7))
    colour = one_of((_INK, _WHITE, any_colour(rng)), rng)
    parts = []
    for _ in range(int(rng.integers(6, 22))):
        bend = 0.8 * bend + float(rng.normal(0, 7))
        way += bend
        step = 14 * np.array([np.cos(np.radians(way)), np.sin(np.radians(way))])
        x, y = end + step / 2
        outline = rectangle(14 + width, width, width * 0.49, 3)
        parts.append(_thing(outline, width, "round", colour, colour, rng, Pose(float(x), float(y), way)))
        end = end + step
    return parts


def mats(rng: np.random.Generator, count: int, area: tuple[float, float]) -> list[Thing]:
    """Cloths, boards and papers that tiles lie on, each with a pattern of its own."""
    found = []
    for number in range(count):
        pattern = random_ground(rng)
        size = rng.uniform(0.3, 1.2, 2) * area
        outline = disc(float(size.min()) / 2, 40) if rng.random() < 0.2 else rectangle(*size)
        x, y = rng.uniform(-0.5, 0.5, 2) * area
        drawing = Drawing("ground", pattern.colour, pattern.second, pattern.seed, pattern)
        pose = Pose(float(x), float(y), float(rng.uniform(0, 360)))
        height = 0.3 + 0.05 * number
        found.append(Thing("clutter", _outline(outline), pose, height, pattern.colour, 0.0, drawing))
    return found


def hand(rng: np.random.Generator, x: float, y: float, base: float) -> list[Thing]:
    """A hand whose finger ends about `x`, `y` (mm), resting at height `base`, with its wrist and sleeve."""
    skin = near(one_of(SKINS, rng), rng, 8)
    sleeve = any_colour(rng)
    size, spread = float(rng.uniform(0.75, 1.1)), float(rng.uniform(2, 13))
    heading = float(rng.uniform(0, 360))
    tip = Pose(x, y, heading)
    parts = [_limb(tip, (-40, 0), 0, 80, 17, 14, size, skin, base, rng)]
    for place in range(1, int(rng.integers(1, 5))):
        turn = -spread * place
        away = (-44 - 5 * place, -19.0 * place)
        parts.append(_limb(tip, away, turn, 76, 16.5, 13 + place * 0.1, size, skin, base, rng))
    if rng.random() < 0.8:
        parts.append(_limb(tip, (-55, 26), 38, 62, 19, 14.5, size, skin, base, rng))
    parts.append(_limb(tip, (-108, -22), 0, 92, 82, 22, size, skin, base, rng))
    parts.append(_limb(tip, (-240, -22), 0, 200, 62, 26, size, skin, base, rng))
    if rng.random() < 0.7:
        parts.append(_limb(tip, (-300, -22), 0, 240, 84, 32, size, sleeve, base, rng))
    return parts


def _limb(
    tip: Pose,
    away: tuple[float, float],
    turn: float,
    length: float,
    width: float,
    height: float,
    size: float,
    colour: Colour,
    base: float,
    rng: np.random.Generator,
) -> Thing:
    x, y = tip.place(np.array([away]) * size)[0]
    outline = rectangle(length * size, width * size, width * size * 0.45, 6)
    pose = Pose(float(x), float(y), tip.angle + turn)
    return _thing(outline, height * size, "skin", colour, colour, rng, pose, base)


def over(rng: np.random.Generator, tops: Sequence[tuple[float, float, float]]) -> list[Thing]:
    """Something on top of a tile: `tops` are x, y and height (mm) of tiles' middles."""
    x, y, z = tops[int(rng.integers(len(tops)))]
    x, y = x + float(rng.normal(0, 14)), y + float(rng.normal(0, 14))
    if rng.random() < 0.55:
        return hand(rng, x, y, z)
    made = one_of((_coin, _pen, _button, _draught, _die, _block), rng)(rng)
    pose = Pose(x, y, made.pose.angle)
    return [Thing(made.kind, made.outline, pose, made.height, made.colour, z, made.drawing)]
