"""Whether a place is bare table: then a tile is gone; else it is only hidden."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learnt_tables import BACK, GROUNDS, LAST, OUT, Watched, block, cup, hand, learnt, row, watched

from vision.bare import in_sight
from vision.geometry import centre
from vision.ground import Ground, shifted, view
from vision.pipeline import Pixels
from vision.reading import Corners
from vision.synthetic.scene import PlacedTile, Pose, Thing

SEEN, UNSEEN = LAST, OUT[3]
"""A tile that was laid on ground that was seen before, and one that lay there from the first picture on."""

LIGHTS = ((0.72, 0.35), (1.2, -0.15))
"""Exposure and warmth."""


def without(tile: PlacedTile, ground: str) -> Watched:
    """The table after `tile` was taken away."""
    now = watched(ground)[2]
    return replace(now, tiles=tuple(other for other in now.tiles if other != tile))


def place_of(tile: PlacedTile, ground: str) -> Corners:
    now = watched(ground)[2]
    return now.corners[now.tiles.index(tile)]


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("tile", [SEEN, UNSEEN], ids=["seen before", "never seen"])
@pytest.mark.parametrize(("exposure", "warmth"), LIGHTS)
def test_a_place_is_bare_when_its_tile_is_gone(
    ground: str, tile: PlacedTile, exposure: float, warmth: float
) -> None:
    table = without(tile, ground)
    seen = view(watched(ground)[0], table.seen(31, exposure, warmth))
    assert in_sight(seen, place_of(tile, ground), table.corners)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("tile", [SEEN, UNSEEN], ids=["seen before", "never seen"])
@pytest.mark.parametrize(("exposure", "warmth"), LIGHTS)
def test_a_tile_that_the_reader_missed_is_no_bare_place(
    ground: str, tile: PlacedTile, exposure: float, warmth: float
) -> None:
    table = without(tile, ground)
    seen = view(watched(ground)[0], watched(ground)[2].seen(32, exposure, warmth))
    assert not in_sight(seen, place_of(tile, ground), table.corners)


def over(tile: PlacedTile) -> dict[str, tuple[Thing, ...]]:
    """What may lie over a tile."""
    x, y = tile.pose.x, tile.pose.y
    return {
        "hand": hand(x, y),
        "sleeve": hand(x - 20, y + 160),
        "dark hand": hand(x, y, (200, 40, 40), (96, 62, 45)),
        "cup": (cup(x, y),),
        "card": (block(x, y, 88, 63, 9.4, (235, 232, 225), 25),),
        "green book": (block(x, y, 120, 90, 30, (64, 130, 92)),),
    }


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("tile", [SEEN, UNSEEN], ids=["seen before", "never seen"])
@pytest.mark.parametrize("what", over(SEEN))
def test_a_place_with_something_over_it_is_not_bare(ground: str, tile: PlacedTile, what: str) -> None:
    state, _, now = watched(ground)
    table = replace(now, things=over(tile)[what])
    assert not in_sight(view(state, table.seen(33)), place_of(tile, ground), now.corners[:3])


def test_another_tile_over_part_of_a_place_does_not_cover_it() -> None:
    beside = replace(LAST, pose=Pose(LAST.pose.x + 30, LAST.pose.y + 10, 60))
    for ground in GROUNDS:
        table = without(SEEN, ground)
        table = replace(table, tiles=(*table.tiles, beside))
        assert in_sight(view(watched(ground)[0], table.seen(34)), place_of(SEEN, ground), table.corners)


def test_a_neighbours_shadow_is_no_thing() -> None:
    """Under a low lamp a tile that came later darkens the place."""
    light = replace(Watched().light, azimuth=100.0, elevation=30.0, ambient=0.4)
    before = Watched((*OUT, *BACK), light=light)
    now = replace(before, tiles=(*before.tiles, LAST))
    state = learnt([before] * 4 + [now] * 4)
    shadowing = row(1, LAST.pose.x, LAST.pose.y + 28)
    after = replace(before, tiles=(*before.tiles, *shadowing))
    assert in_sight(view(state, after.seen(35)), now.corners[-1], after.corners)


def test_a_nudged_camera_sees_the_same_places() -> None:
    state, _, now = watched("wood")
    table = without(SEEN, "wood")
    moved = shifted(state, (8.0, 5.0))
    place = _further(place_of(SEEN, "wood"))
    corners = [_further(tile) for tile in table.corners]
    assert in_sight(view(moved, _nudged(table.seen(36))), place, corners)
    assert not in_sight(view(moved, _nudged(now.seen(37))), place, corners)


def _further(corners: Corners) -> Corners:
    a, b, c, d = ((x + 8.0, y + 5.0) for x, y in corners)
    return a, b, c, d


def _nudged(picture: Pixels) -> Pixels:
    return np.roll(picture, (5, 8), (0, 1))


def test_nothing_is_in_sight_before_the_ground_was_seen() -> None:
    table = without(SEEN, "wood")
    assert not in_sight(view(Ground(), table.seen()), place_of(SEEN, "wood"), table.corners)


@settings(max_examples=20)
@given(st.floats(-40, 1000), st.floats(-40, 600), st.floats(0.5, 60), st.integers(0, 3))
def test_any_place_can_be_asked_for(x: float, y: float, length: float, number: int) -> None:
    """Also outside the picture, and smaller than a pixel."""
    seen = view(watched("wood")[0], _picture(number))
    corners = ((x, y), (x + length, y), (x + length, y + 2 * length), (x, y + 2 * length))
    if in_sight(seen, corners):
        assert -length / 4 <= centre(corners)[0] <= 960 + length / 4
        assert -length / 2 <= centre(corners)[1] <= 540 + length / 2


def _picture(number: int) -> Pixels:
    table = watched("wood")[number % 2 + 1]
    return table.seen(3) if number < 2 else np.full_like(table.seen(3), 90 * (number - 1))
