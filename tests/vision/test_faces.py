"""Looks at each outline, with a net that sees halves by their lightness; and the program's own net."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from true_tiles import box, off

from vision.crops import LENGTH, MARGIN, SIZE, WIDTH
from vision.faces import NetFaceReader, chances, count_pips
from vision.maps import FACES, LARGEST_VALUE, STATES, STRIDE, VALUES
from vision.pipeline import Array, Faces, Outlines, Pixels
from vision.synthetic.camera import Points
from vision.synthetic.look import BLACK, IVORY, RED, WHITE, WOOD

Painter = Callable[..., Any]

LIGHT, DIM = 7, 2
"""Values that the net below gives to lighter and to darker halves."""

EVEN = 0.02
"""Deviation (of a batch) below which there is nothing in a cut-out."""


class SeesLightness:
    """A net that tells where a tile on black is, which half is lighter, and counts a pip for each."""

    strength = 4.0
    """Logit of the values: too weak to be sure at a first look."""

    def __init__(self, name: str, outputs: Sequence[str], weights: Path | None = None) -> None:
        assert (name, list(outputs)) == ("face", ["vector", "pips"])
        self.batches: list[Array] = []

    def run(self, blob: Array) -> tuple[Array, ...]:
        assert blob.shape[1:] == (3, SIZE[1], SIZE[0])
        self.batches.append(blob)
        vectors = np.zeros((len(blob), FACES), np.float32)
        pips = np.full((len(blob), 1, SIZE[1] // STRIDE, SIZE[0] // STRIDE), -5, np.float32)
        for vector, heat, planes in zip(vectors, pips, blob, strict=True):
            grey = planes.mean(axis=0)
            if grey.std() < EVEN:
                vector[2 * VALUES + STATES.index("none")] = 20
                continue
            vector[2 * VALUES + STATES.index("up")] = 20
            rows, columns = np.nonzero(grey > (grey.min() + grey.max()) / 4 + grey.min() / 2)
            left, right = columns.min() - MARGIN, columns.max() + 1 - MARGIN - LENGTH
            top, bottom = rows.min() - MARGIN, rows.max() + 1 - MARGIN - WIDTH
            shifts = np.array([(left, bottom), (left, top), (right, top), (right, bottom)], np.float32)
            vector[2 * VALUES + len(STATES) :] = shifts.ravel() / LENGTH
            halves = grey[:, : SIZE[0] // 2].mean(), grey[:, SIZE[0] // 2 :].mean()
            lighter = int(halves[1] > halves[0])
            vector[lighter * VALUES + LIGHT] = vector[(1 - lighter) * VALUES + DIM] = self.strength
            heat[0, 10, 22 if lighter else 10] = 5
        return vectors, pips


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> NetFaceReader:
    monkeypatch.setattr("vision.faces.Net", SeesLightness)
    return NetFaceReader()


def batches(reader: NetFaceReader) -> list[Array]:
    net = reader._net
    assert isinstance(net, SeesLightness)
    return net.batches


def drawn(*tiles: Points) -> Pixels:
    """Tiles on black whose first half is white and whose second is grey."""
    picture = np.zeros((600, 800, 3), np.uint8)
    for a, b, c, d in tiles:
        for half, level in (((a, b, (b + c) / 2, (a + d) / 2), 250), (((a + d) / 2, (b + c) / 2, c, d), 160)):
            points = np.rint(np.array(half) * 16).astype(np.int32)
            cv2.fillConvexPoly(picture, points, (level, level, level), cv2.LINE_8, 4)
    return picture


def outlines(*tiles: Points) -> Outlines:
    return np.array(tiles, np.float32).reshape(-1, 4, 2)


def read_values(faces: Faces) -> list[list[int]]:
    return [[int(value) for value in pair] for pair in faces.values.argmax(axis=2)]


TILES = box(150, 150, 0, 180), box(450, 160, 70, 180), box(200, 420, 200, 180), box(560, 430, 315, 180)


def test_values_and_pips_are_in_the_order_of_the_outlines(reader: NetFaceReader) -> None:
    faces = reader.read(drawn(*TILES), outlines(*TILES[:2], *(np.roll(t, 2, axis=0) for t in TILES[2:])))
    assert read_values(faces) == [[LIGHT, DIM]] * 2 + [[DIM, LIGHT]] * 2
    for look in faces.looks:
        assert look.pips.tolist() == [[1, 0]] * 2 + [[0, 1]] * 2
        assert look.values.sum(axis=2) == pytest.approx(1, abs=1e-5)
        assert look.states.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_the_second_look_is_from_the_other_end(reader: NetFaceReader) -> None:
    reader.read(drawn(TILES[0]), outlines(TILES[0]))
    first, second, *_ = batches(reader)
    assert first.shape == second.shape
    assert np.abs(first[:, :, ::-1, ::-1] - second).mean() < 0.05


def test_outlines_are_put_right_and_keep_their_order(reader: NetFaceReader) -> None:
    rough = [tile + np.array([7, -5]) + 0.04 * (tile - tile.mean(axis=0)) for tile in TILES]
    rough[1] = np.roll(rough[1], 2, axis=0)
    faces = reader.read(drawn(*TILES), outlines(*rough))
    for found, start, true in zip(faces.outlines, rough, TILES, strict=True):
        own_end = np.roll(true, 2, axis=0) if true is TILES[1] else true
        assert off(found, own_end, either_end=False) < 0.02 < off(start, own_end, either_end=False)
    assert faces.outlines is faces.looks[-1].outlines


def test_where_there_is_nothing_is_not_looked_at_again(reader: NetFaceReader) -> None:
    nothing = box(700, 80, 10, 90)
    faces = reader.read(drawn(TILES[0], TILES[1]), outlines(TILES[0], nothing, TILES[1]))
    assert [len(batch) for batch in batches(reader)] == [3, 2, 2, 2]
    assert read_values(faces)[::2] == [[LIGHT, DIM]] * 2
    assert faces.states.argmax(axis=1).tolist() == [0, STATES.index("none"), 0]
    for name in ("outlines", "values", "states", "pips"):
        first, *others = (getattr(look, name)[1] for look in faces.looks)
        assert all((other == first).all() for other in others)
    assert off(faces.outlines[1], nothing, either_end=False) < 1e-4


@pytest.mark.parametrize(("moved", "looks"), [(0.0, 1), (0.02, 1), (0.1, 2)])
def test_what_is_clear_and_where_it_should_be_is_not_looked_at_again(
    reader: NetFaceReader, monkeypatch: pytest.MonkeyPatch, moved: float, looks: int
) -> None:
    monkeypatch.setattr(SeesLightness, "strength", 12.0)
    faces = reader.read(drawn(TILES[0]), outlines(TILES[0] + np.array([moved * 180, 0])))
    assert len(batches(reader)) == looks
    assert read_values(faces) == [[LIGHT, DIM]]
    assert off(faces.outlines[0], TILES[0], either_end=False) < 0.02


def test_what_becomes_clear_is_not_looked_at_again(
    reader: NetFaceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeesLightness, "strength", 12.0)
    faces = reader.read(drawn(*TILES[:2]), outlines(TILES[0], TILES[1] + 18))
    assert [len(batch) for batch in batches(reader)] == [2, 1]
    assert read_values(faces) == [[LIGHT, DIM]] * 2
    for look in faces.looks[2:]:
        assert (look.outlines == faces.looks[1].outlines).all()


def test_further_looks_see_a_little_more_and_a_little_less(reader: NetFaceReader) -> None:
    reader.read(drawn(TILES[0]), outlines(TILES[0]))
    lit = [float((batch > batch.mean()).mean()) for batch in batches(reader)]
    assert lit[2] < 0.95 * lit[0]  # a tile in a larger outline fills less of it
    assert lit[3] > 1.05 * lit[0]


def test_no_outlines_are_no_error(reader: NetFaceReader) -> None:
    faces = reader.read(drawn(), outlines())
    assert batches(reader) == []
    assert faces.outlines.shape == (0, 4, 2)
    assert faces.values.shape == (0, 2, VALUES)
    assert faces.states.shape == (0, len(STATES))
    assert {look.pips.shape for look in faces.looks} == {(0, 2)}


def test_many_outlines_are_read_in_parts(reader: NetFaceReader) -> None:
    faces = reader.read(drawn(*TILES), outlines(*TILES * 33))
    assert [len(batch) for batch in batches(reader)] == [96, 36] * 4
    assert read_values(faces) == [[LIGHT, DIM]] * 132


@pytest.mark.parametrize("shape", [(1, 1), (3, 4000), (4000, 3)])
def test_pictures_of_any_shape_are_no_error(reader: NetFaceReader, shape: tuple[int, int]) -> None:
    faces = reader.read(
        np.full((*shape, 3), 200, np.uint8), outlines(box(2, 2, 30, 60), box(0, 900, 30, 3000))
    )
    assert np.isfinite(faces.outlines).all()


@given(st.lists(st.floats(-1e4, 1e4), min_size=2, max_size=8))
def test_chances_add_up_to_one_in_the_order_of_the_logits(logits: list[float]) -> None:
    found = chances(np.array([logits], np.float32))
    assert found.sum() == pytest.approx(1, abs=1e-5)
    assert np.isfinite(found).all()
    assert found[0, int(np.argmax(np.float32(logits)))] == found.max()


def test_chances_are_the_softmax() -> None:
    assert chances(np.log(np.array([[1, 2, 5]], np.float32))) == pytest.approx(
        np.array([[0.125, 0.25, 0.625]], np.float32)
    )


def test_pips_are_tops_within_the_tile() -> None:
    heat = np.full((2, SIZE[1] // STRIDE, SIZE[0] // STRIDE), -6, np.float32)
    for row, column in ((6, 6), (10, 10), (13, 13), (8, 20)):  # three in the first half, one in the second
        heat[0, row, column] = 3
        heat[0, row, column + 1] = 1  # its slope is no pip
    heat[0, 1, 10] = heat[0, 10, 1] = heat[0, 10, 30] = 5  # a neighbour's
    heat[1, 10, 10] = -0.5  # not a pip more likely than not
    assert count_pips(heat).tolist() == [[3, 1], [0, 0]]
    assert count_pips(heat[:, ::-1, ::-1]).tolist() == [[1, 3], [0, 0]]


def test_no_heat_at_all_counts_nothing() -> None:
    assert count_pips(np.zeros((0, 20, 32), np.float32)).shape == (0, 2)


class TestWithTheProgramsOwnNet:
    """These need `vision/weights/face.onnx`."""

    @staticmethod
    def read(scene: Any) -> Faces:
        return NetFaceReader().read(scene.picture, np.array(scene.corners, np.float32) - np.float32(0.5))

    @pytest.mark.parametrize("value", range(LARGEST_VALUE + 1))
    def test_every_value_is_read(self, painted: Painter, value: int) -> None:
        scene = painted(((value, 0), 0, 0, 20), ((1, value), 0, 45, 200), width=900, distance=200)
        assert read_values(self.read(scene)) == [list(pair) for pair in scene.values]

    @pytest.mark.parametrize(
        "look", [WHITE, IVORY, BLACK, RED, WOOD], ids=["white", "ivory", "black", "red", "wood"]
    )
    def test_pips_of_any_colour_are_read(self, painted: Painter, look: Any) -> None:
        laid = ((5, 2), -30, 30, 10), ((6, 4), 30, 30, 95), ((0, 3), -30, -30, 45)
        scene = painted(*laid, look=look, ground=(70, 90, 60), width=800)
        assert read_values(self.read(scene)) == [list(pair) for pair in scene.values]

    def test_either_end_first_shows_the_same(self, painted: Painter) -> None:
        scene = painted(((5, 2), -30, 30, 10), ((12, 4), 30, 30, 95), ((0, 3), -30, -30, 45), width=800)
        true = np.array(scene.corners, np.float32) - np.float32(0.5)
        one = NetFaceReader().read(scene.picture, true)
        other = NetFaceReader().read(scene.picture, np.roll(true, 2, axis=1))
        assert read_values(other) == [pair[::-1] for pair in read_values(one)]
        assert np.abs(other.values[:, ::-1] - one.values).max() < 0.05
        for here, there in zip(one.outlines, other.outlines, strict=True):
            assert off(there, here) < 0.03

    def test_corners_that_are_a_little_off_are_put_right(self, painted: Painter) -> None:
        scene = painted(((5, 2), -30, 30, 10), ((6, 4), 30, 30, 95), width=800)
        true = np.array(scene.corners) - 0.5
        sizes = np.linalg.norm(true[:, 2] - true[:, 1], axis=1)
        rough = (true + 0.04 * sizes[:, None, None]).astype(np.float32)
        for found, corners in zip(NetFaceReader().read(scene.picture, rough).outlines, true, strict=True):
            assert off(found, corners, either_end=False) < 0.03

    def test_a_tile_and_its_back_and_bare_ground_are_told_apart(self, painted: Painter) -> None:
        up = painted(((5, 2), 0, 0, 10), width=800)
        down = painted(((5, 2), 0, 0, 10), width=800, face_up=False)
        (corners,) = np.array(up.corners, np.float32)
        states = [
            int(NetFaceReader().read(picture, outlines(where)).states.argmax())
            for picture, where in (
                (up.picture, corners),
                (down.picture, corners),
                (up.picture, corners + np.float32(250)),
            )
        ]
        assert [STATES[state] for state in states] == ["up", "down", "none"]
