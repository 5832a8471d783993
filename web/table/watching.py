"""A table that a thread of this server watches, while pages show it and people enter what no camera sees."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from referee import Layout
from referee.record import RecordError
from vision.eye import Glance
from vision.frames.frame import Frame
from vision.frames.link import Phase
from vision.frames.newest import NewestFrame
from vision.refusal import PictureError
from vision.settling import Motion
from web.live.events import LiveEvent
from web.live.fold import Decisions, Live
from web.live.sink import Sink
from web.live.standpoint import Standpoint
from web.live.table import LiveTable
from web.live.watcher import Watcher
from web.store import StoreError

_WAIT = 0.5  # seconds for a frame, after which it is told how the source stands

_WORDS = {Motion.MOVING: "moving", Motion.NUDGED: "moved", Motion.STILL: "still", Motion.SETTLED: "still"}


class SharedTable(LiveTable):
    """A table to which the watching thread and people's phones do something, one after the other.

    Only the umpire's work is done in turn: frames are read outside, and whoever shows `live` waits for none.
    """

    def __init__(self, live: Live, sink: Sink) -> None:
        super().__init__(live, sink)
        self._turn = threading.RLock()

    def see(self, layout: Layout) -> Decisions:
        """As `LiveTable.see`."""
        with self._turn:
            return super().see(layout)

    def enter(self, event: LiveEvent) -> Decisions:
        """As `LiveTable.enter`."""
        with self._turn:
            return super().enter(event)


class RestingClock:
    """Seconds that don't pass while it rests.

    A recording that is paced by it waits while one of its frames is looked at: where a camera's table waits
    for nobody, nothing of a recording is missed by a slow computer.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changing = threading.Lock()
        self._rested = 0.0
        self._since: float | None = None

    def __call__(self) -> float:
        """How many seconds have passed."""
        with self._changing:
            return (self._clock() if self._since is None else self._since) - self._rested

    def rest(self) -> None:
        """Let no more seconds pass."""
        with self._changing:
            if self._since is None:
                self._since = self._clock()

    def go_on(self) -> None:
        """Let seconds pass again."""
        with self._changing:
            if self._since is not None:
                self._rested += self._clock() - self._since
                self._since = None


@dataclass(frozen=True, slots=True)
class Status:
    """How it stands with the watching: one word (`docs/watching.md`) and, where there is more, a sentence."""

    word: str = "looking"
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """The frame that was looked at last, and what it told."""

    frame: Frame
    glance: Glance


class WatchedTable:
    """A table and the thread that looks at it, from `start` to `stop`. Safe to use from many threads."""

    def __init__(
        self,
        table: SharedTable,
        watcher: Watcher,
        frames: NewestFrame,
        standpoint: Standpoint,
        keep: Callable[[Live], None],
        clock: RestingClock | None = None,
    ) -> None:
        """`keep` writes the record; it is called when something was decided. `clock` paces a recording."""
        self.table = table
        self.status = Status()
        self.sight: Sight | None = None
        self.version = 0
        """Another number each time that something of the table is another; not with each picture."""
        self._watcher = watcher
        self._frames = frames
        self._standpoint = standpoint
        self._keep = keep
        self._clock = clock or RestingClock()
        self._changed = threading.Condition()
        self._stopping = False
        self._of_camera = ""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin to look. Once only."""
        self._frames.start()
        self._thread.start()

    def stop(self) -> None:
        """Look no more: the thread has ended when this returns, whoever waits for news is let go."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._frames.close()
        if self._thread.ident is not None:
            self._thread.join()

    @property
    def stopped(self) -> bool:
        """True when it is not looked at any more, and never will be."""
        return self._stopping

    def enter(self, event: LiveEvent) -> Decisions:
        """A person did something. Raises what `LiveTable.enter` does."""
        said = self.table.enter(event)
        self._kept(said)
        self._tell()
        return said

    def news(self, version: int, picture: int, seconds: float) -> tuple[int, int]:
        """Wait at most `seconds` for another version or picture than these; gives those that are there."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopping or (self.version, self._picture) != (version, picture), seconds
            )
            return self.version, self._picture

    @property
    def _picture(self) -> int:
        return -1 if self.sight is None else self.sight.frame.sequence

    def _run(self) -> None:
        last = -1
        try:
            while not self._stopping:
                self._clock.go_on()
                frame, state = self._frames.after(last, _WAIT), self._frames.state
                self._clock.rest()
                if frame is not None:
                    last = frame.sequence
                    self._look(frame)
                elif state.phase is Phase.ENDED:
                    self._stand("ended", state.sentence)
                    return
                elif state.phase is Phase.CONNECTING:
                    self._stand("looking", state.sentence)
                elif state.phase is Phase.LOST:
                    self._stand("lost", state.sentence)
        finally:
            if self.status.word not in ("ended", "lost"):
                self._stand("stopped")

    def _look(self, frame: Frame) -> None:
        try:
            glance, said = self._watcher.look(frame)
        except PictureError as error:
            self._stand("unreadable", str(error))
            return
        except StoreError as error:  # the next look tells the same
            self._stand("not kept", str(error))
            return
        self.sight = Sight(frame, glance)
        if glance.motion is Motion.SETTLED and (sentence := self._standpoint.look(frame)):
            self._watcher.moved()
            self._of_camera = sentence
        elif glance.motion is Motion.MOVING:
            self._of_camera = ""
        self._stand(_WORDS[glance.motion], self._of_camera)
        self._kept(said)
        if said:
            self._tell()
        else:
            with self._changed:
                self._changed.notify_all()  # of the picture

    def _kept(self, said: Decisions) -> None:
        if said:
            try:
                self._keep(self.table.live)
            except (OSError, RecordError) as error:
                self._stand("not kept", str(error))

    def _stand(self, word: str, sentence: str = "") -> None:
        status = Status(word, sentence)
        if status != self.status:
            self.status = status
            self._tell()

    def _tell(self) -> None:
        with self._changed:
            self.version += 1
            self._changed.notify_all()
