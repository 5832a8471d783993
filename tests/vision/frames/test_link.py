"""How a source is kept open: what is told of it, when it is tried again, which frames are decoded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulled_sources import ENDED, LOST, Clock, Script, number_of

from vision.frames.frame import Mode
from vision.frames.link import PATIENCE, Link, Phase
from vision.frames.source import parse_source
from vision.frames.trouble import SourceError, Trouble
from vision.pipeline import Pixels

CAMERA = parse_source("0")
MODE = Mode(1920, 1080, 30)
AWAY = SourceError(Trouble.MISSING, "There is no camera 0: plug it in.")


def linked(script: Script, most: float | None = None, paced: bool = True) -> Link:
    return Link(CAMERA, MODE, most=most, paced=paced, clock=script.clock, opener=script)


def steps(link: Link, clock: Clock, count: int) -> list[float]:
    """Take `count` steps, wait as long as each asks, and give these times."""
    waited = []
    for _ in range(count):
        waited.append(link.step())
        clock.wait(waited[-1])
    return waited


def test_a_camera_is_looked_for_then_live_then_closed() -> None:
    script = Script([5, 6])
    link = linked(script)
    assert (link.state.phase, link.state.sentence) == (Phase.CONNECTING, "Looking for camera 0.")
    assert (link.state.asked, link.state.actual, link.newest) == (MODE, None, None)
    link.step()
    assert link.state.phase is Phase.CONNECTING, "no frame has come yet"
    link.step()
    assert (link.state.phase, link.state.sentence) == (Phase.LIVE, "Camera 0 is being read.")
    assert link.state.actual == Mode(64, 48, 30), "the size is that of the frame"
    assert link.newest
    assert (number_of(link.newest.pixels), link.newest.sequence, link.newest.time) == (5, 0, script.clock())
    script.clock.now += 0.25
    link.step()
    assert link.newest
    assert (number_of(link.newest.pixels), link.newest.sequence, link.newest.time) == (6, 1, script.clock())
    link.close()
    assert script.open == 0
    assert (link.state.phase, link.state.sentence) == (Phase.ENDED, "Camera 0 is no longer read.")
    link.step()
    assert script.opened == 1, "what is closed stays closed"


def test_a_lost_camera_comes_back_with_its_numbers_going_on() -> None:
    script = Script([1, 2, LOST, 3, 4], openings=[True, AWAY, AWAY, True])
    link, clock = linked(script), script.clock
    steps(link, clock, 3)
    gone = clock()
    assert steps(link, clock, 1) == [0.5]
    assert (link.state.phase, link.state.since, link.state.losses) == (Phase.LOST, gone, 1)
    assert (link.state.sentence, link.state.trouble) == (str(LOST), Trouble.LOST)
    assert link.newest, "the newest frame stays"
    assert script.open == 0
    assert steps(link, clock, 2) == [0.5, 1.0]
    assert (link.state.since, link.state.sentence) == (gone, str(AWAY)), "lost since it was lost"
    steps(link, clock, 2)
    assert (link.state.phase, link.state.losses, link.state.trouble) == (Phase.LIVE, 1, None)
    assert number_of(link.newest.pixels) == 3
    assert (link.newest.sequence, link.newest.time) == (2, clock())
    assert link.state.since == clock()


def test_tries_come_slower_and_slower_but_never_stop() -> None:
    script = Script([1], openings=[AWAY])
    link = linked(script)
    assert steps(link, script.clock, 8) == [0.5, 1, 2, 4, 5, 5, 5, 5]
    assert link.state.phase is Phase.LOST
    assert link.state.losses == 0, "what never gave a frame was not lost"
    script.openings = [True]
    assert steps(link, script.clock, 2) == [0, 0]
    assert link.state.phase is Phase.LIVE


def test_after_frames_came_it_is_tried_quickly_again() -> None:
    script = Script([1, LOST, 2, LOST], openings=[True, AWAY, AWAY, AWAY, True, AWAY])
    link = linked(script)
    assert steps(link, script.clock, 12)[2:] == [0.5, 0.5, 1, 2, 0, 0, 0.5, 0.5, 1, 2]


@pytest.mark.parametrize("frame", [None, "bad"])
def test_open_but_no_frame_is_a_failure(frame: int | str | None) -> None:
    script = Script([frame])
    link, clock = linked(script), script.clock
    begun = clock()
    while link.state.phase is Phase.CONNECTING:
        assert clock() - begun < 2 * PATIENCE
        steps(link, clock, 1)
    assert clock() - begun >= PATIENCE
    assert (link.state.phase, link.state.trouble, script.open) == (Phase.LOST, Trouble.NO_FRAME, 0)
    assert link.state.sentence.startswith("Camera 0 is there but gives no picture: close what else")


@pytest.mark.parametrize("frame", [None, "bad"])
def test_a_frame_that_fails_now_and_then_is_no_loss(frame: int | str | None) -> None:
    script = Script([1, *[frame] * 100, 2, *[frame] * 100, 3])
    link, clock = linked(script), script.clock
    while link.newest is None or number_of(link.newest.pixels) < 3:
        steps(link, clock, 1)
        assert link.state.phase in (Phase.CONNECTING, Phase.LIVE)
    assert script.opened == 1


def test_frames_that_are_not_wanted_are_signs_of_life() -> None:
    script = Script([*[1] * 80, None, 1], takes=0.1)
    link = linked(script, most=0.1)
    steps(link, script.clock, 90)
    assert (link.state.phase, script.decoded) == (Phase.LIVE, 1)


def test_a_camera_that_falls_silent_is_lost() -> None:
    script = Script([1, None], takes=3.0)
    link, clock = linked(script), script.clock
    steps(link, clock, 3)
    assert link.state.phase is Phase.LIVE
    steps(link, clock, 1)
    assert (link.state.phase, link.state.trouble) == (Phase.LOST, Trouble.NO_FRAME)


def test_something_stored_comes_at_its_own_rate_and_ends() -> None:
    script = Script([1, 2, 3, ENDED], rate=4)
    link, clock = linked(script), script.clock
    begun, seen = clock(), []
    while link.state.phase is not Phase.ENDED:
        before = link.newest
        steps(link, clock, 1)
        if link.newest is not before:
            seen.append(
                (number_of(link.newest.pixels), link.newest.time, link.newest.sequence, clock() - begun)
            )
    assert seen == [(1, 0, 0, 0), (2, 0.25, 1, 0.25), (3, 0.5, 2, 0.5)]
    assert (link.state.sentence, link.state.trouble, script.open) == (str(ENDED), Trouble.ENDED, 0)
    steps(link, clock, 5)
    assert script.opened == 1


def test_something_stored_goes_on_where_it_was_lost() -> None:
    script = Script([1, 2, LOST, 3, ENDED], openings=[True, AWAY, True], rate=4)
    link, clock = linked(script), script.clock
    times = []
    while link.state.phase is not Phase.ENDED:
        steps(link, clock, 1)
        if link.newest and (not times or link.newest.time != times[-1]):
            times.append(link.newest.time)
    assert times == [0, 0.25, 0.5]
    assert script.starts == [0, 2, 2]


def test_without_pacing_nothing_is_waited_for() -> None:
    script = Script([1, 2, 3, 4], rate=4)
    assert steps(linked(script, paced=False), script.clock, 4) == [0, 0, 0, 0]


UNREAD = SourceError(Trouble.UNREADABLE, "000001.jpg is damaged.")


def test_a_damaged_picture_is_tried_again_and_then_passed_over() -> None:
    class Damaged(Script):
        def pixels(self) -> Pixels | None:
            if self._now == "bad":
                raise UNREAD
            return super().pixels()

    script = Damaged([1, "bad", "bad", "bad", "bad", 3], rate=4)
    link, clock = linked(script), script.clock
    while not (link.newest and number_of(link.newest.pixels) == 3):
        steps(link, clock, 1)
        assert clock() < 1100
        if link.state.phase is Phase.LOST:
            assert link.state.sentence == str(UNREAD)
    assert script.starts == [0, 1, 1, 1, 2]
    assert link.newest.time == 0.5, "the next one's own time"


@pytest.mark.parametrize(
    ("rate", "most", "kept"),
    [
        (30, None, 30),
        (30, 100, 30),
        (30, 30, 30),
        (30, 10, 10),
        (30, 5, 5),
        (25, 10, 8.3),
        (10, 5, 5),
        (5, 10, 5),
    ],
)
@pytest.mark.parametrize("stored", [True, False])
def test_no_more_frames_are_decoded_than_wanted(
    rate: float, most: float | None, kept: int, stored: bool
) -> None:
    script = Script([1], rate=rate if stored else None, takes=0 if stored else 1 / rate)
    link = linked(script, most, paced=False)
    steps(link, script.clock, 1 + 10 * int(rate))
    assert script.decoded == pytest.approx(10 * kept, abs=3)
    assert link.newest.sequence > 10 * rate - 8, "frames that are not decoded count too"


def test_the_rate_of_a_camera_is_measured() -> None:
    script = Script([1], takes=0.1)
    link, clock = linked(script), script.clock
    steps(link, clock, 20)
    assert link.state.actual == Mode(64, 48, 30), "what it claims, as long as too few came"
    steps(link, clock, 20)
    assert link.state.actual == Mode(64, 48, 10)
    since = link.state.since
    script.takes = 0.05
    steps(link, clock, 40)
    assert link.state.actual == Mode(64, 48, 20)
    assert link.state.since == since


def test_time_without_a_camera_does_not_make_it_slow() -> None:
    script = Script([*[1] * 40, LOST, 2], takes=0.1)
    link, clock = linked(script), script.clock
    steps(link, clock, 42)
    for _ in range(60):
        steps(link, clock, 1)
        assert link.state.actual == Mode(64, 48, 10)
    assert link.state.losses == 1


ANSWERS = st.sampled_from([1, 2, None, "bad", LOST, AWAY])


@given(
    st.lists(ANSWERS, min_size=1, max_size=30),
    st.lists(st.sampled_from([True, AWAY, LOST]), min_size=1, max_size=10),
    st.sampled_from([None, 4.0]),
)
def test_whatever_happens_it_comes_back(
    frames: list[int | str | SourceError | None], openings: list[bool | SourceError], rate: float | None
) -> None:
    script = Script([*frames, 9], openings=[*openings, True], rate=rate)
    link, clock, last = linked(script), script.clock, -1
    for _ in range(2000):
        waited = steps(link, clock, 1)[0]
        assert 0 <= waited <= PATIENCE
        assert script.open == (link.state.phase in (Phase.LIVE, Phase.CONNECTING)) or script.open <= 1
        if link.newest:
            assert link.newest.sequence >= last
            last = link.newest.sequence
            if number_of(link.newest.pixels) == 9:
                break
    else:
        pytest.fail("it did not come back")
    assert link.state.phase is Phase.LIVE
    link.close()
    assert script.open == 0
