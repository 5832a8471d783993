"""The way from a picture to a reading, in three steps that can be exchanged one by one."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from referee import DominoSet
from vision.reading import Corners, Notice, Reading, TileReading
from vision.refusal import PictureError, Reason

_log = logging.getLogger(__name__)

_FAILURES = (ArithmeticError, LookupError, MemoryError, ValueError, cv2.error)
"""What a step raises at a picture that nobody thought of."""

Pixels = npt.NDArray[np.uint8]
"""An upright picture: height x width x 3, blue, green, red."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An outline that is probably a domino; `score` (0 to 1) says how probably, `whole` that all of it shows.

    Which short edge comes first in `corners` is arbitrary.
    """

    corners: Corners
    score: float
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Half:
    """What one half shows: the best guess in pips (None where it can't be seen), and how sure (0 to 1)."""

    value: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Face:
    """What a candidate shows, halves in the order of its corners; a face-down tile has no halves.

    `tile` (0 to 1) says how surely there is a domino at all, seen from inside the outline.
    """

    halves: tuple[Half, Half] | None
    tile: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a finder saw: the candidates, and whether something else may be a tile."""

    candidates: tuple[Candidate, ...]
    leftovers: bool = False


class Finder(Protocol):
    """Finds dominoes."""

    def find(self, picture: Pixels) -> Found:
        """All outlines that may be dominoes."""


class FaceReader(Protocol):
    """Reads the halves of found dominoes."""

    def read(self, picture: Pixels, candidates: Sequence[Candidate]) -> Sequence[Face]:
        """One face for each candidate, in the same order."""


class Assessor(Protocol):
    """Turns evidence into confidence, and says what a person should check.

    What a score of a finder or a face reader is worth differs between them: an assessor goes with the two
    that it was made for.
    """

    def assess(
        self, picture: Pixels, found: Found, faces: Sequence[Face], domino_set: DominoSet | None
    ) -> tuple[tuple[TileReading, ...], bool, tuple[Notice, ...]]:
        """The tiles that are believed, whether to ask for a review, and notices for a person.

        `faces` are those of `found.candidates`, in the same order. All numbers of a tile are Python's own:
        they go into JSON and the store.
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

    def read(self, picture: Pixels, domino_set: DominoSet | None = None) -> Reading:
        """Read all dominoes in `picture`; a known `domino_set` is evidence, not a filter.

        Raises `PictureError` where a step fails at this picture: the program's fault, so it is logged.
        """
        height, width = picture.shape[:2]
        try:
            found = self.finder.find(picture)
            faces = self.face_reader.read(picture, found.candidates)
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
