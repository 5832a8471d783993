"""Colours of tiles' bodies: a blank in another colour than all other tiles is a back."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import rectify
from vision.pipeline import Array, Pixels
from vision.reading import Corners

_HALF = 8  # pixels of a half's side in the cut whose colour is taken
_FEW = 3  # with fewer other tiles nothing is said
_MOST = 8  # of more, that many stand for all
_ALIKE = 25.0  # CIE Lab distance within which bodies are of one colour, in whatever light
_OTHER = 45.0  # distance from which a body is of another: a white tile in the deepest shade is nearer


def odd(picture: Pixels, blanks: Sequence[Corners], others: Sequence[Corners]) -> tuple[bool, ...]:
    """For each of the `blanks` whether its body has another colour than that which the `others` share.

    Outlines in pixels. False for all where the others are few, or differ among themselves.
    """
    if not blanks or len(others) < _FEW:
        return (False,) * len(blanks)
    colours = np.stack([_body(picture, corners) for corners in others[:: -(-len(others) // _MOST)]])
    usual = np.median(colours, axis=0)
    if np.median(_apart(colours, usual)) > _ALIKE:
        return (False,) * len(blanks)
    far = _apart(np.stack([_body(picture, corners) for corners in blanks]), usual) > _OTHER
    return tuple(bool(one) for one in far)


def _body(picture: Pixels, corners: Corners) -> Array:
    """The colour (CIE Lab) of most of a tile: pips and bar cover less than half."""
    cut = rectify(picture, corners, _HALF, 0).astype(np.float32) / 255
    return np.asarray(np.median(cv2.cvtColor(cut, cv2.COLOR_BGR2Lab), axis=(0, 1)), np.float32)


def _apart(colours: Array, colour: npt.NDArray[np.floating]) -> Array:
    return np.asarray(np.linalg.norm(colours - colour, axis=-1), np.float32)
