"""Training sees on purpose what is rare on tables."""

from __future__ import annotations

import numpy as np

from vision.synthetic.look import BLACK
from vision.synthetic.scene import Ground, PlacedTile, Pose, Scene
from vision.training import scenes
from vision.training.scenes import example


def scene() -> Scene:
    tiles = tuple(PlacedTile((n, 3), Pose(60.0 * n, 0)) for n in range(1, 5))
    return Scene(tiles, BLACK, 12, "separate", Ground("wood", (200, 150, 90), (180, 130, 70)))


def share(changed: list[bool]) -> float:
    return sum(changed) / len(changed)


def test_some_grounds_have_the_tiles_colour() -> None:
    found = [scenes._hidden(scene(), np.random.default_rng(seed)) for seed in range(300)]
    hidden = [one for one in found if one != scene()]
    assert 0.02 < len(hidden) / 300 < 0.12
    for one in hidden:
        assert np.abs(np.subtract(one.ground.colour, BLACK.body)).max() < 50


def test_some_tiles_lose_their_pips_where_no_blank_is() -> None:
    found = [scenes._blanked(scene(), np.random.default_rng(seed)) for seed in range(200)]
    blanks = [sum(tile.values == (0, 0) for tile in one.tiles) for one in found]
    assert max(blanks) == 1
    assert 0.2 < share([count == 1 for count in blanks]) < 0.4
    blank = next(one for one in found if one != scene())
    assert all(scenes._blanked(blank, np.random.default_rng(seed)) == blank for seed in range(20))


def test_some_tiles_mirror_lamps() -> None:
    found = [scenes._mirroring(scene(), np.random.default_rng(seed)) for seed in range(200)]
    assert 0.05 < share([bool(one.glares) for one in found]) < 0.25


def test_tiles_of_large_sets_are_mostly_large_enough_to_be_read() -> None:
    def lengths(legible: bool) -> list[float]:
        found = []
        for index in range(60):
            for label in example(8, index, 256, 44, 190, legible).labels:
                if max(label.values) > 12 and not label.printed:
                    found.append(float(np.linalg.norm(label.corners[2] - label.corners[1])))
        return found

    assert np.median(lengths(True)) > 1.15 * np.median(lengths(False))
