"""Whether the camera still stands where it stood: known movements, other light, hands and tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import cv2
import numpy as np
import pytest
from pictured import Pose, drawn_table, table_picture

from calibration.again import found_again
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.opencv import Picture
from calibration.profile import Profile
from calibration.rectangles import Points
from calibration.standing import Doubt, Stand, Standing, compare, knowable, small_grey, still_there
from calibration.table import rectangle_of
from calibration.table_fit import corners_by_hand, corners_by_markers, fit_table

PICTURE = (960, 540)
LENS = Lens(PICTURE, 825.0, (479.5, 269.5), (0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0)
SIZE = (1200.0, 800.0)
POSE = Pose(1600, turn=3, lean=-20, side=5, middle=(600, 400))
NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


def corners(pose: Pose) -> Points:
    return pose.project(rectangle_of(SIZE), LENS)


@pytest.fixture(scope="module")
def drawn() -> Picture:
    return drawn_table((1200, 800))


@pytest.fixture(scope="module")
def picture(drawn: Picture) -> Picture:
    return table_picture(POSE, LENS, drawn)


@pytest.fixture(scope="module")
def profile(picture: Picture) -> Profile:
    sight = corners_by_hand(corners(POSE), SIZE)
    return Profile(PICTURE).with_table(sight, PICTURE, small_grey(picture), NOW)


def tiles(drawn: Picture, count: int = 40) -> Picture:
    """The table with tiles in its middle, as a game lays them."""
    laid, rng = drawn.copy(), np.random.default_rng(3)
    for x, y in rng.uniform((500, 450), (1200, 900), (count, 2)).astype(int):
        cv2.rectangle(laid, (x, y), (x + 50, y + 25), 235, -1)
        cv2.circle(laid, (x + 12, y + 12), 4, 20, -1)
        cv2.line(laid, (x + 25, y + 2), (x + 25, y + 23), 60, 1)
    return laid


def hands(picture: Picture) -> Picture:
    """Two arms across a third of the picture."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    for where in (0.25, 0.7):
        foot = (int(width * where), height)
        cv2.ellipse(covered, foot, (width // 11, int(height * 0.7)), 20, 0, 360, 150, -1)
    return covered


def lamp(picture: Picture) -> Picture:
    """Light from the left only."""
    return np.asarray((picture * np.linspace(1.3, 0.35, picture.shape[1])).clip(0, 255), np.uint8)


def dusk(picture: Picture) -> Picture:
    rng = np.random.default_rng(1)
    return np.asarray((picture * 0.4 + rng.normal(0, 4, picture.shape)).clip(0, 255), np.uint8)


def coloured(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


def same(picture: Picture) -> Picture:
    return picture


LIGHTS = [same, lamp, dusk, coloured]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("over", [same, hands])
def test_a_camera_that_stands_is_told_so(
    profile: Profile, drawn: Picture, light: Callable[[Picture], Picture], over: Callable[[Picture], Picture]
) -> None:
    found = still_there(profile, light(over(table_picture(POSE, LENS, tiles(drawn)))))
    assert found.stand is Stand.UNMOVED
    assert found.pixels == pytest.approx(0, abs=0.8)


MOVES = {
    "a touch": replace(POSE, at=(0.004, 0.003)),
    "a nudge": replace(POSE, at=(0.012, -0.01), turn=3.5),
    "turned": replace(POSE, turn=9),
    "tipped": replace(POSE, lean=-24, distance=1650),
    "carried": replace(POSE, at=(0.1, 0.06), turn=-14, lean=-26, distance=1750),
    "upside down": replace(POSE, turn=183),
}


@pytest.mark.parametrize(
    ("move", "light"),
    [
        *((move, same) for move in MOVES),
        ("a touch", lamp),
        ("a nudge", lamp),
        ("turned", lamp),
        ("tipped", lamp),
    ],
)
def test_a_movement_is_told_with_its_size(
    profile: Profile, drawn: Picture, move: str, light: Callable[[Picture], Picture]
) -> None:
    there = MOVES[move]
    found = still_there(profile, light(hands(table_picture(there, LENS, tiles(drawn)))))
    assert found.stand is Stand.MOVED
    true = np.linalg.norm(corners(there) - corners(POSE), axis=1).mean()
    assert found.pixels == pytest.approx(true, rel=0.2, abs=1)


def grey_of(level: int) -> Picture:
    return np.full(PICTURE[::-1], level, np.uint8)


@pytest.mark.parametrize(
    ("seen", "doubt"),
    [
        (grey_of(0), Doubt.DARK),
        (grey_of(60), Doubt.DARK),
        (grey_of(230), Doubt.COVERED),
        (np.random.default_rng(0).integers(0, 255, PICTURE[::-1]).astype(np.uint8), Doubt.COVERED),
        (table_picture(POSE, LENS, drawn_table((1200, 800), (), seed=9)), Doubt.COVERED),
        (np.zeros((540, 720), np.uint8), Doubt.OTHER_SHAPE),
    ],
    ids=["night", "a cloth", "white paper", "snow", "another room", "another camera"],
)
def test_what_cannot_be_told_is_not_told(profile: Profile, seen: Picture, doubt: Doubt) -> None:
    assert still_there(profile, seen) == Standing(Stand.UNSURE, None, None, doubt)


@pytest.mark.parametrize("doubt", Doubt)
def test_each_doubt_is_a_sentence(doubt: Doubt) -> None:
    assert doubt.sentence.endswith(".")
    assert ": " in doubt.sentence


def test_a_plain_scene_is_told_before_anybody_relies_on_it(picture: Picture) -> None:
    assert knowable(small_grey(picture))
    assert not knowable(small_grey(grey_of(128)))
    ramp = np.tile(np.linspace(60, 190, 960).astype(np.uint8), (540, 1))
    assert compare(small_grey(ramp), PICTURE, picture).doubt is Doubt.PLAIN


@pytest.mark.parametrize(
    ("width", "height"),
    [(1, 1), (4000, 9), (1600, 3), (4, 3000), (1, 640), (640, 1), (640, 62), (62, 640), (63, 63)],
)
def test_a_narrow_picture_cannot_be_known_again(width: int, height: int) -> None:
    seen = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    small = small_grey(seen)
    assert not knowable(small)
    assert compare(small, (width, height), seen).stand is Stand.UNSURE


def test_nothing_is_known_without_a_reference(picture: Picture) -> None:
    assert still_there(Profile(PICTURE), picture).doubt is Doubt.NOT_KNOWN


def test_the_kept_picture_is_small_and_grey(picture: Picture) -> None:
    small = small_grey(coloured(picture))
    assert (small.shape, small.dtype) == ((360, 640), np.uint8)
    assert small_grey(small[:90, :160]).shape == (90, 160)


def test_a_smaller_picture_of_the_same_camera_is_the_same(profile: Profile, picture: Picture) -> None:
    half = np.asarray(cv2.resize(picture, (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    assert still_there(profile, half).stand is Stand.UNMOVED


# Found again


@pytest.mark.parametrize(("move", "off"), [("a touch", 5), ("a nudge", 8), ("turned", 10), ("tipped", 25)])
def test_the_table_is_found_again_from_what_moved(
    profile: Profile, drawn: Picture, move: str, off: float
) -> None:
    there = MOVES[move]
    now = table_picture(there, LENS, tiles(drawn))
    again = found_again(profile, now, still_there(profile, now), NOW)
    assert again.table is not None
    points = np.array([(600, 400), (100, 700), (1100, 100)], np.float64)
    assert np.linalg.norm(again.table.to_table(there.project(points, LENS)) - points, axis=1).max() < off
    assert still_there(again, now).stand is Stand.UNMOVED


def test_with_markers_it_is_found_again_from_anywhere(picture: Picture, drawn: Picture) -> None:
    sight = corners_by_markers(picture, SIZE)
    marked = Profile(PICTURE).with_table(sight, PICTURE, small_grey(picture), NOW)
    there = MOVES["upside down"]
    now = table_picture(there, LENS, drawn)
    again = found_again(marked, now, Standing(Stand.UNSURE, doubt=Doubt.COVERED), NOW)
    assert again.table is not None
    assert again.table.corners == pytest.approx(corners(there), abs=1)


def test_without_markers_or_movement_it_cannot_be_found(profile: Profile, picture: Picture) -> None:
    lost = Standing(Stand.UNSURE, doubt=Doubt.COVERED)
    with pytest.raises(CalibrationError, match="can't be told"):
        found_again(profile, picture, lost, NOW)
    with pytest.raises(CalibrationError, match="calibrate the table first"):
        found_again(Profile(PICTURE), picture, lost, NOW)
    marked = replace(profile, table=fit_table(corners_by_markers(picture), PICTURE))
    with pytest.raises(CalibrationError, match="No marker is to be seen"):
        found_again(marked, grey_of(128), lost, NOW)
