"""How long reading takes, as ratios to well-known work on the same picture in the same run."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee import DominoSet, Setup
from referee.umpire import step as judge
from referee.umpire import watch_round
from vision.bench import stages
from vision.decode import decode
from vision.eye import Eye, Memory, look
from vision.frames.frame import Frame
from vision.pipeline import Reader

COUNTS = (10, 20, 40, 80)
"""Tiles in the pictures that show how time grows."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """Our work against other work: milliseconds, medians of `rounds` rounds, taken in turns.

    `bar` is the most that the ratio may be, None where nothing is asked.
    """

    name: str
    against: str
    ours: float
    theirs: float
    rounds: int
    bar: float | None = None

    @property
    def value(self) -> float:
        """How many times as long ours takes."""
        return self.ours / self.theirs if self.theirs > 0 else math.inf


def ratios(reader: Reader, rounds: int) -> tuple[Ratio, ...]:
    """Measure `reader` on pictures of our own making: a photo of a hand and a frame of a table."""
    data = stages.jpeg(stages.hand_of_15())
    file, frame = np.frombuffer(data, np.uint8), stages.table_of_40()
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    photo = f"a 4000 x 3000 JPEG of {len(data) / 1e6:.1f} MB with 15 tiles"
    decoded, marked = "`cv2.imdecode`", "`cv2.aruco.ArucoDetector.detectMarkers`"
    whole, decoding, theirs = medians(
        (
            lambda: reader.read(decode(data)),
            lambda: decode(data),
            lambda: cv2.imdecode(file, cv2.IMREAD_COLOR),
        ),
        rounds,
    )
    reading, detecting = medians((lambda: reader.read(frame), lambda: detector.detectMarkers(frame)), rounds)
    return (
        Ratio(f"decode and read {photo}", decoded, whole, theirs, rounds, bar=6),
        Ratio("only decode it", decoded, decoding, theirs, rounds),
        Ratio("read a 1920 x 1080 table with 40 tiles", marked, reading, detecting, rounds, bar=12),
    )


def watching(reader: Reader, rounds: int) -> tuple[Ratio, ...]:
    """Measure what a live table costs: the frame that tells a laid tile, and one of an idle table."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    before, after = stages.a_play()
    eye = Eye(reader, DominoSet(12), 12)
    memory, watch = Memory(), watch_round(Setup(("A", "B"), DominoSet(12), "hub"))
    for number in range(20):  # until all that lies there was read
        memory, glance = look(eye, memory, Frame(before, number / 5, number))
        if glance.layout is not None:
            watch, _ = judge(watch, glance.layout)
    idle = memory
    for number in (20, 21):
        memory, _ = look(eye, memory, Frame(after, number / 5, number))

    def third() -> None:
        _, glance = look(eye, memory, Frame(after, 22 / 5, 22))
        if glance.layout is None:
            raise ValueError("The laid tile was not read.")
        judge(watch, glance.layout)

    laid, theirs = medians((third, lambda: detector.detectMarkers(after)), rounds)
    still, same = medians(
        (lambda: look(eye, idle, Frame(before, 4, 20)), lambda: detector.detectMarkers(before)), rounds
    )
    marked = "`cv2.aruco.ArucoDetector.detectMarkers`"
    return (
        Ratio("see and judge a laid tile, at the third frame that is alike", marked, laid, theirs, rounds),
        Ratio("a frame of an idle table", marked, still, same, rounds),
    )


def by_number(reader: Reader, rounds: int) -> Mapping[int, float]:
    """Milliseconds to read 1920 x 1080 pixels with so many tiles, all of one size."""
    works = [lambda picture=picture: reader.read(picture) for picture in stages.rows(COUNTS)]
    return dict(zip(COUNTS, medians(works, rounds), strict=True))


def growth(times: Mapping[int, float], rounds: int) -> Ratio:
    """What a further tile costs among many against what it costs among few: 1 is linear, more is worse."""
    first, *_, middle, last = sorted(times)
    few = (times[middle] - times[first]) / (middle - first)
    many = (times[last] - times[middle]) / (last - middle)
    return Ratio(
        f"each tile from {middle} to {last}", f"each from {first} to {middle}", many, few, rounds, bar=1
    )


def medians(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Milliseconds of each of `works`, done in turns, after one round that is not counted."""
    taken: list[list[float]] = [[] for _ in works]
    for number in range(rounds + 1):
        for work, times in zip(works, taken, strict=True):
            started = time.perf_counter()
            work()
            if number:
                times.append((time.perf_counter() - started) * 1e3)
    return [statistics.median(times) for times in taken]
