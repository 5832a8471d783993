"""What looks at frames for a live table, and which double it is to look for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from calibration.errors import CalibrationError
from calibration.plane import TablePlane
from calibration.profile import Profile
from calibration.table_fit import fit_table
from referee import Layout, Setup
from vision.eye import Eye, Glance, Memory, look
from vision.frames.frame import Frame
from vision.layout.places import Places
from vision.markers import MarkerLook
from vision.pipeline import Reader
from web.live.fold import Live


class LiveEye(Protocol):
    """Looks at one frame after another, and remembers what it needs of those before."""

    @property
    def places(self) -> Mapping[str, float]:
        """The bearings (degrees) of trains that leave elsewhere than at a seat, by the layouts' words."""

    def look(self, frame: Frame, engine: int) -> Glance:
        """What `frame` tells of a round whose engine is the double of `engine`. Raises `PictureError`."""

    def moved(self) -> None:
        """The camera was moved: what its profile says of its place is no longer true."""


class TableEye:
    """The eye that the program uses. For one thread."""

    def __init__(
        self,
        reader: Reader,
        setup: Setup,
        seats: Mapping[str, float],
        places: Mapping[str, float],
        profile: Profile | None = None,
        marker: MarkerLook | None = None,
    ) -> None:
        """Read the tiles of `setup` with `reader`.

        `places` are those that an eye before this one has found, `profile` is the camera's, where it was
        calibrated, and `marker` is what markers look like, where somebody showed one.
        """
        tiles, all_seated = setup.domino_set, seats.keys() >= set(setup.trains)
        self._eye = Eye(reader, tiles, tiles.max_pip, seats, all_seated, marker=marker, players=setup.players)
        self._memory = Memory(places=Places(seats, places, complete=all_seated))
        self._profile = profile

    @property
    def places(self) -> Mapping[str, float]:
        """The bearings (degrees) of trains that leave elsewhere than at a seat, by the layouts' words."""
        return {} if self._memory.places is None else self._memory.places.found

    def look(self, frame: Frame, engine: int) -> Glance:
        """What `frame` tells of a round whose engine is the double of `engine`. Raises `PictureError`."""
        if self._profile is not None:
            height, width = frame.pixels.shape[:2]
            self._eye = replace(self._eye, plane=plane_of(self._profile, (width, height)))
            self._profile = None
        if engine != self._eye.engine:
            self._eye = replace(self._eye, engine=engine)
        self._memory, glance = look(self._eye, self._memory, frame)
        if glance.nudged:
            self.moved()
        return glance

    def moved(self) -> None:
        """The camera was moved: what its profile says of its place is no longer true."""
        self._eye = replace(self._eye, plane=None)  # which the tiles tell again


def plane_of(profile: Profile, size: tuple[int, int]) -> TablePlane | None:
    """The table's plane in frames of `size` (width, height); None where the profile doesn't tell it.

    It takes the pixels of the frame as they are, the lens's bend with them, as the outlines of tiles are.
    """
    if profile.table is None:
        return None
    width, height = profile.size
    if width * size[1] != height * size[0]:
        return None  # pictures of another shape: what they show of the table is not known
    sight = profile.table.sight
    scaled = replace(sight, outlines=sight.outlines * (size[0] / width))
    try:
        return fit_table(scaled, size, None).plane(size, 2.0, 1.0)
    except CalibrationError:
        return None


def open_eye(live: Live, profile: Profile | None = None, marker: MarkerLook | None = None) -> LiveEye:
    """An eye for a table, with the camera's `profile` and the look of a `marker` where these are known."""
    from vision.reader import default_reader

    return TableEye(default_reader(), live.setup, live.seats, live.places, profile, marker)


def engine_sought(live: Live, seen: Layout | None) -> int:
    """The pips of the double round which the trains are to be found, after `seen` was seen last.

    That is the engine of the round, until it is gone from the table and that of the next round lies there.
    Before a round it is also the wrong double, where that is the only tile to be seen.
    """
    watch, setup = live.watch, live.setup
    if watch.engine is not None:
        now = watch.engine.seen.tile.high
    else:
        right = setup.engine(live.round)
        now = setup.domino_set.max_pip if right is None else right.high
    if seen is None or seen.engine is not None:
        return now
    doubles = {tile.touching for tile in seen.loose if tile.is_read and tile.touching == tile.end}
    if now in doubles or not doubles:
        return now
    if watch.engine is None:
        return max(doubles) if len(seen.loose) == 1 else now
    following = setup.engine(live.round + 1)
    if following is None:
        return max(doubles)
    return following.high if following.high in doubles else now
