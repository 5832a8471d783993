from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision.synthetic.look as looks
from vision.decode import decode_file
from vision.notices import glared, notices, slant
from vision.pipeline import Pixels
from vision.reading import Corners, Notice, TileReading
from vision.synthetic.look import Look

Painter = Callable[..., Any]
SAMPLES = Path(__file__).parents[2] / "sample_images"
HAND = [((5, 2), -45, 30, 10), ((6, 4), 15, 30, 95), ((0, 3), -40, -30, 0), ((1, 1), 30, -35, 170)]
GROUND = {"black": (200, 190, 170)}


def tile(corners: Corners, values: tuple[int, int] = (5, 2), whole: bool = True) -> TileReading:
    return TileReading(corners, values, 0.9, whole=whole)


def hand(painted: Painter, look: Look = looks.WHITE, **how: Any) -> tuple[Pixels, list[TileReading]]:
    scene = painted(*HAND, look=look, ground=GROUND.get(look.colour_name, (40, 80, 60)), **how)
    return scene.picture, [tile(c, v) for c, v in zip(scene.corners, scene.values, strict=True)]


LOOKS = [looks.WHITE, looks.IVORY, looks.BLACK, looks.WOOD, looks.RED]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.colour_name)
@pytest.mark.parametrize(
    ("exposure", "width"), [(0.6, 800), (1.0, 600), (2.5, 1600)], ids=["dim", "well lit", "over-exposed"]
)
def test_a_good_picture_is_not_complained_of(
    painted: Painter, look: Look, exposure: float, width: int
) -> None:
    assert notices(*hand(painted, look, exposure=exposure, width=width)) == ()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.colour_name)
def test_darkness_is_told(painted: Painter, look: Look) -> None:
    assert notices(*hand(painted, look, exposure=0.04)) == (Notice.TOO_DARK,)


def test_dark_tiles_under_a_bright_window_are_told(painted: Painter) -> None:
    picture, tiles = hand(painted, exposure=0.04)
    picture = picture.copy()
    picture[:40] = 255
    assert Notice.TOO_DARK in notices(picture, tiles)


def test_a_dark_picture_without_tiles_is_told() -> None:
    assert notices(np.full((300, 400, 3), 30, np.uint8), ()) == (Notice.TOO_DARK,)
    assert notices(np.full((300, 400, 3), 130, np.uint8), ()) == ()
    assert notices(np.zeros((1, 1, 3), np.uint8), ()) == (Notice.TOO_DARK,)


@pytest.mark.parametrize("look", [looks.WHITE, looks.BLACK, looks.WOOD], ids=lambda look: look.colour_name)
@pytest.mark.parametrize("width", [600, 1600])
@pytest.mark.parametrize(("share", "told"), [(0.01, False), (0.05, True)], ids=["a little", "much"])
def test_blur_is_told_by_the_size_of_the_tiles(
    painted: Painter, look: Look, width: int, share: float, told: bool
) -> None:
    picture, tiles = hand(painted, look, width=width)
    length = float(np.hypot(*np.subtract(tiles[0].corners[1], tiles[0].corners[2])))
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), share * length), np.uint8)
    assert notices(blurred, tiles) == ((Notice.BLURRED,) if told else ())


@pytest.mark.parametrize("across", [False, True])
def test_a_moved_camera_is_told_though_some_edges_stay_sharp(painted: Painter, across: bool) -> None:
    scene = painted(((5, 2), 0, 20, 0), ((6, 4), 0, -20, 180), width=1000)
    tiles = [tile(corners) for corners in scene.corners]
    steps = round(0.15 * float(np.hypot(*np.subtract(scene.corners[0][1], scene.corners[0][2]))))
    size = (steps, 1) if across else (1, steps)
    assert Notice.BLURRED in notices(np.asarray(cv2.blur(scene.picture, size), np.uint8), tiles)


def shone_on(picture: Pixels, corners: Corners, share: float) -> Pixels:
    """`picture` with white light on a disc of that share of the tile's length, soft at its edge."""
    length = float(np.hypot(*np.subtract(corners[1], corners[2])))
    x, y = np.mean(corners[:2], axis=0) * 0.7 + np.mean(corners[2:], axis=0) * 0.3
    light = np.zeros(picture.shape, np.float32)
    cv2.circle(light, (round(float(x)), round(float(y))), round(share * length / 2), (1, 1, 1), -1)
    light = cv2.GaussianBlur(light, (0, 0), 0.02 * length)
    return np.asarray(picture + (255 - picture) * light, np.uint8)


