"""Keeping a source open: one step at a time, coming back by itself after it was lost."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.frames.frame import ASKED, Frame, Mode
from vision.frames.opening import Opened, Opener, open_source
from vision.frames.source import Kind, Source
from vision.frames.trouble import SourceError, Trouble
from vision.pipeline import Pixels

PATIENCE = 5.0
"""Seconds without a frame after which a source that is open counts as lost."""

_AGAIN = (0.5, 1.0, 2.0, 4.0, 5.0)  # seconds until the next try to open, the last one again and again
_SOON = 0.02  # seconds until the next look at a camera that had no frame
_EARLY = 0.9  # share of the time between two wanted frames from which one is taken: cameras are not punctual
_TRIES = 3  # a stored picture may be half written: it is passed over when it can't be read again and again
_MEASURED = 30  # frames over which the rate is measured


class Phase(StrEnum):
    """How it stands with a source."""

    CONNECTING = "connecting"
    LIVE = "live"
    LOST = "lost"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class State:
    """How it stands with a source since the time `since` (seconds, of the clock of live frames).

    `sentence` says it to a person, and what to do. `asked` is the mode that was wanted, `actual` the one that
    came last, its rate measured where the source is live; None before the first frame. `losses` counts how
    often a source that gave frames was lost. `trouble` is why it is not live.
    """

    phase: Phase
    since: float
    sentence: str
    asked: Mode
    actual: Mode | None = None
    losses: int = 0
    trouble: Trouble | None = None


class Link:
    """A source that is kept open. One thread takes the steps; any thread may look at `state` and `newest`."""

    def __init__(
        self,
        source: Source,
        asked: Mode = ASKED,
        *,
        most: float | None = None,
        paced: bool = True,
        clock: Callable[[], float] = time.monotonic,
        opener: Opener = open_source,
    ) -> None:
        """Nothing is opened yet. No more than `most` frames a second are decoded; None is for all.

        Something stored gives its frames at its own rate where it is `paced`, else as fast as they are taken.
        Raises `ValueError` where `most` is not more than nothing.
        """
        if most is not None and not most > 0:
            raise ValueError(
                f"No more than {most} frames a second is none at all: give more than 0, or None."
            )
        self._source = source
        self._apart = 0.0 if most is None else _EARLY / most
        self._paced = paced
        self._clock = clock
        self._opener = opener
        self._opened: Opened | None = None
        self._tries = 0
        self._given = 0  # frames, in all connections together
        self._begun = 0.0  # when this connection was opened
        self._heard = 0.0  # when its last frame came
        self._arrivals: deque[float] = deque(maxlen=_MEASURED)
        self._newest: Frame | None = None
        self._state = State(Phase.CONNECTING, clock(), f"Looking for {source}.", asked)

    @property
    def state(self) -> State:
        """How it stands with the source."""
        return self._state

    @property
    def newest(self) -> Frame | None:
        """The last frame that was decoded, which stays while the source is lost."""
        return self._newest

    def step(self) -> float:
        """Open the source, or go to its next frame, and give the seconds to wait before the next step.

        Takes as long as the source takes. What goes wrong is in `state`; an error that only a fault of the
        program explains ends the reading and is raised too.
        """
        if self._state.phase is Phase.ENDED:
            return PATIENCE
        try:
            if self._opened is None:
                return self._open()
            return self._go_on(self._opened)
        except SourceError as error:
            return self._lose(error)
        except (OSError, MemoryError) as error:
            return self._lose(self._failed(error))
        except Exception:
            self._enter(
                Phase.ENDED,
                f"{self._begin(self._source)} is no longer read, as this program made a mistake: restart it.",
                trouble=Trouble.FAULT,
            )
            self._let_go()
            raise

    def _failed(self, error: OSError | MemoryError) -> SourceError:
        """What the system or the memory refused, as a person is told it."""
        name = self._begin(self._source)
        if isinstance(error, MemoryError):
            return SourceError(
                Trouble.NOT_OPENED,
                f"{name} can't be read: there is too little memory, so end other programs.",
            )
        why = error.strerror or "the system refuses it"
        return SourceError(
            Trouble.NOT_OPENED, f"{name} can't be read ({why}): look whether it is there and may be read."
        )

    def close(self) -> None:
        """Let the source go, for good."""
        self._let_go()
        if self._state.phase is not Phase.ENDED:
            self._enter(Phase.ENDED, f"{self._begin(self._source)} is no longer read.")

    def _open(self) -> float:
        self._tries += 1
        start = self._given
        self._opened = self._opener(self._source, self._state.asked, start)
        self._begun = self._heard = self._clock()
        self._arrivals.clear()
        if self._opened.rate is not None:  # frames of something stored come as they would from a camera
            self._begun -= start / self._opened.rate
        return 0.0

    def _go_on(self, opened: Opened) -> float:
        if self._paced and opened.rate is not None:
            early = self._begun + self._given / opened.rate - self._clock()
            if early > 0:
                return early
        if not opened.advance():
            return self._miss()
        now = self._clock()
        number = self._given
        shown_at = now if opened.rate is None else number / opened.rate
        self._arrivals.append(now)
        if self._state.phase is Phase.LIVE and self._newest and shown_at - self._newest.time < self._apart:
            self._heard = now
            self._given += 1
            return 0.0
        pixels = self._decode(opened)
        self._given += 1
        if pixels is None:
            return self._miss()
        self._heard = now
        self._newest = Frame(pixels, shown_at, number)
        height, width = pixels.shape[:2]
        self._live(Mode(width, height, self._rate(opened)))
        return 0.0

    def _decode(self, opened: Opened) -> Pixels | None:
        try:
            return opened.pixels()
        except SourceError as error:
            if error.trouble is Trouble.UNREADABLE and self._tries >= _TRIES:
                self._given += 1
            raise

    def _miss(self) -> float:
        if self._clock() - self._heard < PATIENCE:
            return _SOON
        name = self._begin(self._source)
        raise SourceError(
            Trouble.NO_FRAME,
            f"{name} is there but gives no picture: close what else may be using it, or start it again.",
        )

    def _rate(self, opened: Opened) -> float | None:
        """Frames a second: measured where they come live, as few sources keep to their claim."""
        before = self._state.actual
        if opened.rate is not None or before is None:
            return opened.claimed
        took = self._arrivals[-1] - self._arrivals[0]
        if len(self._arrivals) < _MEASURED or took <= 0:
            return before.fps
        return round((len(self._arrivals) - 1) / took, 1)

    def _live(self, actual: Mode) -> None:
        self._tries = 0
        if self._state.phase is not Phase.LIVE:
            self._enter(Phase.LIVE, f"{self._begin(self._source)} is being read.", actual)
        elif actual != self._state.actual:
            self._state = replace(self._state, actual=actual)

    def _lose(self, error: SourceError) -> float:
        self._let_go()
        if error.trouble is Trouble.ENDED:
            self._enter(Phase.ENDED, str(error), trouble=error.trouble)
            return PATIENCE
        if self._state.phase is Phase.LOST:  # lost since it was lost, whatever is in the way now
            self._state = replace(self._state, sentence=str(error), trouble=error.trouble)
        else:
            lost = self._state.losses + (self._state.phase is Phase.LIVE)
            self._enter(Phase.LOST, str(error), trouble=error.trouble, losses=lost)
        return _AGAIN[min(max(self._tries, 1), len(_AGAIN)) - 1]

    def _enter(
        self,
        phase: Phase,
        sentence: str,
        actual: Mode | None = None,
        trouble: Trouble | None = None,
        losses: int | None = None,
    ) -> None:
        old = self._state
        self._state = State(
            phase,
            self._clock(),
            sentence,
            old.asked,
            actual or old.actual,
            old.losses if losses is None else losses,
            trouble,
        )

    def _let_go(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()

    @staticmethod
    def _begin(source: Source) -> str:
        """The source's name as a sentence begins with it."""
        name = str(source)
        return name[:1].upper() + name[1:] if source.kind is Kind.CAMERA else name
