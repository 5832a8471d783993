"""Small rounds as pictures: frames, patches, hands, and what is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pipeline import Pixels
from vision.synthetic.arrange import footprint
from vision.synthetic.rounds.choice import choose
from vision.synthetic.rounds.folder import write_round
from vision.synthetic.rounds.plan import RoundPlan, plan_round
from vision.synthetic.rounds.shooting import scene_of, shoot
from vision.synthetic.rounds.table_picture import PaintedTable
from vision.synthetic.scene import PlacedTile


@pytest.fixture(scope="module")
def plan() -> RoundPlan:
    return plan_round(replace(choose(5, players=3, ruleset_name="hub", acts=6), width=480, height=270))


@pytest.fixture(scope="module")
def frames(plan: RoundPlan) -> list[Pixels]:
    return list(shoot(plan))


def test_there_are_as_many_frames_as_the_truth_says(plan: RoundPlan, frames: list[Pixels]) -> None:
    assert len(frames) == plan.truth()["frames"] == plan.frames
    assert {frame.shape for frame in frames} == {(270, 480, 3)}


def test_the_same_plan_gives_the_same_frames(plan: RoundPlan, frames: list[Pixels]) -> None:
    for number, frame in zip(range(20), shoot(plan), strict=False):
        np.testing.assert_array_equal(frame, frames[number])


def test_what_changes_little_by_little_looks_as_if_it_were_painted_at_once(plan: RoundPlan) -> None:
    camera = plan.view.camera
    items = dict(plan.arrangement.start)
    table = PaintedTable(scene_of(plan, items, camera))
    for change in plan.script.changes:
        changed = []
        for key, item in change.items:
            changed += [each for each in (items.pop(key, None), item) if each is not None]
            if item is not None:
                items[key] = item
        table.show(scene_of(plan, items, camera), changed)
    whole = PaintedTable(scene_of(plan, items, camera))
    off = np.abs(table.levels.astype(int) - whole.levels.astype(int))
    assert (off > 3).mean() < 1e-4


def test_a_tile_shows_where_the_truth_says(plan: RoundPlan, frames: list[Pixels]) -> None:
    """Between the last frame before its hand comes and the first without a hand, little else has changed."""
    for act in plan.truth()["acts"]:
        if "corners" not in act or plan.script.hands[act["frame"]]:
            continue
        before = max(
            n for n in range(act["frame"]) if not plan.script.hands[n] and n < _change(plan, act["frame"])
        )
        off = np.abs(frames[act["frame"]].astype(int) - frames[before].astype(int)).max(axis=2)
        inside = np.zeros(off.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.rint(act["corners"]).astype(np.int32), 1)
        assert off[inside > 0].mean() > 3 * off[inside == 0].mean(), act


def _change(plan: RoundPlan, frame: int) -> int:
    return max(change.frame for change in plan.script.changes if change.frame <= frame)


def test_hands_cover_what_they_lay(plan: RoundPlan, frames: list[Pixels]) -> None:
    """While the hand is there, some of what it lays can't be seen."""
    camera = plan.view.camera
    for change in plan.script.changes:
        for _, item in change.items:
            if isinstance(item, PlacedTile):
                table = PaintedTable(scene_of(plan, plan.items_at(change.frame), camera)).levels
                inside = np.zeros(table.shape[:2], np.uint8)
                outline = np.hstack([footprint(item, plan.view.look), np.full((4, 1), item.base)])
                cv2.fillConvexPoly(inside, np.rint(camera.project(outline)).astype(np.int32), 1)
                off = np.abs(frames[change.frame].astype(int) - table.astype(int)).max(axis=2)
                assert (off[inside > 0] > 25).mean() > 0.2
        break


def test_a_round_on_disk(tmp_path: Path, plan: RoundPlan) -> None:
    write_round(tmp_path / "round", plan)
    truth = json.loads((tmp_path / "round" / "round.json").read_text(encoding="utf-8"))
    names = sorted(path.name for path in (tmp_path / "round" / "frames").iterdir())
    assert names == [f"{number:06}.jpg" for number in range(truth["frames"])]
    assert (tmp_path / "round" / "round.train").read_text(encoding="utf-8") == plan.record.text
    assert (tmp_path / "round" / "marker.jpg").exists() == plan.marked
    assert truth["acts"][0]["act"].startswith("engine ")
    first = cv2.imread(str(tmp_path / "round" / "frames" / "000000.jpg"))
    assert first is not None
    assert first.shape == (270, 480, 3)
