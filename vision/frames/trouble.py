"""Why a source gives no frames, in words for a person."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path


class Trouble(StrEnum):
    """What is the matter with a source."""

    NAME = "name"
    MISSING = "missing"
    REFUSED = "refused"
    NOT_OPENED = "not_opened"
    NO_FRAME = "no_frame"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    LOST = "lost"
    FAULT = "fault"
    ENDED = "ended"


class SourceError(RuntimeError):
    """A source that gives no frame; the message says to a person what is wrong and what to do."""

    def __init__(self, trouble: Trouble, sentence: str) -> None:
        super().__init__(sentence)
        self.trouble = trouble


class ReaderError(RuntimeError):
    """A reader of frames that is used as it can't be: started twice, or after its end."""


def gone(path: Path) -> bool:
    """Whether nothing is at `path` any more. Where the system does not let one know, something is."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):  # `Path.exists` lets these through
        return False
    return False
