"""Whether the camera over a table still stands where it stood."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.profile import Profile
from calibration.standing import Doubt, small_grey
from vision.frames.frame import Frame
from vision.pipeline import Pixels
from web.live.standpoint import Standpoint

MOVED = "The camera was moved: the table is looked at from where it stands now."


def room(shift: int = 0) -> Pixels:
    """A table with much to be seen, moved by so many pixels."""
    rng = np.random.default_rng(0)
    spots = cv2.resize(rng.integers(0, 255, (54, 96, 3)).astype(np.uint8), (1400, 800))
    return np.ascontiguousarray(spots[100:640, 100 + shift : 1060 + shift])


def said(standpoint: Standpoint, *seen: tuple[float, int]) -> list[str | None]:
    return [standpoint.look(Frame(room(shift), time, 0)) for time, shift in seen]


def test_a_camera_that_was_moved_is_told_once() -> None:
    assert said(Standpoint(), (0, 0), (6, 0), (12, 90), (18, 90), (24, 90)) == [None, None, MOVED, None, None]


def test_it_is_asked_every_few_seconds_only() -> None:
    assert said(Standpoint(), (0, 0), (1, 90), (4.9, 90), (5, 90)) == [None, None, None, MOVED]


def test_a_calibrated_camera_is_compared_with_its_profile() -> None:
    profile = Profile((960, 540), reference=small_grey(room()))
    assert said(Standpoint(profile), (0, 0), (6, 0)) == [None, None]
    first, second = said(Standpoint(profile), (0, 90), (6, 90))
    assert first == f"{MOVED} Calibrate the table again when there is time."
    assert second is None


def test_a_profile_of_other_pictures_is_told_once() -> None:
    profile = Profile((960, 720), reference=small_grey(room()[:, :720]))
    assert said(Standpoint(profile), (0, 0), (6, 0), (12, 90)) == [Doubt.OTHER_SHAPE.sentence, None, MOVED]
