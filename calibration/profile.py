"""What is known of a camera and its table, and the text in which it is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

import numpy as np

from calibration.errors import ProfileError
from calibration.lens import Lens
from calibration.opencv import Picture
from calibration.rectangles import Points
from calibration.table import Table, TableSight
from calibration.table_fit import fit_table

_T = TypeVar("_T")

# Beyond these no camera and no table is: sums of such numbers would overflow, or stay numbers no longer.
_SIDE = 100_000  # pixels of a picture
_FOCAL = (1e-3, 1e3)  # shares of a picture's long side
_FAR = 1e6  # pixels from the first one to any place
_BENT = 1e6  # of each distortion
_TABLE = (1e-3, 1e6)  # sides of a table, in its unit
_ENTRY = 1e12  # of a homography
_ERROR = 1e9

_KIND = "camera profile"
VERSION = 1
"""Of the text. A reader of a later one reads this one too."""

_DAMAGED = "This profile is damaged ({}): take it away and calibrate again."
_FOREIGN = "This is no profile of a camera: take it away and calibrate again."
_LATER = (
    "This profile was written by a later Stationmaster: install that, or take it away and calibrate again."
)


@dataclass(frozen=True, eq=False, slots=True)
class Profile:
    """A camera that takes pictures of `size` (width, height), with its `lens` and `table` where known.

    `lens_made` and `table_made` say when each was measured. `reference` is the small grey picture by which
    the place is known again (`standing.small_grey`).
    """

    size: tuple[int, int]
    lens: Lens | None = None
    lens_made: datetime | None = None
    table: Table | None = None
    table_made: datetime | None = None
    reference: Picture | None = None

    def with_lens(self, lens: Lens, now: datetime) -> Profile:
        """The same with a new lens, and the table as that shows it.

        Raises `CalibrationError` where the table was seen in pictures of another shape.
        """
        if self.table is None:
            return replace(self, size=lens.size, lens=lens, lens_made=now)
        fitting = lens.scaled(self.size)
        table = fit_table(self.table.sight, self.size, fitting)
        return replace(self, lens=fitting, lens_made=now, table=table)

    def with_table(
        self, sight: TableSight, size: tuple[int, int], reference: Picture, now: datetime
    ) -> Profile:
        """The same with the table as it was seen in a picture of that `size`, whose `small_grey` is given.

        Raises `CalibrationError` as `fit_table` does.
        """
        lens = None if self.lens is None else self.lens.scaled(size)
        table = fit_table(sight, size, lens)
        return replace(self, size=size, lens=lens, table=table, table_made=now, reference=reference)


def profile_text(profile: Profile, reference: str | None) -> str:
    """The text (JSON) in which `profile` is kept; `reference` names the file with its small grey picture.

    Raises `ProfileError` for one that `read_profile` would not read: that would lock its owner out.
    """
    width, height = profile.size
    kept: dict[str, Any] = {
        "stationmaster": _KIND,
        "version": VERSION,
        "picture": {"width": width, "height": height},
        "lens": None if profile.lens is None else _lens_kept(profile.lens, profile.lens_made),
        "table": None if profile.table is None else _table_kept(profile.table, profile.table_made),
        "reference": reference,
    }
    text = _laid_out(kept) + "\n"
    try:
        read_profile(text)
    except ProfileError as error:
        raise ProfileError(
            "What was measured can't be kept, as no camera has such numbers: take new pictures and measure "
            "again."
        ) from error
    return text


def read_profile(text: str) -> tuple[Profile, str | None]:
    """The profile (without its small grey picture) and the name of the file with that, from its text.

    Raises `ProfileError` for any other text.
    """
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProfileError(_FOREIGN) from error
    if not isinstance(kept, dict) or kept.get("stationmaster") != _KIND:
        raise ProfileError(_FOREIGN)
    version = kept.get("version")
    if type(version) is int and version > VERSION:
        raise ProfileError(_LATER)
    try:
        if version != VERSION or type(version) is not int:
            raise ValueError("its version")
        return _read(kept)
    except KeyError as error:
        raise ProfileError(_DAMAGED.format(f"“{error.args[0]}” is missing")) from error
    except (ValueError, TypeError, OverflowError) as error:
        raise ProfileError(_DAMAGED.format("something in it can't be so")) from error


def _read(kept: dict[str, Any]) -> tuple[Profile, str | None]:
    picture = kept["picture"]
    size = (_whole(picture["width"]), _whole(picture["height"]))
    profile = Profile(size)
    if (lens := kept["lens"]) is not None:
        profile = replace(profile, lens=_lens_read(lens, size), lens_made=_moment(lens["made"]))
    if (table := kept["table"]) is not None:
        profile = replace(profile, table=_table_read(table, profile.lens), table_made=_moment(table["made"]))
    reference = kept["reference"]
    if reference is not None and type(reference) is not str:
        raise ValueError(reference)
    return profile, reference


def _lens_kept(lens: Lens, made: datetime | None) -> dict[str, Any]:
    return {
        "made": _moment_kept(made),
        "focal_px": lens.focal,
        "focal_error_px": lens.focal_error,
        "centre_px": list(lens.centre),
        "distortion": dict(zip(("k1", "k2", "p1", "p2"), lens.distortion, strict=True)),
        "error_px": lens.error,
        "pictures": lens.pictures,
    }


def _lens_read(kept: dict[str, Any], size: tuple[int, int]) -> Lens:
    x, y = (_number(value, -_FAR, _FAR) for value in kept["centre_px"])
    k1, k2, p1, p2 = (_number(kept["distortion"][name], -_BENT, _BENT) for name in ("k1", "k2", "p1", "p2"))
    return Lens(
        size=size,
        focal=_number(kept["focal_px"], *(share * max(size) for share in _FOCAL)),
        centre=(x, y),
        distortion=(k1, k2, p1, p2),
        error=_error(kept["error_px"]),
        focal_error=_error(kept["focal_error_px"]),
        pictures=_whole(kept["pictures"], _FAR),
    )


def _table_kept(table: Table, made: datetime | None) -> dict[str, Any]:
    return {
        "made": _moment_kept(made),
        "from": "markers" if table.sight.by_markers else "corners",
        "unit": "mm" if table.millimetres else "long side",
        "size": list(table.size),
        "told_size_mm": None if table.sight.told is None else list(table.sight.told),
        "error_px": table.error,
        "error_mm": table.error_mm,
        "homography": table.homography.tolist(),
        "seen_px": table.sight.outlines.tolist(),
    }


def _table_read(kept: dict[str, Any], lens: Lens | None) -> Table:
    seen, homography = _numbers(kept["seen_px"]), _numbers(kept["homography"])
    count = _one_of(kept["from"], {"markers": 4, "corners": 1})
    if (
        seen.shape != (count, 4, 2)
        or homography.shape != (3, 3)
        or not np.abs(seen).max() <= _FAR
        or not np.abs(homography).max() <= _ENTRY
        or not abs(np.linalg.det(homography)) > 1e-12
    ):
        raise ValueError("seen or homography")
    table = Table(
        sight=TableSight(seen, _perhaps(kept["told_size_mm"], _pair)),
        size=_pair(kept["size"]),
        millimetres=_one_of(kept["unit"], {"mm": True, "long side": False}),
        homography=homography,
        lens=lens,
        error=_perhaps(kept["error_px"], _error),
        error_mm=_perhaps(kept["error_mm"], _error),
    )
    with np.errstate(all="ignore"):
        if not np.isfinite(table.corners).all():
            raise ValueError("its corners")
    return table


def _moment_kept(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="seconds")


def _moment(kept: object) -> datetime:
    if not isinstance(kept, str):
        raise ValueError(kept)
    moment = datetime.fromisoformat(kept)
    if moment.tzinfo is None:
        raise ValueError(kept)
    return moment.astimezone(UTC)  # raises at both ends of all time


def _perhaps(kept: object, read: Callable[[Any], _T]) -> _T | None:
    return None if kept is None else read(kept)


def _one_of(kept: object, choices: Mapping[str, _T]) -> _T:
    if not isinstance(kept, str) or kept not in choices:
        raise ValueError(kept)
    return choices[kept]


def _number(kept: object, least: float, most: float) -> float:
    # a whole number may be too long for a float
    if type(kept) not in (int, float) or not least <= kept <= most:  # type: ignore[operator]
        raise ValueError(kept)
    return float(kept)  # type: ignore[arg-type]


def _error(kept: object) -> float:
    return _number(kept, 0.0, _ERROR)


def _whole(kept: object, most: float = _SIDE) -> int:
    if type(kept) is not int or not 1 <= kept <= most:
        raise ValueError(kept)
    return kept


def _pair(kept: Any) -> tuple[float, float]:
    width, height = (_number(value, *_TABLE) for value in kept)
    return width, height


def _numbers(kept: object) -> Points:
    array = np.array(kept, np.float64)
    if not np.isfinite(array).all():
        raise ValueError(kept)
    return array


def _laid_out(kept: dict[str, Any]) -> str:
    """JSON with one entry a line, lists of numbers in one line each: what a person can read."""
    rows = []
    for name, value in kept.items():
        if isinstance(value, dict) and any(isinstance(v, dict | list) for v in value.values()):
            inner = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            rows.append(f"  {json.dumps(name)}: {{\n{inner}\n  }}")
        else:
            rows.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(rows) + "\n}"
