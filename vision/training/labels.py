"""What there is to learn from a scene: outlines, values and how much of each tile shows, quickly."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.camera import Camera, Points
from vision.synthetic.faces import spots
from vision.synthetic.prints import prints
from vision.synthetic.scene import Drawing, Scene
from vision.synthetic.solids import Solid, face_corners, silhouette, solids

_FINE = 2
"""The map of what hides what has this many times the picture's pixels each way."""


@dataclass(frozen=True, eq=False, slots=True)
class Label:
    """One tile of a painted picture.

    `corners` (4 x 2 pixels, from the edge of the first pixel) as in `vision.reading.Corners`; `shown` is the
    share of each half that is in the picture and uncovered; `pips` are the middles of both halves' pips
    (N x 2), None where a tile has numerals instead. One that is only `printed` on something is no tile.
    """

    corners: Points
    values: tuple[int, int]
    face_up: bool
    printed: bool
    shown: tuple[float, float]
    pips: Points | None

    @property
    def seen(self) -> float:
        """The share of the whole face that shows."""
        return sum(self.shown) / 2


def labels(scene: Scene) -> tuple[Label, ...]:
    """The tiles of `scene` of which something shows, in its order, then dominoes that are only printed."""
    everything, camera = solids(scene), scene.camera
    top_of = {id(solid): number + 1 for number, solid in enumerate(everything)}
    on_top = np.zeros((camera.height * _FINE, camera.width * _FINE), np.uint16)
    # Like the painter: of one height, first all sides, then all tops, which never hide each other.
    for _, level in groupby(sorted(everything, key=lambda one: one.top), key=lambda one: round(one.top, 3)):
        same_height = list(level)
        for solid in same_height:
            _draw(on_top, silhouette(solid, camera), 0)
        for solid in same_height:
            _draw(on_top, camera.project(solid.ring(solid.top)), top_of[id(solid)])
    found = []
    for number, tile in enumerate(scene.tiles, start=1):
        look = scene.look_of(tile)
        corners = camera.project(face_corners(tile, look))
        if not _near(corners, camera):
            continue
        shown = _shown(on_top, corners, number)
        if max(shown) <= 0:
            continue
        pips = _pips(scene, everything[number - 1])
        found.append(Label(corners, tile.values, tile.face_up, False, shown, pips))
    for number, solid in enumerate(everything, start=1):
        if solid.drawing is not None and solid.drawing.kind == "dominoes":
            found += _printed(on_top, solid, solid.drawing, number, camera)
    return tuple(found)


def _printed(
    on_top: npt.NDArray[np.uint16], solid: Solid, drawing: Drawing, number: int, camera: Camera
) -> list[Label]:
    """The dominoes printed on `solid`; one that another is printed over counts as covered."""
    low, high = solid.box
    found, later = [], np.zeros((0, 4, 2))
    for one in reversed(prints(drawing.seed, float(high[0] - low[0]), float(high[1] - low[1]))):
        flat = one.corners * (1, -1) + (low[0], high[1])
        corners = camera.project(np.hstack([solid.pose.place(flat), np.full((4, 1), solid.top)]))
        if _near(corners, camera):
            shown = _shown(on_top, corners, number)
            clear = not any(_meet(corners, other) for other in later)
            if max(shown) > 0 and clear:
                found.append(Label(corners, one.values, True, True, shown, None))
        later = np.concatenate([later, corners[None]])
    return found


def _meet(one: Points, other: Points) -> bool:
    common, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(common > 0.02 * cv2.contourArea(one.astype(np.float32)))


def _near(corners: Points, camera: Camera) -> bool:
    """Whether some of the outline is in the picture; one that reaches far is nearly behind the camera."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    size = np.array([camera.width, camera.height])
    return bool((high > 0).all() and (low < size).all() and (high - low < 4 * size).all())


def _draw(on_top: npt.NDArray[np.uint16], polygon: Points, number: int) -> None:
    cv2.fillConvexPoly(on_top, np.rint((polygon * _FINE - 0.5) * 16).astype(np.int32), number, cv2.LINE_8, 4)


def _shown(on_top: npt.NDArray[np.uint16], corners: Points, number: int) -> tuple[float, float]:
    """The share of each half that shows; what lies outside the picture does not."""
    middle = (corners[[0, 1]] + corners[[3, 2]]) / 2
    shares = []
    for half in (np.vstack([corners[:2], middle[::-1]]), np.vstack([middle, corners[2:]])):
        # A little inside the outline, where rounded corners and rounding to pixels don't count.
        inner = half.mean(axis=0) + 0.86 * (half - half.mean(axis=0))
        low = np.floor(inner.min(axis=0) * _FINE).astype(int)
        size = np.ceil(inner.max(axis=0) * _FINE).astype(int) - low + 1
        mask = np.zeros((size[1], size[0]), np.uint16)
        _draw(mask, inner - low / _FINE, 1)
        left, top = np.maximum(-low, 0)
        high = np.maximum(low + size, 0)
        window = on_top[max(low[1], 0) : high[1], max(low[0], 0) : high[0]]
        part = mask[top : top + window.shape[0], left : left + window.shape[1]]
        seen = int(((window == number) & (part > 0)).sum())
        shares.append(seen / max(int((mask > 0).sum()), 1))
    return shares[0], shares[1]


def _pips(scene: Scene, solid: Solid) -> Points | None:
    """Where the pips of a tile are in the picture (N x 2)."""
    tile = solid.tile
    if tile is None or not tile.face_up:
        return np.zeros((0, 2))
    look = scene.look_of(tile)
    if look.marks != "pips":
        return None
    places = np.array([(spot.x, spot.y) for spot in spots(tile.values, look)]).reshape(-1, 2)
    if not len(places):
        return np.zeros((0, 2))
    placed = tile.pose.place((places - (look.length / 2, look.width / 2)) * (1, -1))
    return scene.camera.project(np.hstack([placed, np.full((len(placed), 1), solid.top)]))
