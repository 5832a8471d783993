"""The picture of a live table with the tiles that are known."""

from __future__ import annotations

import numpy as np

from vision.eye import Glance
from vision.markers import Marker
from vision.settling import Motion
from vision.tracking import TrackedTile
from web.live.picture import drawn_over

CORNERS = ((100.0, 200.0), (100.0, 100.0), (300.0, 100.0), (300.0, 200.0))


def test_tiles_that_are_believed_are_drawn_and_the_frame_stays_as_it_was() -> None:
    frame = np.full((300, 400, 3), 200, np.uint8)
    frame.setflags(write=False)
    sure = TrackedTile(1, CORNERS, -1, {(6, 3): 9.0}, seen=3)
    doubtful = TrackedTile(1, CORNERS, -1, {(6, 3): 1.0}, seen=3)
    once = TrackedTile(1, CORNERS, -1, {(6, 3): 1.0}, seen=1)
    hidden = TrackedTile(1, CORNERS, -1, {(6, 3): 9.0}, seen=3, hidden=True)
    down = TrackedTile(1, CORNERS, 2, {}, seen=3)
    drawn = {
        name: drawn_over(frame, Glance(Motion.STILL, (tile,)))[100, 130].tolist()
        for name, tile in (
            ("sure", sure),
            ("doubtful", doubtful),
            ("once", once),
            ("hidden", hidden),
            ("down", down),
        )
    }
    assert drawn["once"] == [200, 200, 200]
    assert drawn["hidden"] == drawn["down"]
    assert len({tuple(colour) for colour in drawn.values()}) == 4


def test_markers_have_an_outline() -> None:
    frame = np.full((300, 400, 3), 200, np.uint8)
    marker = Marker("A", CORNERS, (200.0, 150.0))
    assert drawn_over(frame, Glance(Motion.STILL, (), (marker,)))[100, 130].tolist() != [200, 200, 200]
