"""One thread that reads a source and keeps its newest frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

from vision.frames.frame import ASKED, Frame, Mode
from vision.frames.link import Link, Phase, State
from vision.frames.opening import Opener, open_source
from vision.frames.source import Source
from vision.frames.trouble import ReaderError

_GRACE = 1.0  # seconds for the thread to end; an address that says nothing is waited for longer by OpenCV


class NewestFrame:
    """Reads a source in a thread of its own, as fast as frames come, and keeps the newest one.

    Use it in a `with` statement: the thread runs from its beginning to its end.
    """

    def __init__(
        self,
        source: Source,
        asked: Mode = ASKED,
        *,
        most: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
        opener: Opener = open_source,
    ) -> None:
        """Read `source`, as near to the mode `asked` as it comes; decode no more than `most` frames a second.

        `clock` gives seconds and never goes back; `wait` is how the thread waits for some seconds. Raises
        `ValueError` where `most` is not more than nothing.
        """
        self._link = Link(source, asked, most=most, clock=clock, opener=opener)
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=f"frames of {source}")

    @property
    def state(self) -> State:
        """How it stands with the source."""
        return self._link.state

    @property
    def newest(self) -> Frame | None:
        """The newest frame; None before the first. It stays while the source is lost: look at `state` too."""
        return self._link.newest

    def after(self, sequence: int, timeout: float) -> Frame | None:
        """Wait for a frame newer than number `sequence` (-1: for any), and give the newest.

        None where none came within `timeout` seconds, or none will come any more.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._newer(sequence) or self._over, timeout)
        return self._newer(sequence)

    def start(self) -> None:
        """Begin to read. Once only: raises `ReaderError` when it was started or closed before."""
        with self._changed:
            if self._stop.is_set() or self._thread.ident is not None:
                raise ReaderError("These frames were read before: make another reader of the same source.")
            self._thread.start()

    def close(self) -> None:
        """Stop reading and let the source go.

        The thread has then ended, unless OpenCV still waits for an address that says nothing: it ends some
        seconds later then, by itself.
        """
        with self._changed:
            self._stop.set()
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(_GRACE)
        else:
            self._link.close()

    def __enter__(self) -> NewestFrame:
        """Begin to read."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop reading."""
        self.close()

    @property
    def _over(self) -> bool:
        return self._stop.is_set() or self.state.phase is Phase.ENDED

    def _newer(self, sequence: int) -> Frame | None:
        frame = self.newest
        return frame if frame is not None and frame.sequence > sequence else None

    def _run(self) -> None:
        try:
            while not self._over:
                pause = self._link.step()
                with self._changed:
                    self._changed.notify_all()
                if pause > 0 and not self._over:
                    self._wait(pause)
        finally:
            self._link.close()
            with self._changed:
                self._changed.notify_all()
