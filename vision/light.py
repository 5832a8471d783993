"""A picture as it would look in the light of another, both of the same table."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

Levels = npt.NDArray[np.float32]
"""A picture, height x width or height x width x colours, levels 0 to 255."""

DARK = 1.5
"""Levels added to both before their ratio is taken: the darkest are all noise."""

_CELL = 16  # side of the cells in which light is measured, pixels
_STRAY = 2.5  # deviations from the usual beyond which a cell shows something else and not the light
_LEAST_STRAY = 0.01  # as a share


def in_light_of(before: Levels, now: Levels) -> Levels:
    """The picture before as it would look in the light of now, colour by colour.

    The ratio of both, cell by cell, is fitted by a smooth surface; cells far from it show something else.
    """
    height, width = before.shape[:2]
    cells = (max(1, width // _CELL), max(1, height // _CELL))
    old, new = (cv2.resize(one, cells, interpolation=cv2.INTER_AREA) + DARK for one in (before, now))
    ratios = np.log(new / old).reshape(cells[0] * cells[1], -1).astype(np.float64)
    surface = _surface(cells)
    fitted = np.stack([_fitted(surface, ratio) for ratio in ratios.T], axis=1)
    light = np.exp(fitted).reshape(cells[1], cells[0], -1).astype(np.float32)
    full = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR).reshape(before.shape)
    lit = before + np.float32(DARK)
    lit *= full
    lit -= np.float32(DARK)
    return np.asarray(lit, np.float32)


@lru_cache(maxsize=8)
def _surface(cells: tuple[int, int]) -> npt.NDArray[np.float64]:
    """The terms of a smooth surface over so many cells (across, down), N x 6."""
    y, x = (axis.ravel() - 0.5 for axis in np.mgrid[0 : cells[1], 0 : cells[0]] / max(cells))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    terms.setflags(write=False)
    return terms


def _fitted(surface: npt.NDArray[np.float64], ratio: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The smooth surface (N x 6: its terms in each cell) through most of `ratio` (N)."""
    fitted = np.full_like(ratio, np.median(ratio))
    for terms in (3, 6, 6):
        off = np.abs(ratio - fitted)
        kept = off <= max(_STRAY * 1.4826 * float(np.median(off)), _LEAST_STRAY)
        if np.count_nonzero(kept) < 3 * terms:
            break
        part = surface[kept, :terms]
        try:
            answer = np.linalg.solve(part.T @ part, part.T @ ratio[kept])
        except np.linalg.LinAlgError:
            break  # all in one row or column
        fitted = surface[:, :terms] @ answer
    return np.asarray(fitted, np.float64)
