"""Which of two solids hides the other, and the order in which to paint them: what is hidden comes first."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from vision.synthetic.camera import Camera, Points
from vision.synthetic.solids import Solid

_TOUCH = 1e-3
_SINK = 0.35
"""Millimetres by which outlines that touch may run into each other."""


def back_to_front(shown: Sequence[Solid], outlines: Sequence[Points], camera: Camera) -> list[int]:
    """The indices of `shown`, those that others hide first; `outlines` are their silhouettes in pixels.

    Solids are prisms that stand level, so two of them are parted by a level plane or by an upright one along
    a side of either: whichever lies on the camera's side of it can't be hidden by the other.
    """
    count = len(shown)
    eye = camera.position[:2]
    boxes = np.array([[*outline.min(axis=0), *outline.max(axis=0)] for outline in outlines]).reshape(-1, 4)
    over = boxes[:, None, :2] <= boxes[None, :, 2:]
    meet = over.all(axis=2) & over.all(axis=2).T
    later: list[list[int]] = [[] for _ in range(count)]
    waits = [0] * count
    for one, other in np.argwhere(np.triu(meet, 1)).tolist():
        hides = _hides(shown[one], shown[other], eye)
        first, second = (other, one) if hides else (one, other)
        later[first].append(second)
        waits[second] += 1
    return _sorted(shown, later, waits, eye)


def _sorted(shown: Sequence[Solid], later: list[list[int]], waits: list[int], eye: Points) -> list[int]:
    """The order that `later` asks for; of those that are free the lowest, flattest, farthest comes first.

    Three solids that hide each other in a ring have no order: the lowest and farthest is painted regardless.
    """
    rank = [
        (solid.base, not solid.flat, -float(np.hypot(solid.pose.x - eye[0], solid.pose.y - eye[1])), index)
        for index, solid in enumerate(shown)
    ]
    free = [rank[index] for index, wait in enumerate(waits) if wait == 0]
    heapify(free)
    left = set(range(len(shown)))
    order: list[int] = []
    while left:
        index = heappop(free)[-1] if free else min(rank[i] for i in left)[-1]
        if index not in left:
            continue
        left.remove(index)
        order.append(index)
        for following in later[index]:
            waits[following] -= 1
            if waits[following] == 0:
                heappush(free, rank[following])
    return order


def _hides(one: Solid, other: Solid, eye: Points) -> bool:
    """True when `one` may hide `other` from `eye` (x, y in mm), False when it is the other way round."""
    if one.base >= other.top - _TOUCH:
        return True
    if other.base >= one.top - _TOUCH:
        return False
    gap, near = _parted(one.outline, other.outline, eye)
    other_gap, other_near = _parted(other.outline, one.outline, eye)
    if max(gap, other_gap) > -_SINK:
        return not near if gap >= other_gap else other_near
    return (one.base, one.top) > (other.base, other.top)


def _parted(outline: Points, other: Points, eye: Points) -> tuple[float, bool]:
    """How far (mm) the best side of `outline` keeps `other` off, and whether `eye` is beyond that side."""
    edges = np.roll(outline, -1, axis=0) - outline
    outward = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    outward /= np.hypot(edges[:, 0], edges[:, 1])[:, None]
    starts = (outward * outline).sum(axis=1)
    gaps = (outward @ other.T).min(axis=1) - starts
    best = int(gaps.argmax())
    return float(gaps[best]), bool(outward[best] @ eye > starts[best])
