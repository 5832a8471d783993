"""An eye that follows a script in place of reading tiles: each picture only has a number, painted as bars."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from layout_script import EMPTY, layout_after
from pulled_sources import number_of, write_folder

from referee import Layout
from vision.eye import Glance
from vision.frames.frame import Frame
from vision.settling import Motion
from web.disk import write
from web.live import eye as real

HAND = "hand"
"""The line of a script in whose picture a hand moves over the table."""


class ScriptedEye:
    """Sees in the picture with number n what line n of the script says (`layout_script`)."""

    def __init__(self, script: str) -> None:
        self._layouts = list(layouts(script))
        self.engines: list[int] = []
        self.places: dict[str, float] = {}

    def look(self, frame: Frame, engine: int) -> Glance:
        self.engines.append(engine)
        layout = self._layouts[number_of(frame.pixels)]
        if layout is None:
            return Glance(Motion.MOVING, ())
        return Glance(Motion.SETTLED, (), layout=layout)

    def moved(self) -> None:
        """Nothing that it sees depends on where the camera stands."""


class PacedEye(ScriptedEye):
    """Sees the next line of a script at each look, whichever picture that is, and then the last one for ever.

    Where the table has come to is written to the file `place` before it is told: the table goes on while the
    program that looks at it is killed, and the next eye begins there, with some looks at what lies there.
    """

    def __init__(self, script: str, place: Path | None = None) -> None:
        super().__init__(script)
        self._place = place
        again = place is not None and place.exists()
        self._next = int(place.read_text()) if place is not None and again else 0
        self._repeats = 2 if again else 0

    def look(self, frame: Frame, engine: int) -> Glance:
        self.engines.append(engine)
        number = min(self._next, len(self._layouts) - 1)
        if self._place is not None:
            write(self._place, str(number).encode())
        if self._repeats:
            self._repeats -= 1
        else:
            self._next += 1
        layout = self._layouts[number]
        return Glance(Motion.MOVING if layout is None else Motion.SETTLED, (), layout=layout)


def layouts(script: str) -> Iterator[Layout | None]:
    """The layout of each line of a script; None where a hand moves."""
    layout = EMPTY
    for text in lines(script):
        if text == HAND:
            yield None
        else:
            layout = layout_after(layout, text)
            yield layout


def lines(script: str) -> list[str]:
    return [text for line in script.splitlines() if (text := line.partition("#")[0].strip())]


def write_frames(folder: Path, script: str) -> Path:
    """The pictures of a script, as a folder."""
    write_folder(folder, range(len(lines(script))))
    return folder


def use(eye: ScriptedEye) -> None:
    """Have the commands of this process look with `eye`, for good: for processes of a test's own."""
    real.open_eye = lambda *_: eye  # type: ignore[assignment,misc]
