"""The pictures whose reading is timed: painted once in a run, the same ones in every run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from referee import DominoSet
from vision.pipeline import Pixels
from vision.synthetic import film, painter
from vision.synthetic.arrange import deal, hand
from vision.synthetic.look import WHITE
from vision.synthetic.samples import DAY, OAK, framed
from vision.synthetic.scene import Arrangement, Film, PlacedTile, Scene, Thing
from vision.synthetic.trains import table

_LARGE, _SMALL = (4000, 3000), (1920, 1080)
_BYTES = (3_000_000, 4_000_000)


def hand_of_15() -> Pixels:
    """A hand of 15 tiles, 12 megapixels."""
    return painter.paint(_scene(_hand(15, 3), _LARGE), oversample=1)


def table_of_40() -> Pixels:
    """A table of 40 face-up tiles, 2 megapixels: the engine and six trains."""
    return painter.paint(_table_of_40(), oversample=1)


def a_play() -> tuple[Pixels, Pixels]:
    """That table before its last tile was laid, and after."""
    after = _table_of_40()
    before = replace(after, tiles=after.tiles[:-1])
    return painter.paint(before, oversample=1), painter.paint(after, oversample=1)


def _table_of_40() -> Scene:
    tables = (
        table(DominoSet(12), 12, WHITE, np.random.default_rng([40, seed]), (7, 7, 7, 6, 6, 6), (780, 560))
        for seed in count()
    )
    laid = next(laid for laid in tables if len(laid.tiles) == 40)  # some trains find no room for all theirs
    return _scene(laid.tiles, _SMALL, laid.things, "table")


def rows(counts: Sequence[int]) -> tuple[Pixels, ...]:
    """Pictures of 2 megapixels with so many tiles, ten a row: all seen alike, as if some were taken away."""
    tiles = _hand(max(counts), 10)
    view = _scene(tiles, _SMALL)
    return tuple(painter.paint(replace(view, tiles=tiles[:number]), oversample=1) for number in counts)


def jpeg(picture: Pixels, sizes: tuple[int, int] = _BYTES) -> bytes:
    """The finest JPEG file of `picture` within `sizes` (bytes). Raises `ValueError` where none is."""
    for quality in range(98, 20, -1):
        data = film.encode(picture, Film(quality=quality))
        if len(data) <= sizes[1]:
            if len(data) >= sizes[0]:
                return data
            break
    raise ValueError(f"No JPEG file of this picture has {sizes[0]} to {sizes[1]} bytes.")


def _hand(number: int, columns: int) -> tuple[PlacedTile, ...]:
    rng = np.random.default_rng([number, columns])
    return hand(deal(DominoSet(12), [number], rng)[0], WHITE, rng, columns, 12, 4)


def _scene(
    tiles: tuple[PlacedTile, ...],
    size: tuple[int, int],
    things: tuple[Thing, ...] = (),
    arrangement: Arrangement = "separate",
) -> Scene:
    scene = Scene(tiles, WHITE, 12, arrangement, OAK, DAY, film=Film(noise=1.5), things=things)
    return framed(scene, 8, 4, 0.06, size)
