"""An eye that follows a script in place of reading tiles: each picture only has a number, painted as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from layout_script import EMPTY, layout_after
from pulled_sources import number_of, write_folder

from calibration.profile import Profile
from referee import DominoSet, Layout
from vision.eye import Glance
from vision.frames.frame import Frame
from vision.settling import Motion
from web.live import eye as real

HAND = "hand"
"""The line of a script in whose picture a hand moves over the table."""


class ScriptedEye:
    """Sees in the picture with number n what line n of the script says (`layout_script`)."""

    def __init__(self, script: str) -> None:
        self._layouts = list(layouts(script))
        self.engines: list[int] = []

    def look(self, frame: Frame, engine: int) -> Glance:
        self.engines.append(engine)
        layout = self._layouts[number_of(frame.pixels)]
        if layout is None:
            return Glance(Motion.MOVING, ())
        return Glance(Motion.SETTLED, (), layout)


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


def use(script: str) -> ScriptedEye:
    """Have the commands of this process look with a scripted eye, for good: for processes of a test's own."""
    eye = ScriptedEye(script)

    def open_eye(
        domino_set: DominoSet, seats: Mapping[str, float], profile: Profile | None = None
    ) -> ScriptedEye:
        return eye

    real.open_eye = open_eye
    return eye
