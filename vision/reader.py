"""The reader that the program uses."""

from __future__ import annotations

from vision.assess import PlainAssessor
from vision.faces import SpotFaceReader
from vision.finder import OutlineFinder
from vision.pipeline import Reader


def default_reader() -> Reader:
    """The best reader there is; its name carries the version."""
    return Reader(OutlineFinder(), SpotFaceReader(), PlainAssessor(), "classic-1")
