"""The table found again after somebody moved the camera."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from calibration.errors import CalibrationError
from calibration.opencv import Picture
from calibration.plane import mapped
from calibration.profile import Profile
from calibration.standing import Standing, small_grey
from calibration.table import TableSight
from calibration.table_fit import corners_by_markers


def found_again(profile: Profile, picture: Picture, standing: Standing, now: datetime) -> Profile:
    """The profile of the camera where it stands `now`, as `picture` and its `standing` tell.

    The printed markers are looked for where there are any; else the table's corners are taken along with all
    that moved in the picture, which is right for a camera that was nudged or turned, and nearly so for one
    that was carried a little way.
    Raises `CalibrationError` where neither can be done.
    """
    if profile.table is None:
        raise CalibrationError("There is no table to be found again: calibrate the table first.")
    sight, size = _seen_again(profile.table.sight, profile.size, picture, standing)
    return profile.with_table(sight, size, small_grey(picture), now)


def _seen_again(
    sight: TableSight, size: tuple[int, int], picture: Picture, standing: Standing
) -> tuple[TableSight, tuple[int, int]]:
    """What is seen of the corners, and in a picture of which size."""
    if sight.by_markers:
        try:
            return corners_by_markers(picture, sight.told), (picture.shape[1], picture.shape[0])
        except CalibrationError:
            if standing.movement is None:
                raise
    if standing.movement is None:
        raise CalibrationError(
            "Where the camera stands now can't be told: see that the table is in sight, and calibrate it "
            "again."
        )
    return replace(sight, outlines=mapped(standing.movement, sight.outlines)), size
