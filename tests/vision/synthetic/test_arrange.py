"""Tiles are laid out without overlaps, as asked, from one set."""

from __future__ import annotations

from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from referee import DominoSet, Tile
from vision.synthetic.arrange import deal, footprint, hand, scatter
from vision.synthetic.look import WHITE
from vision.synthetic.scene import PlacedTile, SceneError
from vision.synthetic.trains import single_train, table


def overlap(tiles: tuple[PlacedTile, ...]) -> float:
    """The largest area (square mm) that two tiles on the same height share."""
    areas = [0.0]
    for one, other in combinations(tiles, 2):
        if one.base == other.base:
            shapes = (footprint(tile, WHITE).astype(np.float32) for tile in (one, other))
            areas.append(float(cv2.intersectConvexConvex(*shapes)[0]))
    return max(areas)


@pytest.mark.parametrize("seed", range(5))
def test_hands_are_all_different_and_leave_out_the_engine(seed: int) -> None:
    domino_set = DominoSet(6)
    hands = deal(domino_set, [7, 7, 7, 6], np.random.default_rng(seed), [Tile(6, 6)])
    dealt = {tile for hand in hands for tile in hand}
    assert dealt == set(domino_set) - {Tile(6, 6)}


def test_no_more_tiles_than_the_set_has() -> None:
    with pytest.raises(SceneError, match="ask for fewer"):
        deal(DominoSet(6), [29], np.random.default_rng(0))


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize(("gap", "crooked"), [(0, 0.5), (0.5, 3), (10, 8)])
def test_rows_do_not_overlap(gap: float, crooked: float, standing: bool) -> None:
    rng = np.random.default_rng(3)
    placed = hand(deal(DominoSet(9), [12], rng)[0], WHITE, rng, 4, gap, crooked, standing)
    assert len(placed) == 12
    assert overlap(placed) < 0.1


def test_scattered_tiles_do_not_overlap_and_need_room() -> None:
    rng = np.random.default_rng(3)
    tiles = deal(DominoSet(9), [12], rng)[0]
    assert overlap(scatter(tiles, WHITE, rng, (300, 220))) == 0
    with pytest.raises(SceneError, match="no room"):
        scatter(tiles, WHITE, rng, (60, 60))


@pytest.mark.parametrize("seed", range(6))
def test_a_train_fits_and_does_not_overlap(seed: int) -> None:
    laid = single_train(DominoSet(9), WHITE, np.random.default_rng(seed), 12, (360, 260))
    values = [laid.tiles[index].values for index in laid.trains[0]]
    assert values[0][0] == values[0][1]
    assert all(before[1] == after[0] for before, after in pairwise(values))
    assert overlap(laid.tiles) < 0.1
    assert all((np.abs(footprint(tile, WHITE)) <= (180.1, 130.1)).all() for tile in laid.tiles[1:])


@pytest.mark.parametrize("with_hub", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_is_a_legal_round(seed: int, with_hub: bool) -> None:
    rng = np.random.default_rng(seed)
    laid = table(DominoSet(12), 11, WHITE, rng, (5, 6, 3, 5), (780, 560), 10, 2, with_hub)
    assert laid.tiles[0].values == (11, 11)
    for row in laid.trains[1:]:
        values = [laid.tiles[index].values for index in row]
        assert [11, *(pair[1] for pair in values)][:-1] == [pair[0] for pair in values]
    tiles = [Tile(*tile.values) for tile in laid.tiles]
    assert len(set(tiles)) == len(tiles)
    assert sum(not tile.face_up for tile in laid.tiles) == 10
    assert sum(thing.kind == "marker" for thing in laid.things) <= 2
    assert any(thing.kind == "hub" for thing in laid.things) == with_hub
    assert overlap(laid.tiles) < 0.1
