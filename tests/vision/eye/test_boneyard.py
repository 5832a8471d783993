"""Tiles that lie face down are followed, not counted again and again."""

from __future__ import annotations

import pytest
from true_tiles import box

from vision.eye.boneyard import Boneyard, step
from vision.reading import Corners
from vision.tracking import Tracked, TrackedTile


def tile(number: int, values: tuple[int, int] | None = None, place: int | None = None) -> TrackedTile:
    """A back, or a tile with `values`, at the place of its number."""
    x, y = divmod(number if place is None else place, 10)
    a, b, c, d = ((float(u), float(v)) for u, v in box(100.0 * y + 60, 60.0 * x + 60, 0.0, 80.0))
    corners: Corners = (a, b, c, d)
    evidence = {} if values is None else {values: 4.0}
    return TrackedTile(number, corners, 2 if values is None else -1, evidence, 3)


def table(*tiles: TrackedTile) -> Tracked:
    return Tracked(tiles, 50)


FOUR = table(tile(1), tile(2), tile(3), tile(4))


def counts(*tables: Tracked, laid: tuple[int, ...] = ()) -> list[int | None]:
    """How many lie face down after each of the tables; the engine lies there after the first."""
    state, before, told = Boneyard(), Tracked(), []
    for number, now in enumerate(tables):
        state = step(state, before, now, laid, playing=number > 0)
        before = now
        told.append(state.count)
    return told


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ((FOUR, table(tile(1), tile(2), tile(4))), [4, 3]),
        ((FOUR, table(*FOUR.tiles, tile(5))), [4, 4]),
        ((FOUR, table(*FOUR.tiles, tile(5)), FOUR), [4, 4, 4]),
        (
            (FOUR, table(tile(1), tile(2), tile(4)), table(tile(1), tile(2), tile(4), tile(9, place=3))),
            [4, 3, 4],
        ),
        ((FOUR, table(tile(1), tile(2, (5, 1)), tile(3), tile(4))), [4, 4]),
        ((FOUR, table(tile(11), tile(12), tile(13))), [4, 3]),
        ((table(tile(1)), table()), [1, 0]),
        ((table(), table()), [None, None]),
        ((table(tile(1, (5, 1))), table(tile(1, (5, 1)))), [None, None]),
        ((table(tile(1, (0, 0))), table(tile(1, (0, 0)))), [None, None]),
        ((table(tile(1, (0, 0)), tile(2, (0, 0))), table(tile(1, (0, 0)))), [2, 1]),
    ],
)
def test_a_back_leaves_when_its_place_is_bare_and_none_is_new(
    tables: tuple[Tracked, ...], expected: list[int | None]
) -> None:
    assert counts(*tables) == expected


def test_blank_tiles_in_trains_are_no_backs() -> None:
    blank = tile(7, (0, 0))
    assert counts(table(*FOUR.tiles, blank), laid=(7,)) == [4]
