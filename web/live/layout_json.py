"""A layout as plain JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import Any

from referee import Layout, SeenTile, SeenTrain

_STEPS = 100
"""Certainties are kept in hundredths: finer ones would make each look at a still table another layout."""


def as_kept(layout: Layout) -> Layout:
    """The layout as it is kept: certainties in whole hundredths, never higher than they were.

    A tile that was read stays one that was read.

    >>> as_kept(Layout(SeenTile(12, 12, 0.7999))).engine.certainty
    0.79
    """
    return replace(
        layout,
        engine=None if layout.engine is None else _rounded(layout.engine),
        trains=tuple(replace(train, tiles=tuple(map(_rounded, train.tiles))) for train in layout.trains),
        loose=tuple(map(_rounded, layout.loose)),
    )


def _rounded(tile: SeenTile) -> SeenTile:
    # A float's own fault is no step down: 0.29 is a little less than 29 hundredths.
    steps = floor(tile.certainty * _STEPS + 1e-9)
    return replace(tile, certainty=(max(1, steps) if tile.is_read else 0) / _STEPS)


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The layout as values of JSON: a tile is a list of its halves, its certainty and whether it is hidden.

    >>> layout_to_json(Layout(SeenTile(12, 12), face_down=42))["engine"]
    [12, 12, 1.0, False]
    """
    return {
        "engine": None if layout.engine is None else _tile_to_json(layout.engine),
        "trains": [
            {"name": train.name, "tiles": [*map(_tile_to_json, train.tiles)], "covered": train.covered}
            for train in layout.trains
        ],
        "loose": [*map(_tile_to_json, layout.loose)],
        "face_down": layout.face_down,
        "markers": None if layout.markers is None else sorted(layout.markers),
    }


def layout_from_json(data: Mapping[str, Any]) -> Layout:
    """The layout that `layout_to_json` made. Raises `ValueError`, `LookupError` or `TypeError` for others."""
    engine, markers = data["engine"], data["markers"]
    return Layout(
        engine=None if engine is None else _tile_from_json(engine),
        trains=tuple(
            SeenTrain(train["name"], tuple(map(_tile_from_json, train["tiles"])), train["covered"])
            for train in data["trains"]
        ),
        loose=tuple(map(_tile_from_json, data["loose"])),
        face_down=data["face_down"],
        markers=None if markers is None else frozenset(markers),
    )


def _tile_to_json(tile: SeenTile) -> list[int | float | bool]:
    return [tile.touching, tile.end, tile.certainty, tile.hidden]


def _tile_from_json(data: Sequence[Any]) -> SeenTile:
    touching, end, certainty, hidden = data
    return SeenTile(touching, end, float(certainty), hidden)
