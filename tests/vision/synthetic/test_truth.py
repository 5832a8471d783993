"""The truth: whole, cut, covered and face-down tiles."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import Tile
from vision.synthetic import truth
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE
from vision.synthetic.scene import Ground, PlacedTile, Pose, Scene, Thing
from vision.synthetic.solids import disc, hull, inside
from vision.synthetic.trains import marker
from vision.synthetic.variety import random_scene

GROUND = Ground("plain", (90, 90, 90), (100, 100, 100))
ABOVE = Camera(800, 600, distance=400)


def record(*tiles: PlacedTile, things: tuple[Thing, ...] = (), camera: Camera = ABOVE) -> dict[str, object]:
    return truth.record(Scene(tiles, WHITE, 6, "separate", GROUND, camera=camera, things=things), "a.jpg")


def lid(x: float, y: float, radius: float, base: float = 0.0) -> Thing:
    return Thing(
        "clutter", tuple((float(a), float(b)) for a, b in disc(radius)), Pose(x, y), 30, (0, 0, 0), base
    )


EDGE = float(ABOVE.unproject([[800, 300]], WHITE.thickness)[0, 0])


@pytest.mark.parametrize(
    ("x", "things", "whole", "readable", "partial"),
    [
        (0, (), True, False, 0),
        (EDGE - 25.5, (), True, False, 0),
        (EDGE - 22.5, (), False, True, 1),
        (EDGE - 10, (), False, False, 1),
        (EDGE + 24.9, (), False, False, 0),
        (EDGE + 60, (), False, False, 0),
        (0, (lid(0, 0, 4, WHITE.thickness),), False, True, 1),
        (0, (lid(14, 0, 12, WHITE.thickness),), False, False, 1),
        (0, (lid(0, 60, 12),), True, False, 0),
        (0, (lid(0, 0, 60, WHITE.thickness),), False, False, 0),
    ],
)
def test_what_is_whole_readable_or_partial(
    x: float, things: tuple[Thing, ...], whole: bool, readable: bool, partial: int
) -> None:
    found = record(PlacedTile((4, 5), Pose(x, 0)), things=things)
    assert found["tiles"] == ([[4, 5]] if whole else [])
    assert found["partial_tiles"] == ([[4, 5]] if readable else [])
    assert found["partial"] == partial
    assert found["total_pips"] == (9 if whole else 0)


def test_a_blank_half_needs_most_of_itself_to_be_read() -> None:
    assert record(PlacedTile((4, 0), Pose(EDGE - 14, 0)))["partial_tiles"] == []
    assert record(PlacedTile((4, 0), Pose(EDGE - 20, 0)))["partial_tiles"] == [[4, 0]]


def test_backs_are_counted_and_never_read() -> None:
    found = record(
        PlacedTile((4, 5), Pose(0, 0), face_up=False),
        PlacedTile((3, 5), Pose(0, 60)),
        PlacedTile((1, 1), Pose(EDGE, 0), face_up=False),
    )
    assert (found["face_down"], found["tiles"], found["partial"]) == (2, [[3, 5]], 0)


def test_a_tile_on_another_covers_it() -> None:
    found = record(PlacedTile((6, 6), Pose(0, 0)), PlacedTile((1, 2), Pose(0, 0, 90), base=WHITE.thickness))
    assert (found["tiles"], found["partial"]) == ([[1, 2]], 1)


def test_touching_tiles_do_not_cover_each_other_however_steep() -> None:
    steep = Camera(800, 600, distance=400, tilt=60)
    found = record(PlacedTile((6, 6), Pose(0, 0)), PlacedTile((1, 2), Pose(0, 25)), camera=steep)
    assert (found["tiles"], found["partial"]) == ([[6, 6], [1, 2]], 0)


def test_markers_are_pixels_and_left_out_beyond_the_edge() -> None:
    found = record(PlacedTile((6, 6), Pose(0, 0)), things=(marker(0, 50), marker(900, 0)))
    ((x, y),) = found["markers"]  # type: ignore[misc]
    assert x == 400
    assert y < 300


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 100_000))
def test_a_record_of_any_scene_is_consistent(seed: int) -> None:
    scene = random_scene(np.random.default_rng(seed), 320, 240, seed)
    found = truth.record(scene, "any.jpg")
    assert json.loads(json.dumps(found)) == found
    assert len(found["tiles"]) == len(found["corners"])
    assert len(found["tiles"]) + found["partial"] + found["face_down"] <= len(scene.tiles)
    assert len(found["partial_tiles"]) <= found["partial"]
    dealt = [Tile(*tile.values) for tile in scene.tiles]
    assert len(set(dealt)) == len(dealt)
    for row in found.get("trains", []):
        assert all(before[1] == after[0] for before, after in pairwise(row))


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), max_size=12))
def test_the_middle_of_a_hull_is_inside_and_far_points_are_not(points: list[tuple[int, int]]) -> None:
    found = hull(np.array([(0, 0), (20, 0), (0, 20), *points], dtype=float))
    assert inside(found.mean(axis=0)[None, :], found).all()
    assert not inside(np.array([[200.0, 0.0], [0.0, -200.0]]), found).any()
