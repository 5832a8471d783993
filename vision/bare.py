"""Whether a place where a tile was shows nothing but bare table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.changes import Colours, Mask
from vision.geometry import centre, outline_area
from vision.ground import KNOWN, USABLE, View, face, filled, grown, in_shadow, like, part, tile_length, zones
from vision.reading import Corners
from vision.tops import resembles, top_of

_INNER = 0.8  # of a place's outline: corners are not quite right
_SHOWN = 0.35  # of a place that must show
_STRANGE = 0.1  # of what shows that may be no ground
_SOFT = 0.5  # share of light that a neighbour's shadow leaves on a place
_LIT, _SHADES = (np.float32(1),), tuple(map(np.float32, (1, 0.85, 0.7, 0.55)))  # of light, by neighbours
_NEAR = 0.7  # lengths of a tile around a place whose ground is like it
_CLEAR = 0.8  # of the ground around an unseen place that must be bare
_SOME, _SAMPLE = 0.2, 200  # share of the table's ground that must be known, colours of it that are looked at
_FEW = 0.3  # of a place's area: less ground around tells nothing


def in_sight(seen: View, corners: Corners, tiles: Sequence[Corners] = ()) -> bool:
    """Whether the place within `corners` (pixels), where a tile was, shows nothing but bare table.

    `tiles` are the outlines of those that the picture shows: what lies under one of them is not asked, and
    their shadows are no things. A place whose ground was never seen is compared with the ground around, which
    must be bare too, or, where there is next to none amid other tiles, with the whole table's. A place that
    still looks like the tile is not bare. Doubt means False.
    """
    length = tile_length(seen, [corners])
    here = part(seen, corners, 2 * _NEAR * length)
    if not here.differs.size:
        return False
    inner = _shrunk(corners, _INNER)
    place = filled(here, [inner])
    over, near = zones(here, tiles)
    shown = place & ~over
    if (
        not shown.any()
        or np.count_nonzero(shown) < _SHOWN * outline_area(inner) * seen.scale[0] * seen.scale[1]
    ):
        return False
    bare = ~here.differs | in_shadow(here, here.differs & near, _SOFT)
    known = shown & (here.ground.same >= KNOWN)
    unseen = shown & ~known
    strange = np.count_nonzero(known & ~bare)
    if unseen.any():
        beside = grown(filled(here, [corners]), _NEAR * length) & ~over & (here.ground.same >= USABLE)
        enough = np.count_nonzero(beside) >= _FEW * np.count_nonzero(place)
        around = _ground_around(here, beside, bare) if enough else _ground_anywhere(seen)
        if around is None:
            return False
        for where, shades in ((unseen & ~near, _LIT), (unseen & near, _SHADES)):
            if where.any():
                fits = like(np.concatenate([around * shade for shade in shades]), here.now[where])
                strange += round(float((~fits).mean()) * np.count_nonzero(where))
    if strange > _STRANGE * np.count_nonzero(shown):
        return False
    top = top_of(seen.ground.tops, corners)
    return top is None or not resembles(top, face(seen, corners))


def _ground_around(here: View, near: Mask, bare: Mask) -> Colours | None:
    """The colours of the ground `near` an unseen place; None where it is not bare."""
    shown = near & bare
    if np.count_nonzero(shown) < _CLEAR * np.count_nonzero(near):
        return None
    return here.now[shown]


def _ground_anywhere(seen: View) -> Colours | None:
    """Colours of the whole table's bare ground, for a place amid tiles; None where little of it is known."""
    bare = (seen.ground.same >= KNOWN) & ~seen.differs
    if bare.mean() < _SOME:
        return None
    colours = seen.now[bare]
    return np.asarray(colours[:: max(1, len(colours) // _SAMPLE)], np.float32)


def _shrunk(corners: Corners, by: float) -> Corners:
    x, y = centre(corners)
    a, b, c, d = ((x + by * (u - x), y + by * (v - y)) for u, v in corners)
    return a, b, c, d
