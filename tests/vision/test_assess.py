from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_tiles import Seen, gathered

from referee import DominoSet, Tile
from vision.assess import NetAssessor, choice
from vision.reading import Notice, Reading, TileReading
from vision.trust import READ, REAL, Trust

PICTURE = np.full((400, 600, 3), 128, np.uint8)
PICTURE[::4] = 255  # sharp and light enough

SURE = 0.9
WEIGHTS_REAL = {"always": -0.5, "whole": 0.6, "found": 0.6, "rival": -2.0}
WEIGHTS_READ = {"weaker half": 0.8, "looks differ": -2.0}
ASSESSOR = NetAssessor(
    Trust(
        (1.0, 1.0, 1.0),
        tuple(WEIGHTS_REAL.get(name, 0.0) for name in REAL),
        tuple(WEIGHTS_READ.get(name, 0.0) for name in READ),
        SURE,
        0.2,
    )
)

Assessed = tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]


def assess(*seen: Seen, size: int | None = None, picture: Any = PICTURE) -> Assessed:
    return ASSESSOR.assess(picture, *gathered(*seen), None if size is None else DominoSet(size))


def chosen(*seen: Seen) -> list[int]:
    return [int(index) for index in choice(ASSESSOR.trust, *gathered(*seen)).index]


def test_a_sure_tile_is_not_flagged() -> None:
    tiles, review, notices = assess(Seen(60))
    assert [(tile.values, tile.tile, tile.whole, tile.review) for tile in tiles] == [
        ((5, 2), Tile(5, 2), True, False)
    ]
    assert tiles[0].confidence > SURE
    assert (review, notices) == (False, ())


def test_values_are_in_the_order_of_the_corners() -> None:
    (tile,), _, _ = assess(Seen(100, 120, degrees=0))
    assert tile.values == (5, 2)
    assert np.allclose(tile.corners, [(60, 140), (60, 100), (140, 100), (140, 140)], atol=0.01)
    (turned,), _, _ = assess(Seen(100, 120, degrees=180))
    assert turned.values == (5, 2)
    assert np.allclose(np.roll(turned.corners, 2, axis=0), tile.corners, atol=0.01)


@pytest.mark.parametrize(
    "seen",
    [
        Seen(60, sure=(0.6, 0.99)),
        Seen(60, state_sure=0.45),
        Seen(60, sure=(0.8, 0.9), second=(6, 2)),
        Seen(60, score=0.1, sure=(0.95, 0.95)),
    ],
    ids=["doubtful half", "perhaps no tile", "looks differ", "hardly found"],
)
def test_a_doubt_is_flagged(seen: Seen) -> None:
    (tile,), review, _ = assess(seen)
    assert tile.confidence < SURE
    assert tile.review
    assert review


def test_a_review_is_asked_for_below_the_confidence_that_is_sure() -> None:
    (tile,), _, _ = assess(Seen(60))
    for sure, asked in ((tile.confidence, False), (tile.confidence + 1e-6, True)):
        assessor = NetAssessor(replace(ASSESSOR.trust, sure=sure))
        (again,), review, _ = assessor.assess(PICTURE, *gathered(Seen(60)), None)
        assert (again.review, review) == (asked, asked)


def test_tiles_that_can_be_there_together_are_all_chosen() -> None:
    assert chosen(Seen(60), Seen(100), Seen(140), Seen(400, 300, degrees=30)) == [0, 1, 2, 3]


def test_of_overlapping_outlines_the_heavier_choice_is_believed() -> None:
    assert chosen(Seen(60, score=0.8), Seen(80, score=0.9), Seen(100, score=0.8)) == [0, 2]
    assert chosen(Seen(60, score=0.06), Seen(80, score=0.9), Seen(100, score=0.06)) == [1]


def test_slips_by_half_a_tile_in_a_row_lose_to_the_right_tiling() -> None:
    """The finder may be as sure of slips; the face net knows most of them, and the others are fewer."""
    right = [Seen(60 + 80 * n, degrees=0) for n in range(4)]
    known = [Seen(100 + 80 * n, degrees=0, score=0.95, state="none", state_sure=0.8) for n in range(3)]
    unknown = Seen(180, degrees=0, score=0.99)
    assert chosen(*known, *right) == [3, 4, 5, 6]
    assert chosen(unknown, *right) == [1, 2, 3, 4]
    tiles, _, _ = assess(*right, *known)
    assert [tile.corners[0][0] for tile in tiles] == pytest.approx([20, 100, 180, 260])


