"""Blanks in another colour than the faces are backs."""

from __future__ import annotations

from typing import Any

import pytest

from vision.bodies import odd
from vision.synthetic.look import BLACK, WHITE

FACES = ((5, 2), -60, 30, 10), ((6, 4), 0, 30, 95), ((3, 1), 60, 30, 45)
BLANK = ((0, 0), 0, -30, 20)


def corners(scene: Any) -> list[Any]:
    return [tuple((x - 0.5, y - 0.5) for x, y in one) for one in scene.corners]


def mixed(painted: Any, one: Any, exposure: float = 1.0) -> tuple[Any, list[Any], list[Any]]:
    """A picture of white faces, and below them a blank of the look `one`, in a light of its own."""
    white = painted(*FACES, BLANK, look=WHITE)
    other = painted(*FACES, BLANK, look=one, exposure=exposure)
    picture = white.picture.copy()
    half = len(picture) // 2
    picture[half:] = other.picture[half:]
    *faces, blank = corners(white)
    return picture, [blank], faces


def test_a_black_blank_among_white_faces_is_odd(painted: Any) -> None:
    assert odd(*mixed(painted, BLACK)) == (True,)


@pytest.mark.parametrize("exposure", [1.0, 0.35, 1.6], ids=["even light", "shade", "too light"])
def test_a_white_blank_among_white_faces_is_not(painted: Any, exposure: float) -> None:
    assert odd(*mixed(painted, WHITE, exposure)) == (False,)


def test_few_faces_say_nothing_of_a_blank(painted: Any) -> None:
    picture, blanks, faces = mixed(painted, BLACK)
    assert odd(picture, blanks, faces[:2]) == (False,)
    assert odd(picture, [], faces) == ()


def test_faces_of_many_colours_say_nothing_of_a_blank(painted: Any) -> None:
    picture, blanks, _ = mixed(painted, BLACK)
    faces = []
    for n, colour in enumerate([(255, 0, 0), (0, 200, 0), (0, 0, 230), (0, 230, 230), (255, 0, 255)]):
        left = 20 + 100 * n
        picture[20:60, left : left + 80] = colour
        faces.append(((left, 59), (left, 20), (left + 79, 20), (left + 79, 59)))
    assert odd(picture, blanks, faces) == (False,)
