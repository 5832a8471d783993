"""Rectangles of one size in a plane: the outline of a tile, and the best place for one at given corners."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


def rectangle(length: float, width: float, middle: npt.ArrayLike = (0.0, 0.0), angle: float = 0.0) -> Points:
    """The corners (4 x 2) of a tile round `middle`, clockwise as seen with y down, a short edge first.

    `angle` (degrees, clockwise as seen) is the direction from the first half to the second.

    >>> rectangle(2, 1).tolist()
    [[-1.0, 0.5], [-1.0, -0.5], [1.0, -0.5], [1.0, 0.5]]
    """
    corners = np.array([[-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5], [0.5, 0.5]]) * (length, width)
    turn = np.radians(angle)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    return np.asarray(corners @ np.stack([along, across]) + np.asarray(middle, np.float64))


def placed(points: npt.NDArray[np.complex128], length: float, width: float) -> npt.NDArray[np.complex128]:
    """For each four corners (N x 4) the rectangle of that size (N x 4) that lies nearest to them.

    Points are complex numbers, x + iy. Least squares over all moves and turns of a rigid rectangle: the
    two-dimensional Procrustes problem, whose turn is the phase of a sum.

    >>> far = as_complex(rectangle(2, 1, (10, 20), 30))[None]
    >>> bool(np.allclose(placed(far, 2, 1), far))
    True
    """
    shape = as_complex(rectangle(length, width))
    middle = points.mean(axis=1, keepdims=True)
    turn = (points - middle) @ shape.conj()
    turn /= np.maximum(np.abs(turn), 1e-300)
    return np.asarray(middle + turn[:, None] * shape)


def as_complex(points: Points) -> npt.NDArray[np.complex128]:
    """Points (... x 2) as complex numbers (...).

    >>> as_complex(np.array([[1.0, 2.0]])).tolist()
    [(1+2j)]
    """
    return np.ascontiguousarray(points, np.float64).view(np.complex128)[..., 0]


def as_points(numbers: npt.NDArray[np.complex128]) -> Points:
    """Complex numbers (...) as points (... x 2).

    >>> as_points(np.array([1 + 2j])).tolist()
    [[1.0, 2.0]]
    """
    return np.stack([numbers.real, numbers.imag], axis=-1)


def proper(corners: Points) -> npt.NDArray[np.bool_]:
    """For each four corners (N x 4 x 2) whether they are finite, convex and clockwise as seen with y down."""
    finite = np.isfinite(corners).all(axis=(1, 2))
    with np.errstate(invalid="ignore", over="ignore"):
        edges = np.roll(corners, -1, axis=1) - corners
        following = np.roll(edges, -1, axis=1)
        turns = edges[..., 0] * following[..., 1] - edges[..., 1] * following[..., 0]
        return np.asarray(finite & (turns > 0).all(axis=1))
