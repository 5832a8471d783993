"""Wrong codes can't be tried at speed."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from web.joining.attempts import ALL, EACH, WITHIN, Attempts, TooManyAttempts


class Clock:
    """A clock that is set by hand, in seconds."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attempts(clock: Clock) -> Attempts:
    return Attempts(clock)


def test_one_address_is_stopped_and_others_are_not(attempts: Attempts) -> None:
    for _ in range(EACH):
        attempts.begin("a")
    with pytest.raises(TooManyAttempts) as told:
        attempts.begin("a")
    assert told.value.seconds == WITHIN
    attempts.begin("b")


def test_all_together_are_stopped(attempts: Attempts) -> None:
    for number in range(ALL):
        attempts.begin(f"address {number}")
    with pytest.raises(TooManyAttempts):
        attempts.begin("one that never tried")


def test_a_stop_ends_and_trying_on_does_not_make_it_longer(attempts: Attempts, clock: Clock) -> None:
    for _ in range(EACH):
        attempts.begin("a")
        clock.now += 1
    for _ in range(100):
        with pytest.raises(TooManyAttempts):
            attempts.begin("a")
    clock.now = 1000.0 + WITHIN
    attempts.begin("a")
    with pytest.raises(TooManyAttempts) as told:
        attempts.begin("a")
    assert told.value.seconds == 1


def test_right_codes_do_not_count(attempts: Attempts) -> None:
    for _ in range(10 * ALL):
        attempts.was_right(attempts.begin("a"))
    attempts.begin("a")


def test_a_right_code_does_not_forgive_the_wrong_ones(attempts: Attempts) -> None:
    """Whoever has one game's code could else guess another's without end."""
    for _ in range(EACH):
        attempts.was_right(attempts.begin("a"))
        attempts.begin("a")
    with pytest.raises(TooManyAttempts):
        attempts.begin("a")


def test_many_at_once_are_no_way_around() -> None:
    attempts, together = Attempts(), Barrier(50)
    let_in: list[bool] = []

    def try_one() -> None:
        together.wait()
        try:
            attempts.begin("a")
            let_in.append(True)
        except TooManyAttempts:
            let_in.append(False)

    threads = [Thread(target=try_one) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert let_in.count(True) == EACH
