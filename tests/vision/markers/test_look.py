"""A marker's look is learnt from one picture, and told from other things."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from learnt_tables import GROUNDS, LAST, Watched, block, penny, watched

from vision.ground import view
from vision.markers import MarkerError, MarkerLook, learn
from vision.synthetic.look import Colour
from vision.things import things

TILE_AREA = 35.0 * 17.5
COPPER, BLUE, SILVER = (178, 112, 66), (24, 96, 190), (190, 192, 196)


def alone(ground: str, colour: Colour) -> Watched:
    return Watched((), (penny(40, 30, colour),), GROUNDS[ground])


@pytest.mark.parametrize(
    ("ground", "colour"), [("green", COPPER), ("linen", COPPER), ("wood", BLUE), ("checked", BLUE)]
)
def test_a_marker_alone_on_the_table_is_known_again_at_a_train(ground: str, colour: Colour) -> None:
    look = learn(alone(ground, colour).seen(3))
    others = [other for other in (COPPER, BLUE, (40, 140, 60)) if other != colour]
    for number, shown in enumerate((colour, *others)):
        table = replace(watched(ground)[2], things=(penny(LAST.pose.x + 38, 3, shown),))
        (thing,) = things(view(watched(ground)[0], table.seen(5, 1.1, 0.2)), table.corners)
        assert look.fits(thing, TILE_AREA, (960, 540)) == (number == 0)


def test_a_picture_of_the_table_tells_the_markers_size() -> None:
    look = learn(alone("linen", COPPER).seen(3))
    assert look.size == (960, 540)
    assert look.area is not None
    assert 100 < look.area < 350


@pytest.mark.parametrize("ground", ["green", "wood", "linen"])
def test_a_crop_tells_the_colour_alone(ground: str) -> None:
    table = alone(ground, BLUE)
    ((x, y),) = table.camera.project([(40, 30, 1.6)]).astype(int)
    look = learn(table.seen(4)[y - 14 : y + 14, x - 16 : x + 16])
    assert (look.area, look.size) == (None, None)
    whole = learn(table.seen(4))
    assert np.hypot(*np.subtract(look.colour, whole.colour)[1:]) < 15


def test_a_large_card_is_not_taken_for_a_penny() -> None:
    look = learn(alone("green", SILVER).seen(3))
    table = replace(watched("green")[2], things=(block(0, 130, 88, 60, 1, SILVER),))
    (thing,) = things(view(watched("green")[0], table.seen(5)), table.corners)
    assert not look.fits(thing, TILE_AREA, (960, 540))
    assert look.fits(thing, TILE_AREA)


@pytest.mark.parametrize(
    "picture",
    [np.full((540, 960, 3), 90, np.uint8), np.full((40, 40, 3), 90, np.uint8), np.zeros((1, 1, 3), np.uint8)],
    ids=["bare table", "bare crop", "one pixel"],
)
def test_a_picture_without_a_marker_is_refused_in_a_sentence(picture: np.ndarray) -> None:
    with pytest.raises(MarkerError, match="shows no marker"):
        learn(picture)


def test_a_bare_table_shows_no_marker() -> None:
    for ground in ("green", "linen"):
        with pytest.raises(MarkerError):
            learn(replace(alone(ground, BLUE), things=()).seen(2))


def test_a_look_is_a_value() -> None:
    assert MarkerLook((1.0, 2.0, 3.0)) == MarkerLook((1.0, 2.0, 3.0))
