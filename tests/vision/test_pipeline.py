"""The three steps together, and what becomes of a step that fails."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from referee import DominoSet
from vision.pipeline import Candidate, Face, Found, Pixels, Reader
from vision.reading import Notice, TileReading
from vision.refusal import PictureError, Reason

PICTURE = np.zeros((20, 30, 3), np.uint8)


class Fails:
    """Every step at once; the finder raises `error`."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def find(self, picture: Pixels) -> Found:
        if self.error is not None:
            raise self.error
        return Found(())

    def read(self, picture: Pixels, candidates: Sequence[Candidate]) -> Sequence[Face]:
        return ()

    def assess(
        self, picture: Pixels, found: Found, faces: Sequence[Face], domino_set: DominoSet | None
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
