"""Looking at a table frame by frame: the eye's layouts go to the umpire, the umpire's round to the eye."""

from __future__ import annotations

from referee import Layout
from vision.eye import Glance
from vision.frames.frame import Frame
from web.live.eye import LiveEye, engine_sought
from web.live.fold import Decisions
from web.live.table import LiveTable


class Watcher:
    """An eye on a table. For one thread."""

    def __init__(self, table: LiveTable, eye: LiveEye) -> None:
        self._table = table
        self._eye = eye
        self._seen: Layout | None = None

    def look(self, frame: Frame) -> tuple[Glance, Decisions]:
        """What `frame` told, and what is decided by it.

        Raises `PictureError` where it can't be read, and `StoreError` where what it told can't be kept.
        """
        glance = self._eye.look(frame, engine_sought(self._table.live, self._seen))
        if glance.layout is None:
            return glance, ()
        self._seen = glance.layout
        return glance, self._table.see(glance.layout)
