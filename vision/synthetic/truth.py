"""What is to be read in a picture, from the scene alone: no pixel is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.synthetic.camera import Camera, Points
from vision.synthetic.faces import spots
from vision.synthetic.look import Look
from vision.synthetic.scene import PlacedTile, Scene
from vision.synthetic.solids import Solid, face_corners, hull, inside, solids

SEEN = 0.02
"""The least share of a face that must show for the tile to count as in the picture."""

_WHOLE = 0.995
_READABLE = 0.6
_DIFFICULTY = {"separate": "easy", "touching": "easy", "train": "medium", "table": "hard", "pile": "hard"}


@dataclass(frozen=True, eq=False, slots=True)
class TileView:
    """How one tile shows in the picture.

    `corners` (4 x 2 pixels, clockwise as seen, the first two the short edge of the first value's half) are
    those of the flat rectangle round its upper face; `shown` is the share of it that is in the picture and
    uncovered; `readable` says that all pips show and most of both halves.
    """

    tile: PlacedTile
    corners: Points
    shown: float
    readable: bool

    @property
    def whole(self) -> bool:
        """True when the whole face shows."""
        return self.shown >= _WHOLE


def views(scene: Scene) -> tuple[TileView, ...]:
    """How each tile of `scene` shows, in the scene's order."""
    everything = solids(scene)
    return tuple(
        _view(tile, scene.look_of(tile), everything[:index] + everything[index + 1 :], scene.camera)
        for index, tile in enumerate(scene.tiles)
    )


def _view(tile: PlacedTile, look: Look, others: list[Solid], camera: Camera) -> TileView:
    x, y = np.meshgrid(np.linspace(0, look.length, 61), np.linspace(0, look.width, 31))
    grid = np.stack([x.ravel(), y.ravel()], axis=1)
    shows = _showing(grid, tile, look, others, camera)
    left = grid[:, 0] < look.length / 2
    readable = min(float(shows[left].mean()), float(shows[~left].mean())) >= _READABLE
    pips = spots(tile.values, look)
    if pips:
        steps = np.arange(8) * np.pi / 4
        rings = [(s.x + s.radius * np.cos(steps), s.y + s.radius * np.sin(steps)) for s in pips]
        points = np.concatenate([np.stack(ring, axis=1) for ring in rings])
        readable = readable and bool(_showing(points, tile, look, others, camera).all())
    corners = camera.project(face_corners(tile, look))
    return TileView(tile, corners, float(shows.mean()), readable and tile.face_up)


def _showing(points: Points, tile: PlacedTile, look: Look, others: list[Solid], camera: Camera) -> np.ndarray:
    """Which `points` (N x 2, mm from the left upper corner of the face) the camera sees."""
    height = tile.base + look.thickness
    placed = tile.pose.place((points - (look.length / 2, look.width / 2)) * (1, -1))
    pixels = camera.project(np.hstack([placed, np.full((len(placed), 1), height)]))
    shows = (pixels >= 0).all(axis=1) & (pixels <= (camera.width, camera.height)).all(axis=1)
    for other in others:
        if other.top > height + 1e-6:
            lowest = max(other.base, height)
            over = np.vstack([other.ring(lowest), other.ring(other.top)])
            shows &= ~inside(pixels, hull(camera.project(over)))
    return np.asarray(shows)


def record(scene: Scene, file: str, source: str = "painted") -> dict[str, Any]:
    """The truth of `scene`'s picture as plain JSON values, in the form that our test sets share.

    `tiles` are the whole face-up ones, values in the order of `corners` (pixels of the picture, to a tenth);
    `partial_tiles` those cut or covered that can still be read, `partial` how many are cut or covered in
    all; `face_down` counts the backs; `high` the halves above 6; `trains` (where there are any) are rows of
    [touching half, open half] outwards, the engine's row first; `markers` are pixels.
    """
    seen = [view for view in views(scene) if view.shown >= SEEN]
    up = [view for view in seen if view.tile.face_up]
    whole = [view for view in up if view.whole]
    partial = [view for view in up if not view.whole]
    values = [view.tile.values for view in whole]
    data: dict[str, Any] = {
        "file": file,
        "source": source,
        "certain": True,
        "tiles": [list(pair) for pair in values],
        "corners": [_rounded(view.corners) for view in whole],
        "partial_tiles": [list(view.tile.values) for view in partial if view.readable],
        "partial": len(partial),
        "face_down": len(seen) - len(up),
        "max_pips": scene.max_pips,
        "high": sum(value > 6 for pair in values for value in pair),
        "arrangement": scene.arrangement,
        "tile_colour": scene.look.colour_name,
        "pip_style": scene.look.pip_style,
        "background": scene.ground.kind,
        "tilt_degrees": round(scene.camera.tilt, 1),
        "tile_pixels": _tile_pixels(whole),
        "total_pips": sum(map(sum, values)),
        "markers": _markers(scene),
        "difficulty": _DIFFICULTY[scene.arrangement],
    }
    if scene.trains:
        data["trains"] = [[list(scene.tiles[index].values) for index in row] for row in scene.trains]
    return data


def _rounded(points: Points) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def _tile_pixels(whole: list[TileView]) -> int:
    """The middling length of the tiles in pixels."""
    if not whole:
        return 0
    lengths = [
        np.linalg.norm(v.corners[1] - v.corners[2]) + np.linalg.norm(v.corners[0] - v.corners[3])
        for v in whole
    ]
    return round(float(np.median(lengths)) / 2)


def _markers(scene: Scene) -> list[list[float]]:
    tops = [
        (thing.pose.x, thing.pose.y, thing.base + thing.height)
        for thing in scene.things
        if thing.kind == "marker"
    ]
    if not tops:
        return []
    pixels = scene.camera.project(tops)
    size = (scene.camera.width, scene.camera.height)
    return _rounded(pixels[((pixels >= 0) & (pixels < size)).all(axis=1)])
