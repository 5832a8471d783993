"""Batches: what is turned still shows the same. Needs torch, which `make test` does not install."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from true_tiles import box, label, off, true_maps

import vision
from vision.maps import VALUES
from vision.peaks import peaks
from vision.synthetic.camera import Points
from vision.training.face_data import UNKNOWN
from vision.training.finder_data import FinderExample, encode, finder_example

torch = pytest.importorskip("torch", reason="needs pip install '.[training]'", exc_type=ImportError)

from vision.training import streams  # noqa: E402

SIDE = 320
TILES = box(90, 80, 20), box(230, 90, 100, 60), box(100, 240, 45, 70), box(180, 240, 0, 40)


class Drawn:
    """Stands for chance."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def integers(self, most: int) -> int:
        number = self.numbers.pop(0)
        assert 0 <= number < most
        return number


def turned_points(corners: Points, quarters: int, mirror: bool) -> Points:
    """Where points go when the picture is turned (quarters counter-clockwise as seen) and then mirrored."""
    for _ in range(quarters):
        corners = np.stack([corners[:, 1], SIDE - corners[:, 0]], axis=1)
    return corners * (-1, 1) + (SIDE, 0) if mirror else corners


@pytest.mark.parametrize(("quarters", "mirror"), list(product(range(4), (0, 1))))
def test_turned_maps_lead_to_the_turned_outlines(quarters: int, mirror: int) -> None:
    tiles = tuple(label(corners) for corners in TILES)
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    for x, y in (corners.mean(axis=0).astype(int) for corners in TILES):
        picture[y - 2 : y + 3, x - 2 : x + 3] = 255
    made, maps = encode(picture, tiles), true_maps(tiles, SIDE, SIDE)
    chance: Any = Drawn(quarters, mirror)
    found = streams.turned(FinderExample(made.picture, maps[:2], maps[2:], made.inner, made.care), chance)
    seen = peaks(np.concatenate([found.heats, found.shape]))
    sure = seen.outlines[seen.scores > 0.5]
    assert len(sure) == len(TILES)
    for corners in TILES:
        expected = turned_points(corners, quarters, bool(mirror))
        expected = expected[[1, 0, 3, 2]] if mirror else expected  # clockwise again
        assert min(off(outline, expected) for outline in sure) < 0.06
        x, y = expected.mean(axis=0).astype(int)
        assert found.picture[:, y, x].min() == 255
        assert found.inner[y // 4, x // 4] == 1


def test_a_batch_for_the_finder_has_the_picture_as_the_finder_gives_it() -> None:
    one = finder_example(5, 0)
    picture, heats, shape, inner, care = streams.finder_batch([one, one])
    assert picture.shape == (2, 3, 256, 256)
    assert (picture.min() >= -0.5, picture.max() <= 0.5) == (True, True)
    assert torch.equal(picture[0], torch.from_numpy(one.picture / np.float32(255) - np.float32(0.5)))
    assert (heats.shape, shape.shape) == ((2, 2, 64, 64), (2, 6, 64, 64))
    assert inner.shape == care.shape == (2, 64, 64)


def test_the_finders_stream_has_an_end_and_is_always_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "FINDER_BATCH", 3)
    monkeypatch.setattr(streams, "FINDER_NEW", 1)
    batches, again = (list(streams.FinderStream(3, 1, 3)) for _ in range(2))
    assert len(batches) == len(again) == 2
    assert [len(batch[0]) for batch in batches] == [1, 3]
    for one, other in zip(batches, again, strict=True):
        assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_the_finder_proposes_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = tuple(label(corners) for corners in TILES)
    maps = np.clip(true_maps(tiles, SIDE, SIDE), -9, 9)
    monkeypatch.setattr("vision.finder.Net.run", lambda net, blob: (maps[None],))
    proposed = streams.proposer(Path(vision.__file__).parent / "weights")(np.zeros((SIDE, SIDE, 3), np.uint8))
    assert len(proposed) == len(TILES)
    for corners in TILES:
        assert min(off(outline, corners) for outline in proposed) < 0.06


def test_the_face_net_learns_from_what_the_finder_takes_for_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(streams, "proposer", lambda place: asked.append(place) or streams.Propose)
    monkeypatch.setattr(streams, "cutouts", lambda seed, index, propose: [(seed, index, propose)] * 8)
    monkeypatch.setattr(streams, "face_batch", lambda found, rng: (found,))
    ((found,),) = streams.FaceStream(3, 0, 1, Path("weights"))
    assert asked == [Path("weights")]
    assert {propose for _, _, propose in found} == {streams.Propose}


def test_the_face_nets_stream_has_full_batches_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "FACE_BATCH", 8)
    first, second = streams.FaceStream(3, 0, 2)
    pixels, values, state, shifts, pips = first
    assert pixels.shape == (8, 3, 80, 128)
    assert values.shape == (8, 2)
    assert set(values.unique().tolist()) <= {UNKNOWN, *range(VALUES)}
    assert (state.shape, shifts.shape, pips.shape) == ((8,), (8, 4, 2), (8, 20, 32))
    assert not torch.equal(pixels, second[0])
