"""Every frame of something stored, in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing

from vision.frames.frame import ASKED, Frame, Mode
from vision.frames.link import Link, Phase
from vision.frames.opening import Opener, open_source
from vision.frames.source import Source
from vision.frames.trouble import SourceError, Trouble


def frames_in_order(
    source: Source,
    asked: Mode = ASKED,
    *,
    most: float | None = None,
    wait: Callable[[float], object] = time.sleep,
    opener: Opener = open_source,
) -> Iterator[Frame]:
    """Each frame of a video file or a folder from the first to the last, as fast as they are taken.

    With `most` no more than so many for each second of the video; the others are not decoded. Raises
    `SourceError` where the source can't be opened or is lost on the way: nothing is left out in silence; and
    `ValueError` where `most` is not more than nothing.
    """
    with closing(Link(source, asked, most=most, paced=False, opener=opener)) as link:
        last: Frame | None = None
        while True:
            pause = link.step()
            state, frame = link.state, link.newest
            if state.phase is Phase.ENDED:
                return
            if state.phase is Phase.LOST:
                raise SourceError(state.trouble or Trouble.LOST, state.sentence)
            if frame is not None and frame is not last:
                last = frame
                yield frame
            elif pause > 0:  # only a camera keeps one waiting
                wait(pause)
