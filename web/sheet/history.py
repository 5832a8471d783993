"""The history of a count, step by step, as its page tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _

from referee import Tile
from web import who
from web.count.draft import rows_of
from web.count.notes import points
from web.count.outline import Outline, outline
from web.count.photo_view import PhotoView, photo_url, photo_view, row_view
from web.store import Game
from web.store.events import CountSaved, Entry, PhotoRead, Recorded, Source
from web.store.fold import Cell


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A tile that was saved otherwise than it was read; drawn where a photo shows it."""

    words: str
    outline: Outline | None = None
    url: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One event: a photo that was read, or a save with its number before and after."""

    who: str
    at: datetime
    photo: PhotoView | None = None
    words: str = ""
    before: str | None = None
    after: str = ""
    crossed: bool = False
    changes: tuple[ChangeView, ...] = ()
    tiles: tuple[Tile, ...] = ()


def steps(game: Game, cell: Cell) -> tuple[Step, ...]:
    """All that happened to `cell`, oldest first."""
    late = cell.crossed
    told = []
    for recorded in cell.history:
        match recorded.event:
            case PhotoRead() as photo:
                told.append(_read(game, recorded, photo, _fate(cell, recorded.number, photo)))
            case CountSaved() as save:
                told.append(_saved(game, recorded, save, recorded.number in late))
    return tuple(told)


def _fate(cell: Cell, number: int, photo: PhotoRead) -> str:
    """What to say of a photo that no save counts."""
    if any(photo.photo in save.after.photos for _recorded, save in cell.saves):
        return ""
    if number > cell.seen:
        return str(_("Not saved yet: this photo does not count so far."))
    return str(_("Left out: this photo does not count."))


def _read(game: Game, recorded: Recorded, photo: PhotoRead, fate: str) -> Step:
    rows = (row_view(game.id, photo, row, game.sheet.domino_set.max_pip) for row in rows_of(photo))
    view = photo_view(game.id, photo, rows)
    return Step(who.name(game, recorded.who), recorded.at, photo=view, words=fate)


def _saved(game: Game, recorded: Recorded, save: CountSaved, late: bool) -> Step:
    return Step(
        who.name(game, recorded.who),
        recorded.at,
        words=_how(save.after),
        before=None if save.before is None else points(save.before),
        after=points(save.after),
        crossed=late,
        changes=_changes(game, save.after),
        tiles=tuple(held.tile for held in save.after.tiles or ()),
    )


def _how(entry: Entry) -> str:
    words: dict[Source, str] = {
        Source.PHOTO: _("Saved the photo's tiles:"),
        Source.TAPPED: _("Tapped the tiles:"),
        Source.TYPED: _("Typed the total:"),
        Source.OUT: _("Went out:"),
    }
    return words[entry.source]


def _changes(game: Game, entry: Entry) -> tuple[ChangeView, ...]:
    """Where `entry` differs from what was read on its photos, in the order of the photos' tiles."""
    if entry.source is not Source.PHOTO:
        return ()
    saved = {(held.photo, held.index): held.tile for held in entry.tiles or ()}
    changes = []
    for photo in entry.photos:
        reading = game.photos[photo].reading
        for index, read in enumerate(reading.tiles):
            now = saved.get((photo, index))
            if read.tile != now:
                crop = outline(read.corners, reading.width, reading.height)
                url = photo_url(game.id, photo)
                changes.append(ChangeView(_altered(read.tile, now), crop, url, reading.width, reading.height))
    tapped = (held.tile for held in entry.tiles or () if held.photo is None)
    return (*changes, *(ChangeView(_altered(None, tile)) for tile in tapped))


def _altered(read: Tile | None, saved: Tile | None) -> str:
    if read is None:
        return str(_("%(saved)s added by hand", saved=saved))
    if saved is None:
        return str(_("Read as %(read)s, not counted", read=read))
    return str(_("Read as %(read)s, saved as %(saved)s", read=read, saved=saved))
