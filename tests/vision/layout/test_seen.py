"""Followed tiles become a layout that the referee understands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from laid_tables import SIZE, random_table

from referee import Layout, SeenTile, SeenTrain, Tile
from vision.geometry import moved, turned
from vision.layout.places import Places
from vision.layout.seen import laid_out
from vision.reading import Corners
from vision.tracking import TrackedTile

HEART: Corners = ((490, 540), (510, 540), (510, 580), (490, 580))


def beside(number: int, values: tuple[int, int] | None = (9, 4), **more: object) -> TrackedTile:
    """Tile number 1, 2, … in a row to the right of the engine."""
    left = 512.0 + 42 * (number - 1)
    corners: Corners = ((left, 570), (left, 550), (left + 40, 550), (left + 40, 570))
    evidence = {} if values is None else {values: 4.0}
    return TrackedTile(number, corners, -1, evidence, seen=3, **more)  # type: ignore[arg-type]


def aside(number: int, values: tuple[int, int] | None = (9, 4), right: float = 0.0) -> TrackedTile:
    """A tile below the first one of the row, or so many pixels right of that."""
    tile = beside(1, values)
    return replace(tile, number=number, corners=moved(tile.corners, (right, 60.0)))


ENGINE = TrackedTile(9, HEART, -1, {(9, 9): 4.0}, seen=3)
SURE = ENGINE.certainty


def layout(*tiles: TrackedTile) -> Layout:
    return laid_out(tiles, SIZE, 9, Places({"A": 90.0})).layout


def test_a_train_has_its_owners_name_and_its_tiles_outwards() -> None:
    last = beside(2, (2, 4))
    found = layout(ENGINE, beside(1), replace(last, corners=turned(last.corners)))
    assert found.engine == SeenTile(9, 9, SURE)
    assert found.trains == (SeenTrain("A", (SeenTile(9, 4, SURE), SeenTile(4, 2, SURE))),)
    assert (found.loose, found.face_down, found.markers) == ((), None, None)


def test_a_tile_that_could_not_be_read_is_there_and_no_more() -> None:
    assert layout(ENGINE, beside(1, None)).trains[0].tiles == (SeenTile(0, 0, 0.0),)


def test_what_is_not_believed_yet_is_not_told() -> None:
    tile = beside(1)
    once = replace(tile, seen=1, evidence={(9, 4): 2.0})
    assert layout(ENGINE, once).trains == (SeenTrain("A"),)


def test_a_hidden_tile_is_told_as_hidden_and_its_train_as_covered() -> None:
    (train,) = layout(ENGINE, beside(1), beside(2, (4, 2), hidden=True)).trains
    assert [tile.hidden for tile in train.tiles] == [False, True]
    assert train.covered


def test_a_tile_that_was_not_seen_last_time_counts_as_hidden() -> None:
    (train,) = layout(ENGINE, beside(1), beside(2, (4, 2), missing=1)).trains
    assert [tile.hidden for tile in train.tiles] == [False, True]


def test_a_tile_that_was_carried_elsewhere_lies_there_only() -> None:
    carried = aside(3, (4, 2))
    found = layout(ENGINE, beside(1), beside(2, (4, 2), missing=1), carried)
    assert [len(train.tiles) for train in found.trains] == [1]
    assert found.loose == (SeenTile(4, 2, SURE),)


def test_a_loose_tile_that_nobody_could_read_is_left_out() -> None:
    found = layout(ENGINE, beside(1), aside(12, None), aside(20, (1, 1), 50))
    assert found.loose == (SeenTile(1, 1, SURE),)


def test_what_lies_apart_is_somebodys_hand() -> None:
    assert layout(ENGINE, beside(1), aside(12, (1, 1), 200)).loose == ()


def test_a_known_plane_is_used() -> None:
    class Stretched:
        """A plane in which all is higher than it looks."""

        def to_table(self, pixels: np.ndarray) -> np.ndarray:
            return np.asarray(pixels) * (1.0, 1.4)

    tile = replace(beside(1), corners=tuple((x + 20, y + 25) for x, y in beside(1).corners))
    bearings = [
        next(iter(laid_out([ENGINE, tile], SIZE, 9, Places({}), plane).places.found.values()))
        for plane in (None, Stretched())
    ]
    assert bearings[0] != pytest.approx(bearings[1], abs=3)


def test_tiles_face_down_are_counted() -> None:
    far: Corners = ((1490, 540), (1510, 540), (1510, 580), (1490, 580))
    assert layout(ENGINE, TrackedTile(4, far, 2, seen=2)).face_down == 1


@pytest.mark.parametrize("seed", range(8))
def test_random_tables_read_as_they_were_laid(seed: int) -> None:
    table = random_table(seed)
    tiles = [
        TrackedTile(number, corners, -1, {values: 4.0}, seen=2)
        for number, (corners, values) in enumerate(zip(table.corners, table.values, strict=True))
    ]
    found = laid_out(tiles, SIZE, table.engine, Places({}))
    told = {tuple((tile.touching, tile.end) for tile in train.tiles) for train in found.layout.trains}
    assert told == {tuple(table.values[number] for number in train) for train in table.trains}
    assert laid_out(tiles, SIZE, table.engine, found.places) == found


def blank(number: int) -> TrackedTile:
    """A tile above the engine that looks blank on the side that shows."""
    return replace(aside(20 + number, (0, 0)), corners=moved(aside(1).corners, (60.0 * number - 80, -140)))


def test_blanks_beside_the_boneyard_are_backs() -> None:
    back = replace(blank(1), backs=2, evidence={})
    assert layout(ENGINE, back, blank(2)).face_down == 2
    assert layout(ENGINE, blank(1), blank(2), blank(3)).face_down == 3
    assert layout(ENGINE, blank(1), blank(2)).loose == ()


def test_a_lone_blank_is_a_tile() -> None:
    found = layout(ENGINE, blank(1))
    assert (found.face_down, [tile.tile for tile in found.loose]) == (None, [Tile(0, 0)])


def test_a_tile_that_lies_where_no_train_can_be_is_loose() -> None:
    tile = beside(1)
    seated = Places({"A": 200.0, "M": 320.0}, complete=True)
    found = laid_out((ENGINE, tile), SIZE, 9, seated).layout
    assert found.trains == (SeenTrain("A"), SeenTrain("M"))
    assert [seen.tile for seen in found.loose] == [Tile(9, 4)]


def test_the_same_trains_are_told_by_where_they_lie() -> None:
    first, last = beside(1), beside(2, (2, 4))
    lies = replace(last, corners=turned(last.corners))
    found = laid_out([ENGINE, first, lies], SIZE, 9, Places({"A": 90.0, "B": 200.0})).lying
    assert found.engine == HEART
    assert found.trains == {"A": (first.corners, last.corners)}
    assert found.bearings == {"A": 90.0, "B": 200.0}


def test_a_place_that_nobody_named_has_its_bearing_too() -> None:
    tiles = [ENGINE, beside(1)]
    found = laid_out(tiles, SIZE, 9, Places({"B": 200.0})).lying
    (name,) = found.trains
    assert found.bearings[name] == pytest.approx(90, abs=1)


def test_without_an_engine_nothing_lies_in_a_train() -> None:
    found = laid_out([beside(1)], SIZE, 9, Places({"A": 90.0})).lying
    assert (found.engine, found.trains, found.bearings) == (None, {}, {"A": 90.0})
