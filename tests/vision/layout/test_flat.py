"""Tiles seen from anywhere lie flat on the table."""

from __future__ import annotations

import numpy as np
import pytest
from laid_tables import random_table

from vision.layout.flat import flat_tiles


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_all_tiles_of_a_slanted_picture_have_one_size(seed: int) -> None:
    table = random_table(seed, tilt=60, noise=0)
    seen = [np.linalg.norm(np.subtract(corners[2], corners[1])) for corners in table.corners]
    assert max(seen) > 1.15 * min(seen)  # it is slanted
    flat = table.flat()
    assert flat.lengths == pytest.approx(np.full(len(flat.lengths), np.median(flat.lengths)), rel=0.03)
    assert np.linalg.norm(flat.along, axis=1) == pytest.approx(np.ones(len(flat.along)))


def test_a_few_tiles_are_taken_as_seen_from_above() -> None:
    flat = flat_tiles([((0, 20), (0, 0), (40, 0), (40, 20))], (100, 100))
    assert (flat.middles.tolist(), flat.along.tolist(), flat.lengths.tolist()) == ([[1, 0.5]], [[1, 0]], [2])
    assert flat.across.tolist() == [[0, 1]]


def test_no_tiles_are_no_error() -> None:
    assert flat_tiles([], (100, 100)).middles.shape == (0, 2)
