"""Whether the camera over a live table still stands where it stood, asked every few seconds."""

from __future__ import annotations

from calibration.opencv import Picture
from calibration.profile import Profile
from calibration.standing import Stand, Standing, compare, small_grey, still_there
from vision.frames.frame import Frame

_EVERY = 5.0  # seconds


class Standpoint:
    """Where the camera stood when it was calibrated, or else when the first settled frame was looked at."""

    def __init__(self, profile: Profile | None = None) -> None:
        self._profile = profile if profile is not None and profile.reference is not None else None
        self._reference: Picture | None = None
        self._size = (0, 0)
        self._asked: float | None = None

    def look(self, frame: Frame) -> str | None:
        """What to say of the camera, as a settled `frame` shows it; None where nothing is to be said.

        A camera that was moved is told once: from then on it stands where it stands now.
        """
        if self._asked is not None and frame.time - self._asked < _EVERY:
            return None
        self._asked = frame.time
        pixels = frame.pixels
        if self._profile is not None:
            standing, first = still_there(self._profile, pixels), self._reference is None
        elif self._reference is not None:
            standing, first = compare(self._reference, self._size, pixels), False
        else:
            standing, first = Standing(Stand.UNMOVED), True
        if first or standing.stand is Stand.MOVED:
            self._reference, self._size = small_grey(pixels), (pixels.shape[1], pixels.shape[0])
        if standing.stand is Stand.MOVED:
            again = "" if self._profile is None else " Calibrate the table again when there is time."
            self._profile = None
            return f"The camera was moved: the table is looked at from where it stands now.{again}"
        if first and standing.doubt is not None:
            self._profile = None
            return standing.doubt.sentence
        return None
