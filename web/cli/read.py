"""`stationmaster read`: photos to tiles, for a person or as JSON."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee import DominoSet
from web.cli.options import existing_set
from web.cli.output import print_out, shown

if TYPE_CHECKING:  # OpenCV takes its time, so it is imported when the first picture is read
    from vision.pipeline import Pixels
    from vision.reading import Reading, TileReading


@click.command(short_help="Read the dominoes in photos and add up their pips.")
@click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and photo.")
@click.option(
    "--set",
    "domino_set",
    metavar="N",
    type=int,
    callback=existing_set,
    help="Say that the tiles are of a double-N set: 6, 9, 12, 15 or 18.",
)
@click.option(
    "--overlay",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Write a copy of each photo to DIR, with the tiles outlined.",
)
def command(
    photos: tuple[str, ...], as_json: bool, domino_set: DominoSet | None, folder: Path | None
) -> None:
    """Read the dominoes in photos (JPEG, PNG, WebP, HEIC) and add up their pips.

    Exit status 1 when a photo can't be read; the others are read all the same.
    """
    from vision.decode import PictureError, decode_file
    from vision.reader import default_reader

    if folder is not None:
        _make_writable(folder)
    reader = default_reader()
    failed = copied = False
    for photo, name in zip(photos, _overlay_names(photos), strict=True):
        started = time.perf_counter()
        try:
            picture = decode_file(photo)
            decoded = time.perf_counter()
            reading = reader.read(picture, domino_set)
        except PictureError as error:
            failed = True
            print_out(_failure_json(photo, str(error)) if as_json else _failure_text(photo, str(error)))
            continue
        done = time.perf_counter()
        if as_json:
            print_out(_json(photo, reading, decode=decoded - started, read=done - decoded))
        else:
            print_out("\n".join(_lines(photo, reading)))
        if folder is not None:
            written = _write_overlay(folder / name, picture, reading)
            copied |= written
            failed |= not written
    if folder is not None and copied:
        click.echo(f"The copies with the tiles outlined are in {shown(folder)}.", err=True)
    if failed:
        raise SystemExit(1)


# For programs


def _json(photo: str, reading: Reading, decode: float, read: float) -> str:
    """The line for a photo; times in seconds become milliseconds."""
    kept = reading.to_json()
    answer: dict[str, Any] = {"file": photo, "ok": True}
    answer |= {key: kept[key] for key in ("width", "height", "tiles", "total_pips", "review")}
    answer["warnings"] = [notice.sentence for notice in reading.notices]
    answer["ms"] = {"decode": round(decode * 1e3, 1), "read": round(read * 1e3, 1)}
    return json.dumps(answer)


def _failure_json(photo: str, sentence: str) -> str:
    return json.dumps({"file": photo, "ok": False, "error": sentence})


# For people


def _lines(photo: str, reading: Reading) -> Iterator[str]:
    yield shown(photo)
    for tile in reading.tiles:
        yield f"  {_values(tile):8}{_remark(tile)}".rstrip()
    counted = sum(tile.tile is not None for tile in reading.tiles)
    yield f"  Total: {reading.total_pips} pips on {counted} {'tile' if counted == 1 else 'tiles'}."
    for notice in reading.notices:
        yield f"  {notice.sentence}"
    doubtful = sum(tile.review for tile in reading.tiles)
    if doubtful:
        yield f"  Please check the {'tile' if doubtful == 1 else f'{doubtful} tiles'} marked with “check”."
    elif reading.review and not reading.notices:
        yield "  Please compare the tiles with the picture."
    yield ""


def _values(tile: TileReading) -> str:
    if tile.values is None:
        return "--"
    return "-".join("?" if value is None else str(value) for value in tile.values)


def _remark(tile: TileReading) -> str:
    remarks = (
        ("face down", tile.face == "down"),
        ("not all of it is in sight: not counted", tile.face == "up" and not tile.whole),
        ("check", tile.review),
    )
    return ", ".join(words for words, holds in remarks if holds)


def _failure_text(photo: str, sentence: str) -> str:
    return f"{shown(photo)}\n  {sentence}\n"


# Overlays


def _make_writable(folder: Path) -> None:
    """Make `folder` and try it, before any time goes into reading."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise click.ClickException(
            f"Nothing can be written to {shown(folder)} ({error.strerror}): name another folder."
        ) from error


def _overlay_names(photos: tuple[str, ...]) -> Iterator[str]:
    """A name for each photo's copy: different from each other, and from the photos themselves."""
    taken = {Path(photo).name.casefold() for photo in photos}
    for photo in photos:
        stem = f"{Path(photo).stem}-read"
        name, number = f"{stem}.jpg", 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}.jpg"
        taken.add(name.casefold())
        yield name


def _write_overlay(file: Path, picture: Pixels, reading: Reading) -> bool:
    """Write the picture with its tiles outlined; False, and a sentence on stderr, where that fails."""
    import cv2

    from vision.overlay import overlay

    _, encoded = cv2.imencode(".jpg", overlay(picture, reading))
    try:
        file.write_bytes(encoded.tobytes())
    except OSError as error:
        click.echo(
            f"{shown(file)} can't be written ({error.strerror}): name another folder.",
            err=True,
        )
        return False
    return True
