"""The cut-outs that the face net learns from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import crops
from vision.crops import moved
from vision.faces import count_pips
from vision.maps import STATES
from vision.pipeline import Array, Pixels
from vision.synthetic.camera import Camera
from vision.synthetic.look import WHITE
from vision.synthetic.painter import paint
from vision.synthetic.scene import Film, Ground, PlacedTile, Pose, Scene
from vision.training import face_data
from vision.training.face_data import UNKNOWN, Cutout, cutouts, positive
from vision.training.labels import Label, labels
from vision.training.scenes import Example, example

UP, DOWN, PART, NONE, PRINTED = range(len(STATES))
CLEAN = Film(blur=0, noise=0, vignette=0)


@pytest.fixture
def cut_at(monkeypatch: pytest.MonkeyPatch) -> list[Array]:
    """Where the cut-outs were cut from, in the order in which they were made."""
    places: list[Array] = []

    def cut(picture: Pixels, outline: Array) -> Pixels:
        places.append(outline)
        return crops.cut(picture, outline)

    monkeypatch.setattr(face_data, "cut", cut)
    return places


def made(values: tuple[int, int] = (5, 2), face_up: bool = True) -> Example:
    """One white tile on green, 160 pixels long."""
    tile = PlacedTile(values, Pose(3, -2, 25), face_up)
    camera = Camera(384, 384, distance=96)
    ground = Ground("plain", (40, 80, 60), (40, 80, 60))
    scene = Scene((tile,), WHITE, 18, "separate", ground, camera=camera, film=CLEAN)
    return Example(paint(scene), labels(scene))


def picture_of_cutouts(index: int) -> Example:
    """The picture that `cutouts(11, index)` are from."""
    return example(11, index, face_data.SIDE, face_data.SMALLEST, face_data.LARGEST, legible=True)


def some(one: Example, label: Label | None = None, count: int = 12) -> list[Cutout]:
    rng = np.random.default_rng(4)
    return [positive(one, label or one.labels[0], rng) for _ in range(count)]


def test_the_shifts_bring_a_jittered_outline_to_the_true_corners(cut_at: list[Array]) -> None:
    one = made()
    true = one.labels[0].corners - 0.5
    found = some(one)
    assert {cutout.values for cutout in found} == {(5, 2), (2, 5)}
    for cutout, outline in zip(found, cut_at, strict=True):
        expected = true if cutout.values == (5, 2) else np.roll(true, 2, axis=0)
        assert moved(outline, cutout.shifts) == pytest.approx(expected, abs=0.05)
    assert max(float(np.abs(cutout.shifts).max()) for cutout in found) > 0.03
    assert max(float(np.abs(cutout.shifts).max()) for cutout in found) < 0.3


def test_the_first_value_is_that_of_the_half_on_the_left() -> None:
    for cutout in some(made((12, 0))):
        assert cutout.state == UP
        grey = cutout.pixels[20:60, 20:108].mean(axis=2)
        darker_left = (grey[:, :40] < 120).sum() > (grey[:, 48:] < 120).sum()
        assert cutout.values == ((12, 0) if darker_left else (0, 12))


@pytest.mark.parametrize("values", [(0, 0), (1, 6), (5, 4), (3, 2)])
def test_the_map_of_pips_counts_up_to_the_values(values: tuple[int, int]) -> None:
    near = [cutout for cutout in some(made(values)) if np.abs(cutout.shifts).max() < 0.08]
    assert len(near) > 4
    for cutout in near:
        (counted,) = count_pips((cutout.pips - 0.5)[None])
        assert tuple(counted) == cutout.values


def test_numerals_have_no_map_of_pips() -> None:
    one = made()
    (cutout,) = some(one, replace(one.labels[0], pips=None), 1)
    assert (cutout.pips == -1).all()


@pytest.mark.parametrize(
    ("shown", "state", "known"),
    [
        ((1.0, 1.0), UP, {5, 2}),
        ((1.0, 0.6), PART, {5}),
        ((0.5, 1.0), PART, {2}),
        ((0.7, 0.7), PART, set()),
        ((0.97, 0.94), UNKNOWN, {5, 2}),
        ((0.9, 1.0), UNKNOWN, {2}),
    ],
)
def test_hidden_halves_are_unknown(shown: tuple[float, float], state: int, known: set[int]) -> None:
    one = made()
    for cutout in some(one, replace(one.labels[0], shown=shown)):
        assert cutout.state == state
        assert set(cutout.values) - {UNKNOWN} == known


def test_a_back_has_no_values() -> None:
    for cutout in some(made(face_up=False)):
        assert (cutout.state, cutout.values) == (DOWN, (UNKNOWN, UNKNOWN))
        assert cutout.pips.max() == 0


def test_a_printed_domino_is_a_picture_without_values() -> None:
    one = made()
    for cutout in some(one, replace(one.labels[0], printed=True)):
        assert (cutout.state, cutout.values) == (PRINTED, (UNKNOWN, UNKNOWN))


@pytest.mark.parametrize("index", range(6))
def test_cutouts_of_what_is_no_tile_are_no_tiles(index: int, cut_at: list[Array]) -> None:
    found = cutouts(11, index)
    one = picture_of_cutouts(index)
    assert len(found) == len(cut_at)
    nothing = [outline for cutout, outline in zip(found, cut_at, strict=True) if cutout.state == NONE]
    for outline in nothing:
        for label in one.labels:
            corners = (label.corners - 0.5).astype(np.float32)
            common, _ = cv2.intersectConvexConvex(outline, corners)
            union = cv2.contourArea(outline) + cv2.contourArea(corners) - common
            assert label.seen < 0.05 or common / union <= 0.601
    tiles = [cutout for cutout in found if cutout.state != NONE]
    assert nothing
    assert len(tiles) <= 12
    assert all(cutout.values == (UNKNOWN, UNKNOWN) for cutout in found if cutout.state in (NONE, DOWN))


def test_what_the_finder_takes_for_a_tile_by_mistake_is_learnt_from(cut_at: list[Array]) -> None:
    """Outlines of tiles are none of those, however often they are proposed."""
    one = picture_of_cutouts(2)
    tiles = [label.corners for label in one.labels if label.seen > 0.5]
    box = np.array([(-30, -15), (-30, 15), (30, 15), (30, -15)]) + 0.5
    places = [box + np.array([x, y]) for x in range(60, 360, 90) for y in range(40, 360, 60)]
    free = [place for place in places if face_data._is_none(place, one.labels)]
    assert tiles
    assert free
    found = cutouts(11, 2, lambda picture: np.array([*tiles * 3, *free], np.float32))
    wrong = [place for cutout, place in zip(found, cut_at, strict=True) if cutout.state == NONE]
    mistaken = [any(np.allclose(place + 0.5, other) for other in free) for place in wrong]
    assert 0 < sum(mistaken) <= np.ceil(0.6 * len(wrong))


def test_tiles_are_cut_out_where_the_finder_proposes_them(cut_at: list[Array]) -> None:
    """It is off by a tenth of a length: the face net must learn to put that right, from either end."""
    index, one = next((n, one) for n in range(40) if (one := picture_of_cutouts(n)) and lone(one))
    (tile,) = lone(one)
    proposed = tile.corners + 0.1 * (tile.corners[3] - tile.corners[0])
    found = cutouts(11, index, lambda picture: proposed[None].astype(np.float32))
    ways = [way.astype(np.float32) - 0.5 for way in (proposed, np.roll(proposed, 2, axis=0))]
    there = [
        cutout
        for cutout, place in zip(found, cut_at, strict=True)
        if any(np.allclose(place, way, atol=1e-3) for way in ways)
    ]
    (cutout,) = there
    assert cutout.state == UP
    assert np.abs(cutout.shifts).max() == pytest.approx(0.1, abs=0.03)
    assert cutout.values in (tile.values, tile.values[::-1])


def lone(one: Example) -> list[Label]:
    """The tile of a picture with one that is whole, if it has one and no other."""
    seen = [label for label in one.labels if label.seen > 0.05]
    whole = [label for label in seen if min(label.shown) > 0.99 and label.face_up and not label.printed]
    return whole if len(seen) == 1 else []


def test_cutouts_are_always_the_same_ones() -> None:
    for one, again in zip(cutouts(3, 1), cutouts(3, 1), strict=True):
        assert (one.pixels == again.pixels).all()
        assert (one.shifts == again.shifts).all()
        assert (one.values, one.state) == (again.values, again.state)
