"""The ground is learnt around tiles, and kept whatever lies on it later."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import nudged
from learnt_tables import BACK, GROUNDS, LAST, OUT, Watched, cup, hand, learnt, watched

from vision.ground import KNOWN, Ground, filled, grown, like, shifted, step, view


def off(state: Ground, moment: Watched, where: np.ndarray | None = None) -> float:
    """How far the ground is off what a picture of the moment shows: the mean over `where`, levels."""
    seen = view(state, moment.seen(99))
    return float(np.abs(seen.expected - seen.now)[... if where is None else where].mean())


@pytest.mark.parametrize("ground", GROUNDS)
def test_what_is_free_and_the_same_three_times_is_ground(ground: str) -> None:
    table = Watched((*OUT, *BACK), ground=GROUNDS[ground])
    for readings, least, most in ((2, 0.0, 0.0), (3, 0.9, 0.99)):
        state = learnt([table] * readings)
        assert least <= (state.same >= KNOWN).mean() <= most
    bare = replace(table, tiles=())
    assert off(state, bare, state.same >= KNOWN) < 3


def test_the_ground_under_a_tile_is_known_once_it_was_seen() -> None:
    state, before, now = watched("wood")
    where = filled(view(state, now.seen()), [now.corners[-1]])
    free = where & (state.same >= KNOWN)
    assert free.sum() > 0.5 * where.sum()
    assert off(state, before, free) < 3


def test_a_hand_that_lies_still_is_not_learnt() -> None:
    state, _, now = watched("wood")
    later = learnt([replace(now, things=hand(60, -100))] * 7, state)
    assert off(later, now, later.same >= KNOWN) < 3


def test_what_lay_there_from_the_first_picture_is_forgotten_when_it_goes() -> None:
    table = Watched((*OUT, *BACK))
    state = learnt([replace(table, things=(cup(0, 150),))] * 5)
    ((x, y),) = (table.camera.project([(0, 150, 50)]) / 2).astype(int)
    around = np.s_[y - 10 : y + 10, x - 10 : x + 10]
    assert off(state, table, around) > 40
    assert off(learnt([table] * 4, state), table, around) < 3


def test_another_table_is_learnt_anew() -> None:
    state, _, _ = watched("green")
    other = Watched((*OUT, *BACK), ground=GROUNDS["linen"])
    assert off(learnt([other] * 4, state), replace(other, tiles=())) < 3


def test_a_slow_lamp_is_followed() -> None:
    state, before, _ = watched("linen")
    for number in range(12):
        picture = before.seen(number, exposure=1 + 0.03 * number, warmth=0.03 * number)
        state = step(view(state, picture), before.corners)
    seen = view(state, picture)
    assert not seen.differs[state.same >= KNOWN].any()


def test_a_nudged_camera_sees_the_same_ground_further_on() -> None:
    state, _, now = watched("wood")
    picture = nudged(now.seen(5), 9, -6)
    inner = np.s_[20:-20, 20:-20]
    assert view(state, picture).differs[inner].mean() > 0.02
    moved = shifted(state, (9, -6))
    assert view(moved, picture).differs[inner].mean() < 0.002
    assert moved.same[-3:].max() == 0
    assert moved.tops[0].corners[0] == pytest.approx(np.add(state.tops[0].corners[0], (9, -6)))
    assert shifted(Ground(), (3, 3)).look.size == 0


def test_pictures_of_another_size_begin_anew() -> None:
    state, _, now = watched("wood")
    half = now.seen()[::2, ::2]
    assert step(view(state, half), ()).same.max() == 1


def test_what_is_handed_over_is_left_as_it_was() -> None:
    state, _, now = watched("wood")
    kept = [part.copy() for part in (state.look, state.same, state.shade, state.shaded)]
    step(view(state, now.seen(3)), now.corners)
    for part, before in zip((state.look, state.same, state.shade, state.shaded), kept, strict=True):
        assert np.array_equal(part, before)


def test_masks_grow_and_colours_are_found_again() -> None:
    mask = np.zeros((9, 9), np.bool_)
    mask[4, 4] = True
    assert grown(mask, 2)[2, 4]
    assert not grown(mask, 2)[1, 4]
    ground = np.array([(40, 80, 60), (200, 200, 200)], np.float32)
    assert like(ground, np.array([(44, 76, 62), (120, 140, 130)], np.float32)).tolist() == [True, False]


def test_the_last_tile_belongs_to_the_row() -> None:
    """The helpers of these tests lay it where the row goes on."""
    assert LAST.pose.x - OUT[-1].pose.x == pytest.approx(51.5)
