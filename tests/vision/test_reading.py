from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import Tile
from vision.reading import Corners, Notice, Reading, TileReading

BOX: Corners = ((0.0, 10.0), (0.0, 0.0), (20.0, 0.0), (20.0, 10.0))

tenths = st.integers(-1000, 100_000).map(lambda n: n / 10)
points = st.tuples(tenths, tenths)
halves = st.none() | st.integers(0, 18)
tiles = st.builds(
    TileReading,
    corners=st.tuples(points, points, points, points),
    values=st.none() | st.tuples(halves, halves),
    confidence=st.integers(0, 1000).map(lambda n: n / 1000),
    face=st.sampled_from(["up", "down"]),
    whole=st.booleans(),
    review=st.booleans(),
)
readings = st.builds(
    Reading,
    width=st.integers(1, 10_000),
    height=st.integers(1, 10_000),
    tiles=st.lists(tiles, max_size=6).map(tuple),
    review=st.booleans(),
    notices=st.lists(st.sampled_from(Notice), unique=True).map(tuple),
    reader=st.text(max_size=20),
)


@given(readings)
def test_a_reading_comes_back_from_json_text_as_it_was(reading: Reading) -> None:
    assert Reading.from_json(json.loads(json.dumps(reading.to_json()))) == reading


def test_json_has_corners_to_a_tenth_of_a_pixel_and_confidence_to_a_thousandth() -> None:
    corners: Corners = ((1 / 3, 2 / 3), (0.0, 0.0), (20.0, 0.0), (20.0, 10.04))
    data = TileReading(corners, (6, None), 2 / 3, whole=False, review=True).to_json()
    assert data == {
        "values": [6, None],
        "confidence": 0.667,
        "corners": [[0.3, 0.7], [0.0, 0.0], [20.0, 0.0], [20.0, 10.0]],
        "face": "up",
        "whole": False,
        "review": True,
    }


@pytest.mark.parametrize(
    ("reading", "tile"),
    [
        (TileReading(BOX, (3, 6), 0.9), Tile(6, 3)),
        (TileReading(BOX, (3, 6), 0.1, review=True), Tile(6, 3)),
        (TileReading(BOX, (0, 0), 0.9), Tile(0, 0)),
        (TileReading(BOX, (3, 6), 0.9, whole=False), None),
        (TileReading(BOX, (3, None), 0.9, whole=False), None),
        (TileReading(BOX, (None, None), 0.9), None),
        (TileReading(BOX, None, 0.9, face="down"), None),
    ],
)
def test_only_whole_face_up_tiles_with_both_halves_count(reading: TileReading, tile: Tile | None) -> None:
    assert reading.tile == tile
    whole = Reading(30, 30, (reading, TileReading(BOX, (5, 5), 1.0)), False, (), "by hand")
    assert whole.total_pips == 10 + (tile.pips if tile else 0)
    assert whole.to_json()["total_pips"] == whole.total_pips


@pytest.mark.parametrize("notice", Notice)
def test_every_notice_says_what_is_wrong_and_what_to_do(notice: Notice) -> None:
    assert notice.sentence.endswith(".")
    assert ": " in notice.sentence
