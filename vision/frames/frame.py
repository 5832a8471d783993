"""A frame, and the mode in which a source gives its frames."""

from __future__ import annotations

from dataclasses import dataclass

from vision.pipeline import Pixels


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture of a source.

    `time` is in seconds: of a live source by a clock that never goes back, of a stored one from its start.
    `sequence` counts the frames that the source gave, from 0, also those that were not decoded; it goes on
    after a connection was lost.
    """

    pixels: Pixels
    time: float
    sequence: int


@dataclass(frozen=True, slots=True)
class Mode:
    """Width and height in pixels and frames a second; None where the source does not say.

    >>> print(Mode(1920, 1080, 30), Mode(1280, 720, 12.5), Mode(640, 480), sep="; ")
    1920 x 1080, 30 a second; 1280 x 720, 12.5 a second; 640 x 480
    """

    width: int
    height: int
    fps: float | None = None

    def __str__(self) -> str:
        size = f"{self.width} x {self.height}"
        return size if self.fps is None else f"{size}, {self.fps:.3g} a second"


ASKED = Mode(1920, 1080, 30)
"""What a camera is asked for where nobody says another mode: small tiles need the pixels."""
