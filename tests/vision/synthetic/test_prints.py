"""Printed dominoes lie where their picture shows them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synthetic.drawings import drawn
from vision.synthetic.prints import prints
from vision.synthetic.scene import Drawing

SIZE = 180.0, 120.0


@pytest.mark.parametrize("seed", range(12))
def test_the_last_one_printed_is_where_it_is_said_to_be(seed: int) -> None:
    last = prints(seed, *SIZE)[-1]
    ground = (255, 0, 255)
    picture = drawn(Drawing("dominoes", ground, ground, seed), SIZE, 2.0)
    middle = last.corners.mean(axis=0)
    inner = middle + 0.8 * (last.corners - middle)  # within its round corners
    within = inner[((inner > 1) & (inner < np.array(SIZE) - 1)).all(axis=1)]

    def is_ground(place: np.ndarray) -> bool:
        x, y = (place * 2).astype(int)
        return bool(np.allclose(picture[y, x], [1, 0, 1], atol=0.03))

    assert not any(is_ground(corner) for corner in within)
    assert last.corners[0] == pytest.approx(2 * middle - last.corners[2])
    length = np.linalg.norm(last.corners[3] - last.corners[0])
    assert length == pytest.approx(last.length)


def test_the_same_seed_prints_the_same() -> None:
    assert prints(3, *SIZE) == prints(3, *SIZE)
    assert prints(3, *SIZE) != prints(4, *SIZE)
