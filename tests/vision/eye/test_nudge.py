"""A nudge that only the tiles tell."""

from __future__ import annotations

import pytest
from true_tiles import box

from vision.eye.nudge import moved_alike
from vision.reading import Corners
from vision.tracking import Tracked, TrackedTile

PLACES = ((100.0, 100.0), (300.0, 120.0), (500.0, 400.0), (700.0, 380.0))


def at(number: int, x: float, y: float, seen: int) -> TrackedTile:
    a, b, c, d = ((float(u), float(v)) for u, v in box(x, y, 30.0 * number))
    corners: Corners = (a, b, c, d)
    return TrackedTile(number, corners, -1, {(5, 2): 4.0}, seen)


BEFORE = Tracked(tuple(at(number, x, y, 3) for number, (x, y) in enumerate(PLACES)), 4)


def after(*moves: tuple[float, float] | None) -> Tracked:
    """The tiles, each moved by so much, or not seen again."""
    return Tracked(
        tuple(
            at(number, *PLACES[number], 3)
            if move is None
            else at(number, PLACES[number][0] + move[0], PLACES[number][1] + move[1], 4)
            for number, move in enumerate(moves)
        ),
        4,
    )


@pytest.mark.parametrize(
    ("moves", "shift"),
    [
        (((5, -3), (5, -3), (5, -3), (5, -3)), (5, -3)),
        (((5, -3), (5.6, -3.4), (4.4, -2.9), None), (5, -3)),
        (((5, -3), (5, -3), (5, -3), (40, 9)), (5, -3)),
        (((0.5, 0.4), (0.2, -0.4), (-0.5, 0), (0, 0)), None),
        (((30, 0), (0, 0), (0, 0), (0, 0)), None),
        (((30, 0), (0, 12), (-9, 0), (0, 0)), None),
        (((5, -3), None, None, None), None),
        ((None, None, None, None), None),
    ],
)
def test_only_tiles_that_all_move_alike_tell_a_nudge(
    moves: tuple[tuple[float, float] | None, ...], shift: tuple[float, float] | None
) -> None:
    found = moved_alike(BEFORE, after(*moves))
    if shift is None:
        assert found is None
    else:
        assert found == pytest.approx(shift, abs=0.6)
