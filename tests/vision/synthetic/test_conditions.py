"""Grounds, things, light and film do to a painted picture what they say."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import cv2
import numpy as np
import pytest

from referee import DominoSet
from vision.pipeline import Pixels
from vision.synthetic import clutter, conditions, grounds, heaps
from vision.synthetic.arrange import deal, footprint
from vision.synthetic.camera import Camera, Points
from vision.synthetic.drawings import drawn
from vision.synthetic.film import encode, expose, filed
from vision.synthetic.look import WHITE
from vision.synthetic.painter import paint
from vision.synthetic.scene import (
    Drawing,
    DrawingKind,
    Film,
    Glare,
    Ground,
    GroundKind,
    Lamp,
    Light,
    PlacedTile,
    Plastic,
    Pose,
    Scene,
    Shade,
)

CLEAN = Film(blur=0, noise=0, vignette=0)
SQUARE = ((-30.0, -30.0), (30.0, -30.0), (30.0, 30.0), (-30.0, 30.0))
CAMERA = Camera(256, 256, distance=400)


def painted(**changes: object) -> Pixels:
    scene = Scene(
        (PlacedTile((0, 0), Pose(0, 0)),),
        replace(WHITE, body=(150, 150, 150)),
        6,
        "separate",
        Ground("plain", (60, 60, 60), (60, 60, 60), gloss=0),
        Light(ambient=0.6, glare=0, warmth=0),
        CAMERA,
        CLEAN,
    )
    return paint(replace(scene, **changes), oversample=1)  # type: ignore[arg-type]


MIDDLE = np.s_[125:131, 119:125]
BESIDE = np.s_[60:70, 120:136]


@pytest.mark.parametrize("kind", get_args(GroundKind))
def test_every_ground_is_a_pattern_without_a_seam(kind: GroundKind) -> None:
    levels = grounds.pattern(Ground(kind, (0, 0, 0), (0, 0, 0), seed=2)).levels.astype(float)
    assert levels.std() > 1
    for flat in (levels, levels.transpose(1, 0, 2)):
        steps = np.abs(np.diff(flat, axis=1)).mean(axis=(0, 2))
        assert np.abs(flat[:, 0] - flat[:, -1]).mean() < 1.2 * steps.max() + 4


@pytest.mark.parametrize("kind", get_args(GroundKind))
def test_the_painter_and_blender_see_the_same_colours(kind: GroundKind) -> None:
    ground = Ground(kind, (120, 60, 30), (40, 90, 140), contrast=0.7, seed=1, accent=(200, 200, 40))
    seen = grounds.view(ground, np.diag([0.5, 0.5, 1.0]), (512, 512))
    flat = np.sqrt(seen.reshape(-1, 3).mean(axis=0))[::-1] * 255
    texture = grounds.texture(ground).reshape(-1, 3).astype(float)
    assert flat == pytest.approx(np.sqrt((texture**2).mean(axis=0)), abs=14)


@pytest.mark.parametrize("kind", [kind for kind in get_args(DrawingKind) if kind != "ground"])
def test_every_drawing_shows_something_and_differs_by_seed(kind: DrawingKind) -> None:
    pictures = [
        drawn(Drawing(kind, (180, 150, 120), (40, 40, 60), seed), (90.0, 60.0), 3.0) for seed in range(6)
    ]
    assert all(picture.shape == (180, 270, 3) for picture in pictures)
    assert all(picture.dtype == np.float32 for picture in pictures)
    assert max(float(picture.std()) for picture in pictures) > 0.01


def test_a_shadow_from_outside_darkens_what_it_crosses() -> None:
    plain = painted().astype(int)
    shaded = painted(shades=(Shade(SQUARE, 0.8, 1.0),)).astype(int)
    assert (plain[MIDDLE] - shaded[MIDDLE]).mean() > 20
    assert np.abs(plain[:20] - shaded[:20]).max() == 0


def test_glare_shows_on_glossy_faces_and_not_on_dull_ground() -> None:
    glare = Glare(Pose(0, 0), 200, 200, 0.8, 1.0)
    bright, plain = painted(glares=(glare,)).astype(int), painted().astype(int)
    assert bright[MIDDLE].mean() > plain[MIDDLE].mean() + 60
    assert np.abs(bright[BESIDE] - plain[BESIDE]).max() <= 1


def test_lamps_and_plastic_add_light() -> None:
    plain = painted().astype(int)
    assert painted(lamps=(Lamp(0, 0, 60, 0.6, 1.0),))[MIDDLE].mean() > plain[MIDDLE].mean() + 10
    wrapped = painted(plastics=(Plastic(SQUARE, 20, 1.0, 3),)).astype(int)
    assert wrapped[100:156, 100:156].std() > plain[100:156, 100:156].std()
    assert np.array_equal(wrapped[:20], plain[:20])


STEP = np.zeros((64, 64, 3), np.float32)
STEP[:, 32:] = (0.5, 0.3, 0.2)


@pytest.mark.parametrize(
    "film",
    [
        replace(CLEAN, blur=2.0),
        replace(CLEAN, motion=(7.0, 0.0)),
        replace(CLEAN, zoom=0.4),
    ],
)
def test_poor_lenses_soften_edges(film: Film) -> None:
    sharp, soft = (np.abs(np.diff(expose(STEP, f, 0).astype(int), axis=1)).max() for f in (CLEAN, film))
    assert soft < 0.75 * sharp


def test_makers_tastes() -> None:
    usual = expose(STEP, CLEAN, 0).astype(int)
    assert np.ptp(expose(STEP, replace(CLEAN, saturation=0), 0), axis=2).max() == 0
    assert expose(STEP, replace(CLEAN, veil=0.3), 0)[:, :20].min() > 60
    assert expose(STEP, replace(CLEAN, gamma=0.7), 0)[:, 40:].mean() > usual[:, 40:].mean()
    assert expose(STEP, replace(CLEAN, contrast=1.4), 0).std() > usual.std()
    assert expose(STEP, replace(CLEAN, sharpen=1.5), 0).max() > usual.max()
    warm = expose(STEP, replace(CLEAN, gains=(1.4, 1.0, 0.7)), 0).astype(int)
    assert (warm[:, 40:, 2] > usual[:, 40:, 2]).all()
    assert (warm[:, 40:, 0] < usual[:, 40:, 0]).all()


def test_grain_is_as_strong_as_asked_for_at_any_size() -> None:
    for side in (200, 700):
        noisy = expose(np.full((side, side, 3), 0.25, np.float32), replace(CLEAN, noise=6), 3)
        assert noisy.std() == pytest.approx(6, rel=0.15)


def test_a_poor_file_differs_more_from_the_picture() -> None:
    picture = painted(ground=Ground("floral", (200, 40, 40), (30, 200, 60), accent=(20, 20, 240)))
    fine, poor = Film(quality=92, halved=False), Film(quality=30, halved=True)
    losses = [float(cv2.absdiff(filed(picture, film), picture).mean()) for film in (fine, poor)]
    assert losses[0] < 0.5 * losses[1]
    assert len(encode(picture, poor)) < len(encode(picture, fine))


@pytest.mark.parametrize("seed", range(6))
def test_things_keep_off_what_is_taken_except_sheets(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tile = footprint(PlacedTile((1, 2), Pose(0, 0)), WHITE)
    for thing in clutter.strew(rng, 12, (300, 200), [tile]):
        if thing.height >= 1:
            outline = thing.pose.place(thing.outline).astype(np.float32)
            area, _ = cv2.intersectConvexConvex(outline, tile.astype(np.float32))
            assert area < 0.1


def _overlap(one: Points, other: Points) -> float:
    """How deep (mm) two convex outlines lie in each other, at the side where it is least; below 0 apart."""
    depths = []
    for outline, beside in ((one, other), (other, one)):
        edges = np.roll(outline, -1, axis=0) - outline
        outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.hypot(*edges.T)[:, None]
        depths.append(((outward * outline).sum(axis=1) - (outward @ beside.T).min(axis=1)).min())
    return float(min(depths))


@pytest.mark.parametrize("seed", range(6))
def test_knots_touch_and_do_not_overlap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    placed = heaps.knot(deal(DominoSet(9), [12], rng)[0], WHITE, rng, 0.0, 0.0)
    assert len(placed) > 6
    for index, tile in enumerate(placed):
        others = [footprint(other, WHITE) for i, other in enumerate(placed) if i != index]
        assert max(_overlap(footprint(tile, WHITE), other) for other in others) < 0.01
        wide = footprint(tile, WHITE, 0.2)
        assert any(_overlap(wide, other) > 0.1 for other in others)


@pytest.mark.parametrize("pyramid", [True, False])
def test_steps_lay_all_tiles(pyramid: bool) -> None:
    rng = np.random.default_rng(3)
    tiles = deal(DominoSet(6), [10], rng)[0]
    placed = heaps.steps(tiles, WHITE, rng, 1.0, pyramid)
    assert sorted(sorted(tile.values) for tile in placed) == sorted(sorted((t.high, t.low)) for t in tiles)
    if pyramid:
        assert len({round(tile.pose.y) for tile in placed}) == 4


def test_a_pile_lies_on_what_is_below() -> None:
    rng = np.random.default_rng(1)
    placed = heaps.pile(deal(DominoSet(9), [30], rng)[0], WHITE, rng, 60)
    for index, tile in enumerate(placed):
        below = [
            other.base + WHITE.thickness
            for other in placed[:index]
            if cv2.intersectConvexConvex(
                footprint(tile, WHITE).astype(np.float32), footprint(other, WHITE).astype(np.float32)
            )[0]
            > 0.5
        ]
        assert tile.base == max(below, default=0.0)
    assert max(tile.base for tile in placed) == 2 * WHITE.thickness


def test_draws_of_light_and_film_are_never_out_of_range() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        light, film = conditions.random_light(rng), conditions.random_film(rng)
        assert 0 < light.exposure < 4
        assert 0 <= light.ambient <= 1
        assert 25 <= film.quality < 96
        assert film.zoom > 0.4
