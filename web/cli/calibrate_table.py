"""`stationmaster calibrate table`: where the table is in a camera's pictures."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from web.cli.options import data_option, profile_option
from web.cli.output import print_out, printable, shown

if TYPE_CHECKING:  # OpenCV takes its time, so it is imported when the picture is read
    from calibration.table import Table

_SIDES = (200.0, 10_000.0)
_SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?[x×X] ?(\d{1,9}(?:\.\d{1,9})?) ?(?:mm)?", re.ASCII)


_Pair = tuple[float, float]


def _places(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...] | None
) -> tuple[_Pair, ...] | None:
    """The places in a picture that were given as `x,y` in pixels."""
    return None if not values else tuple(map(_place, values))


def _place(value: str) -> _Pair:
    try:
        x, y = map(float, value.split(","))
    except ValueError:
        x = y = float("nan")
    if not isfinite(x) or not isfinite(y):
        raise click.BadParameter(
            f"“{printable(value)}” is no place in a picture: write x,y in pixels, such as 120,85."
        )
    return x, y


def _size(_context: click.Context, _option: click.Parameter, value: str | None) -> _Pair | None:
    """The size of a table that was given as `WIDTHxHEIGHT` in mm."""
    if value is None:
        return None
    found = _SIZE.fullmatch(value.strip())
    if not found:
        raise click.BadParameter(
            f"“{printable(value)}” is no size: write WIDTHxHEIGHT in mm, such as 1200x800."
        )
    width, height = map(float, found.groups())
    if not all(_SIDES[0] <= side <= _SIDES[1] for side in (width, height)):
        raise click.BadParameter(
            f"No table is {width:g} x {height:g} mm: each side has {_SIDES[0]:g} to {_SIDES[1]:g} mm."
        )
    return width, height


@click.command("table", short_help="Find the table, from markers in its corners or by hand.")
@click.argument("picture", metavar="PICTURE", type=click.Path(path_type=Path))
@click.option(
    "--corners",
    nargs=4,
    callback=_places,
    metavar="x,y x,y x,y x,y",
    help="The table's corners in PICTURE (pixels from its top left), one after the other round the table. "
    "Without them the printed markers are looked for.",
)
@click.option(
    "--size",
    callback=_size,
    metavar="WIDTHxHEIGHT",
    help="The table's size in mm: from the first corner (marker 1) to the second, and on to the third. With "
    "markers, clockwise.",
)
@profile_option
@data_option
def command(
    picture: Path,
    corners: tuple[_Pair, ...] | None,
    size: _Pair | None,
    name: str,
    data: Path,
) -> None:
    """Find the table in PICTURE, which the camera took from where it will stay.

    Lay one of the four printed markers in each corner of the table, the corner of its paper in that of the
    table; or give the corners by hand.
    """
    from calibration.errors import CalibrationError
    from calibration.profile import Profile
    from calibration.standing import Doubt, knowable, small_grey
    from calibration.table_fit import corners_by_hand, corners_by_markers
    from vision.decode import PictureError, decode_file
    from web.profiles import Profiles

    try:
        profiles = Profiles(data)
        pixels = decode_file(picture)
        seen = (pixels.shape[1], pixels.shape[0])
        profiles.load(name)  # one that can't be read is told before the work
        sight = corners_by_hand(corners, size) if corners else corners_by_markers(pixels, size)
        reference = small_grey(pixels)
        now = datetime.now(UTC)
        profile, path = profiles.change(
            name, lambda before: (before or Profile(seen)).with_table(sight, seen, reference, now)
        )
    except (CalibrationError, PictureError) as error:
        raise click.ClickException(str(error)) from error
    assert profile.table is not None
    print_out(_told(profile.table))
    if not knowable(reference):
        print_out(Doubt.PLAIN.sentence)
    print_out(f"Kept in {shown(path)}.")


def _told(table: Table) -> str:
    if not table.millimetres:
        return (
            f"The table: {max(table.size) / min(table.size):.2f} times as long as wide. Four corners alone "
            "tell neither how large it is nor how well they are placed: add --size for that."
        )
    width, height = table.size
    how = "from the markers" if table.sight.by_markers else "from the corners"
    told = (
        f"The table: {width:.0f} x {height:.0f} mm, {how}; off by {table.error:.2f} pixels, "
        f"{table.error_mm:.1f} mm."
    )
    if table.sight.told is None:
        told += (
            " Small markers tell a large table's size to a few hundredths: add --size if you can measure it."
        )
    return told
