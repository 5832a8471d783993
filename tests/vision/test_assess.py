from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee import DominoSet
from vision.assess import SURE, PlainAssessor
from vision.pipeline import Candidate, Face, Found, Half
from vision.reading import Corners, Notice

PICTURE = np.full((400, 600, 3), 128, np.uint8)
PICTURE[::4] = 255  # sharp and light enough


def at(x: float, y: float = 100.0, whole: bool = True, score: float = 0.9) -> Candidate:
    corners: Corners = ((x, y), (x + 40, y), (x + 40, y + 80), (x, y + 80))
    return Candidate(corners, score, whole)


def face(first: int, second: int, tile: float = 0.95, half: float = 0.95) -> Face:
    return Face((Half(first, half), Half(second, half)), tile)


def assess(*pairs: tuple[Candidate, Face], size: int | None = None, leftovers: bool = False):  # type: ignore[no-untyped-def]
    found = Found(tuple(candidate for candidate, _ in pairs), leftovers)
    domino_set = None if size is None else DominoSet(size)
    return PlainAssessor().assess(PICTURE, found, [face for _, face in pairs], domino_set)


def test_a_sure_tile_is_not_flagged() -> None:
    tiles, review, notices = assess((at(20), face(5, 2)))
    assert [(tile.values, tile.review) for tile in tiles] == [((5, 2), False)]
    assert (review, notices) == (False, ())


@pytest.mark.parametrize(
    ("candidate", "seen"),
    [
        (at(20), face(5, 2, tile=SURE - 0.1)),
        (at(20), face(5, 2, half=SURE - 0.1)),
        (at(20, whole=False), face(5, 2)),
        (at(20), Face(None, SURE - 0.1)),
    ],
    ids=["perhaps no tile", "doubtful half", "cut off", "perhaps face down"],
)
def test_a_doubt_is_flagged(candidate: Candidate, seen: Face) -> None:
    (tile,), review, _ = assess((candidate, seen))
    assert tile.review
    assert review


@pytest.mark.parametrize(
    ("y", "values"),
    [(-30.0, (None, 2)), (-5.0, (5, 2)), (345.0, (5, None)), (100.0, (5, 2))],
    ids=["first half out", "nearly all in", "second half out", "all in"],
)
def test_a_half_out_of_the_picture_has_no_value(y: float, values: tuple[int | None, int | None]) -> None:
    (tile,), _, _ = assess((at(20, y, whole=y == 100.0), face(5, 2)))
    assert tile.values == values
    assert (tile.tile is None) is (y != 100.0)


def test_of_overlapping_candidates_the_better_ones_are_believed() -> None:
    tiles, _, _ = assess((at(20), face(5, 2, 0.8)), (at(40), face(1, 1, 0.9)), (at(62), face(6, 3, 0.8)))
    assert [tile.values for tile in tiles] == [(5, 2), (6, 3)]


@pytest.mark.parametrize(
    ("size", "flagged"), [(None, False), (6, True), (9, False)], ids=["any set", "double-6", "double-9"]
)
def test_a_half_above_the_set_is_kept_and_flagged(size: int | None, flagged: bool) -> None:
    (tile,), review, _ = assess((at(20), face(7, 2)), size=size)
    assert tile.values == (7, 2)
    assert (tile.review, review) == (flagged, flagged)


def test_the_same_tile_twice_is_kept_and_flagged_twice() -> None:
    tiles, review, notices = assess((at(20), face(5, 2)), (at(120), face(2, 5)), (at(220), face(1, 1)))
    assert [tile.review for tile in tiles] == [True, True, False]
    assert review
    assert notices == (Notice.DUPLICATE,)


def test_a_face_down_tile_is_no_doubt_and_counts_nothing() -> None:
    (tile,), review, _ = assess((at(20), Face(None, 0.9)))
    assert (tile.face, tile.values, tile.tile, review) == ("down", None, None, False)


def test_nothing_gives_no_tiles_and_says_so() -> None:
    assert assess() == ((), False, (Notice.NO_TILES,))


def test_a_likely_tile_that_was_not_read_is_told() -> None:
    tiles, review, notices = assess((at(20), face(5, 2)), (at(200), face(3, 3, tile=0.1)))
    assert len(tiles) == 1
    assert review
    assert notices == (Notice.UNREAD,)


def test_what_was_read_is_not_left_over() -> None:
    _, review, notices = assess((at(20), face(5, 2)), (at(24), face(3, 3, tile=0.1)))
    assert (review, notices) == (False, ())


def test_leftovers_of_the_finder_are_told() -> None:
    _, review, notices = assess((at(20), face(5, 2)), leftovers=True)
    assert (review, notices) == (True, (Notice.UNREAD,))


def test_a_cut_tile_is_told() -> None:
    assert Notice.CUT_OFF in assess((at(20, whole=False), face(5, 2)))[2]


@pytest.mark.parametrize(("sigma", "told"), [(0.5, False), (9.0, True)], ids=["sharp", "blurred"])
def test_a_blurred_picture_is_told(sigma: float, told: bool) -> None:
    picture = np.full((400, 600, 3), 90, np.uint8)
    picture[100:180, 20:60] = 240
    for y in (120, 160):
        picture[y - 5 : y + 5, 35:45] = 20
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)
    _, _, notices = PlainAssessor().assess(picture, Found((at(20),)), [face(1, 1)], None)
    assert (Notice.BLURRED in notices) is told


def test_small_tiles_are_told() -> None:
    small: Corners = ((10.0, 10.0), (22.0, 10.0), (22.0, 34.0), (10.0, 34.0))
    assert Notice.TOO_SMALL in assess((Candidate(small, 0.9), face(5, 2)))[2]
