"""The history of a count, step by step, as its page tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _

from referee import Tile
from web.crops import Outline, outline
from web.draft import rows_of
from web.evidence import TileChange, crossed, tile_changes
from web.exhibits import PhotoView, photo_url, photo_view, row_view
from web.store import Game
from web.store.events import CountSaved, Entry, PhotoRead, Recorded, Source
from web.store.fold import Cell
from web.words import person


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A tile that was saved otherwise than it was read; drawn where a photo shows it."""

    words: str
    crop: Outline | None = None
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


def story(game: Game, cell: Cell) -> tuple[Step, ...]:
    """All that happened to `cell`, oldest first."""
    late = crossed(cell)
    steps = []
    for recorded in cell.history:
        match recorded.event:
            case PhotoRead() as photo:
                steps.append(_read(game, recorded, photo))
            case CountSaved() as save:
                steps.append(_saved(game, recorded, save, recorded.number in late))
    return tuple(steps)


def _read(game: Game, recorded: Recorded, photo: PhotoRead) -> Step:
    rows = (row_view(game.id, photo, row, game.sheet.domino_set.max_pip) for row in rows_of(photo))
    return Step(person(game, recorded.who), recorded.at, photo=photo_view(game.id, photo, rows))


def _saved(game: Game, recorded: Recorded, save: CountSaved, late: bool) -> Step:
    return Step(
        person(game, recorded.who),
        recorded.at,
        words=_how(save.after),
        before=None if save.before is None else _points(save.before),
        after=_points(save.after),
        crossed=late,
        changes=tuple(_change(game, change) for change in tile_changes(save.after, game.photos)),
        tiles=tuple(held.tile for held in save.after.tiles or ()),
    )


def _points(entry: Entry) -> str:
    return _("out") if entry.count.out else str(entry.count.points)


def _how(entry: Entry) -> str:
    words: dict[Source, str] = {
        Source.PHOTO: _("Saved the photo's tiles:"),
        Source.TAPPED: _("Tapped the tiles:"),
        Source.TYPED: _("Typed the total:"),
        Source.OUT: _("Went out:"),
    }
    return words[entry.source]


def _change(game: Game, change: TileChange) -> ChangeView:
    if change.kind == "changed":
        words = _("Read as %(read)s, saved as %(saved)s", read=change.read, saved=change.saved)
    elif change.kind == "dropped":
        words = _("Read as %(read)s, not counted", read=change.read)
    else:
        words = _("%(saved)s added by hand", saved=change.saved)
    if change.reading is None or change.photo is None:
        return ChangeView(words)
    reading = game.photos[change.photo].reading
    return ChangeView(
        words,
        outline(change.reading.corners, reading.width, reading.height),
        photo_url(game.id, change.photo),
        reading.width,
        reading.height,
    )
