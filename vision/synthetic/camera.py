"""A camera above the table: from millimetres on the table to pixels and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

FILM = 36.0
"""Millimetres of film along the picture's long side: the unit in which focal lengths are known."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera that looks at `target` (mm on the table) from `distance` mm away.

    The table's x runs to the right, y away from the photographer, z up. `tilt` (degrees) leans the camera
    back from straight above; `turn` (degrees, counter-clockwise seen from above) walks round the table;
    `focal` is in millimetres for 36 mm film, as phones state it.

    >>> Camera(width=1000, height=800, distance=1000).project([[0, 0, 0], [100, 0, 0]]).round(1).tolist()
    [[500.0, 400.0], [572.2, 400.0]]
    """

    width: int = 1600
    height: int = 1200
    distance: float = 600.0
    tilt: float = 0.0
    turn: float = 0.0
    target: tuple[float, float] = (0.0, 0.0)
    focal: float = 26.0

    @property
    def focal_pixels(self) -> float:
        """The focal length in pixels."""
        return self.focal / FILM * max(self.width, self.height)

    @property
    def axes(self) -> Points:
        """3 x 3: unit vectors along the picture's right, its down and the line of sight (table's frame)."""
        return _axes(self.tilt, self.turn)

    @property
    def position(self) -> Points:
        """Where the camera is: x, y, z in mm."""
        return np.asarray(np.array([*self.target, 0.0]) - self.distance * self.axes[2])

    @property
    def matrix(self) -> Points:
        """The 3 x 4 matrix that takes homogeneous (x, y, z, 1) in mm to homogeneous pixels."""
        return _matrix(self)

    def homography(self, z: float = 0.0) -> Points:
        """The 3 x 3 homography from (x, y) mm on the plane at height `z` to pixels."""
        matrix = self.matrix
        return np.asarray(np.stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * z + matrix[:, 3]], axis=1))

    def project(self, points: npt.ArrayLike) -> Points:
        """Pixels (N x 2) of `points` (N x 3, mm)."""
        points = np.asarray(points, dtype=float)
        pixels = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        return np.asarray(pixels[:, :2] / pixels[:, 2:])

    def unproject(self, pixels: npt.ArrayLike, z: float = 0.0) -> Points:
        """Points (N x 2, mm) of the plane at height `z` that show at `pixels` (N x 2)."""
        pixels = np.asarray(pixels, dtype=float)
        points = np.hstack([pixels, np.ones((len(pixels), 1))]) @ np.linalg.inv(self.homography(z)).T
        return np.asarray(points[:, :2] / points[:, 2:])

    def depth(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """How far before the camera (mm along the line of sight) `points` (N x 3) lie."""
        return np.asarray((np.asarray(points, dtype=float) - self.position) @ self.axes[2])

    def scaled(self, factor: int) -> Camera:
        """The same view with `factor` times as many pixels each way."""
        return replace(self, width=self.width * factor, height=self.height * factor)

    def framing(self, points: npt.ArrayLike, margin: float = 0.08) -> Camera:
        """This camera, moved so that `points` (N x 3, mm) just fit, a `margin` of the picture left free."""
        points = np.asarray(points, dtype=float)
        low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
        camera = replace(
            self, target=_pair((low + high) / 2), distance=float(np.ptp(points, axis=0).max()) + 60
        )
        free = np.array([self.width, self.height]) * (1 - 2 * margin)
        for _ in range(12):
            pixels = camera.project(points)
            middle = (pixels.min(axis=0) + pixels.max(axis=0)) / 2
            share = float((np.ptp(pixels, axis=0) / free).max())
            target = camera.unproject([middle])[0]
            camera = replace(camera, target=_pair(target), distance=max(camera.distance * share, 60.0))
        return camera


@lru_cache(maxsize=64)
def _axes(tilt: float, turn: float) -> Points:
    tilt, turn = np.radians(tilt), np.radians(turn)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    ahead = np.array([-np.sin(turn), np.cos(turn), 0.0])
    sight = np.sin(tilt) * ahead + np.array([0.0, 0.0, -np.cos(tilt)])
    axes = np.stack([right, np.cross(sight, right), sight])
    axes.setflags(write=False)
    return np.asarray(axes)


@lru_cache(maxsize=64)
def _matrix(camera: Camera) -> Points:
    focal = camera.focal_pixels
    lens = np.array([[focal, 0, camera.width / 2], [0, focal, camera.height / 2], [0, 0, 1]])
    matrix = lens @ np.hstack([camera.axes, -(camera.axes @ camera.position)[:, None]])
    matrix.setflags(write=False)
    return np.asarray(matrix)


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])
