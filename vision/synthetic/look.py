"""What the tiles of a set look like, and a few sets that are sold."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Look:
    """The tiles of one set; lengths in mm.

    `pips` holds one colour for all values, or one for each value from 1 on (a shorter list is gone through
    again). `layout` picks among the pip layouts of real sets (`vision.layouts.layouts`). `depth` is how deep
    pips are drilled, 0 for printed ones. `back` is the colour of the back and of the lower part of the sides.
    `grain` (0 to 1) is how far the material shows through: wood, marbled plastic. `wear` (0 to 1) adds
    scratches and worn pips. `gloss` (0 to 1) is how much the surface shines.
    """

    colour_name: str
    pip_style: str
    body: Colour
    pips: tuple[Colour, ...]
    back: Colour | None = None
    bar: Colour | None = (60, 56, 52)
    pin: Colour | None = None
    length: float = 50.0
    width: float = 25.0
    thickness: float = 9.0
    corner: float = 2.2
    bevel: float = 1.1
    pip_scale: float = 1.0
    depth: float = 0.6
    layout: int = 0
    grain: float = 0.0
    wear: float = 0.0
    gloss: float = 0.35

    def pip_colour(self, value: int) -> Colour:
        """The colour of the pips of `value` (from 1).

        >>> WHITE.pip_colour(9)
        (24, 24, 26)
        """
        return self.pips[(value - 1) % len(self.pips)]


BRIGHT: tuple[Colour, ...] = (
    (34, 34, 38),
    (22, 98, 196),
    (204, 32, 44),
    (20, 136, 64),
    (126, 58, 160),
    (240, 128, 12),
    (12, 146, 160),
    (214, 48, 132),
    (122, 78, 40),
    (70, 74, 84),
    (226, 170, 0),
    (34, 60, 140),
)
"""Pip colours by value, from 1, of the usual coloured double-9 and double-12 sets."""

BRASS: Colour = (202, 164, 88)

WHITE = Look("white", "black", (240, 239, 234), ((24, 24, 26),), thickness=10, bevel=1.3)
IVORY = Look(
    "ivory", "black", (233, 222, 192), ((38, 30, 26),), pin=BRASS, length=48, width=24, depth=0.8, grain=0.15
)
BRIGHT_WHITE = Look("white", "bright", (243, 242, 238), BRIGHT, length=51, width=25.5, depth=0.45)
BRIGHT_IVORY = Look(
    "ivory", "bright", (236, 228, 204), BRIGHT, bar=(120, 108, 90), pin=BRASS, length=48, width=24, grain=0.1
)
BLACK = Look("black", "white", (30, 30, 33), ((236, 234, 228),), bar=(214, 212, 206), gloss=0.5)
WOOD = Look(
    "wood",
    "black",
    (206, 164, 108),
    ((42, 28, 20),),
    bar=(74, 48, 30),
    thickness=8,
    corner=1.2,
    bevel=0.7,
    depth=0.9,
    grain=1.0,
    gloss=0.12,
)
RED = Look("red", "white", (168, 26, 34), ((244, 240, 232),), bar=(240, 226, 210), pin=BRASS, gloss=0.5)
BLUE = Look("blue", "white", (30, 66, 140), ((240, 242, 246),), bar=(214, 222, 236), gloss=0.5)
TWO_LAYERS = Look(
    "white", "black", (240, 238, 230), ((22, 22, 26),), back=(28, 28, 32), thickness=12, width=24, length=48
)

LOOKS: dict[str, Look] = {
    "white": WHITE,
    "ivory": IVORY,
    "bright white": BRIGHT_WHITE,
    "bright ivory": BRIGHT_IVORY,
    "black": BLACK,
    "wood": WOOD,
    "red": RED,
    "blue": BLUE,
    "two layers": TWO_LAYERS,
}
"""Looks by name."""
