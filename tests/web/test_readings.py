"""A photo is read behind the gate: two at once, each by a reader of its own."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock, get_ident

import pytest
from PIL import Image

from referee import DominoSet
from vision.decode import PictureError
from vision.pipeline import Pixels
from vision.reading import Reading
from web.photos.reading import read_photo
from web.station import Station

_READING = Reading(8, 6, (), review=False, notices=(), reader="test-1")


def _jpeg() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (80, 60), (40, 90, 60)).save(file, "JPEG")
    return file.getvalue()


class _SlowReader:
    """Reads until it is let go, and notes when two use it at once."""

    def __init__(self, go: Event, inside: list[_SlowReader], lock: Lock, two: Event) -> None:
        self.go, self.inside, self.lock, self.two = go, inside, lock, two
        self.most = 0

    def read(self, picture: Pixels, domino_set: DominoSet | None = None) -> Reading:
        with self.lock:
            self.inside.append(self)
            self.most = max(self.most, self.inside.count(self))
            if len(self.inside) == 2:
                self.two.set()
        assert self.go.wait(30)
        with self.lock:
            self.inside.remove(self)
        return _READING


def test_two_are_read_at_once_and_the_others_after_them(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, two, lock = Event(), Event(), Lock()
    inside: list[_SlowReader] = []
    made: list[_SlowReader] = []

    def make() -> _SlowReader:
        made.append(_SlowReader(go, inside, lock, two))
        return made[-1]

    monkeypatch.setattr("web.photos.reading.default_reader", make)
    jpeg = _jpeg()
    with ThreadPoolExecutor(5) as pool:
        answers = [pool.submit(read_photo, station, jpeg, None) for _ in range(5)]
        assert two.wait(30)
        assert station.gate.busy == 2
        assert len(inside) == 2
        assert not any(answer.done() for answer in answers)
        go.set()
        assert [answer.result(30)[0] for answer in answers] == [_READING] * 5
    assert len(made) == 2
    assert [reader.most for reader in made] == [1, 1]
    assert (station.gate.busy, station.gate.waiting) == (0, 0)


@pytest.mark.parametrize("sent", [b"", b"a text file", _jpeg()[:100]])
def test_a_file_that_is_no_picture_frees_its_place(station: Station, sent: bytes) -> None:
    for _ in range(3):
        with pytest.raises(PictureError):
            read_photo(station, sent, DominoSet(6))
    assert (station.gate.busy, station.gate.waiting) == (0, 0)


def test_a_reader_that_fails_frees_its_place(station: Station, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def read(self, picture: Pixels, domino_set: DominoSet | None = None) -> Reading:
            raise RuntimeError("a fault of the program")

    monkeypatch.setattr("web.photos.reading.default_reader", Failing)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            read_photo(station, _jpeg(), None)
    assert (station.gate.busy, station.gate.waiting) == (0, 0)


def test_however_many_phones_send_photos_two_threads_read_them(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory that a thread has given back stays with it: fourteen small photos kept 700 MB."""
    threads = set()

    class Noting:
        def read(self, picture: Pixels, domino_set: DominoSet | None = None) -> Reading:
            threads.add(get_ident())
            return _READING

    monkeypatch.setattr("web.photos.reading.default_reader", Noting)
    all_there = Barrier(8)

    def send() -> None:
        all_there.wait(30)
        read_photo(station, _jpeg(), None)

    with ThreadPoolExecutor(8) as pool:
        for sent in [pool.submit(send) for _ in range(8)]:
            sent.result(30)
    assert 1 <= len(threads) <= 2
