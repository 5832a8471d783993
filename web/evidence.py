"""How a count came about: what was read, what people changed, and which saves crossed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from referee import Tile
from vision.reading import TileReading
from web.store.events import CountSaved, Entry, PhotoRead, Recorded
from web.store.fold import Cell


@dataclass(frozen=True, slots=True)
class TileChange:
    """One tile that a person saved otherwise than it was read.

    `reading` is None for a tile that no photo shows; `read` is None where nothing countable was read there.
    """

    kind: Literal["changed", "dropped", "added"]
    read: Tile | None
    saved: Tile | None
    photo: str | None = None
    reading: TileReading | None = None


def tile_changes(entry: Entry, photos: Mapping[str, PhotoRead]) -> tuple[TileChange, ...]:
    """Where `entry` differs from the readings of its photos, in the order of the photos' tiles."""
    if entry.tiles is None:
        return ()
    saved = {(held.photo, held.index): held.tile for held in entry.tiles if held.photo is not None}
    changes = []
    for photo in entry.photos:
        for index, reading in enumerate(photos[photo].reading.tiles):
            read, now = reading.tile, saved.get((photo, index))
            if read == now:
                continue
            kind: Literal["changed", "dropped", "added"] = (
                "dropped" if now is None else "added" if read is None else "changed"
            )
            changes.append(TileChange(kind, read, now, photo, reading))
    added = [TileChange("added", None, held.tile) for held in entry.tiles if held.photo is None]
    return (*changes, *(added if entry.photos else ()))


def is_corrected(cell: Cell) -> bool:
    """True when a save changed what the cell counted before."""
    saves = (r.event for r in cell.history if isinstance(r.event, CountSaved))
    return any(save.before is not None and save.before.count != save.after.count for save in saves)


def crossed(cell: Cell) -> frozenset[int]:
    """Numbers of the saves whose page had not yet seen the save before: two people entered at once."""
    numbers, last = set(), 0
    for recorded in cell.history:
        if isinstance(recorded.event, CountSaved):
            if recorded.event.seen < last:
                numbers.add(recorded.number)
            last = recorded.number
    return frozenset(numbers)


def last_save(cell: Cell, before: int | None = None) -> Recorded | None:
    """The cell's last save, or the last one before event number `before`."""
    saves = [
        r for r in cell.history if isinstance(r.event, CountSaved) and (before is None or r.number < before)
    ]
    return saves[-1] if saves else None
