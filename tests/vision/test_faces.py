from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from vision.faces import SpotFaceReader
from vision.ink import HALF, MARGIN, bar, ink, spots
from vision.layouts import LARGEST
from vision.pipeline import Candidate
from vision.synthetic.look import BLACK, BRIGHT_WHITE, IVORY, RED, WHITE, WOOD

Painter = Callable[..., Any]


def read(scene: Any) -> list[tuple[int | None, int | None]]:
    candidates = [Candidate(corners, 1.0) for corners in scene.corners]
    faces = SpotFaceReader().read(scene.picture, candidates)
    assert len(faces) == len(candidates)
    return [(face.halves[0].value, face.halves[1].value) if face.halves else (None, None) for face in faces]


@pytest.mark.parametrize("value", range(LARGEST + 1))
def test_every_value_is_read(painted: Painter, value: int) -> None:
    scene = painted(((value, 0), 0, 0, 20), ((1, value), 0, 45, 200), width=900, distance=200)
    assert read(scene) == scene.values


@pytest.mark.parametrize(
    "look",
    [WHITE, IVORY, BRIGHT_WHITE, BLACK, RED, WOOD],
    ids=["white", "ivory", "bright", "black", "red", "wood"],
)
def test_pips_of_any_colour_are_counted(painted: Painter, look: Any) -> None:
    scene = painted(((5, 2), -30, 30, 10), ((6, 4), 30, 30, 95), ((0, 3), -30, -30, 45), look=look, width=800)
    assert read(scene) == scene.values


def test_a_plain_tile_is_believed_and_bare_ground_is_not(painted: Painter) -> None:
    scene = painted(((5, 2), 0, 0, 10))
    (a, b, c, d) = scene.corners[0]
    beside = tuple((x + 150, y) for x, y in (a, b, c, d))
    faces = SpotFaceReader().read(
        scene.picture,
        [Candidate((a, b, c, d), 1.0), Candidate((beside[0], beside[1], beside[2], beside[3]), 1.0)],
    )
    assert faces[0].tile > 0.8
    assert faces[1].tile < 0.15


def test_a_tile_face_down_among_others_has_no_halves(painted: Painter) -> None:
    up = painted(((5, 2), -40, 20, 10), ((6, 4), 40, 20, 95))
    both = painted(((5, 2), -40, 20, 10), ((6, 4), 40, 20, 95), ((0, 0), 0, -35, 30), face_up=False)
    faces = SpotFaceReader().read(
        np.concatenate([up.picture, both.picture]),
        [Candidate(corners, 1.0) for corners in up.corners]
        + [
            Candidate(tuple((x, y + up.picture.shape[0]) for x, y in both.corners[2]), 1.0)  # type: ignore[arg-type]
        ],
    )
    assert [face.halves is None for face in faces] == [False, False, True]


def test_no_candidates_give_no_faces() -> None:
    assert list(SpotFaceReader().read(np.zeros((20, 20, 3), np.uint8), [])) == []


def test_ink_is_told_from_a_shade_across_the_tile() -> None:
    patch = np.full((2 * HALF + 2 * MARGIN, HALF + 2 * MARGIN, 3), 200, np.uint8)
    patch -= np.linspace(0, 60, patch.shape[0]).astype(np.uint8)[:, None, None]
    patch[40:52, 28:40] = 20
    seen = ink(patch)
    found = spots(seen.darker)
    assert len(found) == 1
    assert found.radii[0] == pytest.approx(6.5 / HALF, abs=0.03)
    assert seen.darker[60:110].max() < 12
    assert seen.rim == 1


def test_a_bar_is_a_line_across_the_middle() -> None:
    field = np.zeros((2 * HALF + 2 * MARGIN, HALF + 2 * MARGIN), np.float32)
    assert bar(field) == 0
    field[MARGIN + HALF - 2 : MARGIN + HALF + 2, 10:-10] = 90
    assert bar(field) == 1
