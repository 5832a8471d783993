"""Whether a camera still stands where it stood when the table was calibrated, from one small grey picture.

Marks of the scene (corners and spots: wood grain, the table's edges, what stands around) are looked for
again where they were, then anywhere. Tiles that were laid, hands and lamps change many of them; what stays is
enough, as only a camera that moved shifts hundreds of marks together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.opencv import Picture, grey
from calibration.plane import mapped
from calibration.profile import Profile
from calibration.rectangles import Points

_SIDE = 640  # pixels of the small picture's long side
_MARKS = 500  # that are looked for in it
_NARROW = 62  # pixels: no mark is found in a picture that is not wider, as each needs 31 round it
_FEW = 60  # marks in the small picture with which nothing is risked
_DARK = 12  # levels: the mean of a picture in which nothing can be told
_FLAT = 4  # levels: the deviation of such a picture
_LIKE = 64  # bits of 256 in which a mark may differ from itself
_NEAR = 14.0  # pixels of the small picture within which it is looked for first
_OFF = 2.0  # pixels of it by which a mark may be off the common movement
_TOGETHER = 20  # marks that move together, at least
_SHARE_NEAR, _SHARE_FAR = 0.3, 0.15  # share of the pairs that do
_MOVED = 1.0  # pixels of the small picture: less is no movement


class Stand(StrEnum):
    """What can be said of a camera."""

    UNMOVED = "unmoved"
    MOVED = "moved"
    UNSURE = "unsure"


class Doubt(StrEnum):
    """Why nothing can be said of it."""

    DARK = "dark"
    COVERED = "covered"
    PLAIN = "plain"
    OTHER_SHAPE = "other_shape"
    NOT_KNOWN = "not_known"

    @property
    def sentence(self) -> str:
        """The same for a person."""
        return _SENTENCES[self]


_SENTENCES = {
    Doubt.DARK: "The picture is too dark to tell whether the camera was moved: switch a lamp on.",
    Doubt.COVERED: "Too little of what the camera saw when it was calibrated is in sight: take away what is "
    "in front of it; if it was moved far or turned, calibrate the table again.",
    Doubt.PLAIN: "The camera sees too little that it could know again: let it see the table's edges too, and "
    "calibrate the table again.",
    Doubt.OTHER_SHAPE: "The camera's pictures have another shape than when it was calibrated: set it as it "
    "was, or calibrate the table again.",
    Doubt.NOT_KNOWN: "Where the camera stands is not known: calibrate the table.",
}


class Standing(NamedTuple):
    """Whether the camera `stand`s where it did; `doubt` says why that can't be told, else it is None.

    `pixels` is how far the table has shifted in the picture, `movement` (3 x 3) takes pixels of then to
    pixels of now; both None where they can't be told.
    """

    stand: Stand
    pixels: float | None = None
    movement: Points | None = None
    doubt: Doubt | None = None


@dataclass(frozen=True, eq=False, slots=True)
class _Marks:
    """Where the marks of a small picture are (N x 2, its pixels), and what they look like (N x 32 bytes)."""

    places: Points
    looks: Picture


def small_grey(picture: Picture) -> Picture:
    """What is kept of `picture` (grey, or blue, green, red) to know the place again: grey and small."""
    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(grey(picture), size, interpolation=cv2.INTER_AREA), np.uint8)


def knowable(reference: Picture) -> bool:
    """Whether a small grey picture shows enough to know the place again."""
    return len(_marks(reference).places) >= _FEW


def still_there(profile: Profile, picture: Picture) -> Standing:
    """Whether the camera of `profile` still stands where it did, as its `picture` shows.

    Cheap enough to be asked every few seconds. Says that it can't be told rather than anything wrong: where
    it is dark, where the view is covered, or where nothing is known.
    """
    if profile.reference is None:
        return Standing(Stand.UNSURE, doubt=Doubt.NOT_KNOWN)
    corners = None if profile.table is None else profile.table.corners
    return compare(profile.reference, profile.size, picture, corners)


def compare(
    reference: Picture, size: tuple[int, int], picture: Picture, corners: npt.ArrayLike | None = None
) -> Standing:
    """Whether `picture` was taken from where `reference` was: a `small_grey` of a picture of that `size`.

    `corners` (N x 2, pixels of that picture) is where a movement counts; without them it is the picture's
    middle half.
    """
    width, height = size
    seen_height, seen_width = picture.shape[:2]
    if abs(seen_width * height / (seen_height * width) - 1) > 0.01:
        return Standing(Stand.UNSURE, doubt=Doubt.OTHER_SHAPE)
    now = small_grey(picture)
    if now.shape != reference.shape:
        now = np.asarray(cv2.resize(now, reference.shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)
    if now.mean() < _DARK or now.std() < _FLAT:
        return Standing(Stand.UNSURE, doubt=Doubt.DARK if now.mean() < 128 else Doubt.COVERED)
    before, after = _marks(reference), _marks(now)
    if len(before.places) < _FEW:
        return Standing(Stand.UNSURE, doubt=Doubt.PLAIN)
    small = _movement(before, after)
    if small is None:
        return Standing(Stand.UNSURE, doubt=Doubt.COVERED)
    return _told(small, reference.shape[1] / width, size, corners)


def _told(small: Points, scale: float, size: tuple[int, int], corners: npt.ArrayLike | None) -> Standing:
    """What a movement between small pictures means in those of `size`."""
    half = (1 - scale) / 2  # middles of pixels, not their corners, have whole numbers
    down = np.array([[scale, 0, -half], [0, scale, -half], [0, 0, 1]])
    movement = np.linalg.inv(down) @ small @ down
    movement = np.asarray(movement / movement[2, 2], np.float64)
    if corners is None:
        corners = (np.array([(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]) * size).tolist()
    places = np.asarray(corners, np.float64).reshape(-1, 2)
    pixels = float(np.linalg.norm(mapped(movement, places) - places, axis=1).mean())
    return Standing(Stand.MOVED if pixels * scale > _MOVED else Stand.UNMOVED, pixels, movement)


def _marks(small: Picture) -> _Marks:
    if min(small.shape) <= _NARROW:  # OpenCV fails at the narrowest
        return _Marks(np.zeros((0, 2)), np.zeros((0, 32), np.uint8))
    # the same contrast everywhere, whatever the lamps do
    even = cv2.createCLAHE(3.0, (8, 8)).apply(small)
    found, looks = cv2.ORB.create(_MARKS, fastThreshold=12).detectAndCompute(even, None)
    places = np.array([mark.pt for mark in found], np.float64).reshape(-1, 2)
    return _Marks(places, np.zeros((0, 32), np.uint8) if looks is None else np.asarray(looks, np.uint8))


def _movement(before: _Marks, after: _Marks) -> Points | None:
    little = _moved_a_little(before, after)
    if (
        little is not None
        and np.abs(little[:2, 2] + (little[:2, :2] - np.eye(2)) @ _middle(before)).max() < _NEAR / 2
    ):
        return little
    # near the end of their reach marks are seen only where they moved less than others
    far = _moved_far(before, after)
    return little if far is None else far


def _middle(marks: _Marks) -> Points:
    return np.asarray(marks.places.mean(axis=0))


def _moved_a_little(before: _Marks, after: _Marks) -> Points | None:
    """The movement (3 x 3) of marks that are looked for near their places; None where few move together."""
    apart = np.linalg.norm(before.places[:, None] - after.places, axis=2)
    pairs = _paired(before, after, np.asarray(apart <= _NEAR))
    if len(pairs) < _TOGETHER:
        return None
    found, together = cv2.estimateAffinePartial2D(
        before.places[pairs[:, 0]], after.places[pairs[:, 1]], ransacReprojThreshold=_OFF
    )
    if found is None or together.sum() < max(_TOGETHER, _SHARE_NEAR * len(pairs)):
        return None
    return np.vstack([found, [0, 0, 1]])


def _moved_far(before: _Marks, after: _Marks) -> Points | None:
    """The same for marks that may be anywhere."""
    pairs = _paired(before, after, None)
    if len(pairs) < _TOGETHER:
        return None
    found, together = cv2.findHomography(
        before.places[pairs[:, 0]], after.places[pairs[:, 1]], cv2.RANSAC, _OFF
    )
    if found is None or together.sum() < max(_TOGETHER, _SHARE_FAR * len(pairs)):
        return None
    return np.asarray(found, np.float64)


def _paired(before: _Marks, after: _Marks, allowed: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.intp]:
    """Pairs (N x 2) of marks that look most like each other, both ways."""
    if not len(before.places) or not len(after.places):
        return np.zeros((0, 2), np.intp)
    # bits as 1 and -1: their product is what agrees less what differs
    first, second = (
        2.0 * np.unpackbits(marks.looks, axis=1).astype(np.float32) - 1 for marks in (before, after)
    )
    distance = (first.shape[1] - first @ second.T) / 2
    if allowed is not None:
        distance = np.where(allowed, distance, 999)
    there = distance.argmin(axis=1)
    back = distance.argmin(axis=0)
    here = np.arange(len(there))
    good = (back[there] == here) & (distance[here, there] <= _LIKE)
    return np.stack([here[good], there[good]], axis=1)
