"""A photo and its tiles as the pages show them: the same drawing for entering and for the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from flask import url_for
from flask_babel import LazyString

from vision.reading import Notice
from web.count.doubts import Doubt
from web.count.draft import Row
from web.count.outline import Outline, outline
from web.count.reader_sentences import NOTICES, doubt
from web.store.events import PhotoRead


@dataclass(frozen=True, slots=True)
class RowView:
    """One read tile: its numbers as text, whether to check it and why, and how it is drawn.

    `twice` is True where its tile is counted from another photo of the hand too.
    `width`, `height` (pixels) and `url` are those of its photo; `most` is the highest number to choose from.
    """

    id: str
    halves: tuple[str, str]
    counted: bool
    check: bool
    twice: bool
    doubt: LazyString | str | None
    most: int
    outline: Outline
    url: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PhotoView:
    """One photo: `tiles` and `pips` as it was read, `notices` as sentences."""

    id: str
    url: str
    width: int
    height: int
    rows: tuple[RowView, ...]
    notices: tuple[LazyString, ...]
    reader: str
    tiles: int
    pips: int


def row_view(
    game_id: str,
    photo: PhotoRead,
    row: Row,
    max_pip: int,
    doubts: Iterable[Doubt] = (),
    repeated: Collection[str] = (),
) -> RowView:
    """`row` of `photo` drawn; `doubts` of the whole hand mark the tiles that they mean.

    `repeated` are the ids of rows whose tile is counted from another photo too.
    """
    reading = photo.reading
    numbers = [int(half) for half in row.halves if half]
    sentence = next((found.sentence for found in doubts if row.tile in found.tiles), None)
    unread = row.reading.tile is None and row.counted
    return RowView(
        id=row.id,
        halves=row.halves,
        counted=row.counted,
        check=bool(sentence) or (row.counted and row.reading.review and not row.changed) or unread,
        twice=row.id in repeated,
        doubt=sentence or (None if row.changed else doubt(row.reading)),
        most=max([max_pip, *numbers]),
        outline=outline(row.reading.corners, reading.width, reading.height),
        url=photo_url(game_id, photo.photo),
        width=reading.width,
        height=reading.height,
    )


def photo_view(game_id: str, photo: PhotoRead, rows: Iterable[RowView]) -> PhotoView:
    """`photo` with its tiles drawn."""
    reading = photo.reading
    return PhotoView(
        id=photo.photo,
        url=photo_url(game_id, photo.photo),
        width=reading.width,
        height=reading.height,
        rows=tuple(rows),
        notices=_sentences(reading.notices),
        reader=reading.reader,
        tiles=sum(read.tile is not None for read in reading.tiles),
        pips=reading.total_pips,
    )


def photo_url(game_id: str, photo: str) -> str:
    """Where a game's photo is served."""
    return url_for("sheet.photo", game_id=game_id, photo_id=photo)


def _sentences(notices: Iterable[Notice]) -> tuple[LazyString, ...]:
    return tuple(NOTICES[notice] for notice in notices)
