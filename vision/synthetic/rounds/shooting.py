"""The frames of a round: the table painted anew where it changed, hands, light and noise over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.pipeline import Pixels
from vision.synthetic.camera import Camera
from vision.synthetic.noise import Field
from vision.synthetic.rounds.limbs import SPRITE_ORIGIN, SPRITE_SCALE, Arm, Reaching, placing, sprite
from vision.synthetic.rounds.plan import RoundPlan
from vision.synthetic.rounds.surface import Item
from vision.synthetic.rounds.table_picture import PaintedTable, RenderedTable, TablePicture
from vision.synthetic.scene import Film, Light, PlacedTile, Scene

_HOVER = 22.0
"""Millimetres above the table at which a hand casts its shadow."""

_AROUND, _COARSE = 70, 4
"""Pixels around an arm that its shadow reaches, and how much coarser shadows are than the picture."""

_SMEARED = 6
"""Pictures of a moving arm that are laid over one another."""


def scene_of(plan: RoundPlan, items: dict[str, Item], camera: Camera) -> Scene:
    """The scene of what lies on the table."""
    scene = plan.view.scene(plan.choice.setup.domino_set.max_pip)
    tiles = tuple(item for item in items.values() if isinstance(item, PlacedTile))
    things = tuple(part for item in items.values() if isinstance(item, tuple) for part in item)
    return replace(scene, tiles=tiles, things=things, camera=camera, seed=plan.choice.seed)


def table_of(plan: RoundPlan, scene: Scene) -> TablePicture:
    """The picture of the table, by the back-end that the plan asks for."""
    return RenderedTable(scene) if plan.choice.backend == "blender" else PaintedTable(scene)


def marker_picture(plan: RoundPlan) -> Pixels:
    """The marker alone on the table."""
    items: dict[str, Item] = {"marker": plan.arrangement.token.at(0.0, 0.0)}
    table = table_of(plan, scene_of(plan, items, plan.view.camera))
    finish = _Finish(plan.view.film, (plan.choice.width, plan.choice.height), plan.choice.seed)
    return finish.apply(table.levels.astype(np.float32), 1.0, 0)


def shoot(plan: RoundPlan) -> Iterator[Pixels]:
    """The frames of the round, H x W x 3 bytes each: blue, green, red."""
    script, view = plan.script, plan.view
    items = dict(plan.arrangement.start)
    cameras, changes = list(script.cameras), list(script.changes)
    finish = _Finish(view.film, (view.camera.width, view.camera.height), plan.choice.seed)
    camera = cameras.pop(0)[1]
    table = table_of(plan, scene_of(plan, items, camera))
    for number, (hands, lamp) in enumerate(zip(script.hands, script.lamp, strict=True)):
        changed: list[Item] = []
        while changes and changes[0].frame <= number:
            for key, item in changes.pop(0).items:
                changed += [each for each in (items.pop(key, None), item) if each is not None]
                if item is not None:
                    items[key] = item
        if cameras and cameras[0][0] <= number:
            camera = cameras.pop(0)[1]
            table = table_of(plan, scene_of(plan, items, camera))
        elif changed:
            table.show(scene_of(plan, items, camera), changed)
        frame = table.levels.astype(np.float32)
        for hand in hands:
            _lay_over(frame, hand, script.arms[hand.player], plan, camera)
        yield finish.apply(frame, lamp, number)


class _Finish:
    """Lamp and noise of each frame."""

    def __init__(self, film: Film, size: tuple[int, int], seed: int) -> None:
        self.size, self.seed = size, seed
        rng = np.random.default_rng([seed, 77])
        height, width = size[1] + 64, size[0] + 64
        grain = rng.standard_normal((height, width), dtype=np.float32) * np.float32(0.8 * film.noise)
        tint = rng.standard_normal((height // 2, width // 2, 3), dtype=np.float32)
        tint = np.asarray(cv2.resize(tint, (width, height), interpolation=cv2.INTER_LINEAR))
        self.noise = cv2.merge([grain, grain, grain]) + np.float32(film.chroma * film.noise) * tint
        x = np.linspace(-1, 1, size[0], dtype=np.float32)
        y = np.linspace(-1, 1, size[1], dtype=np.float32)
        way = rng.uniform(-0.35, 0.35, 2)
        field = 1 + np.float32(way[0]) * x[None, :] + np.float32(way[1]) * y[:, None]
        self.field = np.asarray(cv2.merge([field, field, field]))
        self.gain = np.empty_like(self.field)

    def apply(self, frame: Field, lamp: float, number: int) -> Pixels:
        """The frame under a `lamp` (1 as usual) that does not reach all alike, with its own noise."""
        rng = np.random.default_rng([self.seed, 78, number])
        x, y = rng.integers(0, 64, 2)
        grain = self.noise[y : y + self.size[1], x : x + self.size[0]]
        gain = np.float32(0.5 * (lamp - 1))
        np.multiply(self.field, gain, out=self.gain)
        self.gain += 1
        cv2.multiply(frame, self.gain, dst=frame)
        return np.asarray(cv2.add(frame, grain, dtype=cv2.CV_8U), dtype=np.uint8)


def _lay_over(frame: Field, hand: Reaching, arm: Arm, plan: RoundPlan, camera: Camera) -> None:
    """Paint an arm, and its shadow, over `frame`."""
    light = plan.view.light
    picture = sprite(arm, hand.grip, hand.heading, light)
    own = np.array(
        [[1 / SPRITE_SCALE, 0, -SPRITE_ORIGIN[0]], [0, -1 / SPRITE_SCALE, SPRITE_ORIGIN[1]], [0, 0, 1]]
    )
    height, width = frame.shape[:2]
    warp = camera.homography(0.0) @ placing(hand, arm) @ own
    rows, columns = picture.shape[:2]
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1.0]]) @ warp.T
    corners = corners[:, :2] / corners[:, 2:]
    low, high = corners.min(axis=0) - _AROUND, corners.max(axis=0) + _AROUND
    left, top = (int(max(edge, 0)) // _COARSE * _COARSE for edge in low)
    right, bottom = min(int(high[0]), width), min(int(high[1]), height)
    if left >= right or top >= bottom:
        return
    size = (right - left, bottom - top)
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
    seen = np.zeros((*size[::-1], 4), np.float32)
    steps = _SMEARED if hand.away != (0.0, 0.0) else 1
    for step in range(steps):
        share = step / max(steps - 1, 1)
        moved = replace(hand, x=hand.x - share * hand.away[0], y=hand.y - share * hand.away[1])
        matrix = shift @ camera.homography(0.0) @ placing(moved, arm) @ own
        cv2.accumulate(cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR), seen)
    seen *= np.float32(1 / steps)
    cover = np.ascontiguousarray(seen[..., 3])
    kept = (1 - cover * np.float32(1 / 255)) * (1 - _shadow(cover, camera, light))
    part = frame[top:bottom, left:right]
    part *= cv2.merge([kept, kept, kept])
    part += seen[..., :3]


def _shadow(cover: Field, camera: Camera, light: Light) -> Field:
    """How much of the light (0 to 1) an arm keeps off the table; `cover` (0 to 255) is where it is seen."""
    scale = camera.focal_pixels / camera.distance
    slide = camera.axes[:2, :2] @ (-light.direction[:2] / light.direction[2] * _HOVER) * scale
    height, width = cover.shape
    small = (max(width // _COARSE, 1), max(height // _COARSE, 1))
    dark = cv2.resize(cover, small, interpolation=cv2.INTER_AREA)
    by = np.array([[1, 0, slide[0] / _COARSE], [0, 1, slide[1] / _COARSE]])
    dark = cv2.warpAffine(dark, by, small)
    dark = cv2.GaussianBlur(dark, (0, 0), max((4 + 10 * light.softness) * scale / _COARSE, 0.6))
    depth = (0.42 * (1 - light.ambient) + 0.06) / 255
    return np.asarray(cv2.resize(dark, (width, height)) * np.float32(depth))
