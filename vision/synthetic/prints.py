"""Dominoes that are only printed, on boxes, boards and sheets: no thickness, no gloss, nothing to count."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.camera import Points
from vision.synthetic.look import Look
from vision.synthetic.looks import random_look


@dataclass(frozen=True, slots=True)
class Print:
    """One printed domino: `length` mm, its middle `x`, `y` mm from the sheet's left upper corner (y down).

    `angle` is in degrees, clockwise as seen.
    """

    values: tuple[int, int]
    look: Look
    length: float
    x: float
    y: float
    angle: float

    @property
    def corners(self) -> Points:
        """Its corners (4 x 2 mm) as in `vision.reading.Corners`."""
        along, across = self.length / 2, self.length * self.look.width / self.look.length / 2
        flat = np.array([[-along, across], [-along, -across], [along, -across], [along, across]])
        turn = np.radians(self.angle)
        c, s = np.cos(turn), np.sin(turn)
        return np.asarray(flat @ np.array([[c, s], [-s, c]]) + (self.x, self.y))


def prints(seed: int, width: float, height: float) -> tuple[Print, ...]:
    """The dominoes on a sheet of `width` x `height` mm: in rows or in a jumble, later ones over earlier."""
    rng = np.random.default_rng([seed, 17])
    # Of the same looks as tiles, each as often: a look that prints have more often would speak against tiles.
    largest = (6, 9, 12)[int(rng.integers(3))]
    look = random_look(rng, largest)
    length = float(rng.uniform(0.2, 0.6)) * min(width, height)
    count, rows = int(rng.integers(1, 12)), bool(rng.random() < 0.5)
    found = []
    for index in range(count):
        values = int(rng.integers(0, largest + 1)), int(rng.integers(0, largest + 1))
        angle = 0.0 if rows else float(rng.uniform(0, 360))
        if rows:
            each = max(int(width / (length * 1.1)), 1)
            x, y = (index % each + 0.55) * length * 1.1, (index // each + 0.7) * length * 0.62
        else:
            x, y = rng.uniform(0.1, 0.9, 2) * (width, height)
        found.append(Print(values, look, length, float(x), float(y), angle))
    return tuple(found)
