"""The reader that the program uses."""

from __future__ import annotations

from pathlib import Path

from vision.assess import NetAssessor
from vision.faces import NetFaceReader
from vision.finder import NetFinder
from vision.pipeline import Reader
from vision.trust import Trust


def default_reader(weights: Path | None = None) -> Reader:
    """The best reader there is; its name carries the version. `weights` is a folder of other nets to try."""
    return Reader(NetFinder(weights), NetFaceReader(weights), NetAssessor(Trust.load(weights)), "nets-2")
