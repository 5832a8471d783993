"""The hand that is being entered: the entry page's fields, from the store or the form, to an entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from referee import Count, Sheet, Tile, TileError, count_hand, largest_count
from vision.reading import TileReading
from web.store.events import Entry, EntryTile, PhotoRead, Source
from web.store.fold import Cell

How = Literal["tiles", "typed", "out"]
_MOST_TAPS = 200


class DraftError(ValueError):
    """What was entered is no entry; the message is a sentence for a person, `field` where it belongs."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Row:
    """One read tile as the person left it: its halves as text ("" where none is chosen), counted or not."""

    photo: str
    index: int
    reading: TileReading
    halves: tuple[str, str]
    counted: bool

    @property
    def id(self) -> str:
        """The end of the row's field names."""
        return f"{self.photo}.{self.index}"

    @property
    def tile(self) -> Tile | None:
        """The tile that it counts; None where it counts none, or lacks a number."""
        return Tile(*map(int, self.halves)) if self.counted and all(self.halves) else None

    @property
    def changed(self) -> bool:
        """True when a person has altered what was read."""
        return self != _row(self.photo, self.index, self.reading)


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry in the making; every field as it stands on the page.

    `seen` is the number of the cell's last save that the page knew, `key` marks one filling of the page,
    `left` are photos that were put aside, `anyway` the warnings that a person has answered.
    """

    key: str
    seen: int = 0
    photos: tuple[PhotoRead, ...] = ()
    rows: tuple[Row, ...] = ()
    left: tuple[str, ...] = ()
    taps: tuple[Tile, ...] = ()
    total: str = ""
    anyway: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def ordered(self) -> tuple[Row, ...]:
        """Rows as they are listed: those to check first, then the sure ones, then what can't be counted."""
        return tuple(
            sorted(self.rows, key=lambda row: 2 if row.reading.tile is None else not row.reading.review)
        )

    @property
    def repeated(self) -> frozenset[str]:
        """The ids of rows whose tile is counted from another photo too."""
        places: dict[Tile | None, set[str]] = {}
        for row in self.rows:
            places.setdefault(row.tile, set()).add(row.photo)
        return frozenset(row.id for row in self.rows if row.tile and len(places[row.tile]) > 1)

    def with_photo(self, photo: PhotoRead) -> Draft:
        """The draft with one more photo, all that was entered before left as it is."""
        if photo.photo in (known.photo for known in self.photos):
            return self
        left = tuple(other for other in self.left if other != photo.photo)
        return replace(self, photos=(*self.photos, photo), rows=(*self.rows, *rows_of(photo)), left=left)

    def without_photo(self, photo: str) -> Draft:
        """The draft with a photo and its tiles put aside."""
        return replace(
            self,
            photos=tuple(known for known in self.photos if known.photo != photo),
            rows=tuple(row for row in self.rows if row.photo != photo),
            left=(*self.left, photo),
        )

    def tiles(self) -> tuple[EntryTile, ...]:
        """The counted tiles. Raises `DraftError` where a counted one lacks a number."""
        counted = []
        for row in self.rows:
            if row.counted:
                if not all(row.halves):
                    raise DraftError(row.id, _("Choose both numbers of this tile, or don't count it."))
                counted.append(EntryTile(Tile(int(row.halves[0]), int(row.halves[1])), row.photo, row.index))
        return (*counted, *map(EntryTile, self.taps))

    def total_of(self, sheet: Sheet) -> int | None:
        """Points of the counted tiles; None while one of them lacks a number."""
        try:
            return count_hand((entry.tile for entry in self.tiles()), sheet.rules)
        except DraftError:
            return None

    def entry(self, how: How, sheet: Sheet) -> Entry:
        """What is to be saved. Raises `DraftError`; the total is always counted anew from the tiles."""
        if how == "out":
            return Entry(Source.OUT, Count(0, out=True))
        if how == "typed":
            return Entry(Source.TYPED, Count(_typed_total(self.total, sheet)))
        tiles = self.tiles()
        if not tiles:
            raise DraftError(
                "tiles",
                _("No tile is counted: take a photo, tap the tiles or type the total, or choose “Went out”."),
            )
        used = tuple(photo.photo for photo in self.photos)
        points = count_hand((entry.tile for entry in tiles), sheet.rules)
        _check_points(points, sheet, "tiles")
        return Entry(Source.PHOTO if used else Source.TAPPED, Count(points), tiles, used)


def draft_of(cell: Cell, key: str, who: str) -> Draft:
    """The page as it opens: the entry that counts, and photos that `who` had read and not yet saved."""
    draft = Draft(key=key, seen=cell.seen)
    entry = cell.entry
    if entry is not None:
        if entry.source is Source.TYPED:
            draft = replace(draft, total=str(entry.count.points))
        known = photos_of(cell)
        for photo in entry.photos:
            draft = draft.with_photo(known[photo])
        draft = _as_saved(draft, entry.tiles or ())
    return with_pending(draft, cell, who)


