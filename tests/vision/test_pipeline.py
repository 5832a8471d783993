"""The three steps together, and what becomes of a step that fails."""

from __future__ import annotations

import logging

import cv2
import numpy as np
import pytest

from referee import DominoSet
from vision.maps import STATES, VALUES
from vision.pipeline import Faces, Found, Look, Outlines, Pixels, Reader
from vision.reading import Notice, TileReading
from vision.refusal import PictureError, Reason

PICTURE = np.zeros((20, 30, 3), np.uint8)


def look(outlines: Outlines, value: float = 0.0) -> Look:
    count = len(outlines)
    return Look(
        outlines,
        np.full((count, 2, VALUES), value, np.float32),
        np.full((count, len(STATES)), value, np.float32),
        np.full((count, 2), value, np.float32),
    )


class Fails:
    """Every step at once; the finder raises `error`."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def find(self, picture: Pixels, length: float | None = None) -> Found:
        if self.error is not None:
            raise self.error
        return Found(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))

    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        return Faces((look(outlines),))

    def assess(
        self, picture: Pixels, found: Found, faces: Faces, domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        return (), False, (Notice.NO_TILES,)


def reader(error: Exception | None = None) -> Reader:
    steps = Fails(error)
    return Reader(steps, steps, steps, "test-1")


def test_a_reading_has_the_pictures_size_and_the_readers_name() -> None:
    reading = reader().read(PICTURE)
    assert (reading.width, reading.height, reading.reader) == (30, 20, "test-1")


@pytest.mark.parametrize(
    "error",
    [cv2.error("(-215:Assertion failed)"), MemoryError(), IndexError(), ValueError(), ZeroDivisionError()],
)
def test_a_picture_at_which_a_step_fails_is_refused_with_a_sentence(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), pytest.raises(PictureError, match="take another photo") as caught:
        reader(error).read(PICTURE)
    assert caught.value.reason == Reason.UNREADABLE
    assert caught.value.__cause__ is error
    (record,) = caplog.records
    assert type(error).__name__ in record.getMessage()
    assert "30 x 20" in record.getMessage()
    assert "\n" not in record.getMessage()
    assert record.exc_info is None


def test_two_looks_are_one_answer_at_the_second_place() -> None:
    first, second = np.zeros((1, 4, 2), np.float32), np.ones((1, 4, 2), np.float32)
    faces = Faces((look(first, 0.2), look(second, 0.6)))
    assert (faces.outlines == 1).all()
    assert faces.values == pytest.approx(0.4)
    assert faces.states == pytest.approx(0.4)
