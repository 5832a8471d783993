"""Painted pictures with their labels, as many as one likes; each has a number, and is always the same one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.conditions import EVERYDAY, HARSH, random_glares
from vision.synthetic.film import filed
from vision.synthetic.painter import paint
from vision.synthetic.scene import Scene, SceneError
from vision.synthetic.tints import near
from vision.synthetic.variety import random_scene, random_view
from vision.training.labels import Label, labels

_TRIES = 20

_HIDDEN, _MIRRORED = 0.06, 0.15
"""The shares of scenes whose ground has the tiles' own colour, and with a lamp that tiles mirror."""

_BLANK = 0.3
"""The share of scenes without a blank in which a tile loses its pips: a set has only one, easily missed."""

_ALWAYS = 4.0
"""Times as often as in the worst light, which is always."""

_LEGIBLE = ((9, 1.0), (12, 1.4), (18, 1.9))
"""Sets up to so many pips take tiles so many times the smallest to be read."""

_TOO_SMALL = 0.2
"""The share of pictures in which tiles may be too small for that all the same."""


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A painted picture and its tiles."""

    picture: Pixels
    labels: tuple[Label, ...]


def example(
    seed: int, index: int, side: int, smallest: float, largest: float, legible: bool = False
) -> Example:
    """Picture number `index`, square, `side` pixels; tiles `smallest` to `largest` pixels long.

    Most are made in everyday light, some are hard. If they are to be `legible`, the tiles of large sets are
    mostly larger.

    Training counts from [seed, "training"], so that no validation picture is ever among its own.
    """
    rng = np.random.default_rng([seed, index, *b"training"])
    for _ in range(_TRIES):
        harsh = HARSH if rng.random() < 0.3 else EVERYDAY
        try:
            scene = random_scene(rng, side, side, int(rng.integers(2**31)), harsh=harsh)
        except SceneError:  # There was no room for this draw of tiles: the next one is as good.
            continue
        scene = _blanked(_hidden(scene, rng), rng)
        least = smallest
        if legible and rng.random() > _TOO_SMALL:
            least *= next(times for pips, times in _LEGIBLE if scene.max_pips <= pips)
        length = float(np.exp(rng.uniform(np.log(least), np.log(largest))))
        seen = _mirroring(random_view(rng, scene, side, side, length, harsh), rng)
        return Example(filed(paint(seen, oversample=1), seen.film), labels(seen))
    raise SceneError("No scene could be laid: too many tiles for their tables.")


def _hidden(scene: Scene, rng: np.random.Generator) -> Scene:
    """`scene`, now and then on a ground of the tiles' own colour: white on paper, black on cloth."""
    if rng.random() > _HIDDEN:
        return scene
    first, second = near(scene.look.body, rng, 8), near(scene.look.body, rng, 16)
    return replace(scene, ground=replace(scene.ground, colour=first, second=second))


def _blanked(scene: Scene, rng: np.random.Generator) -> Scene:
    """`scene`, now and then with a tile's pips taken away."""
    if rng.random() > _BLANK or not scene.tiles or any(tile.values == (0, 0) for tile in scene.tiles):
        return scene
    tiles = list(scene.tiles)
    at = int(rng.integers(len(tiles)))
    tiles[at] = replace(tiles[at], values=(0, 0))
    return replace(scene, tiles=tuple(tiles))


def _mirroring(scene: Scene, rng: np.random.Generator) -> Scene:
    """`scene`, now and then with lamps that tiles near the middle mirror."""
    if rng.random() > _MIRRORED:
        return scene
    camera = scene.camera
    reach = 0.3 * camera.distance * camera.width / camera.focal_pixels
    return replace(scene, glares=random_glares(rng, camera.target, reach, _ALWAYS))
