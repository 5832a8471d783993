"""The committed sample pictures agree with their truth, and the demo can use them."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee import Tile
from vision.frames.in_order import frames_in_order
from vision.frames.source import parse_source
from vision.synthetic.samples import DEMO_SET, samples

FOLDER = Path(__file__).parents[3] / "sample_images"
RECORDS: list[dict[str, Any]] = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))


def test_every_picture_has_a_record_and_the_other_way_round() -> None:
    assert sorted(record["file"] for record in RECORDS) == sorted(path.name for path in FOLDER.glob("*.jpg"))
    assert len(RECORDS) >= 16


def test_together_they_stay_below_eight_megabytes() -> None:
    clip = FOLDER / "round-01.mp4"
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path != clip) < 8_000_000
    assert clip.stat().st_size < 8_000_000


def test_the_clip_has_the_length_and_size_that_its_truth_says() -> None:
    truth = json.loads((FOLDER / "round-01.json").read_text(encoding="utf-8"))
    frames = list(frames_in_order(parse_source(str(FOLDER / "round-01.mp4"))))
    assert {frame.pixels.shape for frame in frames} == {(1080, 1920, 3)}
    assert max(act["frame"] for act in truth["acts"]) < len(frames)
    assert frames[-1].time == pytest.approx((len(frames) - 1) / truth["fps"], abs=0.01)
    assert sum(act["planted"] for act in truth["acts"]) >= 1


def test_truth_is_what_the_scenes_say() -> None:
    for sample, written in zip(samples(), RECORDS, strict=True):
        assert json.loads(json.dumps(sample.record)) == written


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["file"]))
def test_record_and_picture_agree(record: dict[str, Any]) -> None:
    picture = cv2.imread(str(FOLDER / record["file"]))
    assert picture is not None
    height, width = picture.shape[:2]
    corners = np.array(record["corners"])
    assert len(corners) == len(record["tiles"])
    assert (corners >= 0).all()
    assert (corners <= (width, height)).all()
    assert record["total_pips"] == sum(map(sum, record["tiles"]))
    assert all(max(values) <= record["max_pips"] for values in record["tiles"])
    assert len({Tile(*values) for values in record["tiles"]}) == len(record["tiles"])


def test_the_kinds_that_are_promised_are_there() -> None:
    assert {record["arrangement"] for record in RECORDS} == {"separate", "touching", "train", "table"}
    assert {6, 9, 12} <= {record["max_pips"] for record in RECORDS}
    assert {"white", "black", "wood", "ivory"} <= {record["tile_colour"] for record in RECORDS}
    assert any(record["partial"] for record in RECORDS)


def test_trains_fit() -> None:
    for record in RECORDS:
        rows = record.get("trains", [])
        if record["arrangement"] == "table":
            engine = rows[0][0][0]
            assert all(row[0][0] == engine for row in rows[1:])
        for row in rows:
            assert all(left[1] == right[0] for left, right in pairwise(row))


def test_the_demo_has_three_hands_in_each_of_three_rounds() -> None:
    hands: dict[int, dict[int, list[Tile]]] = defaultdict(dict)
    for record in RECORDS:
        if "round" in record:
            assert record["max_pips"] == DEMO_SET.max_pip
            hands[record["round"]][record["seat"]] = [Tile(*values) for values in record["tiles"]]
    assert sorted(hands) == [1, 2, 3]
    for number, seats in hands.items():
        assert len(seats) == 3
        assert set(seats) < {1, 2, 3, 4}
        held = [tile for tiles in seats.values() for tile in tiles]
        assert len(set(held)) == len(held)
        assert DEMO_SET.engine(number) not in held
