"""`stationmaster calibrate lens`: the lens of a camera, from pictures of the printed board."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from web.cli.options import data_option, profile_option
from web.cli.output import print_out, shown

if TYPE_CHECKING:  # OpenCV takes its time, so it is imported when the first picture is read
    from calibration.lens_fit import BoardView, LensFit

_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}


@click.command("lens", short_help="Measure the lens, from pictures of the printed board.")
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@profile_option
@data_option
def command(sources: tuple[Path, ...], name: str, data: Path) -> None:
    """Measure the lens of a camera, from pictures that it took of the printed board.

    SOURCE is a picture or a folder of pictures. Ten or more are needed, with the board large in each, in all
    parts of the picture, and tilted to all sides. Exit status 1 when they don't tell the lens; what is
    missing is said then.
    """
    from calibration.errors import CalibrationError
    from calibration.lens_fit import fit_lens
    from calibration.profile import Profile
    from web.profiles import Profiles

    try:
        profiles = Profiles(data)
        profiles.load(name)  # one that can't be read is told before the work
        views = [*_views([*_pictures(sources)])]
        fit = fit_lens([view for _, view in views])
        now = datetime.now(UTC)
        _, path = profiles.change(
            name, lambda before: (before or Profile(fit.lens.size)).with_lens(fit.lens, now)
        )
    except CalibrationError as error:
        raise click.ClickException(str(error)) from error
    print_out("\n".join(_told(views, fit)))
    print_out(f"Kept in {shown(path)}.")


def _pictures(sources: Sequence[Path]) -> Iterator[Path]:
    """The pictures that are named, and those in the folders that are."""
    for source in sources:
        if not os.path.isdir(source):  # `Path.is_dir` raises where it may not look
            yield source
            continue
        try:
            found = sorted(file for file in source.iterdir() if file.suffix.lower() in _ENDINGS)
        except OSError as error:
            raise click.ClickException(
                f"{shown(source)} can't be looked into ({error.strerror}): name another folder."
            ) from error
        if not found:
            raise click.ClickException(f"There are no pictures in {shown(source)}: name another folder.")
        yield from found


def _views(pictures: Sequence[Path]) -> Iterator[tuple[Path, BoardView]]:
    """What each picture shows of the board; one that can't be read is told and left out."""
    from calibration.boards import COLUMNS, ROWS
    from calibration.lens_fit import view_board
    from vision.decode import PictureError, decode_file

    for picture in pictures:
        try:
            view = view_board(decode_file(picture))
        except PictureError as error:
            print_out(f"{shown(picture)}: {error}")
            continue
        print_out(
            f"{shown(picture)}: {len(view.numbers)} of the board's {(COLUMNS - 1) * (ROWS - 1)} corners"
        )
        yield picture, view


def _told(views: Sequence[tuple[Path, BoardView]], fit: LensFit) -> Iterator[str]:
    left = [shown(picture) for (picture, _), error in zip(views, fit.errors, strict=True) if isnan(error)]
    if left:
        yield "Not used, as they show too little, much the same as another, or fit badly:"
        yield from (f"  {name}" for name in left)
    lens = fit.lens
    yield (
        f"The lens: focal length {lens.focal:.0f} pixels (± {lens.focal_error:.1f}); corners are off by "
        f"{lens.error:.2f} pixels in {lens.pictures} pictures."
    )