def test_what_is_surely_nothing_is_not_chosen() -> None:
    assert chosen(Seen(60, state="none", state_sure=0.995), Seen(200)) == [1]


@given(
    st.lists(
        st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(0, 360), st.floats(0.1, 1)), max_size=14
    )
)
def test_no_two_chosen_tiles_overlap(places: list[tuple[float, float, float, float]]) -> None:
    seen = [Seen(x, y, degrees=angle, score=score) for x, y, angle, score in places]
    picked = chosen(*seen)
    assert picked or not seen
    middles = np.array([(seen[i].x, seen[i].y) for i in picked])
    for n, middle in enumerate(middles):
        # Two tiles whose middles are nearer than a width and a half turned alike would share a fifth.
        assert (np.linalg.norm(middles[:n] - middle, axis=1) > 20).all()


def test_copies_of_one_tile_are_one_tile_and_no_rivals() -> None:
    alone, copied = (
        choice(ASSESSOR.trust, *gathered(Seen(60))),
        choice(ASSESSOR.trust, *gathered(Seen(60), Seen(62, 103, degrees=268))),
    )
    assert list(copied.index) == [0]
    assert copied.evidence.real == pytest.approx(alone.evidence.real)
    assert copied.evidence.read == pytest.approx(alone.evidence.read)
    assert copied.leftover == 0


def test_an_outline_that_claims_part_of_a_tile_is_its_rival() -> None:
    rivals = list(REAL).index("rival")
    slip = Seen(60, 140, score=0.5)
    assert choice(ASSESSOR.trust, *gathered(Seen(60))).evidence.real[0, rivals] == 0
    table = choice(ASSESSOR.trust, *gathered(Seen(60), slip)).evidence.real
    odds = np.exp(1) * 1 * 0.985 / 0.015  # always, found, something: each with weight 1
    assert table[0, rivals] == pytest.approx(odds / (1 + odds), abs=0.001)
    (with_rival,), _, _ = assess(Seen(60), slip)
    (alone,), _, _ = assess(Seen(60))
    assert with_rival.confidence < alone.confidence


@pytest.mark.parametrize(
    ("size", "flagged"), [(None, False), (6, True), (9, False)], ids=["any set", "double-6", "double-9"]
)
def test_a_half_above_the_set_is_kept_and_flagged(size: int | None, flagged: bool) -> None:
    (tile,), review, _ = assess(Seen(60, values=(7, 2)), size=size)
    assert tile.values == (7, 2)
    assert (tile.review, review) == (flagged, flagged)


def test_the_same_tile_twice_is_kept_and_flagged_twice() -> None:
    tiles, review, notices = assess(Seen(60), Seen(160, values=(2, 5)), Seen(260, values=(1, 1)))
    assert [tile.review for tile in tiles] == [True, True, False]
    assert review
    assert notices == (Notice.DUPLICATE,)


@pytest.mark.parametrize("x", [10, 595], ids=["left", "right"])
def test_a_tile_cut_off_by_the_border_is_told_and_not_counted(x: float) -> None:
    tiles, review, notices = assess(Seen(x), Seen(200, values=(1, 1)))
    assert [(tile.whole, tile.tile) for tile in tiles] == [(False, None), (True, Tile(1, 1))]
    assert not tiles[0].review
    assert not review
    assert notices == (Notice.CUT_OFF,)


@pytest.mark.parametrize(("clear", "asked"), [(0.97, False), (0.8, True)])
def test_a_covered_tile_has_the_value_of_the_half_that_shows_and_is_not_counted(
    clear: float, asked: bool
) -> None:
    (tile,), review, notices = assess(Seen(60, state="part", state_sure=clear, sure=(0.97, 0.4)))
    assert (tile.whole, tile.values, tile.tile, tile.face) == (False, (5, None), None, "up")
    assert (tile.review, review) == (asked, asked)
    assert notices == (Notice.CUT_OFF,)


def test_covered_copies_are_no_duplicates() -> None:
    _, _, notices = assess(Seen(60), Seen(160, state="part"))
    assert Notice.DUPLICATE not in notices


