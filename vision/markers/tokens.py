"""Printed tokens: markers with a code that says whose they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.boards import TOKENS, dictionary
from calibration.opencv import find_markers
from vision.geometry import centre
from vision.pipeline import Pixels
from vision.reading import Corners


@dataclass(frozen=True, slots=True)
class Token:
    """A printed token: the `place` of its player among the players, from 0, and its outline (pixels)."""

    place: int
    corners: Corners

    @property
    def middle(self) -> tuple[float, float]:
        """Where it lies."""
        return centre(self.corners)


def tokens_in(picture: Pixels) -> tuple[Token, ...]:
    """The printed tokens in a picture, by their players' places.

    Their black squares must be some 30 pixels wide. Takes as long as `cv2.aruco` does.
    """
    numbers, corners = find_markers(picture, dictionary())
    found = []
    for number, outline in zip(numbers.tolist(), np.asarray(corners), strict=True):
        if number in TOKENS:
            a, b, c, d = ((float(x), float(y)) for x, y in outline)
            found.append(Token(TOKENS.index(number), (a, b, c, d)))
    return tuple(sorted(found, key=lambda token: token.place))
