"""The reading thread: it keeps the newest frame, wakes who waits, and ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest
from pulled_sources import ENDED, LOST, Clock, Script, number_of

from vision.frames import newest
from vision.frames.frame import Mode
from vision.frames.link import Phase
from vision.frames.newest import NewestFrame
from vision.frames.source import Source, parse_source
from vision.frames.trouble import ReaderError, SourceError, Trouble
from vision.pipeline import Pixels

CAMERA = parse_source("0")
MODE = Mode(640, 480, 30)
LONG = 60.0  # seconds: nothing here takes as long, unless it hangs


class Fed(Script):
    """A camera that gives what is put into `feed`, when it is put there."""

    def __init__(self) -> None:
        super().__init__([0])
        self.feed: SimpleQueue[int | SourceError] = SimpleQueue()

    def advance(self) -> bool:
        self.frames = [self.feed.get(timeout=LONG)]
        return super().advance()


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def test_who_waits_gets_the_next_frame() -> None:
    camera = Fed()
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        assert reader.newest is None
        last = -1
        for number in (7, 8, 9):
            camera.feed.put(number)
            frame = reader.after(last, LONG)
            assert frame
            assert number_of(frame.pixels) == number
            last = frame.sequence
        assert reader.state.phase is Phase.LIVE
        assert reader.after(last, 0) is None, "there is none newer"
        newest = reader.after(0, LONG)
        assert newest
        assert number_of(newest.pixels) == 9, "the newest, not the next"
        camera.feed.put(ENDED)
    assert reader.state.phase is Phase.ENDED
    assert camera.open == 0


def test_the_frames_that_nobody_took_are_gone() -> None:
    camera = Script([*range(1, 100), ENDED])
    with NewestFrame(CAMERA, MODE, clock=camera.clock, opener=camera) as reader:
        while reader.state.phase is not Phase.ENDED:
            reader.after(98, LONG)
        frame = reader.newest
    assert frame
    assert (number_of(frame.pixels), frame.sequence) == (99, 98)


def test_the_end_wakes_who_waits() -> None:
    camera = Fed()
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        camera.feed.put(ENDED)
        assert reader.after(-1, LONG) is None
        assert reader.state.phase is Phase.ENDED


def test_closing_wakes_who_waits_and_who_is_paused() -> None:
    """The thread waits half a second after a loss: closing does not wait for that."""
    lost = threading.Event()
    camera = Script([1, LOST], openings=[True, LOST])
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        waiting = threading.Thread(target=lambda: (reader.after(99, LONG), lost.set()))
        waiting.start()
    assert lost.wait(LONG)
    waiting.join()
    assert (reader.state.phase, camera.open) == (Phase.ENDED, 0)


def test_a_source_that_is_away_is_tried_again_after_the_time_said() -> None:
    clock, waited, enough = Clock(), [], threading.Event()

    def wait(seconds: float) -> None:
        waited.append(seconds)
        clock.wait(seconds)
        if len(waited) == 6:
            enough.set()

    camera = Script([1], openings=[LOST])
    with NewestFrame(CAMERA, MODE, clock=clock, wait=wait, opener=camera):
        assert enough.wait(LONG)
    assert waited[:6] == [0.5, 1, 2, 4, 5, 5]


def test_what_is_never_started_can_be_closed() -> None:
    camera = Script([1])
    reader = NewestFrame(CAMERA, MODE, opener=camera)
    reader.close()
    assert camera.opened == 0
    assert (reader.state.phase, reader.state.sentence) == (Phase.ENDED, "Camera 0 is no longer read.")
    assert reader.after(-1, LONG) is None


def test_what_was_read_is_not_started_again() -> None:
    reader = NewestFrame(CAMERA, MODE, opener=Script([1]))
    with reader, pytest.raises(ReaderError, match="make another reader"):
        reader.start()
    with pytest.raises(ReaderError, match="make another reader"):
        reader.start()
    closed = NewestFrame(CAMERA, MODE, opener=Script([1]))
    closed.close()
    with pytest.raises(ReaderError, match="make another reader"), closed:
        pass


@pytest.mark.parametrize("most", [0, 0.0, -1, -0.5, float("nan"), float("-inf")])
def test_no_frames_a_second_can_not_be_asked_for(most: float) -> None:
    with pytest.raises(ValueError, match="give more than 0"):
        NewestFrame(CAMERA, MODE, most=most, opener=Script([1]))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(5, "Input/output error"), "Camera 0 can't be read (Input/output error): look whether"),
        (PermissionError(13, "Permission denied"), "Camera 0 can't be read (Permission denied): look"),
        (OSError(), "Camera 0 can't be read (the system refuses it): look"),
        (MemoryError(), "Camera 0 can't be read: there is too little memory"),
    ],
)
@pytest.mark.parametrize("where", ["opening", "advancing", "decoding"])
def test_what_the_system_refuses_is_told_and_tried_again(error: Exception, words: str, where: str) -> None:
    class Refused(Script):
        refusing = True

        def refuse(self, place: str) -> None:
            if self.refusing and place == where:
                raise error

        def __call__(self, source: Source, asked: Mode, start: int = 0) -> Script:
            self.refuse("opening")
            return super().__call__(source, asked, start)

        def advance(self) -> bool:
            self.refuse("advancing")
            return super().advance()

        def pixels(self) -> Pixels | None:
            self.refuse("decoding")
            return super().pixels()

    camera, told = Refused([1]), []

    def wait(seconds: float) -> None:
        told.append((reader.state.phase, reader.state.sentence))
        camera.refusing = False

    reader = NewestFrame(CAMERA, MODE, wait=wait, opener=camera)
    with reader:
        assert reader.after(-1, LONG)
    assert told[0][0] is Phase.LOST
    assert told[0][1].startswith(words)
    assert told[0][1].endswith(".")
    assert camera.open == 0


def test_closing_twice_is_closing() -> None:
    camera = Script([1])
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        assert reader.after(-1, LONG)
        reader.close()
        assert camera.open == 0
    assert reader.state.phase is Phase.ENDED


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_the_program_does_not_leave_anybody_waiting() -> None:
    class Faulty(Script):
        def pixels(self) -> Pixels | None:
            raise ZeroDivisionError

    camera = Faulty([1])
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        assert reader.after(-1, LONG) is None
    assert (reader.state.phase, reader.state.trouble, camera.open) == (Phase.ENDED, Trouble.FAULT, 0)
    assert reader.state.sentence.startswith("Camera 0 is no longer read, as this program made a mistake")


def test_the_source_is_opened_in_the_thread() -> None:
    """Opening an address may take seconds, for which no page should wait."""
    opened_by = []

    class Slow(Script):
        def __call__(self, source: Source, asked: Mode, start: int = 0) -> Script:
            opened_by.append(threading.current_thread())
            return super().__call__(source, asked, start)

    with NewestFrame(CAMERA, MODE, opener=Slow([1])) as reader:
        assert reader.after(-1, LONG)
    assert [thread.name for thread in opened_by] == ["frames of camera 0"]


def test_closing_does_not_wait_for_a_source_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenCV can't be interrupted: the thread ends when its time limit does, here when the test says so."""
    monkeypatch.setattr(newest, "_GRACE", 0.0)
    camera = Fed()
    with NewestFrame(CAMERA, MODE, opener=camera) as reader:
        camera.feed.put(1)
        assert reader.after(-1, LONG)
    (thread,) = (one for one in threading.enumerate() if one.name == "frames of camera 0")
    assert reader.after(0, LONG) is None, "nobody waits for it"
    camera.feed.put(2)
    thread.join(LONG)
    assert (reader.state.phase, camera.open) == (Phase.ENDED, 0)
