"""Plans of whole rounds, for many seeds and without a pixel: the rules, the places, the times."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import RULESETS, Draw, LayEngine, Mark, Pass, Play, Undo, judge_lines
from referee.record import open_record
from vision.synthetic.arrange import footprint
from vision.synthetic.rounds.choice import ChoiceError, choose
from vision.synthetic.rounds.faults import KINDS
from vision.synthetic.rounds.limbs import covers
from vision.synthetic.rounds.plan import RoundPlan, plan_round
from vision.synthetic.rounds.surface import outlines
from vision.synthetic.scene import PlacedTile

SEEDS = st.integers(0, 2000)
MANY = settings(max_examples=5, deadline=None, derandomize=True)


@lru_cache(maxsize=64)
def planned(seed: int) -> RoundPlan:
    return plan_round(choose(seed))


@MANY
@given(SEEDS)
def test_only_what_is_planted_is_wrong(seed: int) -> None:
    plan = planned(seed)
    for entry in plan.record.entries:
        codes = {found.code for found in entry.violations if found.severity == "illegal"}
        assert bool(codes) == plan.played.deeds[entry.deed].planted, entry.text
        assert codes <= set(KINDS)
        assert not codes or entry.verdict == "illegal"


@MANY
@given(SEEDS)
def test_the_record_can_be_read_and_judged_again(seed: int) -> None:
    plan = planned(seed)
    record = open_record(plan.record.text)
    assert record.setup == plan.choice.setup
    assert tuple(row.line for row in record.lines) == plan.record.lines
    told = [verdict.verdict for _, verdict in judge_lines(record.setup, enumerate(plan.record.lines))]
    illegal = sum(entry.verdict == "illegal" for entry in plan.record.entries)
    assert told.count("illegal") == illegal


@MANY
@given(SEEDS)
def test_nothing_that_cannot_be_seen_is_in_the_record(seed: int) -> None:
    plan = planned(seed)
    for deed in plan.played.deeds:
        if isinstance(deed.act, Draw) and deed.recorded:
            assert deed.act.assumed != plan.played.boneyard_in_sight
    texts = [entry.text for entry in plan.record.entries]
    assert not any("knock" in text for text in texts)
    assert not texts[-1].endswith("pass"), "nothing shows a pass at the very end"


@MANY
@given(SEEDS)
def test_every_seat_has_a_train_of_its_own_bearing(seed: int) -> None:
    plan = planned(seed)
    seats = plan.arrangement.seats
    assert set(seats) == set(plan.choice.setup.trains)
    around = sorted(seats.values())
    apart = [(after - before) % 360 for before, after in pairwise([*around, around[0] + 360])]
    assert min(apart) > 12
    players = [name for name in sorted(seats, key=lambda name: seats[name]) if name != "M"]
    first = players.index("A")
    assert tuple(players[first:] + players[:first]) == plan.choice.setup.players, "seats go clockwise"


def tiles_at(plan: RoundPlan, frame: int) -> dict[str, PlacedTile]:
    return {key: item for key, item in plan.items_at(frame).items() if isinstance(item, PlacedTile)}


@MANY
@given(SEEDS)
def test_nothing_lies_over_anything_else(seed: int) -> None:
    plan = planned(seed)
    look = plan.view.look
    for frame in {change.frame for change in plan.script.changes}:
        shapes = [
            (key, outline.astype(np.float32))
            for key, item in plan.items_at(frame).items()
            if key != "hub" and not key.startswith("rack") and not _is_on_a_tile(item)
            for outline in outlines(item, look)[:1]
        ]
        for (one, here), (other, there) in combinations(shapes, 2):
            assert cv2.intersectConvexConvex(here, there)[0] < 0.2, (frame, one, other)


def _is_on_a_tile(item: object) -> bool:
    return isinstance(item, tuple) and item[0].base > 0


@MANY
@given(SEEDS)
def test_trains_touch_from_tile_to_tile_and_stay_in_the_picture(seed: int) -> None:
    plan = planned(seed)
    look = plan.view.look
    rows: dict[str, list[str]] = {}
    for deed in plan.played.deeds:
        if isinstance(deed.act, Play):
            rows.setdefault(deed.act.train, []).append(f"tile {deed.act.tile}")
        elif isinstance(deed.act, Undo):
            before = plan.played.deeds[plan.played.deeds.index(deed) - 1].act
            assert isinstance(before, Play)
            rows[before.train].pop()
    tiles = tiles_at(plan, plan.frames)
    size = np.array([plan.view.camera.width, plan.view.camera.height])
    for row in rows.values():
        for one, other in pairwise(row):
            near = footprint(tiles[one], look, 0.5 * look.width)
            area, _ = cv2.intersectConvexConvex(
                near.astype(np.float32), footprint(tiles[other], look).astype(np.float32)
            )
            assert area > 1, (one, other)
        for key in row:
            outline = np.hstack([footprint(tiles[key], look), np.full((4, 1), look.thickness)])
            pixels = plan.view.camera.project(outline)
            assert (pixels > 0).all()
            assert (pixels < size).all()


@MANY
@given(SEEDS)
def test_tiles_are_as_long_in_the_picture_as_on_real_tables(seed: int) -> None:
    plan = planned(seed)
    for tile in tiles_at(plan, plan.frames).values():
        ends = tile.pose.place([[-plan.view.look.length / 2, 0], [plan.view.look.length / 2, 0]])
        one, other = plan.view.camera.project(np.hstack([ends, np.full((2, 1), tile.base)]))
        assert 48 < np.hypot(*(one - other)) < 112


@MANY
@given(SEEDS)
def test_acts_are_shown_in_their_order_and_free_of_hands(seed: int) -> None:
    plan = planned(seed)
    frames = [act["frame"] for act in plan.truth()["acts"]]
    assert frames == sorted(frames)
    assert frames[0] >= 0
    assert frames[-1] < plan.frames - 2
    for entry in plan.record.entries:
        act = plan.played.deeds[entry.deed].act
        if isinstance(act, Play):
            frame = plan.frame_of(entry.deed)
            tile = tiles_at(plan, frame)[f"tile {act.tile}"]
            middle = footprint(tile, plan.view.look).mean(axis=0)[None]
            assert not any(
                covers(hand, plan.script.arms[hand.player], middle) for hand in plan.script.hands[frame]
            )


@MANY
@given(SEEDS)
def test_the_table_changes_only_under_a_hand(seed: int) -> None:
    plan = planned(seed)
    for change in plan.script.changes:
        assert plan.script.hands[change.frame], change


@MANY
@given(SEEDS)
def test_the_picture_shows_the_round_as_it_was_played(seed: int) -> None:
    """Tiles and markers on the table at the end are those that the deeds leave there."""
    plan = planned(seed)
    lies, marked, drawn = set[str](), set[str](), 0
    for place, deed in enumerate(plan.played.deeds):
        match deed.act:
            case LayEngine():
                lies.add("engine")
            case Play():
                lies.add(f"tile {deed.act.tile}")
            case Undo():
                before = plan.played.deeds[place - 1].act
                assert isinstance(before, Play)
                lies.remove(f"tile {before.tile}")
            case Mark():
                (marked.add if deed.act.on else marked.remove)(f"marker {deed.act.train}")
            case Draw():
                drawn += 1
            case Pass():
                pass
    there = plan.items_at(plan.frames)
    assert {key for key in there if key.startswith(("tile", "engine"))} == lies
    assert {key for key in there if key.startswith("marker")} == marked
    backs = sum(key.startswith("back") for key in there)
    assert backs == (plan.played.boneyard - drawn if plan.played.boneyard_in_sight else 0)


def test_the_same_seed_gives_the_same_round_and_another_one_another() -> None:
    assert plan_round(choose(7)).truth() == plan_round(choose(7)).truth()
    assert plan_round(choose(7)).script.hands == plan_round(choose(7)).script.hands
    assert plan_round(choose(7)).record.text != plan_round(choose(8)).record.text


def test_small_pictures_show_the_same_round() -> None:
    small = plan_round(replace(choose(7), width=480, height=270))
    assert small.record.text == planned(7).record.text


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_what_is_asked_for_is_played(name: str, players: int) -> None:
    truth = plan_round(choose(3, players, name, 12, 12, 10.0)).truth()
    assert (truth["ruleset"], truth["set"], len(truth["players"])) == (name, 12, players)
    assert truth["fps"] == 10
    assert 7 <= len(truth["acts"]) <= 20


def test_seeds_draw_everything_that_people_play() -> None:
    chosen = [choose(seed) for seed in range(300)]
    assert {choice.setup.ruleset for choice in chosen} == set(RULESETS)
    assert {len(choice.setup.players) for choice in chosen} == set(range(2, 9))
    assert {choice.setup.domino_set.max_pip for choice in chosen} >= {6, 9, 12, 15}


def test_too_many_players_for_the_set() -> None:
    with pytest.raises(ChoiceError, match="larger set"):
        choose(1, players=8, ruleset_name="caboose", size=6)
