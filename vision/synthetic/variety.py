"""Scenes at random: any set, arrangement, ground, light and camera that people have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from referee import SIZES, DominoSet
from vision.synthetic.arrange import deal, hand, scatter
from vision.synthetic.camera import Camera
from vision.synthetic.look import Colour, Look
from vision.synthetic.looks import random_look
from vision.synthetic.scene import Arrangement, Film, Ground, GroundKind, Light, PlacedTile, Scene, Thing
from vision.synthetic.solids import solids
from vision.synthetic.trains import Laid, marker, single_train, table

_ARRANGEMENTS: tuple[Arrangement, ...] = ("separate", "touching", "train", "table")
_GROUNDS: dict[GroundKind, tuple[tuple[Colour, Colour], ...]] = {
    "wood": (
        ((128, 80, 46), (182, 128, 80)),
        ((62, 38, 24), (110, 70, 44)),
        ((196, 152, 100), (226, 188, 138)),
    ),
    "cloth": (
        ((26, 84, 58), (44, 110, 78)),
        ((34, 48, 86), (56, 74, 116)),
        ((176, 164, 142), (204, 194, 174)),
        ((110, 30, 36), (140, 50, 54)),
        ((24, 24, 28), (44, 44, 50)),
    ),
    "paper": (((226, 222, 212), (206, 200, 188)), ((240, 240, 240), (226, 226, 228))),
    "plain": (
        ((74, 82, 94), (98, 108, 122)),
        ((228, 226, 222), (210, 208, 204)),
        ((30, 32, 36), (46, 48, 54)),
    ),
    "checked": (((240, 236, 228), (178, 34, 44)), ((236, 238, 240), (44, 74, 140))),
    "stone": (((58, 60, 66), (128, 128, 132)), ((206, 204, 198), (150, 146, 142))),
}

_T = TypeVar("_T")


def _choice(options: Sequence[_T], rng: np.random.Generator) -> _T:
    return options[int(rng.integers(len(options)))]


def random_scene(rng: np.random.Generator, width: int, height: int, seed: int) -> Scene:
    """A scene that `rng` chooses, for a picture of `width` x `height` pixels; `seed` goes into the scene.

    Tables and trains take what room they need, so their tiles are smaller in the picture.
    """
    size = int(_choice(SIZES[:3], rng) if rng.random() < 0.85 else _choice(SIZES[3:], rng))
    arrangement = _choice(_ARRANGEMENTS, rng)
    look = random_look(rng, size)
    laid = _laid(arrangement, DominoSet(size), look, rng)
    scene = Scene(
        laid.tiles,
        look,
        size,
        arrangement,
        random_ground(rng),
        random_light(rng),
        film=random_film(rng),
        things=laid.things,
        trains=laid.trains,
        seed=seed,
    )
    points = np.concatenate([np.vstack([s.ring(s.base), s.ring(s.top)]) for s in solids(scene)])
    tilt = float(abs(rng.normal(0, 20)))
    view = Camera(
        width,
        height,
        tilt=min(tilt, 50),
        turn=float(rng.uniform(-180, 180)),
        focal=float(rng.uniform(24, 50)),
    )
    camera = view.framing(points, float(rng.uniform(-0.04, 0.2)))
    spread = float(rng.uniform(0.8, 3)) * camera.distance
    return replace(scene, camera=camera, light=replace(scene.light, spot=camera.target, spread=spread))


def _laid(arrangement: Arrangement, domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    if arrangement == "train":
        return single_train(domino_set, look, rng, int(rng.integers(4, 14)), (360, 260))
    if arrangement == "table":
        players = int(rng.integers(2, 7))
        most = max(2, len(domino_set) // (2 * players))
        lengths = [int(n) for n in rng.integers(1, min(most, 8) + 1, players)]
        engine = int(rng.integers(domino_set.max_pip + 1))
        with_hub = bool(rng.random() < 0.6)
        return table(
            domino_set,
            engine,
            look,
            rng,
            lengths,
            (780, 560),
            int(rng.integers(5)),
            int(rng.integers(3)),
            with_hub,
        )
    count = int(rng.integers(1, 13))
    tiles = deal(domino_set, [count], rng)[0]
    placed: tuple[PlacedTile, ...]
    if arrangement == "touching":
        placed = hand(
            tiles, look, rng, int(rng.integers(1, 6)), float(rng.uniform(0, 1)), 0.6, bool(rng.integers(2))
        )
    elif rng.random() < 0.4:
        placed = hand(
            tiles, look, rng, int(rng.integers(1, 6)), float(rng.uniform(5, 25)), float(rng.uniform(1, 8))
        )
    else:
        side = 90 + 62 * float(np.sqrt(count))
        placed = scatter(tiles, look, rng, (side, side * 0.75), float(rng.uniform(0.5, 8)))
    things: tuple[Thing, ...] = ()
    if rng.random() < 0.2:
        things = (marker(float(rng.uniform(-120, 120)), 150.0),)
    return Laid(placed, things, ())


def random_ground(rng: np.random.Generator) -> Ground:
    """A table top of any kind."""
    kind = _choice(tuple(_GROUNDS), rng)
    first, second = _choice(_GROUNDS[kind], rng)
    return Ground(
        kind,
        first,
        second,
        scale=float(rng.uniform(12, 45)),
        angle=float(rng.uniform(0, 360)),
        gloss=0.0 if kind in ("cloth", "checked") else float(rng.uniform(0, 0.5)),
        contrast=float(rng.uniform(0.6, 1.2)),
        seed=int(rng.integers(1000)),
    )


def random_light(rng: np.random.Generator) -> Light:
    """Daylight, lamps and dim evenings."""
    return Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(30, 75)),
        ambient=float(rng.uniform(0.25, 0.75)),
        softness=float(rng.uniform(0.1, 1)),
        glare=float(rng.uniform(0.05, 0.45)),
        exposure=float(np.exp(rng.normal(0, 0.28))),
        warmth=float(np.clip(rng.normal(0.15, 0.35), -1, 1)),
    )


def random_film(rng: np.random.Generator) -> Film:
    """Cameras from good to poor, some of them moved."""
    return Film(
        blur=float(abs(rng.normal(0.3, 0.4))),
        noise=float(rng.uniform(0.5, 6)),
        vignette=float(rng.uniform(0, 0.35)),
        quality=int(rng.integers(55, 95)),
    )
