"""Looking at a table frame by frame: the eye's layouts go to the umpire, the umpire's round to the eye."""

from __future__ import annotations

from referee import Layout
from vision.eye import Glance
from vision.frames.frame import Frame
from web.live.events import PlacesFound
from web.live.eye import LiveEye, engine_sought
from web.live.fold import Decisions
from web.live.table import LiveTable

_BLINKS = 2
"""So many layouts of an eye that was just opened are let pass where tiles are known to lie: it has not seen
each of them often enough to believe it, and those left out would count as taken back."""


class Watcher:
    """An eye on a table. For one thread."""

    def __init__(self, table: LiveTable, eye: LiveEye) -> None:
        self._table = table
        self._eye = eye
        self._seen: Layout | None = None
        self._blinks = _BLINKS if table.live.watch.rows else 0

    def look(self, frame: Frame) -> tuple[Glance, Decisions]:
        """What `frame` told, and what is decided by it.

        Raises `PictureError` where it can't be read, and `StoreError` where what it told can't be kept.
        """
        glance = self._eye.look(frame, engine_sought(self._table.live, self._seen))
        if glance.layout is None:
            return glance, ()
        self._seen = glance.layout
        if self._blinks:
            self._blinks -= 1
            return glance, ()
        if self._eye.places.keys() - self._table.live.places.keys():
            self._table.enter(PlacesFound(self._eye.places))
        return glance, self._table.see(glance.layout)

    def moved(self) -> None:
        """The camera was moved."""
        self._eye.moved()
