"""Scenes at random: any set, arrangement, clutter, ground, light and camera that people have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee import SIZES, DominoSet, Tile
from vision.synthetic import clutter, conditions, heaps
from vision.synthetic.arrange import deal, footprint, hand, scatter
from vision.synthetic.camera import Camera, Points
from vision.synthetic.look import Look
from vision.synthetic.looks import random_look
from vision.synthetic.scene import (
    Arrangement,
    PlacedTile,
    Pose,
    Scene,
    SceneError,
    Thing,
)
from vision.synthetic.solids import solids
from vision.synthetic.tints import one_of
from vision.synthetic.trains import Laid, marker, single_train, table

_ARRANGEMENTS: tuple[Arrangement, ...] = ("separate", "touching", "train", "table", "pile")
_SHARES = (0.25, 0.31, 0.22, 0.14, 0.08)
_EMPTY = 0.06
"""The share of scenes without a tile that shows its face."""

STEEP = 60.0
"""The steepest tilt (degrees) of a camera."""


_USUAL = 0.75
"""The share of scenes with a set up to double-12; the large ones are rarer, but harder to learn."""


def random_scene(
    rng: np.random.Generator,
    width: int,
    height: int,
    seed: int,
    empty: bool | None = None,
    harsh: float = conditions.HARSH,
) -> Scene:
    """A scene that `rng` chooses, for a picture of `width` x `height` pixels; `seed` goes into the scene.

    Tables and trains take what room they need, so their tiles are smaller in the picture. An `empty` scene
    has no tile face up: backs, other things, printed dominoes; None leaves that to chance. Bad light and bad
    cameras come `harsh` times as often as in training.
    """
    size = int(one_of(SIZES[:3], rng) if rng.random() < _USUAL else one_of(SIZES[3:], rng))
    arrangement = _ARRANGEMENTS[int(rng.choice(len(_ARRANGEMENTS), p=_SHARES))]
    look = random_look(rng, size)
    if rng.random() < _EMPTY if empty is None else empty:
        arrangement, laid = "separate", _without_faces(DominoSet(size), look, rng)
    else:
        laid = _with_room(arrangement, DominoSet(size), look, rng)
    if rng.random() < 0.04:
        other = random_look(rng, size)
        tiles = tuple(replace(t, look=other) if t.base == 0 and rng.random() < 0.3 else t for t in laid.tiles)
        if other.length <= look.length and other.width <= look.width and other.thickness <= look.thickness:
            laid = replace(laid, tiles=tiles)
    laid = replace(laid, things=(*laid.things, *_clutter(laid, look, rng)))
    scene = Scene(
        laid.tiles,
        look,
        size,
        arrangement,
        conditions.random_ground(rng),
        conditions.random_light(rng, harsh),
        film=conditions.random_film(rng, harsh),
        things=laid.things,
        trains=laid.trains,
        seed=seed,
    )
    tilt = min(float(abs(rng.normal(0, 20))), STEEP)
    focal = max(float(rng.uniform(24, 50)), _least_focal(tilt))
    view = Camera(width, height, tilt=tilt, turn=float(rng.uniform(-180, 180)), focal=focal)
    camera = view.framing(_to_frame(scene), float(rng.uniform(-0.04, 0.2)))
    return _lit(_ahead(replace(scene, camera=camera)), rng, harsh)


def _ahead(scene: Scene) -> Scene:
    """`scene` without what lies beside or behind its camera, where no pixel would be right."""
    camera = scene.camera
    nearest = [float(camera.depth(np.vstack([s.ring(s.base), s.ring(s.top)])).min()) for s in solids(scene)]
    ahead = [depth > 0.2 * camera.distance for depth in nearest]
    if all(ahead):
        return scene
    count = len(scene.tiles)
    return replace(
        scene,
        tiles=tuple(tile for tile, keep in zip(scene.tiles, ahead[:count], strict=True) if keep),
        things=tuple(thing for thing, keep in zip(scene.things, ahead[count:], strict=True) if keep),
        trains=scene.trains if all(ahead[:count]) else (),
    )


def _lit(scene: Scene, rng: np.random.Generator, harsh: float = conditions.HARSH) -> Scene:
    """`scene` with its lamp, shadows and mirrored windows about where the camera looks."""
    camera = scene.camera
    long = max(camera.width, camera.height)
    reach = 0.45 * camera.distance * long / camera.focal_pixels
    spread = float(rng.uniform(0.8, 3)) * max(reach, 150.0)
    return replace(
        scene,
        light=replace(scene.light, spot=camera.target, spread=spread),
        lamps=conditions.random_lamps(rng, camera.target, reach, harsh),
        shades=conditions.random_shades(rng, camera.target, reach, harsh),
        glares=conditions.random_glares(rng, camera.target, reach, harsh),
        plastics=conditions.random_plastics(rng, camera.target, reach, harsh),
    )


def random_view(
    rng: np.random.Generator,
    scene: Scene,
    width: int,
    height: int,
    tile_pixels: float,
    harsh: float = conditions.HARSH,
) -> Scene:
    """`scene` in a cut of `width` x `height` pixels from a larger picture, tiles about `tile_pixels` long.

    The camera looks at any tile, or near it, from any side, tilted 0 to 40 degrees and now and then up to 60.
    """
    tilt = float(rng.uniform(0, 40) if rng.random() < 0.8 else rng.uniform(40, STEEP))
    whole = float(np.exp(rng.uniform(0, np.log(6))))
    focal = max(float(rng.uniform(24, 40)) * whole, _least_focal(tilt))
    target = _somewhere(scene, rng)
    camera = Camera(width, height, tilt=tilt, turn=float(rng.uniform(-180, 180)), target=target, focal=focal)
    distance = camera.focal_pixels * scene.look.length / tile_pixels
    away = rng.uniform(-0.28, 0.28, 2) * (width, height) / tile_pixels * scene.look.length
    target = (target[0] + float(away[0]), target[1] + float(away[1]))
    camera = replace(camera, distance=max(distance, 80.0), target=target)
    return _lit(_ahead(replace(scene, camera=camera)), rng, harsh)


def _least_focal(tilt: float) -> float:
    """The focal length (mm) from which the picture's upper edge stays well below the horizon."""
    return float(18.5 / np.tan(np.radians(83 - tilt)))


