"""A camera's lens: what it does to straight lines, and how to undo that."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.rectangles import Points

_ROUNDS = 40  # of the search for where a point would be without distortion
_EXACT = 1e-9  # of the focal length: a step as small as that is the last
_SAME_SHAPE = 0.01  # share by which the ratio of a picture's sides may differ


@dataclass(frozen=True, slots=True)
class Lens:
    """The lens of a camera with square pixels, as it shows in pictures of `size` (width, height).

    `focal` and `centre` are in pixels; `distortion` is k1, k2 (along the radius) and p1, p2 (a lens that sits
    askew), the numbers of the same names in OpenCV. `error` is how far corners of the printed board are from
    where this lens puts them, `focal_error` the standard deviation of `focal` (pixels, both), as measured in
    so many `pictures`.
    """

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float]
    error: float
    focal_error: float
    pictures: int

    def ideal(self, pixels: npt.ArrayLike) -> Points:
        """Where a lens without distortion would show what this one shows at `pixels` (... x 2)."""
        seen = self._rays(pixels)
        rays = seen
        for _ in range(_ROUNDS):
            stretch, shift = self._bent(rays)
            before, rays = rays, (seen - shift) / stretch
            if not np.abs(rays - before).max(initial=0.0) > _EXACT:
                break
        return self._pixels(rays)

    def seen(self, ideal: npt.ArrayLike) -> Points:
        """Where this lens shows what one without distortion would show at `ideal` (... x 2, pixels)."""
        rays = self._rays(ideal)
        stretch, shift = self._bent(rays)
        return self._pixels(rays * stretch + shift)

    def scaled(self, size: tuple[int, int]) -> Lens:
        """The same lens in pictures of another `size` (width, height).

        Raises `CalibrationError` for pictures of another shape: who knows what was cut off.
        """
        width, height = self.size
        if abs(size[0] * height / (size[1] * width) - 1) > _SAME_SHAPE:
            raise CalibrationError(
                f"The lens was measured in pictures of {width} x {height}, and these have "
                f"{size[0]} x {size[1]} pixels: take all pictures with the same setting of the camera."
            )
        factor = size[0] / width
        x, y = (np.array(self.centre) + 0.5) * factor - 0.5
        return replace(
            self,
            size=size,
            focal=self.focal * factor,
            centre=(float(x), float(y)),
            error=self.error * factor,
            focal_error=self.focal_error * factor,
        )

    def _rays(self, pixels: npt.ArrayLike) -> Points:
        return np.asarray((np.asarray(pixels, np.float64) - self.centre) / self.focal)

    def _pixels(self, rays: Points) -> Points:
        return np.asarray(rays * self.focal + self.centre)

    def _bent(self, rays: Points) -> tuple[Points, Points]:
        """By what rays (... x 2) are stretched (... x 1), and then shifted (... x 2)."""
        k1, k2, p1, p2 = self.distortion
        square = (rays**2).sum(axis=-1, keepdims=True)
        # the series means nothing far outside of the picture, where it would turn back and fall below zero
        stretch = np.maximum(1 + k1 * square + k2 * square**2, 0.1)
        product = 2 * rays[..., :1] * rays[..., 1:]
        shift = np.array([p2, p1]) * (square + 2 * rays**2) + np.array([p1, p2]) * product
        return stretch, np.asarray(shift)
