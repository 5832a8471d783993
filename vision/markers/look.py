"""What a marker looks like, learnt from one picture of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from vision.changes import Mask, small_colours
from vision.pipeline import Pixels
from vision.things import Thing

Lab = npt.NDArray[np.float32]

_DARKER = 0.4  # how much lightness counts beside colour: lamps change it
_UNLIKE = 24.0  # how far a colour may be off
_SMALLER, _LARGER = 0.4, 2.2  # shares of its area as it was learnt
_AROUND = 61  # pixels whose middle colour is the ground around a marker
_LEAST, _MOST = 8, 0.03  # pixels, and share of the picture, that a marker on a table covers
_CLEAR = 1.4  # times as much as the next best as the marker must stand out
_STRANGE = 8.0  # times the usual difference that a marker differs
_LEAST_STRANGE = 12.0
_BORDER = 0.06  # of a crop's sides that shows no marker


class MarkerError(ValueError):
    """A picture that shows no marker; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """A marker's colour (L, a and b as OpenCV counts them for floats), and its area (pixels) in pictures of
    `size` (width, height); None where it was learnt from a crop."""

    colour: tuple[float, float, float]
    area: float | None = None
    size: tuple[int, int] | None = None

    def fits(self, thing: Thing, tile_area: float, size: tuple[int, int] | None = None) -> bool:
        """Whether `thing` can be the marker; `tile_area` (pixels) and `size` are those of its picture."""
        light, a, b = _lab(np.array([[thing.colour]], np.float32))[0, 0]
        off = hypot(_DARKER * (light - self.colour[0]), a - self.colour[1], b - self.colour[2])
        if off > _UNLIKE:
            return False
        if self.area is None or size is None or size != self.size:
            return True
        return _SMALLER <= thing.area * tile_area / self.area <= _LARGER


def look_of(thing: Thing, tile_area: float, size: tuple[int, int]) -> MarkerLook:
    """The look of a marker that was seen on the table; `tile_area` (pixels) and `size` are its picture's."""
    light, a, b = _lab(np.array([[thing.colour]], np.float32))[0, 0]
    return MarkerLook((float(light), float(a), float(b)), thing.area * tile_area, size)


def off_look(look: MarkerLook, colours: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How far the colours of a picture (H x W x 3, levels) are off those of the marker."""
    return _off(_lab(colours), np.array(look.colour, np.float32))


def learn(picture: Pixels) -> MarkerLook:
    """The look of the marker in `picture`, which shows it alone on the table, or little besides it.

    Raises `MarkerError` where nothing stands out.
    """
    small = small_colours(picture)
    lab = _lab(small.astype(np.float32))
    height, width = lab.shape[:2]
    if min(height, width) > 2 * _AROUND:
        mask = _on_table(lab, small)
        if mask is not None:
            scale = picture.shape[0] * picture.shape[1] / (height * width)
            size = (picture.shape[1], picture.shape[0])
            return MarkerLook(_colour(lab, mask), float(np.count_nonzero(mask)) * scale, size)
    mask = _in_crop(lab)
    if mask is None:
        raise MarkerError(
            "The picture shows no marker: take one from above of the marker alone on the table, or cut it "
            "out with some table around it."
        )
    return MarkerLook(_colour(lab, mask))


def _lab(colours: npt.NDArray[np.float32]) -> Lab:
    """`colours` (blue, green, red, 0 to 255) as lightness (0 to 100), a and b."""
    return np.asarray(cv2.cvtColor(colours / np.float32(255), cv2.COLOR_BGR2LAB), np.float32)


def _off(lab: Lab, ground: Lab) -> npt.NDArray[np.float32]:
    light, a, b = cv2.split(np.asarray(lab - ground, np.float32))
    return np.asarray(np.sqrt((_DARKER * 2 * light) ** 2 + a**2 + b**2), np.float32)


def _on_table(lab: Lab, small: Pixels) -> Mask | None:
    """The one small thing on a table that stands out; None where none does."""
    ground = _lab(cv2.medianBlur(small, _AROUND).astype(np.float32))
    off = _off(lab, ground)
    usual = float(np.median(off))
    blobs = _blobs(off > max(_STRANGE * usual, _LEAST_STRANGE), _LEAST, _MOST * off.size)
    scores = sorted(((float(off[blob].sum()), number) for number, blob in enumerate(blobs)), reverse=True)
    if not scores or (len(scores) > 1 and scores[0][0] < _CLEAR * scores[1][0]):
        return None
    return blobs[scores[0][1]]


def _in_crop(lab: Lab) -> Mask | None:
    """What stands in the middle of a crop and is unlike its border; None for nothing."""
    height, width = lab.shape[:2]
    edge = max(1, round(_BORDER * min(height, width)))
    inner = np.zeros((height, width), np.bool_)
    inner[edge:-edge, edge:-edge] = True
    if not inner.any():
        return None
    border = lab[~inner]
    border = border[:: max(1, len(border) // 100)]
    off = np.min([_off(lab, np.broadcast_to(colour, lab.shape)) for colour in border], axis=0)
    blobs = _blobs((off > _LEAST_STRANGE) & inner, _LEAST, 0.9 * off.size)
    return max(blobs, key=np.count_nonzero, default=None)


def _blobs(mask: Mask, least: float, most: float) -> list[Mask]:
    """The connected parts of `mask` with so many pixels."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return [labels == label for label in range(1, count) if least <= stats[label, cv2.CC_STAT_AREA] <= most]


def _colour(lab: Lab, mask: Mask) -> tuple[float, float, float]:
    """The usual colour within `mask`, its edge left out where there is more."""
    inner = cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    light, a, b = np.median(lab[inner if inner.any() else mask], axis=0)
    return float(light), float(a), float(b)
