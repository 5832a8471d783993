"""Whether a table is still, and where it has changed since it was, told from small copies of its frames."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

import cv2
import numpy as np

from vision.changes import Change, Grey, Mask, compare, small_grey
from vision.pipeline import Pixels

ENOUGH = 3
"""Frames that are alike, after which the picture has settled."""

_AREA = 6  # pixels of the small picture: less is a speck
_NEAR = 9  # pixels between two changes that are one region
_MEASURED = 0.5  # pixels of the frame to which a shift is known
_ALL = 0.6  # share of the picture from which on all of it has changed


class Motion(StrEnum):
    """What a frame shows."""

    MOVING = "moving"
    NUDGED = "nudged"
    STILL = "still"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a frame, in its pixels, a little larger than what it is about."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one frame told.

    `moving` is where it differs from the frame before, when something moves; `still` how many frames up to
    this one are alike. On the frame with which the picture settles, `changed` is where it differs from the
    last settled picture, all of it the first time; () on any other. `shift` (x, y in pixels) is by how much
    the whole picture has moved: in a nudged frame since the frame before, where it settles since the last
    settled picture. `changed` is then what differs besides, and what came into sight at the border: all else
    is the same, so much further on.
    """

    motion: Motion
    still: int
    moving: tuple[Region, ...] = ()
    changed: tuple[Region, ...] = ()
    shift: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Settling:
    """What is remembered from frame to frame; the default is the beginning.

    `first` is the first of the frames that are alike, `settled` the last settled picture, both small; `size`
    is that of the frames (width, height).
    """

    size: tuple[int, int] = (0, 0)
    first: Grey | None = None
    still: int = 0
    settled: Grey | None = None


def step(state: Settling, pixels: Pixels, enough: int = ENOUGH) -> tuple[Settling, Sighting]:
    """Look at the next frame: what is remembered now, and what the frame told.

    The picture settles with the frame that is like the `enough` - 1 before it (`enough` is 2 or more). Each
    is compared with the first of them, so that a slow hand is seen too. A hand that lies still settles, and
    is a change. Frames of another size begin anew. Takes three milliseconds for 1920 x 1080.
    """
    now = small_grey(pixels)
    size = (pixels.shape[1], pixels.shape[0])
    if state.first is None or state.size != size:
        return Settling(size, now, 1), Sighting(Motion.STILL, 1)
    change = compare(state.first, now)
    if change.shift is not None:
        return replace(state, first=now, still=1), Sighting(
            Motion.NUDGED, 1, shift=_in_frame(change.shift, now, size)
        )
    moving = _regions(change.mask, size)
    if moving:
        return replace(state, first=now, still=1), Sighting(Motion.MOVING, 1, moving=moving)
    still = state.still + 1
    state = replace(state, still=still)
    if still < enough:
        return state, Sighting(Motion.STILL, still)
    if still > enough:
        return state, Sighting(Motion.SETTLED, still)
    if state.settled is None:
        return replace(state, settled=now), Sighting(Motion.SETTLED, still, changed=(Region(0, 0, *size),))
    since = compare(state.settled, now)
    shift = None if since.shift is None else _in_frame(since.shift, now, size)
    changed = _regions(since.mask, size)
    if shift is not None:
        changed += _strips(shift, size)
    settled = _renewed(state.settled, now, since) if changed or shift else state.settled
    return replace(state, settled=settled), Sighting(Motion.SETTLED, still, changed=changed, shift=shift)


def _renewed(settled: Grey, now: Grey, change: Change) -> Grey:
    """The settled picture of now. What did not change stays as it was: small moves must not add up unseen."""
    if change.shift is not None or change.mask.mean() >= _ALL:
        return now
    mask = cv2.dilate(change.mask.astype(np.uint8), np.ones((_NEAR, _NEAR), np.uint8))
    return np.where(mask > 0, now, np.clip(change.expected, 0, 255))


def _regions(mask: Mask, size: tuple[int, int]) -> tuple[Region, ...]:
    """Boxes around what differs, in pixels of the frame, from top to bottom; specks are left out."""
    if np.count_nonzero(mask) < _AREA:
        return ()
    width, height = size
    if mask.mean() >= _ALL:
        return (Region(0, 0, width, height),)
    differs = mask.astype(np.uint8)
    joined = cv2.dilate(differs, np.ones((_NEAR, _NEAR), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    areas = np.bincount(labels[mask], minlength=count)
    across, down = width / mask.shape[1], height / mask.shape[0]
    found = []
    for label in range(1, count):
        if areas[label] >= _AREA:
            left, top, wide, high = (int(number) for number in stats[label, :4])
            x, y = int(left * across), int(top * down)
            right, bottom = round((left + wide) * across), round((top + high) * down)
            found.append(Region(x, y, min(right, width) - x, min(bottom, height) - y))
    return tuple(sorted(found, key=lambda region: (region.top, region.left)))


def _strips(shift: tuple[float, float], size: tuple[int, int]) -> tuple[Region, ...]:
    """What a shift brought into sight: a strip at one or two borders."""
    (width, height), (x, y) = size, shift
    wide, high = (max(0, ceil(abs(by) - _MEASURED)) for by in shift)
    strips = (
        Region(0 if x > 0 else width - wide, 0, wide, height),
        Region(0, 0 if y > 0 else height - high, width, high),
    )
    return tuple(strip for strip in strips if min(strip.width, strip.height) > 0)


def _in_frame(shift: tuple[float, float], small: Grey, size: tuple[int, int]) -> tuple[float, float]:
    """A shift of the small picture in pixels of the frame."""
    return shift[0] * size[0] / small.shape[1], shift[1] * size[1] / small.shape[0]