@pytest.mark.parametrize(
    "look", [looks.BLACK, looks.RED, looks.BLUE, looks.WOOD], ids=lambda look: look.colour_name
)
@pytest.mark.parametrize(("share", "told"), [(0.08, False), (0.28, True)], ids=["a gleam", "a pip hidden"])
def test_glare_is_told_and_on_which_tile(painted: Painter, look: Look, share: float, told: bool) -> None:
    picture, tiles = hand(painted, look)
    picture = shone_on(picture, tiles[1].corners, share)
    assert notices(picture, tiles) == ((Notice.GLARE,) if told else ())
    assert glared(picture, tiles) == (False, told, False, False)


def test_a_tile_that_glare_covers_is_measured_by_the_others(painted: Painter) -> None:
    picture, tiles = hand(painted, looks.BLACK)
    assert glared(shone_on(picture, tiles[2].corners, 1.4), tiles)[2]


def test_large_white_pips_and_a_light_ground_are_no_glare(painted: Painter) -> None:
    look = replace(looks.BLACK, pip_scale=1.25)
    picture, tiles = hand(painted, look, exposure=1.8)
    assert glared(picture, tiles) == (False,) * 4


def upright(length: float, values: tuple[int, int]) -> TileReading:
    return tile(
        ((20.0, 20.0), (20 + length / 2, 20.0), (20 + length / 2, 20 + length), (20.0, 20 + length)), values
    )


@pytest.mark.parametrize(
    ("lengths", "values", "told"),
    [
        ([58], (6, 6), True),
        ([62], (6, 6), False),
        ([62], (7, 0), True),
        ([88], (0, 12), True),
        ([92], (12, 12), False),
        ([50, 80, 80, 80], (3, 4), True),
        ([50, 80, 80, 80, 80], (3, 4), False),
    ],
)
def test_small_tiles_are_told_by_what_they_show(
    lengths: list[float], values: tuple[int, int], told: bool
) -> None:
    picture = np.full((400, 400, 3), 200, np.uint8)
    tiles = [upright(length, values) for length in lengths]
    assert (Notice.TOO_SMALL in notices(picture, tiles)) is told


@pytest.mark.parametrize(
    ("factor", "told"), [(1.0, False), (0.7, False), (0.42, True)], ids=["above", "at 45", "at 65 degrees"]
)
@pytest.mark.parametrize("turn", [0, 30, 45, 90])
def test_a_slanted_view_is_told_however_the_tiles_lie(factor: float, told: bool, turn: int) -> None:
    angle = np.radians(turn)
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    points = [200 + 100 * u * along + 50 * v * across for u, v in ((-1, 1), (-1, -1), (1, -1), (1, 1))]
    a, b, c, d = ((float(x), float(y) * factor) for x, y in points)
    assert slant((a, b, c, d)) == pytest.approx(np.degrees(np.arccos(factor)), abs=0.1)
    assert (Notice.SLANTED in notices(np.full((400, 400, 3), 200, np.uint8), [tile((a, b, c, d))])) is told


def test_a_cut_tile_is_told_and_not_measured() -> None:
    picture = np.full((400, 400, 3), 200, np.uint8)
    cut: Corners = ((-10.0, 20.0), (10.0, 20.0), (10.0, 25.0), (-10.0, 25.0))
    assert notices(picture, [tile(cut, whole=False), upright(150, (5, 5))]) == (Notice.CUT_OFF,)


@pytest.mark.parametrize("where", [-5000.0, -30.0, 330.0, 5000.0])
def test_outlines_beyond_the_picture_do_no_harm(where: float) -> None:
    picture = np.full((300, 400, 3), 200, np.uint8)
    for size in (1.0, 40.0, 900.0):
        corners: Corners = (
            (where, where),
            (where + size, where),
            (where + size, where + 2 * size),
            (where, where + 2 * size),
        )
        assert Notice.GLARE not in notices(picture, [tile(corners)])


@pytest.mark.parametrize("record", json.loads((SAMPLES / "truth.json").read_text()), ids=lambda r: r["file"])
def test_the_sample_pictures_are_good(record: dict[str, Any]) -> None:
    picture = decode_file(SAMPLES / record["file"])
    tiles = []
    for outline, (first, second) in zip(record["corners"], record["tiles"], strict=True):
        a, b, c, d = ((x - 0.5, y - 0.5) for x, y in outline)
        tiles.append(tile((a, b, c, d), (first, second)))
    assert notices(picture, tiles) == ()
