"""Markers as people use them: coins, coloured counters, small figures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from vision.synthetic.look import Colour
from vision.synthetic.scene import Drawing, Pose, Thing
from vision.synthetic.solids import disc
from vision.synthetic.tints import METALS

Kind = Literal["coin", "counter", "figure"]
Spot = Literal["beside", "on", "head"]
"""Where a marker goes: beside the train's last tile, on it, or beside the train's beginning."""

_BRIGHT: tuple[Colour, ...] = (
    (206, 32, 40),
    (24, 96, 190),
    (30, 140, 70),
    (240, 190, 20),
    (236, 120, 24),
    (120, 50, 150),
    (226, 70, 140),
)


@dataclass(frozen=True, slots=True)
class Token:
    """A marker at the origin of the table: its parts and the radius (mm) of the ground that they need."""

    kind: Kind
    parts: tuple[Thing, ...]
    radius: float

    def at(self, x: float, y: float, base: float = 0.0) -> tuple[Thing, ...]:
        """The marker at `x`, `y` (mm), its underside `base` mm high."""
        return tuple(
            replace(
                part,
                pose=Pose(part.pose.x + x, part.pose.y + y, part.pose.angle),
                base=part.base + base,
            )
            for part in self.parts
        )


def random_token(rng: Random, flat: bool = False) -> Token:
    """Any marker; a `flat` one can lie on a tile."""
    kind: Kind = rng.choices(("coin", "counter", "figure"), (5, 4, 0 if flat else 3))[0]
    if kind == "coin":
        metal, other = rng.sample(METALS, 2)
        radius = rng.uniform(9, 12.5)
        return Token(
            kind, (_disc(radius, 1.8, metal, 0.0, Drawing("coin", metal, other, rng.randrange(99))),), radius
        )
    colour = rng.choice(_BRIGHT)
    if kind == "counter":
        radius = rng.uniform(9, 12)
        drawing = Drawing("draught", colour, _dimmed(colour, 0.7), rng.randrange(99))
        return Token(kind, (_disc(radius, rng.uniform(2.5, 6), colour, 0.0, drawing),), radius)
    radius = rng.uniform(8, 10)
    parts = (
        _disc(radius, 5, colour, 0.0),
        _disc(0.55 * radius, 11, _dimmed(colour, 0.9), 5.0),
        _disc(0.7 * radius, 6, colour, 16.0),
    )
    return Token(kind, parts, radius)


def _disc(radius: float, height: float, colour: Colour, base: float, drawing: Drawing | None = None) -> Thing:
    outline = tuple((float(x), float(y)) for x, y in disc(radius, 28))
    return Thing("marker", outline, Pose(0, 0), height, colour, base, drawing)


def _dimmed(colour: Colour, share: float) -> Colour:
    red, green, blue = (round(level * share) for level in colour)
    return red, green, blue
