"""What tiles look like from above with nothing on them, so that what lies on one shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import dist

import cv2
import numpy as np

from vision.changes import Colours, Mask, contrast
from vision.geometry import centre, rectify, sides
from vision.pipeline import Pixels
from vision.reading import Corners

HALF = 12
"""The side of a half in a cut, pixels."""

_STAYED = 0.35  # lengths by which a tile may be moved and still be the same
_SETTLING = 3  # readings in which a new tile's look is still taken anew: the hand is just leaving
_LEVELS = 14.0  # that a pixel may differ
_EDGE = 0.5  # share of the contrast around it that it may differ besides: outlines are never quite the same
_LEAST_LIGHT, _MOST_LIGHT = 0.9, 1.11  # by which a tile may be off the light of the table around it
_FOLLOWED = 0.2
_BODY = 40.0  # levels by which a colour may be off that of a tile's body
_BARER = 0.25  # share of a part that shows more of the body when nothing lies on it
_OTHER = 0.05  # share of a tile that something must cover

_PLAIN = 7.0  # spread of levels below which a face has no pattern to be known by
_COLOUR = 25.0  # levels that such a face may be off, in whatever light
_OTHER_COLOUR = 50.0  # levels that a face with a pattern may be off: by chance some ground has its pattern
_ALIKE = 0.5  # correlation of what shows the same pattern


@dataclass(frozen=True, eq=False, slots=True)
class Top:
    """A tile's upper face as it was last seen clean, laid straight (24 x 12 x 3), in the light of the
    ground's look; `corners` in pixels of the frame; how many `readings` showed it."""

    corners: Corners
    look: Colours
    readings: int = 1


def cut(small: Pixels, corners: Corners, scale: tuple[float, float]) -> Colours:
    """The tile with `corners` (pixels of the frame) in a small picture, `scale` times the frame's size."""
    place = (np.asarray(corners, np.float64) + 0.5) * scale - 0.5
    return rectify(small, place, HALF, 0).astype(np.float32)


def top_of(tops: Sequence[Top], corners: Corners) -> Top | None:
    """The tile of `tops` that lies there."""
    middle, reach = centre(corners), _STAYED * sides(corners)[1]
    nearest = min(tops, key=lambda top: dist(centre(top.corners), middle), default=None)
    return nearest if nearest is not None and dist(centre(nearest.corners), middle) <= reach else None


def covered_part(top: Top, seen: Colours) -> Mask:
    """Where on the tile (24 x 12) its cut shows something that lies on it; both in one light.

    Nothing where the face is seen clean now, and something lay there when it was learnt.
    """
    differs = _differing(top.look, seen)
    return np.zeros_like(differs) if _was_covered(top.look, seen, differs) else differs


def _differing(look: Colours, seen: Colours) -> Mask:
    light = np.median((seen + 1.0) / (look + 1.0), axis=(0, 1))
    light = np.clip(light, _LEAST_LIGHT, _MOST_LIGHT).astype(np.float32)
    off = np.abs(seen - look * light) - _LEVELS - _EDGE * contrast(look)
    differs = off.max(axis=2) > 0
    crowded = cv2.blur(differs.astype(np.float32), (3, 3)) > 0.5
    crowded[[0, -1]] = crowded[:, [0, -1]] = False
    return np.asarray(crowded, np.bool_)


def _was_covered(look: Colours, seen: Colours, differs: Mask) -> bool:
    """Whether it was not now but when the face was learnt that something lay where both differ.

    A bare part of a face has mostly the colour of its body.
    """
    if differs.mean() < _OTHER or differs.all():
        return False
    then, now = (
        float((np.abs(face - np.median(face[~differs], axis=0)).max(axis=2)[differs] < _BODY).mean())
        for face in (look, seen)
    )
    return now > then + _BARER


def resembles(top: Top, seen: Colours) -> bool:
    """Whether a cut may still show the tile: it has its colour, and its pattern as far as it has one."""
    off = np.abs(np.median(seen, axis=(0, 1)) - np.median(top.look, axis=(0, 1)))
    one, other = top.look.mean(axis=2), seen.mean(axis=2)
    if one.std() < _PLAIN:
        return bool(off.max() < _COLOUR)
    spread = max(float(one.std() * other.std()), 1e-6)
    alike = float(((one - one.mean()) * (other - other.mean())).mean()) > _ALIKE * spread
    return alike and bool(off.max() < _OTHER_COLOUR)


def seen_again(
    tops: Sequence[Top],
    tiles: Sequence[Corners],
    cuts: Sequence[Colours],
    covered: Collection[Corners] = (),
) -> tuple[Top, ...]:
    """The faces of the `tiles` that lie there, each as it was last seen clean; `cuts` are those of now.

    Those that are known to be `covered` show nothing new.
    """
    found = []
    for corners, seen in zip(tiles, cuts, strict=True):
        top = top_of(tops, corners)
        if corners in covered:
            found += [] if top is None else [Top(corners, top.look, top.readings)]
            continue
        if top is None:
            found.append(Top(corners, seen))
            continue
        differs = _differing(top.look, seen)
        if differs.mean() < _OTHER:
            look = top.look + np.float32(_FOLLOWED) * (seen - top.look)
            found.append(Top(corners, look, top.readings + 1))
        elif top.readings < _SETTLING or _was_covered(top.look, seen, differs):
            found.append(Top(corners, seen))
        else:
            found.append(Top(corners, top.look, top.readings))
    return tuple(found)
