"""The program's reader on painted pictures: these tests need the weights in `vision/weights`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from referee import DominoSet, Tile
from vision.geometry import sides
from vision.reader import default_reader
from vision.reading import Notice, Reading
from vision.synthetic.look import BLACK, WHITE

Painter = Callable[..., Any]

HAND = [
    ((5, 2), -60, 30, 10),
    ((6, 4), 0, 30, 95),
    ((0, 3), 60, 30, 45),
    ((1, 1), -40, -35, 0),
    ((9, 8), 30, -35, 170),
]


def values(reading: Reading) -> list[tuple[int, int]]:
    return sorted((tile.tile.high, tile.tile.low) for tile in reading.tiles if tile.tile)


@pytest.mark.parametrize(
    ("look", "ground"), [(WHITE, (40, 80, 60)), (BLACK, (200, 190, 170))], ids=["light tiles", "dark tiles"]
)
def test_a_hand_is_read_with_its_corners(painted: Painter, look: Any, ground: Any) -> None:
    scene = painted(*HAND, look=look, ground=ground, width=1000)
    reading = default_reader().read(scene.picture)
    assert values(reading) == [(1, 1), (3, 0), (5, 2), (6, 4), (9, 8)]
    assert reading.total_pips == 39
    assert (reading.width, reading.height) == (1000, 750)
    for true, corners in zip(scene.values, scene.corners, strict=True):
        ours = min(
            reading.tiles,
            key=lambda tile: float(np.abs(np.mean(tile.corners, axis=0) - np.mean(corners, axis=0)).max()),
        )
        assert ours.values is not None
        turn = 0 if ours.values == true else 2
        off = np.abs(np.roll(np.array(ours.corners), -turn, axis=0) - np.array(corners))
        if true[0] != true[1]:
            assert off.max() < 0.08 * sides(corners)[1]


@pytest.mark.parametrize(
    "laid",
    [
        [((6, 1), -51, 0, 0), ((1, 4), 0, 0, 0), ((4, 0), 51, 0, 0)],
        [((2, 5), -25.5, 13, 0), ((3, 1), 25.5, 13, 0), ((0, 6), -25.5, -13, 0), ((4, 4), 25.5, -13, 0)],
    ],
    ids=["train", "block"],
)
def test_touching_tiles_are_read(painted: Painter, laid: Any) -> None:
    reading = default_reader().read(painted(*laid, width=900).picture)
    assert values(reading) == sorted((max(v), min(v)) for v, *_ in laid)


@pytest.mark.parametrize("quarter", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_turned_picture_shows_the_same_tiles(painted: Painter, quarter: int) -> None:
    picture = painted(*HAND, width=800).picture
    turned = np.asarray(cv2.rotate(picture, quarter), np.uint8)
    assert values(default_reader().read(turned)) == values(default_reader().read(picture))


def test_after_half_a_turn_every_tile_is_where_it_was(painted: Painter) -> None:
    picture = painted(*HAND, width=800).picture
    straight = default_reader().read(picture)
    turned = default_reader().read(np.ascontiguousarray(picture[::-1, ::-1]))
    assert len(turned.tiles) == len(straight.tiles) == len(HAND)
    for tile in turned.tiles:
        corners = (799, 599) - np.array(tile.corners)
        middle = corners.mean(axis=0)
        same = min(straight.tiles, key=lambda one: float(np.abs(np.mean(one.corners, axis=0) - middle).max()))
        turn = 0 if same.values == tile.values else 2
        assert same.tile == tile.tile
        if same.values and same.values[0] != same.values[1]:
            off = np.abs(np.roll(corners, -turn, axis=0) - np.array(same.corners))
            assert off.max() < 0.04 * sides(same.corners)[1]


@pytest.mark.parametrize(
    "picture",
    [
        np.full((300, 400, 3), 127, np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.tile(np.linspace(0, 255, 640, dtype=np.uint8)[None, :, None], (480, 1, 3)),
    ],
    ids=["grey", "one pixel", "shaded"],
)
def test_a_picture_without_dominoes_has_none(picture: Any) -> None:
    reading = default_reader().read(picture)
    assert reading.tiles == ()
    assert Notice.NO_TILES in reading.notices


def test_the_set_is_evidence_and_no_filter(painted: Painter) -> None:
    picture = painted(*HAND, width=1000).picture
    free, bound = (default_reader().read(picture, known) for known in (None, DominoSet(6)))
    assert values(free) == values(bound)
    assert [tile.review for tile in bound.tiles if tile.tile == Tile(9, 8)] == [True]
    assert bound.review


@pytest.mark.parametrize("shape", [(1, 400), (3, 4000), (4000, 3), (31, 33)])
def test_noise_of_any_shape_is_read_without_an_error(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
    assert default_reader().read(noise).height == shape[0]


@pytest.mark.parametrize("share", [0.08, 0.2])
def test_a_tile_cut_by_the_edge_is_not_counted(painted: Painter, share: float) -> None:
    scene = painted(*HAND, width=1000)
    left = min(x for x, _ in scene.corners[0]) + share * sides(scene.corners[0])[1]
    reading = default_reader().read(np.ascontiguousarray(scene.picture[:, round(left) :]))
    assert values(reading) == [(1, 1), (3, 0), (6, 4), (9, 8)]
    assert Notice.CUT_OFF in reading.notices


def test_a_dark_picture_is_told(painted: Painter) -> None:
    picture = painted(*HAND, width=800).picture
    assert Notice.TOO_DARK in default_reader().read((picture // 6).astype(np.uint8)).notices
    assert Notice.TOO_DARK not in default_reader().read(picture).notices


def test_a_blurred_picture_is_flagged_and_a_sharp_one_is_not_called_blurred(painted: Painter) -> None:
    picture = painted(*HAND, width=800).picture
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 7), np.uint8)
    reading = default_reader().read(blurred)
    assert reading.review or not reading.tiles
    assert Notice.BLURRED not in default_reader().read(picture).notices


def test_a_reading_is_the_same_each_time_and_survives_json(painted: Painter) -> None:
    picture = painted(*HAND, width=800).picture
    reading = default_reader().read(picture)
    assert reading == default_reader().read(picture)
    assert Reading.from_json(json.loads(json.dumps(reading.to_json()))).total_pips == reading.total_pips
    assert reading.reader == "nets-2"
