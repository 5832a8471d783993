"""How the table of a round looks: tiles, ground, light and camera of a usual living room."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.synthetic.camera import Camera
from vision.synthetic.colours import apart
from vision.synthetic.conditions import random_ground
from vision.synthetic.look import LOOKS, Look
from vision.synthetic.looks import random_look
from vision.synthetic.rounds.choice import Choice
from vision.synthetic.scene import Film, Ground, GroundKind, Light, Scene

_GROUNDS: tuple[GroundKind, ...] = (
    "wood",
    "wood",
    "cloth",
    "plain",
    "boards",
    "parquet",
    "paper",
    "stone",
    "knit",
    "checked",
)
_PLAIN_TO_SEE, _OFF_THE_GROUND = 40.0, 16.0
"""How far (CIE Lab) pips are from their tile's colour, and the tile's colour from the ground's, at least."""

_SMALLEST, _LARGEST = 60.0, 100.0
"""How long tiles are in the picture (pixels), wherever they lie."""

_WIDTH = 1920
"""The width of the picture (pixels) in which they are; smaller pictures show the same."""


@dataclass(frozen=True, slots=True)
class View:
    """How tiles, table and picture look; `tile_pixels` is how long a tile is in the picture's middle."""

    look: Look
    ground: Ground
    light: Light
    film: Film
    camera: Camera
    tile_pixels: float

    def scene(self, max_pips: int) -> Scene:
        """The empty table."""
        return Scene((), self.look, max_pips, "table", self.ground, self.light, self.camera, self.film)

    def smaller(self, share: float) -> View:
        """The same table from further away, tiles `share` times as long, but not too small to be read."""
        pixels = max(self.tile_pixels * share, _SMALLEST * 1.04 * self.camera.width / _WIDTH)
        camera = replace(self.camera, distance=self.camera.distance * self.tile_pixels / pixels)
        return replace(self, camera=camera, tile_pixels=pixels)


def random_view(choice: Choice) -> View:
    """The table of the round of `choice`."""
    rng = np.random.default_rng([choice.seed, 41])
    size = choice.setup.domino_set.max_pip
    look = _look(size, rng)
    ground = _ground(look, rng)
    tilt = float(rng.uniform(0, 8) if rng.random() < 0.6 else rng.uniform(8, 25))
    least = 86.0 if size > 12 else 74.0 if size > 9 else 62.0
    slope = 1 + 0.35 * float(np.tan(np.radians(tilt)))
    pixels = float(np.clip(rng.uniform(least, 88), _SMALLEST * slope, _LARGEST / slope))
    focal = float(rng.uniform(26, 36))
    camera = Camera(choice.width, choice.height, tilt=tilt, turn=float(rng.normal(0, 4)), focal=focal)
    pixels *= choice.width / _WIDTH
    away = rng.normal(0, (0.05, 0.03)) * choice.width / pixels * look.length
    distance = camera.focal_pixels * look.length / pixels
    camera = replace(camera, distance=distance, target=(float(away[0]), float(away[1])))
    light = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(42, 72)),
        ambient=float(rng.uniform(0.42, 0.7)),
        softness=float(rng.uniform(0.35, 1)),
        spread=float(rng.uniform(600, 1300)),
        spot=(float(rng.normal(0, 160)), float(rng.normal(0, 120))),
        glare=float(rng.uniform(0.03, 0.2)),
        exposure=float(rng.uniform(0.82, 1.1)),
        warmth=float(np.clip(rng.normal(0.2, 0.3), -0.5, 0.8)),
    )
    film = Film(
        blur=float(rng.uniform(0.3, 0.7)),
        noise=float(rng.uniform(0.8, 2.8)),
        vignette=float(rng.uniform(0.05, 0.3)),
        quality=int(rng.integers(86, 94)),
        chroma=float(rng.uniform(0.2, 0.9)),
    )
    return View(look, ground, light, film, camera, pixels)


def _look(size: int, rng: np.random.Generator) -> Look:
    if rng.random() < 0.5:
        named = [look for look in LOOKS.values() if size <= 9 or look.pip_style != "white"]
        return named[int(rng.integers(len(named)))]
    while True:
        look = random_look(rng, size)
        inks = {look.pip_colour(value) for value in range(1, size + 1)}
        clear = min(apart(ink, look.body) for ink in inks) > _PLAIN_TO_SEE
        whole = look.pip_paint == "full" and not look.pits and look.clear == 0 and look.chips == 0
        plain = look.depth >= 0 and look.dirt < 0.3 and not look.tints and look.marks == "pips"
        usual = 42 <= look.length <= 58 and look.thickness > 4 and look.vein is None
        if clear and whole and plain and usual and look.wear < 0.5:
            return look


def _ground(look: Look, rng: np.random.Generator) -> Ground:
    while True:
        ground = random_ground(rng)
        if ground.kind not in _GROUNDS:
            continue
        colours = (ground.colour, ground.second) if ground.kind == "checked" else (ground.colour,)
        if min(apart(colour, look.body) for colour in colours) > _OFF_THE_GROUND:
            return replace(ground, contrast=min(ground.contrast, 1.0), gloss=min(ground.gloss, 0.35))
