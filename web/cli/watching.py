"""A live table at a terminal: frames and typed lines in, what is decided out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from referee import RefereeError
from referee.columns import columns, to_left
from referee.drawing import draw_table
from referee.record import line_text, write
from referee.umpire import UmpireError, acts_of
from vision.eye import Glance
from vision.frames.frame import Frame
from vision.frames.link import Phase, State
from vision.frames.newest import NewestFrame
from vision.refusal import PictureError
from vision.settling import Motion
from web.cli.decisions import decision_rows
from web.cli.screen import Screen
from web.cli.typed import TypedLines
from web.live.commands import event_of
from web.live.entering import EntryError, entry_text
from web.live.fold import Decisions
from web.live.questions import open_questions
from web.live.standpoint import Standpoint
from web.live.table import LiveTable
from web.live.train_file import record_of
from web.live.watcher import Watcher
from web.store import StoreError

_WAIT = 0.1  # seconds for a frame, after which typed lines are looked at

_HELP = (
    ("{0}: pass", "what somebody did, as a record says it: draw, knock, 12-4@{0}, +{0}, hand {0} 4-9 …"),
    ("end {0}", "the turn of {0} is over"),
    ("2", "the second answer to the last question"),
    ("answer 3 2", "the same to question 3"),
    ("questions", "what is asked, with numbers"),
    ("acts", "the acts of this round, with numbers"),
    ("undo", "the last act did not happen"),
    ("out 7", "act 7 did not happen"),
    ("fix 7 {0}: pass", "this happened in place of act 7"),
    ("add 7 {0}: pass", "this happened before act 7"),
    ("row at 90 {0}", "the row “at 90” is the train of {0}"),
    ("round 2", "round 2 begins"),
    ("record", "the record so far"),
    ("table", "the table as it is known"),
    ("quit", "stop watching; all of it is kept"),
)
"""What can be typed, with the name of a player in place of {0}."""

_MOTIONS = {
    Motion.MOVING: ("moving", ""),
    Motion.NUDGED: ("moved", "The camera was moved: the tiles are looked for again."),
    Motion.STILL: ("still", ""),
    Motion.SETTLED: ("still", ""),
}


class Shown(Protocol):
    """Where people see the pictures."""

    def show(self, frame: Frame, glance: Glance) -> None:
        """Show `frame` with what was seen in it."""


class Session:
    """A table that is watched until its source has ended or somebody says `quit`. For one thread."""

    def __init__(
        self,
        table: LiveTable,
        watcher: Watcher,
        screen: Screen,
        keep: Callable[[], None],
        standpoint: Standpoint,
        window: Shown | None = None,
    ) -> None:
        """`keep` writes the record; it is called when something was decided."""
        self._table = table
        self._watcher = watcher
        self._screen = screen
        self._keep = keep
        self._standpoint = standpoint
        self._window = window

    def run(self, frames: NewestFrame, typed: TypedLines) -> State:
        """Watch, and give the state of the source at the end."""
        last = -1
        while True:
            for text in typed.waiting():
                self._screen.typed()
                if not self._obey(text):
                    return frames.state
            frame, state = frames.after(last, _WAIT), frames.state
            if frame is not None:
                last = frame.sequence
                self._look(frame)
            elif state.phase is Phase.ENDED:
                return state
            elif state.phase is Phase.CONNECTING:
                self._screen.status("looking", state.sentence)
            elif state.phase is Phase.LOST:
                self._screen.status("lost", state.sentence)

    def _look(self, frame: Frame) -> None:
        try:
            glance, said = self._watcher.look(frame)
        except PictureError as error:
            self._screen.status("unreadable", str(error))
            return
        except StoreError as error:  # the next look tells the same
            self._screen.status("not kept", str(error))
            return
        self._tell(said)
        self._screen.status(*_MOTIONS[glance.motion])
        if glance.motion is Motion.SETTLED and (sentence := self._standpoint.look(frame)):
            self._watcher.moved()
            self._screen.say([sentence])
        if self._window is not None:
            self._window.show(frame, glance)

    def _tell(self, said: Decisions) -> None:
        for decision in said:
            rows = decision_rows(decision, self._table.live.setup.rules)
            self._screen.say(rows, alarm=decision.verdict == "illegal")
        if said:
            self._keep()

    def _obey(self, text: str) -> bool:
        """Do what a typed line asks for; False where that is to stop."""
        word = text.strip()
        if word in ("quit", "exit"):
            return False
        if word in ("?", "help"):
            self._screen.say(self._help())
        elif word == "acts":
            self._screen.say(self._acts())
        elif word == "questions":
            self._screen.say(self.questions())
        elif word == "record":
            self._screen.say(write(record_of(self._table.live)).splitlines())
        elif word == "table":
            self._screen.say(draw_table(self._table.live.watch.story.state).splitlines())
        elif word:
            self._enter(word)
        return True

    def _enter(self, text: str) -> None:
        try:
            said = self._table.enter(event_of(text, self._table.live.watch))
        except (EntryError, UmpireError, RefereeError, StoreError) as error:
            self._screen.say([f"{error} (? for help)"])
            return
        if not said:
            self._screen.say(["That is noted; it changes nothing that was told."])
        self._tell(said)

    def _help(self) -> Iterator[str]:
        player = self._table.live.setup.players[-1]
        rows = [tuple(text.format(player) for text in row) for row in _HELP]
        width = max(columns(typed) for typed, _ in rows)
        yield from (f"{to_left(typed, width)}   {meaning}" for typed, meaning in rows)

    def _acts(self) -> Iterator[str]:
        for number, entry in enumerate(acts_of(self._table.live.watch), 1):
            yield f"{number:4}  {entry_text(entry.act)}"

    def questions(self) -> Iterator[str]:
        """What is asked and not answered yet."""
        watch = self._table.live.watch
        for number in open_questions(watch):
            question = watch.questions[number]
            yield f"{number + 1:4}  {question.text}"
            for place, choice in enumerate(question.choices, 1):
                yield f"{'':6}{place}: {choice.text}"

    def lines(self) -> Iterator[str]:
        """The record so far, for whoever comes back to the table."""
        yield from (line_text(line.line) for line in record_of(self._table.live).lines)
