"""The one way to open a source, whatever it is."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Protocol

from vision.frames.capture import open_address, open_device, open_number, open_video
from vision.frames.folder import open_folder
from vision.frames.frame import Mode
from vision.frames.source import Kind, Source
from vision.frames.trouble import SourceError, Trouble
from vision.pipeline import Pixels


class Opened(Protocol):
    """A source that is open. One thread works with it."""

    @property
    def claimed(self) -> float | None:
        """Frames a second as the source claims them; None where it says nothing that can be believed.

        An address never does.
        """

    @property
    def rate(self) -> float | None:
        """Frames a second of something stored; None for what is live."""

    def advance(self) -> bool:
        """Go to the next frame, and wait some seconds where it has yet to come; False: there is none now.

        Raises `SourceError`, with `Trouble.ENDED` after the last frame of something stored.
        """

    def pixels(self) -> Pixels | None:
        """Decode the frame that `advance` went to; None where it is damaged. Raises `SourceError`."""

    def close(self) -> None:
        """Let the source go."""


class Opener(Protocol):
    """Opens a source, as `open_source` does."""

    def __call__(self, source: Source, asked: Mode, start: int = 0) -> Opened:
        """Open `source` in the mode `asked`, or as near as it comes; of something stored at frame `start`."""


def open_source(source: Source, asked: Mode, start: int = 0) -> Opened:
    """Open `source` in the mode `asked`, or as near as it comes; something stored at its frame `start`.

    The pictures of a folder are taken `asked.fps` a second. Takes seconds where an address does not answer.
    Raises `SourceError`.
    """
    match source.kind:
        case Kind.CAMERA:
            return open_number(int(source.name), asked)
        case Kind.ADDRESS:
            return open_address(source.name, str(source))
    path = Path(source.name)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        raise SourceError(
            Trouble.MISSING, f"There is no {source}: plug the camera in, or check the name."
        ) from error
    except PermissionError as error:
        raise SourceError(
            Trouble.REFUSED, f"{source} may not be read: change its permissions or copy it elsewhere."
        ) from error
    except (OSError, ValueError) as error:
        raise SourceError(Trouble.NAME, f"{source} can't be used as a name here: check it.") from error
    if stat.S_ISDIR(mode):
        return open_folder(path, str(source), asked.fps, start)
    if stat.S_ISCHR(mode):
        return open_device(path, str(source), asked)
    if stat.S_ISREG(mode):
        return open_video(path, str(source), start)
    raise SourceError(
        Trouble.NAME,
        f"{source} is neither a camera, a video file nor a folder of pictures: name one of these.",
    )
