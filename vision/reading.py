"""What was read in a picture: one type from detection to JSON, the store and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from referee import Tile

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Four points in pixels of the upright picture, clockwise as seen; the middle of its first pixel is (0, 0).

The first two are the short edge of the half whose value comes first."""


class Notice(StrEnum):
    """Why a picture should be looked at or taken again; `sentence` says it to a person."""

    NO_TILES = "no_tiles"
    UNREAD = "unread"
    CUT_OFF = "cut_off"
    DUPLICATE = "duplicate"
    TOO_DARK = "too_dark"
    TOO_SMALL = "too_small"
    BLURRED = "blurred"
    GLARE = "glare"
    SLANTED = "slanted"

    @property
    def sentence(self) -> str:
        """One English sentence: what is wrong and what to do."""
        return _SENTENCES[self]


_SENTENCES = {
    Notice.NO_TILES: "No dominoes were found: lay them face up on a plain ground, camera above them.",
    Notice.UNREAD: "Something here may be a domino that was not read: compare the outlines with the tiles.",
    Notice.CUT_OFF: "A domino is cut off or covered and was not counted: take a photo that shows all of it.",
    Notice.DUPLICATE: "The same domino was read twice, which one set does not have: check both.",
    Notice.TOO_DARK: "The picture is dark: more light makes the reading surer.",
    Notice.TOO_SMALL: "The dominoes are small in the picture: hold the camera nearer.",
    Notice.BLURRED: "The picture is blurred: hold the camera still.",
    Notice.GLARE: "Light shines off a domino and may hide its pips: move the lamp or the camera a little.",
    Notice.SLANTED: "The camera looks from the side: hold it more from above.",
}


@dataclass(frozen=True, slots=True)
class TileReading:
    """One domino as seen.

    `values` are the halves in the order of `corners`; None for a face-down tile, and a half that can't be
    seen is None. `confidence` (0 to 1) is the chance that the tile is there and both values are right.
    """

    corners: Corners
    values: tuple[int | None, int | None] | None
    confidence: float
    face: Literal["up", "down"] = "up"
    whole: bool = True
    review: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile that counts towards the total: face up, whole, both halves read; else None."""
        if self.face == "down" or not self.whole or self.values is None:
            return None
        first, second = self.values
        return None if first is None or second is None else Tile(first, second)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values, corners rounded to a tenth of a pixel."""
        return {
            "values": None if self.values is None else list(self.values),
            "confidence": round(self.confidence, 3),
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "face": self.face,
            "whole": self.whole,
            "review": self.review,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TileReading:
        """The reading that `to_json` wrote."""
        a, b, c, d = ((float(x), float(y)) for x, y in data["corners"])
        values = data["values"]
        return cls(
            corners=(a, b, c, d),
            values=None if values is None else (values[0], values[1]),
            confidence=data["confidence"],
            face=data["face"],
            whole=data["whole"],
            review=data["review"],
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """All dominoes of one picture of `width` x `height` pixels (upright).

    `review` is true when a tile's is, or when something may be a tile that was not read. `reader` names the
    program's reader and its version.
    """

    width: int
    height: int
    tiles: tuple[TileReading, ...]
    review: bool
    notices: tuple[Notice, ...]
    reader: str

    @property
    def total_pips(self) -> int:
        """Pips of the whole face-up tiles, 0-0 counted 0."""
        return sum(reading.tile.pips for reading in self.tiles if reading.tile)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values, notices as their codes: the form in which a reading is kept."""
        return {
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_json() for tile in self.tiles],
            "total_pips": self.total_pips,
            "review": self.review,
            "notices": [str(notice) for notice in self.notices],
            "reader": self.reader,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reading:
        """The reading that `to_json` wrote."""
        return cls(
            width=data["width"],
            height=data["height"],
            tiles=tuple(TileReading.from_json(tile) for tile in data["tiles"]),
            review=data["review"],
            notices=tuple(Notice(code) for code in data["notices"]),
            reader=data["reader"],
        )
