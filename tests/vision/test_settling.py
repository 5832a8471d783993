"""From frame to frame: moving, nudged, still, settled, and what has changed when it settles."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import numpy as np
import pytest
from drawn_tables import GROUNDS, HEIGHT, TRAIN, WIDTH, filmed, nudged, table, with_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.pipeline import Pixels
from vision.reading import Corners
from vision.settling import Motion, Region, Settling, Sighting, step


class Painted(Protocol):
    """A picture, and the corners of its tiles."""

    picture: Pixels
    corners: list[Corners]


MOVING, NUDGED, STILL, SETTLED = Motion.MOVING, Motion.NUDGED, Motion.STILL, Motion.SETTLED
MORE = (470.0, 300.0, 30.0)
ALL = Region(0, 0, WIDTH, HEIGHT)


def watch(
    frames: Iterable[Pixels], state: Settling | None = None, enough: int = 3
) -> tuple[Settling, list[Sighting]]:
    """Look at the frames one after another, as a camera with some noise gives them."""
    state, seen = state or Settling(), []
    for number, frame in enumerate(frames):
        state, sighting = step(state, filmed(frame, seed=number), enough)
        seen.append(sighting)
    return state, seen


def motions(seen: list[Sighting]) -> list[Motion]:
    return [sighting.motion for sighting in seen]


def inside(region: Region, x: float, y: float) -> bool:
    return region.left <= x < region.left + region.width and region.top <= y < region.top + region.height


def settled(picture: Pixels) -> Settling:
    return watch([picture] * 3)[0]


@pytest.mark.parametrize("enough", [2, 3, 5])
def test_a_table_settles_once_it_is_still_and_all_of_it_is_new(enough: int) -> None:
    _, seen = watch([table()] * 7, enough=enough)
    assert motions(seen) == [STILL] * (enough - 1) + [SETTLED] * (8 - enough)
    assert [sighting.still for sighting in seen] == list(range(1, 8))
    assert [sighting.changed for sighting in seen] == [()] * (enough - 1) + [(ALL,)] + [()] * (7 - enough)
    assert all(sighting.moving == () and sighting.shift is None for sighting in seen)


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_hand_lays_a_tile(ground: str) -> None:
    before, after = table(ground=ground), table((*TRAIN, MORE), ground)
    reaching = [with_hand(before, x, 330) for x in (700, 600, 500)]
    leaving = [with_hand(after, x, 330) for x in (480, 600, 700)]
    _, seen = watch([*reaching, *leaving, *[after] * 4], settled(before))
    assert motions(seen) == [MOVING] * 7 + [STILL, SETTLED, SETTLED]
    assert any(inside(region, 520, 400) for region in seen[2].moving)
    (region,) = seen[8].changed
    assert inside(region, *MORE[:2])
    assert max(region.width, region.height) < 100
    assert seen[9].changed == ()


def test_a_hand_that_comes_and_goes_changes_nothing() -> None:
    picture = table()
    hands = [with_hand(picture, x, 300) for x in (700, 500, 300, 500, 700)]
    _, seen = watch([*hands, *[picture] * 4], settled(picture))
    assert motions(seen) == [MOVING] * 6 + [STILL, SETTLED, SETTLED]
    assert all(sighting.changed == () for sighting in seen)


def test_a_hand_that_lies_still_settles_and_its_leaving_does_too() -> None:
    picture = table()
    resting = with_hand(picture, 500, 330)
    state, seen = watch([resting] * 4, settled(picture))
    assert motions(seen) == [MOVING, STILL, SETTLED, SETTLED]
    assert any(inside(region, 550, 450) for region in seen[2].changed)
    _, seen = watch([picture] * 4, state)
    assert motions(seen) == [MOVING, STILL, SETTLED, SETTLED]
    assert any(inside(region, 550, 450) for region in seen[2].changed)


def test_a_slow_hand_does_not_settle() -> None:
    """Half a pixel a frame is hardly a change from frame to frame, but it adds up."""
    picture = table()
    _, seen = watch([with_hand(picture, 700 - n, 330) for n in range(16)], settled(picture), enough=8)
    assert SETTLED not in motions(seen)


def test_lamps_that_flicker_leave_the_table_still() -> None:
    picture, state, seen = table(), Settling(), []
    for number in range(20):
        gain, side = 1 + 0.15 * np.sin(2.1 * number), 0.08 * np.sin(1.3 * number)
        state, sighting = step(state, filmed(picture, gain, side, 4, number))
        seen.append(sighting)
    assert motions(seen) == [STILL, STILL, *[SETTLED] * 18]
    assert [sighting.changed for sighting in seen[3:]] == [()] * 17


def test_a_tile_laid_under_flickering_lamps_is_the_only_change() -> None:
    state, changed = settled(table()), []
    for number in range(12):
        picture = table((*TRAIN, MORE)) if number > 4 else table()
        state, sighting = step(state, filmed(picture, 1 - 0.03 * (number % 7), 0.05, 3, number))
        changed += sighting.changed
    assert len(changed) == 1
    assert inside(changed[0], *MORE[:2])


@pytest.mark.parametrize(("x", "y"), [(9, 0), (0, -8), (-30, 22), (40, 41)])
def test_a_nudge_is_told_and_is_no_change(x: float, y: float) -> None:
    picture = table()
    after = nudged(picture, x, y)
    state, seen = watch([after] * 4, settled(picture))
    assert motions(seen) == [NUDGED, STILL, SETTLED, SETTLED]
    for sighting in (seen[0], seen[2]):
        assert sighting.shift is not None
        assert sighting.shift == pytest.approx((x, y), abs=1)
    assert seen[3].shift is None
    strips = {(region.width == WIDTH, region.height == HEIGHT) for region in seen[2].changed}
    assert strips == {pair for pair, by in (((False, True), x), ((True, False), y)) if by}
    assert all(min(region.width, region.height) <= 42 for region in seen[2].changed)
    _, seen = watch([nudged(table((*TRAIN, MORE)), x, y)] * 3, state)
    (region,) = seen[2].changed
    assert inside(region, MORE[0] + x, MORE[1] + y)
    assert seen[2].shift is None, "it stands where it stood when it settled last"


def test_a_nudge_and_a_tile_at_once() -> None:
    after = nudged(table((*TRAIN, MORE)), 14, 6)
    _, seen = watch([after] * 3, settled(table()))
    assert seen[2].shift == pytest.approx((14, 6), abs=1)
    assert any(inside(region, MORE[0] + 14, MORE[1] + 6) and region.width < 100 for region in seen[2].changed)


def test_two_things_far_apart_are_two_regions() -> None:
    two = table((*TRAIN, MORE, (850.0, 450.0, 0.0)))
    _, seen = watch([two] * 3, settled(table()))
    first, second = seen[2].changed
    assert inside(first, *MORE[:2])
    assert inside(second, 850, 450)


def test_a_tile_that_was_moved_has_changed_where_it_was_and_where_it_is() -> None:
    _, seen = watch([table((*TRAIN, (800.0, 430.0, 0.0)))] * 3, settled(table((*TRAIN, MORE))))
    first, second = seen[2].changed
    assert inside(first, *MORE[:2])
    assert inside(second, 800, 430)


def test_small_moves_do_not_add_up_unseen() -> None:
    """A tile that creeps is told when it has come far enough, however slowly."""
    state, told = settled(table((*TRAIN, MORE))), []
    for moved in range(1, 7):
        tiles = (*TRAIN, (MORE[0] + moved, *MORE[1:]))
        other = (850.0, 450.0, 0.0)
        for tile in ((), (other,)):  # something else changes each time, so that the picture settles anew
            state, seen = watch([table((*tiles, *tile))] * 3, state)
            told += [region for region in seen[2].changed if inside(region, *MORE[:2])]
    assert 1 <= len(told) <= 4


def test_another_picture_is_a_change_of_all() -> None:
    state = settled(table(ground="night"))
    other = np.random.default_rng(0).integers(0, 255, (9, 16, 3), dtype=np.uint8)
    picture = np.repeat(np.repeat(other, 60, 0), 60, 1)
    _, seen = watch([picture] * 3, state)
    assert motions(seen) == [MOVING, STILL, SETTLED]
    assert seen[2].changed == (ALL,)


def test_frames_of_another_size_begin_anew() -> None:
    _, seen = watch([np.ascontiguousarray(table()[:500])] * 3, settled(table()))
    assert motions(seen) == [STILL, STILL, SETTLED]
    assert seen[2].changed == (Region(0, 0, WIDTH, 500),)


def test_regions_are_in_pixels_of_the_frame() -> None:
    """The same table four times as large: the small copy is the same, the regions are not."""
    found = []
    for times in (1, 2):
        before, after = (np.repeat(np.repeat(table(t), times, 0), times, 1) for t in (TRAIN, (*TRAIN, MORE)))
        state = Settling()
        for frame in (before, before, before, after, after, after):
            state, sighting = step(state, np.asarray(frame, np.uint8))
        (region,) = sighting.changed
        found.append(region)
    small, large = found
    assert large == Region(2 * small.left, 2 * small.top, 2 * small.width, 2 * small.height)


def test_what_is_given_is_left_as_it_was() -> None:
    picture = table()
    state, kept = settled(picture), picture.copy()
    assert state.settled is not None
    assert state.first is not None
    before = state.settled.copy(), state.first.copy()
    for now in (table((*TRAIN, MORE)), nudged(picture, 20, 10)):
        watch([now] * 4, state)
        assert np.array_equal(state.settled, before[0])
        assert np.array_equal(state.first, before[1])
    step(state, picture)
    assert np.array_equal(picture, kept)


def test_painted_dominoes_are_told_like_drawn_ones(painted: Callable[..., Painted]) -> None:
    laid = [((n, 6), -60.0 + 30 * n, 0.0, 90.0) for n in range(4)]
    before, after = painted(*laid).picture, painted(*laid, ((6, 6), 70.0, 0.0, 0.0))
    state, _ = watch([before] * 3)
    _, seen = watch([after.picture] * 3, state)
    assert motions(seen) == [MOVING, STILL, SETTLED]
    (region,) = seen[2].changed
    assert all(inside(region, x, y) for x, y in after.corners[-1])


@settings(max_examples=10)
@given(st.lists(st.sampled_from(["same", "tile", "hand", "nudge", "dim"]), min_size=1, max_size=8))
def test_whatever_comes_the_numbers_agree(shown: list[str]) -> None:
    pictures = {
        "same": table(),
        "tile": table((*TRAIN, MORE)),
        "hand": with_hand(table(), 500, 330),
        "nudge": nudged(table(), 25, 10),
        "dim": filmed(table(), 0.8, seed=3),
    }
    state, before = Settling(), 0
    for number, name in enumerate(shown):
        state, seen = step(state, filmed(pictures[name], seed=number))
        assert seen.still in (1, before + 1)
        assert (seen.motion is SETTLED) == (seen.still >= 3)
        assert bool(seen.moving) == (seen.motion is MOVING)
        assert not seen.changed or seen.still == 3
        assert seen.shift is None or seen.motion in (NUDGED, SETTLED)
        for region in (*seen.moving, *seen.changed):
            assert region.left >= 0
            assert region.top >= 0
            assert region.left + region.width <= WIDTH
            assert region.top + region.height <= HEIGHT
            assert min(region.width, region.height) > 0
        before = seen.still
