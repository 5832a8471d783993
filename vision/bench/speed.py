"""How long reading takes, as ratios to well-known work on the same picture in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.decode import decode
from vision.pipeline import Pixels, Reader
from vision.synthetic import film, painter
from vision.synthetic.samples import samples
from vision.synthetic.scene import Scene
from vision.synthetic.solids import solids


@dataclass(frozen=True, slots=True)
class Ratio:
    """Our work against well-known work: medians in milliseconds of `rounds` rounds, taken in turns."""

    name: str
    against: str
    ours: float
    theirs: float
    rounds: int

    @property
    def value(self) -> float:
        """How many times as long ours takes."""
        return self.ours / self.theirs


def ratios(reader: Reader, rounds: int) -> tuple[Ratio, ...]:
    """Measure `reader` on pictures of our own making: a hand of 12 megapixels, a hand and a table of 2."""
    large = film.encode(picture("hand-06", 4000, 3000), samples_by_name()["hand-06"].film)
    hand, table = picture("hand-06", 1920, 1080), picture("table-02", 1920, 1080)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    data = np.frombuffer(large, np.uint8)

    def imdecode() -> object:
        return cv2.imdecode(data, cv2.IMREAD_COLOR)

    decoded, markers = "`cv2.imdecode` of it", "`cv2.aruco.ArucoDetector.detectMarkers` in it"
    return (
        in_turns("decode a 4000 x 3000 JPEG", decoded, lambda: decode(large), imdecode, rounds),
        in_turns(
            "decode and read a 4000 x 3000 JPEG of a hand",
            decoded,
            lambda: reader.read(decode(large)),
            imdecode,
            rounds,
        ),
        in_turns(
            "read 1920 x 1080 pixels of a hand",
            markers,
            lambda: reader.read(hand),
            lambda: detector.detectMarkers(hand),
            rounds,
        ),
        in_turns(
            "read 1920 x 1080 pixels of a table",
            markers,
            lambda: reader.read(table),
            lambda: detector.detectMarkers(table),
            rounds,
        ),
    )


def in_turns(
    name: str, against: str, ours: Callable[[], object], theirs: Callable[[], object], rounds: int
) -> Ratio:
    """Time both `rounds` times, one after the other, after one round that is not counted."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for work, taken in zip((ours, theirs), times, strict=True):
            started = time.perf_counter()
            work()
            if number:
                taken.append((time.perf_counter() - started) * 1e3)
    return Ratio(name, against, statistics.median(times[0]), statistics.median(times[1]), rounds)


def samples_by_name() -> dict[str, Scene]:
    """The scenes of the sample pictures."""
    return {sample.name: sample.scene for sample in samples()}


def picture(name: str, width: int, height: int) -> Pixels:
    """The sample picture `name`, painted with other sides (pixels) so that all of it is in view."""
    scene = samples_by_name()[name]
    points = np.concatenate([np.vstack([s.ring(s.base), s.ring(s.top)]) for s in solids(scene)])
    camera = replace(scene.camera, width=width, height=height).framing(points)
    return painter.paint(replace(scene, camera=camera), oversample=1)
