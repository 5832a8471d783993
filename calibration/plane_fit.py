"""Finds the table's plane from the outlines of many tiles, some of which may be wrong.

The camera is a pinhole with square pixels that looks through the middle of the picture. Five numbers say
what it does to tiles: two for the tilt, one for the distance, the focal length and the tiles' shape; where
each tile lies follows in closed form (`rectangles.placed`), so only the five are searched. What is not
known is held by a mild expectation (tiles are about twice as long as wide, cameras about as wide as
phones'), and the fit's own covariance says which numbers the outlines have settled and which rest on the
expectation. In a picture that was cut to a part the line of sight is elsewhere: the plane is then off by a
hundredth or two of a tile's length.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.plane import TablePlane, residuals
from calibration.rectangles import Points, placed, proper

_ASPECT = (
    2.0,
    0.06,
)  # sets are made 1.85 to 2.15 times as long as wide: the middle, and the spread of its logarithm
_FOCAL = (
    0.85,
    0.4,
)  # shares of the picture's long side: phones, webcams and twofold zooms lie within the spread
_TILTS = (0.0, 25.0, 45.0, 62.0)  # degrees from which the search starts, in eight directions
_STEEPEST = np.radians(80.0)
_STARTS = 2  # the best starts that are followed to the end
_NOISE = 0.002  # share of a tile's length: corners are never trusted to be better than that
_LIMITS = (0.05, 0.16)  # what an outline may be off at least and at most, shares of a tile's length
_SPREAD = 2.5  # times the middling residual, up to which an outline fits: 1 in 10,000 good ones is above it
_LEAST = 2  # outlines that must agree
_SURE_TILT = 4.0  # degrees, standard deviation
_SURE_FOCAL = 0.12  # standard deviation of the logarithm
_SURE_ASPECT = 0.02  # the same; what the expectation alone gives is three times that


def fit_plane(
    outlines: npt.ArrayLike,
    size: tuple[int, int],
    focal: float | None = None,
    aspect: float | None = None,
    tile_length: float = 1.0,
) -> TablePlane:
    """The plane in which most of the `outlines` are tiles of one size.

    `outlines` (N x 4 x 2, pixels) are clockwise as seen, the short edge of the first half first; `size` is
    the picture's width and height. `focal` (pixels) and `aspect` (a tile's length by its width) are given
    where they are known; with a `tile_length` in mm the table is measured in mm, else in tile lengths.

    Up to three in ten outlines may be anything else, and corners may be off by 4 % of a tile's length.
    Raises `CalibrationError` where fewer than two outlines, or less than half of them, agree on a plane.
    """
    array = np.asarray(outlines, np.float64).reshape(-1, 4, 2)
    good = proper(array)
    if good.sum() < _LEAST:
        raise CalibrationError(
            "The table's plane can't be told from fewer than two tiles: lay more tiles in the picture."
        )
    search = _Search.of(array[good], size, focal, aspect)
    numbers, spread = search.best()
    plane = _plane(search, numbers, spread, array, tile_length)
    if plane.fits.sum() < _LEAST or 2 * plane.fits.sum() < good.sum():
        raise CalibrationError(
            "The tiles don't lie in one plane: lay them flat on the table, or hold the camera nearer."
        )
    return plane


@dataclass(frozen=True, slots=True)
class _Search:
    """The rays of the corners and what is expected of the five numbers.

    `rays` (3 x 4N): pixels from the picture's middle in shares of its long side, and ones. The numbers are
    the tilt as a vector (radians, about the picture's x and y), and the logarithms of nearness, focal length
    and aspect; `expected` and `widths` say how large they are and how surely (0: known, infinite: anything).
    """

    rays: Points
    middle: Points
    unit: float
    expected: Points
    widths: Points

    @classmethod
    def of(
        cls, outlines: Points, size: tuple[int, int], focal: float | None, aspect: float | None
    ) -> _Search:
        unit, middle = float(max(size)), (np.array(size, np.float64) - 1) / 2
        lens = _FOCAL if focal is None else (focal / unit, 0.0)
        shape = _ASPECT if aspect is None else (aspect, 0.0)
        return cls(
            rays=np.vstack([(outlines.reshape(-1, 2) - middle).T / unit, np.ones((1, 4 * len(outlines)))]),
            middle=middle,
            unit=unit,
            expected=np.array([0.0, 0.0, 0.0, np.log(lens[0]), np.log(shape[0])]),
            widths=np.array([np.inf, np.inf, np.inf, lens[1], shape[1]]),
        )

    @property
    def free(self) -> npt.NDArray[np.intp]:
        """Which of the five numbers are searched."""
        return np.flatnonzero(self.widths > 0)

    def flat(self, numbers: Points) -> npt.NDArray[np.complex128]:
        """The corners on the table as complex numbers, tiles one long (N x 4)."""
        x, y, depth = _backwards(numbers) @ self.rays
        return np.asarray(
            ((x + 1j * y) / np.maximum(depth, 0.02)).reshape(-1, 4)
        )  # nothing beyond the horizon

    def off(self, numbers: Points) -> Points:
        """How far each corner is off its tile (N x 8, shares of a tile's length)."""
        flat = self.flat(numbers)
        return np.asarray((placed(flat, 1.0, float(np.exp(-numbers[4]))) - flat).view(np.float64))

    def starts(self) -> list[Points]:
        """Numbers to search from, the most fitting first."""
        tried = []
        for tilt in np.radians(_TILTS):
            for way in np.arange(8 if tilt else 1) * np.pi / 4:
                numbers = self.expected.copy()
                numbers[:2] = tilt * np.cos(way), tilt * np.sin(way)
                flat = self.flat(numbers)
                lengths = np.abs(flat[:, [1, 3]] - flat[:, [2, 0]])
                numbers[2] = -np.log(max(float(np.median(lengths)), 1e-9))
                square = (self.off(numbers) ** 2).sum(axis=1) / 4
                tried.append((float((square / (square + 0.12**2)).sum()), numbers))
        tried.sort(key=lambda pair: pair[0])
        return [numbers for _, numbers in tried[:_STARTS]]

    def best(self) -> tuple[Points, Points]:
        """The five numbers that fit best, and their covariance (5 x 5, zero for what was known)."""
        found = [self._followed(numbers) for numbers in self.starts()]
        _, numbers, noise, weights = min(found, key=lambda result: result[0])
        slopes, _, expectation, _ = self._linear(numbers, weights, noise)
        free = self.free
        spread = np.zeros((5, 5))
        spread[np.ix_(free, free)] = noise**2 * np.linalg.pinv(slopes.T @ slopes + np.diag(expectation))
        return numbers, spread

    def _followed(self, numbers: Points) -> tuple[float, Points, float, Points]:
        """One start followed down: its cost, numbers, the corners' noise and the outlines' weights."""
        noise = 0.03
        for reach in (0.2, 0.1, 0.0):
            # outlines count less the further they are off, and at last only those that are not far off at all
            for _ in range(5):
                weights = self._weights(numbers, reach)
                moved = self._step(numbers, weights, noise)
                done = float(np.abs(moved - numbers).max()) < 1e-5
                numbers = moved
                if done:
                    break
            square = weights * (self.off(numbers) ** 2).sum(axis=1)
            left = max(5 * float(weights.sum()) - len(self.free), 1.0)
            noise = max(float(np.sqrt(square.sum() / left)), _NOISE)
        square = (self.off(numbers) ** 2).sum(axis=1) / 4
        surprise = (numbers - self.expected)[3:] / np.where(self.widths[3:] > 0, self.widths[3:], np.inf)
        cost = float((square / (square + 0.08**2)).sum() + 0.01 * (surprise**2).sum())
        return cost, numbers, noise, weights

    def _weights(self, numbers: Points, reach: float) -> Points:
        """What each outline counts: by the rule of Geman and McClure, or 1 and 0 where `reach` is 0."""
        square = (self.off(numbers) ** 2).sum(axis=1) / 4
        if reach > 0:
            return np.asarray((1 + square / reach**2) ** -2.0)
        return np.asarray(square <= _limit(np.sqrt(square)) ** 2, np.float64)

    def _linear(
        self, numbers: Points, weights: Points, noise: float
    ) -> tuple[Points, Points, Points, Points]:
        """Slopes and values of the weighted residuals, then weight and value of what is expected."""
        root, here = np.sqrt(weights)[:, None], self.off(numbers)
        slopes = []
        for index in self.free:
            there = numbers.copy()
            there[index] += 1e-5
            slopes.append((root * (self.off(there) - here)).ravel() / 1e-5)
        return (
            np.stack(slopes, axis=1),
            (root * here).ravel(),
            (noise / self.widths[self.free]) ** 2,
            (numbers - self.expected)[self.free],
        )

    def _step(self, numbers: Points, weights: Points, noise: float) -> Points:
        """One damped step of Gauss and Newton, halved until it helps."""
        slopes, values, expectation, surprise = self._linear(numbers, weights, noise)
        normal = slopes.T @ slopes + np.diag(expectation)
        down = slopes.T @ values + expectation * surprise
        step = np.linalg.solve(normal + 1e-9 * np.trace(normal) * np.eye(len(down)), -down)
        before = self._cost(numbers, weights, expectation)
        for share in (1.0, 0.5, 0.2, 0.05):
            moved = numbers.copy()
            moved[self.free] += share * step
            if np.hypot(*moved[:2]) < _STEEPEST and self._cost(moved, weights, expectation) < before:
                return moved
        return numbers

    def _cost(self, numbers: Points, weights: Points, expectation: Points) -> float:
        surprise = (numbers - self.expected)[self.free]
        return float(weights @ (self.off(numbers) ** 2).sum(axis=1) + expectation @ surprise**2)


def _backwards(numbers: Points) -> Points:
    """The 3 x 3 homography from rays (shares of the long side) to the table, tiles one long."""
    x, y, nearness, focal, _ = numbers
    tilt = float(np.hypot(x, y))
    axis = np.array([x, y, 0.0]) / max(tilt, 1e-12)
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turned = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    # rows: the table's x and y and its normal, as the camera sees them
    table = np.diag([np.exp(nearness), np.exp(nearness), 1.0]) @ turned.T
    return np.asarray(table @ np.diag([np.exp(-focal), np.exp(-focal), 1.0]))


def _limit(off: Points) -> float:
    """How far an outline may be off and still fit, where all are `off` that far (shares of a length)."""
    return float(np.clip(_SPREAD * np.median(off), *_LIMITS)) if len(off) else _LIMITS[0]


def _plane(
    search: _Search, numbers: Points, spread: Points, outlines: Points, tile_length: float
) -> TablePlane:
    """The found numbers as a plane, with what they settle."""
    tilt = float(np.hypot(*numbers[:2]))
    way = numbers[:2] / tilt if tilt > 1e-9 else np.array([1.0, 0.0])
    unsure = way @ spread[:2, :2] @ way if tilt > 0.1 else np.linalg.eigvalsh(spread[:2, :2])[-1]
    pixels = np.array([[search.unit, 0, search.middle[0]], [0, search.unit, search.middle[1]], [0, 0, 1]])
    forwards = pixels @ np.linalg.inv(_backwards(numbers))
    origin = np.linalg.solve(forwards, [*search.middle, 1.0])
    shift = np.array([[1, 0, origin[0] / origin[2]], [0, 1, origin[1] / origin[2]], [0, 0, 1]])
    homography = forwards @ shift @ np.diag([1 / tile_length, 1 / tile_length, 1.0])
    homography = homography / homography[2, 2]
    aspect, focal = float(np.exp(numbers[4])), float(np.exp(numbers[3]) * search.unit)
    plane = TablePlane(
        homography=homography,
        length=tile_length,
        width=tile_length / aspect,
        aspect=aspect if spread[4, 4] ** 0.5 < _SURE_ASPECT else None,
        tilt=float(np.degrees(tilt)) if np.degrees(unsure**0.5) < _SURE_TILT else None,
        focal=focal if spread[3, 3] ** 0.5 < _SURE_FOCAL else None,
        residuals=np.zeros(0),
        fits=np.zeros(0, np.bool_),
        limit=0.0,
    )
    off = residuals(plane, outlines)
    limit = _limit(off[np.isfinite(off)])
    return replace(plane, residuals=_fixed(off), fits=_fixed(off <= limit), limit=limit)


def _fixed(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.setflags(write=False)
    return array
