"""A painted table is watched: what is told, when, and how little of each frame is read."""

from __future__ import annotations

import cv2
import numpy as np
from watched_tables import BACKS, ENGINE, HAND, OTHER, SIZE, TRAIN, eye, frames, glances, picture

from referee import SeenTile
from vision.eye import Glance, Memory, look
from vision.eye.parts import whole
from vision.pipeline import Pixels
from vision.settling import Motion

BEFORE = picture((ENGINE, TRAIN[0], *OTHER))
AFTER = picture((ENGINE, *TRAIN[:2], *OTHER))


def trains(glance: Glance) -> dict[str, list[tuple[int, int]]]:
    assert glance.layout is not None
    return {train.name: [(tile.touching, tile.end) for tile in train.tiles] for train in glance.layout.trains}


def test_a_table_is_told_with_the_third_frame_that_is_alike() -> None:
    told = glances(frames((BEFORE, 3)))
    assert [glance.layout is None for glance in told] == [True, True, False]
    assert trains(told[2]) == {"A": [(6, 4)], "B": [(6, 2), (2, 5)]}
    assert told[2].layout is not None
    assert told[2].layout.engine is not None
    assert told[2].layout.engine.tile == SeenTile(6, 6).tile


def test_a_tile_that_is_laid_is_told_with_the_third_frame_and_only_its_place_is_read() -> None:
    memory, told, read = Memory(), [], []
    for frame in frames((BEFORE, 6), (AFTER, 6)):
        memory, glance = look(eye(), memory, frame)
        told.append(glance)
        read.append(sum(part.area for part in memory.parts))
    assert [number for number, glance in enumerate(told) if glance.layout] == [2, 3, 4, 8, 9, 10]
    assert trains(told[8]) == {"A": [(6, 4), (4, 1)], "B": [(6, 2), (2, 5)]}
    assert read[3] == whole(SIZE).area
    assert 0 < read[8] < 0.3 * whole(SIZE).area
    assert told[7].motion is Motion.STILL


def test_tiles_keep_their_numbers_while_another_is_laid() -> None:
    told = glances(frames((BEFORE, 5), (AFTER, 5)))
    before = {tile.number: tile.values for tile in told[4].tiles}
    after = {tile.number: tile.values for tile in told[9].tiles}
    assert before.items() <= after.items()
    assert len(after) == len(before) + 1


def test_a_tile_that_is_taken_back_is_gone_after_two_readings() -> None:
    told = glances(frames((AFTER, 5), (BEFORE, 5)))
    assert trains(told[4])["A"] == [(6, 4), (4, 1)]
    assert trains(told[9])["A"] == [(6, 4)]


def test_a_tile_under_a_hand_that_rests_is_still_there() -> None:
    covered = picture((ENGINE, *TRAIN[:2], *OTHER), (HAND,))
    told = glances(frames((BEFORE, 5), (AFTER, 6), (covered, 8), (AFTER, 6)))
    under = [glance for glance in told[11:19] if glance.layout]
    assert under
    for glance in under:
        assert trains(glance)["A"] == [(6, 4), (4, 1)]
    assert [tile.hidden for glance in under[-1:] for tile in glance.tiles if 1 in tile.values] == [True]
    assert not any(tile.hidden for tile in told[-1].tiles)


def test_backs_are_counted() -> None:
    told = glances(frames((picture((ENGINE, *BACKS)), 5)))
    assert told[4].layout is not None
    assert told[4].layout.face_down == 2


def test_a_nudged_camera_changes_no_tile() -> None:
    told = glances(frames((AFTER, 5), (pushed(AFTER, 9, 4), 6)))
    assert any(glance.nudged for glance in told[5:])
    assert {tile.number for tile in told[-1].tiles} == {tile.number for tile in told[4].tiles}
    assert trains(told[4]) == trains([glance for glance in told if glance.layout][-1])


def pushed(pixels: Pixels, x: int, y: int) -> Pixels:
    """What a camera shows that was pushed by so many pixels."""
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return np.asarray(cv2.warpAffine(pixels, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def test_what_nobody_noticed_is_found_when_all_is_read_again() -> None:
    memory = Memory()
    still = list(frames((AFTER, 66)))
    for frame in still[:6]:
        memory, _ = look(eye(), memory, frame)
    told = []
    for frame in still[6:]:
        memory, glance = look(eye(), memory, frame)
        told.append(glance.layout is not None)
    assert sum(told) == 3