@pytest.mark.parametrize(("sure", "asked"), [(0.95, False), (0.5, True)])
def test_a_tile_face_down_counts_nothing_and_is_asked_about_when_doubtful(sure: float, asked: bool) -> None:
    (tile,), review, notices = assess(Seen(60, state="down", state_sure=sure))
    assert (tile.face, tile.values, tile.tile) == ("down", None, None)
    assert (tile.review, review) == (asked, asked)
    assert tile.confidence == pytest.approx(sure)
    assert notices == ()


def test_a_blank_in_another_colour_than_the_faces_is_a_back() -> None:
    seen = [Seen(60 + 100 * n, values=(n + 1, n)) for n in range(3)]
    blank = Seen(460, 300, values=(0, 0), sure=(0.6, 0.99))
    (*_, same), review, _ = assess(*seen, blank)
    assert (same.tile, same.face, review) == (Tile(0, 0), "up", True)
    picture = PICTURE.copy()
    picture[200:] = (20, 10, 10)
    (*_, other), review, _ = assess(*seen, blank, picture=picture)
    assert (other.tile, other.values, other.face, review) == (None, None, "down", False)


def test_a_lone_back_in_the_colour_of_the_faces_may_be_the_blank() -> None:
    """Where tiles have no bar, a blank and a back look alike."""
    seen = [Seen(60 + 100 * n, values=(n + 1, n)) for n in range(3)]
    back = Seen(460, 300, state="down")
    (*_, tile), review, _ = assess(*seen, back)
    assert (tile.face, tile.review, review) == ("down", True, True)
    blank = Seen(460, 100, values=(0, 0))
    others = [
        ([*seen, blank, back], PICTURE),
        ([*seen, back, replace(back, x=300)], PICTURE),
        ([back], PICTURE),
        ([*seen, back], np.vstack([PICTURE[:200], np.full((200, 600, 3), 15, np.uint8)])),
    ]
    for tiles, picture in others:
        assert not any(tile.review for tile in assess(*tiles, picture=picture)[0] if tile.face == "down")


def test_nothing_gives_no_tiles_and_says_so() -> None:
    assert assess() == ((), False, (Notice.NO_TILES,))
    assert assess(Seen(60, state="none", state_sure=0.999)) == ((), False, (Notice.NO_TILES,))


def test_what_none_of_the_chosen_tiles_covers_is_left_over() -> None:
    unlikely = Seen(400, state="none", state_sure=0.98)
    odds = np.exp(1) * 9 * 0.015 / 0.985
    assert choice(ASSESSOR.trust, *gathered(Seen(60), unlikely)).leftover == pytest.approx(
        odds / (1 + odds), abs=1e-4
    )
    assert choice(ASSESSOR.trust, *gathered(Seen(60), replace(unlikely, x=80))).leftover == 0


@pytest.mark.parametrize(("suspect", "told"), [(0.28, False), (0.26, True)])
def test_a_leftover_that_may_be_a_tile_is_told(suspect: float, told: bool) -> None:
    assessor = NetAssessor(replace(ASSESSOR.trust, suspect=suspect))
    seen = gathered(Seen(60), Seen(400, state="none", state_sure=0.98))
    tiles, review, notices = assessor.assess(PICTURE, *seen, None)
    assert len(tiles) == 1
    assert (review, Notice.UNREAD in notices) == (told, told)


def test_what_is_wrong_with_the_picture_itself_is_told() -> None:
    assert Notice.TOO_DARK in assess(Seen(60), picture=np.full((400, 600, 3), 20, np.uint8))[2]
    assert Notice.TOO_SMALL in assess(Seen(60, length=30))[2]


def test_numbers_are_pythons_own() -> None:
    seen = (Seen(60), Seen(160, state="down"), Seen(260, state="part", sure=(0.97, 0.4)), Seen(595))
    tiles, review, notices = assess(*seen, size=12)
    assert len(tiles) == 4
    for tile in tiles:
        assert type(tile.confidence) is float
        assert type(tile.whole) is type(tile.review) is bool
        assert {type(value) for value in tile.values or ()} <= {int, type(None)}
        assert {type(number) for corner in tile.corners for number in corner} == {float}
    assert type(review) is bool
    reading = Reading(600, 400, tiles, review, notices, "made")
    assert Reading.from_json(json.loads(json.dumps(reading.to_json()))).review is review
