"""The finder's looks at several sizes, with a net that sees white boxes; and the program's own net."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from true_tiles import box, label, off, true_maps

from vision.finder import NetFinder
from vision.pipeline import Array, Found, Pixels
from vision.synthetic.camera import Points
from vision.synthetic.look import BLACK, WHITE

Painter = Callable[..., Any]


class SeesBoxes:
    """A net for which every white box from 20 to 150 pixels long is a tile, and all others are nothing."""

    def __init__(self, name: str, outputs: Sequence[str], weights: Path | None = None) -> None:
        assert (name, list(outputs)) == ("finder", ["maps"])
        self.sizes: list[tuple[int, int]] = []

    def run(self, blob: Array) -> tuple[Array, ...]:
        count, channels, height, width = blob.shape
        assert (count, channels, height % 32, width % 32) == (1, 3, 0, 0)
        assert np.abs(blob).max() <= 0.5
        self.sizes.append((width, height))
        white = (blob[0].mean(axis=0) > 0).astype(np.uint8)
        tiles = []
        for contour in cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            (x, y), sides, angle = cv2.minAreaRect(contour)
            # Contours go through middles of pixels, truth counts from their edges.
            corners = cv2.boxPoints(((x + 0.5, y + 0.5), (sides[0] + 1, sides[1] + 1), angle)).astype(
                np.float64
            )
            if np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
                corners = np.roll(corners, 1, axis=0)
            if 20 <= max(sides) <= 150:
                tiles.append(label(corners))
        return (true_maps(tuple(tiles), width, height)[None],)


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> NetFinder:
    monkeypatch.setattr("vision.finder.Net", SeesBoxes)
    return NetFinder()


def sizes(finder: NetFinder) -> list[int]:
    """Long sides of the pictures that the net was shown."""
    net = finder._net
    assert isinstance(net, SeesBoxes)
    return [max(size) for size in net.sizes]


def drawn(width: int, height: int, *tiles: Points) -> Pixels:
    """White boxes on black; corners count from the edge of the first pixel."""
    picture = np.zeros((height, width, 3), np.uint8)
    for corners in tiles:
        points = np.rint((corners - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, points, (255, 255, 255), cv2.LINE_AA, 4)
    return picture


def assert_found(found: Found, *tiles: Points, limit: float = 0.1, least: float = 0.5) -> None:
    sure = found.outlines[found.scores > least] + np.float32(0.5)
    assert len(sure) == len(tiles)
    for corners in tiles:
        assert min(off(outline, corners) for outline in sure) < limit


def test_tiles_of_a_good_size_are_seen_at_first_look(finder: NetFinder) -> None:
    tiles = [box(200 + 200 * n, 200 + 120 * n, 20 + 40 * n, 160) for n in range(4)]
    assert_found(finder.find(drawn(1024, 768, *tiles)), *tiles)
    assert sizes(finder) == [512]


def test_few_tiles_are_looked_for_in_a_close_up_too(finder: NetFinder) -> None:
    tiles = box(300, 300, 20, 160), box(700, 500, 100, 160)
    assert_found(finder.find(drawn(1024, 768, *tiles)), *tiles)
    assert sizes(finder) == [512, 160]


@pytest.mark.parametrize("length", [96, 60], ids=["hardly seen", "not seen at first"])
def test_small_tiles_lead_to_a_look_at_a_larger_picture(finder: NetFinder, length: float) -> None:
    tiles = [box(300 + 350 * n, 400 + 150 * n, 35 * n, length) for n in range(4)]
    assert_found(finder.find(drawn(2000, 1500, *tiles)), *tiles)
    first, *others = sizes(finder)
    assert first == 512
    assert others
    assert max(others) > 900


@pytest.mark.parametrize("length", [260, 600], ids=["seen large", "not seen at first"])
def test_close_ups_lead_to_a_look_at_a_smaller_picture(finder: NetFinder, length: float) -> None:
    tile = box(520, 380, 15, length)
    assert_found(finder.find(drawn(1024, 768, tile)), tile)
    assert min(sizes(finder)) < 400


def test_the_look_that_shows_most_is_believed(finder: NetFinder) -> None:
    """At the size that suits three close ones, the fourth is too small to be seen."""
    tiles = *(box(170 + 340 * n, 300, 90, 260) for n in range(3)), box(500, 600, 0, 50)
    assert_found(finder.find(drawn(1024, 768, *tiles)), *tiles)
    assert len(sizes(finder)) > 1


def test_outlines_count_from_the_middle_of_the_first_pixel(finder: NetFinder) -> None:
    places = [(71.3 + 93.7 * n, 66.1 + 87.9 * row, 40.0 * n + 25 * row) for n in range(4) for row in range(4)]
    found = finder.find(drawn(480, 384, *(box(x, y, angle, 70) for x, y, angle in places)))
    middles = found.outlines[found.scores > 0.5].mean(axis=1)
    bias = [min((middle + 0.5 - place[:2] for place in places), key=np.linalg.norm) for middle in middles]
    assert len(bias) == 16
    assert np.mean(bias, axis=0) == pytest.approx((0, 0), abs=0.2)


@pytest.mark.parametrize(
    ("width", "height"),
    [(1, 1), (2, 1), (1, 300), (300, 1), (3, 4000), (4000, 3), (31, 33), (40, 2000), (6000, 4500)],
)
@pytest.mark.parametrize("level", [0, 255])
def test_pictures_of_any_shape_are_no_error(finder: NetFinder, width: int, height: int, level: int) -> None:
    found = finder.find(np.full((height, width, 3), level, np.uint8))
    assert found.outlines.shape[1:] == (4, 2)
    assert found.outlines.dtype == np.float32
    assert np.isfinite(found.outlines).all()
    assert len(found.scores) == len(found.outlines)
    assert 1 <= len(sizes(finder)) <= 4
    assert max(sizes(finder)) <= 1600


def test_small_pictures_are_not_blown_up_beyond_what_they_show(finder: NetFinder) -> None:
    finder.find(np.zeros((90, 120, 3), np.uint8))
    assert max(sizes(finder)) <= 512


class TestWithTheProgramsOwnNet:
    """These need `vision/weights/finder.onnx`."""

    @pytest.mark.parametrize("look", [WHITE, BLACK], ids=["light on dark", "dark on light"])
    @pytest.mark.parametrize("angle", [0, 17, 45, 80, 90, 133])
    def test_a_lone_tile_is_found_at_any_angle(self, painted: Painter, angle: float, look: Any) -> None:
        ground = (40, 80, 60) if look is WHITE else (200, 190, 170)
        scene = painted(((5, 2), 10, -6, angle), look=look, ground=ground)
        (true,) = (np.array(corners) for corners in scene.corners)
        assert_found(NetFinder().find(scene.picture), true, least=0.3)

    @pytest.mark.parametrize(
        "laid",
        [
            [((6, 1), -51, 0, 0), ((1, 4), 0, 0, 0), ((4, 0), 51, 0, 0)],
            [((6, 6), -38.5, 0, 90), ((6, 1), 0, 0, 0), ((1, 3), 51, 0, 0)],
            [((2, 5), -25.5, 13, 0), ((3, 1), 25.5, 13, 0), ((0, 6), -25.5, -13, 0), ((4, 4), 25.5, -13, 0)],
        ],
        ids=["train", "train with a double", "block"],
    )
    def test_touching_tiles_are_found_one_by_one(self, painted: Painter, laid: Any) -> None:
        scene = painted(*laid)
        found = NetFinder().find(scene.picture)
        for corners in scene.corners:
            true = np.array(corners)
            near = [
                score for o, score in zip(found.outlines, found.scores, strict=True) if off(o, true) < 0.12
            ]
            assert max(near, default=0.0) > 0.3

    def test_an_even_picture_has_no_tiles(self) -> None:
        assert (NetFinder().find(np.full((300, 400, 3), 130, np.uint8)).scores < 0.3).all()

    @pytest.mark.parametrize("shape", [(1, 1), (1, 300), (40, 2000)])
    def test_noise_of_any_shape_is_no_error(self, shape: tuple[int, int]) -> None:
        noise = np.random.default_rng(1).integers(0, 255, (*shape, 3), np.uint8)
        scores = NetFinder().find(noise).scores
        assert ((scores >= 0) & (scores <= 1)).all()
