"""The description of a scene: tiles on a table, other things, ground, light, camera."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import Colour, Look

Arrangement = Literal["separate", "touching", "train", "table", "pile"]
GroundKind = Literal[
    "wood",
    "cloth",
    "paper",
    "plain",
    "checked",
    "stone",
    "boards",
    "parquet",
    "knit",
    "carpet",
    "towel",
    "leather",
    "marble",
    "granite",
    "tiles",
    "striped",
    "tartan",
    "dotted",
    "floral",
    "print",
    "cork",
    "patches",
]
DrawingKind = Literal[
    "coin",
    "die",
    "card",
    "keys",
    "text",
    "score sheet",
    "dominoes",
    "ruler",
    "button",
    "draught",
    "biscuit",
    "cup",
    "round",
    "screen",
    "skin",
    "ground",
]


class SceneError(ValueError):
    """A scene that can't be; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where something lies: `x`, `y` of its middle in mm on the table, `angle` in degrees counter-clockwise.

    >>> Pose(10, 0, 90).place([[5, 0]]).round(6).tolist()
    [[10.0, 5.0]]
    """

    x: float
    y: float
    angle: float = 0.0

    def place(self, points: object) -> Points:
        """`points` (N x 2, mm in the thing's own frame) on the table."""
        turn = np.radians(self.angle)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray(np.asarray(points, dtype=float) @ matrix.T + (self.x, self.y))


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A domino on the table, its first value at the end that `pose` has on the left.

    `base` is how high its underside lies (mm), on the hub for one. `look` overrides the scene's.
    """

    values: tuple[int, int]
    pose: Pose
    face_up: bool = True
    base: float = 0.0
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """The table's top. `scale` is the size of a check in mm; `angle` turns the pattern, `seed` varies it.

    `accent` is the third colour of patterns that have one (joints, flowers, writing).
    """

    kind: GroundKind
    colour: Colour
    second: Colour
    scale: float = 30.0
    angle: float = 0.0
    gloss: float = 0.1
    contrast: float = 1.0
    seed: int = 0
    accent: Colour = (60, 56, 52)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be seen on the top of a thing: a picture of a `kind` in two colours, varied by `seed`.

    `ground` is the pattern of the kind "ground": a mat, a cloth, a sheet.
    """

    kind: DrawingKind
    colour: Colour
    second: Colour
    seed: int = 0
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything else: an upright prism over a convex `outline` (mm in its own frame, counter-clockwise).

    Its top has the colour of its sides, or shows the `drawing`.
    """

    kind: Literal["marker", "hub", "clutter"]
    outline: tuple[tuple[float, float], ...]
    pose: Pose
    height: float
    colour: Colour
    base: float = 0.0
    drawing: Drawing | None = None

    def __post_init__(self) -> None:
        corners = np.array(self.outline)
        edges = np.roll(corners, -1, axis=0) - corners
        following = np.roll(edges, -1, axis=0)
        if len(corners) < 3 or (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] < -1e-9).any():
            raise SceneError("A thing's outline must be convex and counter-clockwise: change its points.")


@dataclass(frozen=True, slots=True)
class Light:
    """One lamp or window, and what comes from all around.

    `azimuth` (degrees, counter-clockwise from x) and `elevation` say where the lamp is; `ambient` (0 to 1) is
    the share of light from all around; `softness` (0 to 1) blurs shadows; `spread` (mm) is how far from
    `spot` the lamp reaches before it fades; `glare` (0 up) is how strongly surfaces mirror the lamp;
    `exposure` brightens or darkens the whole picture; `warmth` (-1 to 1) tints it.
    """

    azimuth: float = 120.0
    elevation: float = 55.0
    ambient: float = 0.5
    softness: float = 0.5
    spread: float = 900.0
    spot: tuple[float, float] = (0.0, 0.0)
    glare: float = 0.25
    exposure: float = 1.0
    warmth: float = 0.1

    @property
    def direction(self) -> Points:
        """The unit vector from the table to the lamp."""
        azimuth, elevation = np.radians(self.azimuth), np.radians(self.elevation)
        flat = np.cos(elevation)
        return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])


@dataclass(frozen=True, slots=True)
class Lamp:
    """A further lamp's pool of light round `x`, `y` (mm): `spread` mm wide, `strength` times the usual light,
    `warmth` (-1 to 1) its tint."""

    x: float
    y: float
    spread: float
    strength: float
    warmth: float = 0.0


@dataclass(frozen=True, slots=True)
class Shade:
    """The shadow of something outside the picture: a convex `outline` (mm on the table) that keeps the share
    `depth` of the light away; its edge is `soft` mm wide."""

    outline: tuple[tuple[float, float], ...]
    depth: float
    soft: float


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp or window that shiny surfaces mirror: a patch at `pose`, `length` x `width` mm, round or square.

    `strength` is the light that it adds where a surface shines fully (1 blows it out); `soft` mm is the width
    of its edge; `bars` divide a window.
    """

    pose: Pose
    length: float
    width: float
    strength: float
    soft: float
    round: bool = True
    bars: int = 0


@dataclass(frozen=True, slots=True)
class Plastic:
    """Clear film over all that is in a convex `outline` (mm): streaks of light along `angle`, and a haze."""

    outline: tuple[tuple[float, float], ...]
    angle: float
    strength: float
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Film:
    """What lens, sensor and file do to the picture.

    `blur` (sigma, pixels) is defocus, `motion` (pixels, degrees) a moved camera, `noise` (sigma, 0 to 255
    levels) grain with the share `chroma` of it in colour, `vignette` 0 to 1; `veil` (0 to 1) is stray light,
    `gains` (red, green, blue) the white balance, `gamma`, `contrast` and `saturation` (0 is grey) the taste
    of the maker, `sharpen` (0 up) halos at edges; `zoom` below 1 is a smaller picture enlarged again;
    `quality` is the JPEG's, whose colours are kept at half the size each way if `halved`.
    """

    blur: float = 0.5
    noise: float = 2.0
    vignette: float = 0.15
    quality: int = 88
    motion: tuple[float, float] = (0.0, 0.0)
    chroma: float = 0.6
    veil: float = 0.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    sharpen: float = 0.0
    zoom: float = 1.0
    halved: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to know about one picture.

    `max_pips` names the set; `trains` are rows of indices into `tiles`, outwards, the engine's row first
    (tables and trains only); `seed` fixes everything that is random in making the picture.
    Raises `SceneError` for values that the set does not have.
    """

    tiles: tuple[PlacedTile, ...]
    look: Look
    max_pips: int
    arrangement: Arrangement
    ground: Ground
    light: Light = field(default_factory=Light)
    camera: Camera = field(default_factory=Camera)
    film: Film = field(default_factory=Film)
    things: tuple[Thing, ...] = ()
    trains: tuple[tuple[int, ...], ...] = ()
    seed: int = 0
    lamps: tuple[Lamp, ...] = ()
    shades: tuple[Shade, ...] = ()
    glares: tuple[Glare, ...] = ()
    plastics: tuple[Plastic, ...] = ()

    def __post_init__(self) -> None:
        for tile in self.tiles:
            if not all(0 <= value <= self.max_pips for value in tile.values):
                raise SceneError(
                    f"A double-{self.max_pips} set has no tile {tile.values[0]}-{tile.values[1]}."
                )

    def look_of(self, tile: PlacedTile) -> Look:
        """The look of `tile`: its own, or the scene's."""
        return tile.look or self.look