def with_pending(draft: Draft, cell: Cell, who: str) -> Draft:
    """The draft with all photos of the cell that `who` had read since its last save and did not put aside."""
    for recorded in cell.history:
        event = recorded.event
        if recorded.number > cell.seen and recorded.who == who and isinstance(event, PhotoRead):
            draft = draft if event.photo in draft.left else draft.with_photo(event)
    return draft


def photos_of(cell: Cell) -> dict[str, PhotoRead]:
    """All photos that were ever read for a cell, by their ids."""
    events = (recorded.event for recorded in cell.history)
    return {event.photo: event for event in events if isinstance(event, PhotoRead)}


def read_draft(form: MultiDict[str, str], photos: Mapping[str, PhotoRead], max_pip: int) -> Draft:
    """The page as it was sent; ids of photos that are not in `photos` (those of this cell) are dropped."""
    seen = form.get("seen", "0")
    draft = Draft(
        key=form.get("key", "")[:64],
        seen=int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else 0,
        left=tuple(dict.fromkeys(id_ for id_ in form.getlist("left") if id_ in photos)),
        taps=_taps(form.getlist("tap"), max_pip),
        total="".join(c for c in form.get("total", "") if c.isprintable())[:40],
        anyway=form.get("anyway", ""),
    )
    for photo in dict.fromkeys(form.getlist("photo")):
        if photo in photos:
            draft = draft.with_photo(photos[photo])
    return replace(draft, rows=tuple(_as_sent(row, form) for row in draft.rows))


def rows_of(photo: PhotoRead) -> tuple[Row, ...]:
    """The tiles of a photo as they were read, all whole ones counted."""
    return tuple(_row(photo.photo, index, reading) for index, reading in enumerate(photo.reading.tiles))


def _row(photo: str, index: int, reading: TileReading) -> Row:
    first, second = reading.values or (None, None)
    halves = ("" if first is None else str(first), "" if second is None else str(second))
    return Row(photo, index, reading, halves, reading.tile is not None)


def _as_sent(row: Row, form: MultiDict[str, str]) -> Row:
    """The row with what the form says about it; a form that doesn't know the row leaves it as it was read."""
    if f"a-{row.id}" not in form:
        return row
    halves = (_half(form[f"a-{row.id}"]), _half(form.get(f"b-{row.id}", "")))
    return replace(row, halves=halves, counted=f"on-{row.id}" in form)


def _half(sent: str) -> str:
    """A half's number as text; nothing for what is no number of at most two digits."""
    return sent if sent.isascii() and sent.isdigit() and len(sent) <= 2 else ""


def _as_saved(draft: Draft, tiles: Iterable[EntryTile]) -> Draft:
    """The draft with each row as `tiles` have it, and those without a photo among the tapped ones."""
    saved = {(entry.photo, entry.index): entry.tile for entry in tiles}
    rows = tuple(_row_as_saved(row, saved.get((row.photo, row.index))) for row in draft.rows)
    return replace(draft, rows=rows, taps=tuple(entry.tile for entry in tiles if entry.photo is None))


def _row_as_saved(row: Row, tile: Tile | None) -> Row:
    if tile is None:
        return replace(row, counted=False)
    values = row.reading.values
    if values is not None and None not in values and Tile(*(v or 0 for v in values)) == tile:
        return replace(row, counted=True)
    return replace(row, counted=True, halves=_nearest(tile, row.halves))


def _nearest(tile: Tile, read: tuple[str, str]) -> tuple[str, str]:
    """The tile's numbers in the order that agrees better with what was read."""
    one, other = (str(tile.high), str(tile.low)), (str(tile.low), str(tile.high))
    return max((one, other), key=lambda halves: sum(a == b for a, b in zip(halves, read, strict=True)))


def _taps(sent: Iterable[str], max_pip: int) -> tuple[Tile, ...]:
    tiles = []
    for text in list(sent)[:_MOST_TAPS]:
        try:
            tile = Tile.parse(text)
        except TileError:
            continue
        if tile.high <= max_pip:
            tiles.append(tile)
    return tuple(dict.fromkeys(tiles))


def _typed_total(typed: str, sheet: Sheet) -> int:
    text = typed.strip()
    if not text:
        raise DraftError("total", _("Type the total of the tiles that are left, or choose “Went out”."))
    digits = text.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdigit()):
        raise DraftError("total", _("“%(text)s” is not a whole number: type the total in digits.", text=text))
    if digits != text and int(digits[:9]):
        raise DraftError("total", _("A hand can't count less than 0: type the total without a minus."))
    points = int(digits) if len(digits) < 9 else 10**9
    _check_points(points, sheet, "total")
    return points


def _check_points(points: int, sheet: Sheet, field: str) -> None:
    most = largest_count(sheet.domino_set, sheet.rules)
    if points > most:
        raise DraftError(
            field,
            _("That is more than the whole set counts (%(most)d): check the number.", most=most),
        )
