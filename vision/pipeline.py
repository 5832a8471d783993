"""The way from a picture to a reading, in three steps that can be exchanged one by one."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from referee import DominoSet
from vision.reading import Notice, Reading, TileReading
from vision.refusal import PictureError, Reason

_log = logging.getLogger(__name__)

_FAILURES = (ArithmeticError, LookupError, MemoryError, ValueError, cv2.error)
"""What a step raises at a picture that nobody thought of."""

Pixels = npt.NDArray[np.uint8]
"""An upright picture: height x width x 3, blue, green, red."""


Array = npt.NDArray[np.float32]

Outlines = npt.NDArray[np.float32]
"""N x 4 x 2: corners of N tiles as in `vision.reading.Corners`, in pixels."""


@dataclass(frozen=True, eq=False, slots=True)
class Found:
    """What a finder saw: `outlines` that may be tiles, and how probably each is one (`scores`, N, 0 to 1).

    Which short edge comes first in an outline is arbitrary.
    """

    outlines: Outlines
    scores: Array


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """What a look at N outlines showed, halves in the order of the outlines' corners.

    `outlines` are put right; `values` (N x 2 x VALUES) are the chances of each half's value, `states`
    (N x STATES) those of what is there, `pips` (N x 2) the pips counted in each half.
    """

    outlines: Outlines
    values: Array
    states: Array
    pips: Array

    def of(self, tiles: npt.NDArray[np.intp]) -> Look:
        """What it showed of some outlines, by their numbers."""
        return Look(self.outlines[tiles], self.values[tiles], self.states[tiles], self.pips[tiles])


@dataclass(frozen=True, eq=False, slots=True)
class Faces:
    """Several looks at each outline, each starting where the ones before put it.

    Where no further look was needed, the last one stands for it.
    """

    looks: tuple[Look, ...]

    def of(self, tiles: npt.NDArray[np.intp]) -> Faces:
        """The looks at some outlines, by their numbers."""
        return Faces(tuple(look.of(tiles) for look in self.looks))

    @property
    def outlines(self) -> Outlines:
        """Where the tiles are, seen closely (N x 4 x 2)."""
        return self.looks[-1].outlines

    @property
    def values(self) -> Array:
        """Chances of each half's value after all looks (N x 2 x VALUES)."""
        return np.asarray(np.mean([look.values for look in self.looks], axis=0), dtype=np.float32)

    @property
    def states(self) -> Array:
        """Chances of what is there after all looks (N x STATES)."""
        return np.asarray(np.mean([look.states for look in self.looks], axis=0), dtype=np.float32)


class Finder(Protocol):
    """Finds dominoes."""

    def find(self, picture: Pixels, length: float | None = None) -> Found:
        """All outlines that may be dominoes; their `length` (pixels) where it is known."""


class FaceReader(Protocol):
    """Reads the halves of found dominoes."""

    def read(self, picture: Pixels, outlines: Outlines) -> Faces:
        """What the tiles with `outlines` show, in the same order."""


class Assessor(Protocol):
    """Turns evidence into confidence, and says what a person should check.

    What a score of a finder or a face reader is worth differs between them: an assessor goes with the two
    that it was made for.
    """

    def assess(
        self, picture: Pixels, found: Found, faces: Faces, domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        """The tiles that are believed, whether to ask for a review, and notices for a person.

        `faces` are those of `found.outlines`, in the same order. All numbers of a tile are Python's own: they
        go into JSON and the store.
        """


@dataclass(frozen=True, slots=True)
class Reader:
    """A finder, a face reader and an assessor, with the name that is kept beside each reading.

    Two threads never read with the same one at once, so that a step may keep a network's working memory.
    """

    finder: Finder
    face_reader: FaceReader
    assessor: Assessor
    name: str

    def read(
        self, picture: Pixels, domino_set: DominoSet | None = None, length: float | None = None
    ) -> Reading:
        """Read all dominoes in `picture`; a known `domino_set` is evidence, not a filter.

        Where the `length` of tiles (pixels) is known, finding them takes less time.
        Raises `PictureError` where a step fails at this picture: the program's fault, so it is logged.
        """
        height, width = picture.shape[:2]
        try:
            found = self.finder.find(picture, length)
            faces = self.face_reader.read(picture, found.outlines)
            tiles, review, notices = self.assessor.assess(picture, found, faces, domino_set)
        except _FAILURES as error:
            kind = type(error).__name__
            _log.warning("%s failed at a picture of %d x %d pixels: %s", self.name, width, height, kind)
            _log.debug("This is where it failed", exc_info=True)
            raise PictureError(
                Reason.UNREADABLE,
                "The dominoes in this picture can't be read: take another photo, from above and a little "
                "further away.",
            ) from error
        return Reading(width, height, tiles, review, notices, self.name)