def _somewhere(scene: Scene, rng: np.random.Generator) -> tuple[float, float]:
    """Where a tile lies: one that is face up, if there is one; else any tile, or thing."""
    poses = [tile.pose for tile in scene.tiles if tile.face_up] or [tile.pose for tile in scene.tiles]
    poses = poses or [thing.pose for thing in scene.things if thing.height >= 1] or [Pose(0, 0)]
    pose = poses[int(rng.integers(len(poses)))]
    return pose.x, pose.y


def _to_frame(scene: Scene) -> Points:
    """Corners of all that the picture is of: tiles, hub and markers, or whatever there is."""
    all_solids = solids(scene)
    kinds = ["tile"] * len(scene.tiles) + [thing.kind for thing in scene.things]
    chosen = [solid for solid, kind in zip(all_solids, kinds, strict=True) if kind != "clutter"]
    if not chosen:
        chosen = [solid for solid in all_solids if not solid.flat] or all_solids
    if not chosen:
        return np.array([[-100.0, -80, 0], [100, 80, 0]])
    return np.concatenate([np.vstack([s.ring(s.base), s.ring(s.top)]) for s in chosen])


def _with_room(arrangement: Arrangement, domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    """Tiles as laid; draws that find no room on their table are drawn again."""
    for _ in range(20):
        try:
            return _laid(arrangement, domino_set, look, rng)
        except SceneError:
            continue
    raise SceneError(f"No {arrangement} of a double-{domino_set.max_pip} set found room in 20 draws.")


def _laid(arrangement: Arrangement, domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    if arrangement == "train":
        return _trains(domino_set, look, rng)
    if arrangement == "table":
        return _table(domino_set, look, rng)
    most = 60 if rng.random() < 0.1 else 28 if rng.random() < 0.3 else 13
    count = min(1 if rng.random() < 0.07 else int(rng.integers(1, most)), len(domino_set))
    tiles = deal(domino_set, [count], rng)[0]
    if arrangement == "touching":
        placed = _touching(tiles, look, rng)
    elif arrangement == "pile":
        placed = heaps.pile(tiles, look, rng, 22 * float(np.sqrt(count)) * float(rng.uniform(0.6, 1.6)))
    elif rng.random() < 0.4:
        gap, crooked = float(rng.uniform(3, 25)), float(rng.uniform(1, 8))
        placed = hand(tiles, look, rng, int(rng.integers(1, 6)), gap, crooked)
    else:
        side = 90 + (62 if count < 14 else 74) * float(np.sqrt(count))
        placed = scatter(tiles, look, rng, (side, side * 0.75), float(rng.uniform(0.3, 8)))
    if rng.random() < 0.18:
        placed = heaps.turned_over(placed, rng, float(rng.uniform(0.1, 0.6)))
    things: tuple[Thing, ...] = ()
    if rng.random() < 0.1:
        things = (marker(float(rng.uniform(-120, 120)), 150.0),)
    return Laid(placed, things, ())


def _touching(tiles: list[Tile], look: Look, rng: np.random.Generator) -> tuple[PlacedTile, ...]:
    gap = float(rng.choice([0.0, 0.0, rng.uniform(0, 0.3), rng.uniform(0, 1.2)]))
    kind = rng.random()
    if kind < 0.45:
        crooked = float(rng.choice([0.0, 0.1, 0.6]))
        return hand(tiles, look, rng, int(rng.integers(1, 8)), gap, crooked, bool(rng.integers(2)))
    if kind < 0.8:
        return heaps.knot(tiles, look, rng, gap, float(rng.choice([0.0, 0.3, 1.5])))
    return heaps.steps(tiles, look, rng, gap, bool(rng.random() < 0.5))


def _trains(domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    """One train, or two side by side."""
    length = int(rng.integers(4, 14))
    laid = single_train(domino_set, look, rng, length, (float(rng.uniform(300, 460)), 260))
    if rng.random() < 0.25:
        used = {Tile(*tile.values) for tile in laid.tiles}
        left = deal(domino_set, [min(length, len(domino_set) - len(used))], rng, used)[0]
        outlines = [footprint(tile, look) for tile in laid.tiles]
        lowest = min(float(outline[:, 1].min()) for outline in outlines)
        row = hand(left, look, rng, len(left), float(rng.uniform(0, 1)), 0.3)
        shift = lowest - look.width / 2 - float(rng.uniform(0.3, 12))
        start = float(outlines[0][:, 0].min()) + look.length / 2
        moved = tuple(replace(t, pose=Pose(t.pose.x + start, t.pose.y + shift, t.pose.angle)) for t in row)
        return replace(laid, tiles=(*laid.tiles, *moved))
    return laid


def _table(domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    players = int(rng.integers(2, 7))
    most = max(2, len(domino_set) // (2 * players))
    lengths = [int(n) for n in rng.integers(1, min(most, 8) + 1, players)]
    engine = int(rng.integers(domino_set.max_pip + 1))
    boneyard, markers = int(rng.integers(5)), int(rng.integers(3))
    return table(
        domino_set, engine, look, rng, lengths, (780, 560), boneyard, markers, bool(rng.random() < 0.6)
    )


def _without_faces(domino_set: DominoSet, look: Look, rng: np.random.Generator) -> Laid:
    """Backs of tiles, or none, among things that might be taken for tiles."""
    backs: tuple[PlacedTile, ...] = ()
    if rng.random() < 0.4:
        dealt = deal(domino_set, [int(rng.integers(1, 12))], rng)[0]
        try:
            backs = scatter(dealt, look, rng, (260, 200), 0.5, face_up=False)
        except SceneError:
            backs = ()
    outlines = [footprint(tile, look) for tile in backs]
    return Laid(backs, tuple(clutter.strew(rng, int(rng.integers(3, 16)), (280, 220), outlines)), ())


def _clutter(laid: Laid, look: Look, rng: np.random.Generator) -> list[Thing]:
    """Mats below the tiles, things beside them, and some on top."""
    outlines = [footprint(tile, look) for tile in laid.tiles]
    outlines += [thing.pose.place(thing.outline) for thing in laid.things]
    points = np.concatenate(outlines) if outlines else np.array([[-100.0, -80], [100, 80]])
    wide, high = (float(v) for v in np.ptp(points, axis=0) + 160)
    x, y = (float(v) for v in (points.min(axis=0) + points.max(axis=0)) / 2)
    local = [outline - (x, y) for outline in outlines]
    found: list[Thing] = []
    if rng.random() < 0.15:
        found += clutter.mats(rng, int(rng.integers(1, 4)), (wide, high))
    if rng.random() < 0.4:
        found += clutter.strew(rng, int(rng.integers(1, 9)), (wide, high), local)
    found = [replace(t, pose=Pose(t.pose.x + x, t.pose.y + y, t.pose.angle)) for t in found]
    if laid.tiles and rng.random() < 0.12:
        tops = [(t.pose.x, t.pose.y, t.base + (t.look or look).thickness) for t in laid.tiles]
        found += clutter.over(rng, tops)
    return found
