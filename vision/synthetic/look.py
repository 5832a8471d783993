"""What the tiles of a set look like, and a few sets that are sold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.synthetic.numerals import Typeface

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


Marks = Literal["pips", "digits"]
Shape = Literal["round", "square", "diamond", "blot"]
Paint = Literal["full", "bare", "ring", "eye"]
"""Pips painted all over, not at all (only their bowls show), as a ring, and as a ring round a dot."""

Facing = Literal["end", "bar", "length", "width"]
"""Where the tops of numerals point: to their own end, to the bar, both to the first end, both to one side."""

Motif = Literal["text", "ring", "star", "hatch", "lattice", "dots", "border"]


@dataclass(frozen=True, slots=True)
class Numerals:
    """How digits are printed: `weight` (0 to 1) thin to bold, `height` as a share of the half's side.

    `squeeze` narrows (below 1) or widens them, `slant` leans them. Without `zero` a blank half stands for 0.
    """

    typeface: Typeface = "sans"
    weight: float = 0.5
    height: float = 0.6
    squeeze: float = 1.0
    slant: float = 0.0
    facing: Facing = "end"
    zero: bool = True


@dataclass(frozen=True, slots=True)
class Frame:
    """A line round the face or round each half, `inset` mm inside the edge and `width` mm wide."""

    colour: Colour
    around: Literal["face", "halves"] = "face"
    inset: float = 1.6
    width: float = 0.5


@dataclass(frozen=True, slots=True)
class Art:
    """What is printed on a back, or small on the bar: `size` as a share of the tile's width."""

    motif: Motif
    colour: Colour
    size: float = 0.6
    text: str = "DOMINO"


@dataclass(frozen=True, slots=True)
class Look:
    """The tiles of one set; lengths in mm.

    `pips` holds one colour for all values, or one for each value from 1 on (a shorter list is gone through
    again); numerals take them too. `layout` picks among the pip layouts of real sets (`layouts.VARIANTS`).
    `grid` is half the width of a half's grid of pips as a share of the half's side, `stretch` widens the grid
    along the tile, `jitter` (mm) is how far handwork is off. Pips are `pip_scale` times as large as usual;
    all up to the value `even` are as small as that value's. `depth` is how deep pips are drilled, 0 for
    printed ones, below 0 for raised ones; with `pits` all nine places are drilled, whatever is painted.

    `back` is the colour of the back and of the lower part of the sides. The bar is `bar_width` mm wide and
    `bar_length` times as long as the tile is wide, cut `groove` mm deep, and painted unless not `bar_paint`;
    `pin` is the colour of a pin of radius `pin_radius`. `tints` colour the halves' grounds by value from 0
    on. `emblem` is printed on the middle of the face, `back_art` on the back.

    `grain` (0 to 2) is how far the material shows through: wood, marbled plastic. `vein` is the colour of
    swirls, `swirl` (0 to 1) how many there are; `clear` (0 to 1) lets light through. `wear` (0 to 1) adds
    scratches and worn pips, `dirt` (0 to 1) stains, `chips` is the share of pips with half their paint gone.
    `gloss` (0 to 1) is how much the surface shines.
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
    marks: Marks = "pips"
    numerals: Numerals = Numerals()
    pip_shape: Shape = "round"
    pip_paint: Paint = "full"
    pits: bool = False
    even: int = 0
    grid: float = 0.31
    stretch: float = 1.0
    jitter: float = 0.0
    bar_width: float = 0.9
    bar_length: float = 0.8
    bar_paint: bool = True
    groove: float = 0.3
    pin_radius: float = 1.5
    frame: Frame | None = None
    tints: tuple[Colour, ...] = ()
    emblem: Art | None = None
    back_art: Art | None = None
    vein: Colour | None = None
    swirl: float = 0.5
    clear: float = 0.0
    dirt: float = 0.0
    chips: float = 0.0

    def pip_colour(self, value: int) -> Colour:
        """The colour of the pips of `value` (from 1), or of its numeral (from 0).

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
