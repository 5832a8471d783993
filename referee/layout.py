"""What lies on the table at one moment, as far as it is seen: no pixels, no time, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.tile_sets import tile_with
from referee.tiles import Tile


class LayoutError(ValueError):
    """A layout that can't be; the message says why."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile in sight: `touching` is its half towards the engine, `end` the other one.

    `certainty` says how surely both halves and the place are read, from 0 (a guess) to 1. `hidden` tiles are
    covered now and known from before. A tile of certainty 0 is known to be there and no more: its halves say
    nothing. Raises `LayoutError` for a certainty outside 0 to 1.

    >>> SeenTile(12, 4).tile, SeenTile(12, 4, 0.6).turned
    (Tile(high=12, low=4), SeenTile(touching=4, end=12, certainty=0.6, hidden=False))
    """

    touching: int
    end: int
    certainty: float = 1.0
    hidden: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.certainty <= 1:
            raise LayoutError(f"A certainty lies between 0 and 1, not at {self.certainty}.")

    @property
    def tile(self) -> Tile:
        """The tile, however it lies."""
        return tile_with(self.touching, self.end)

    @property
    def is_read(self) -> bool:
        """Whether the halves say anything."""
        return self.certainty > 0

    @property
    def turned(self) -> SeenTile:
        """The same tile lying the other way round."""
        return SeenTile(self.end, self.touching, self.certainty, self.hidden)


@dataclass(frozen=True, slots=True)
class SeenTrain:
    """A row of tiles from the engine outwards.

    `name` is its owner, `M` for the Mexican train, or any other word for a place whose owner is not known
    yet; a place keeps its word from layout to layout. `covered` says that something lies over the row, so
    that a tile which is not seen there may well be there.
    """

    name: str
    tiles: tuple[SeenTile, ...] = ()
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The table at one moment.

    `trains` has those that are in sight, in any order; a train that is not named is out of sight, or has no
    tile yet. `loose` tiles lie face up and touch no train: they are not played. `face_down` counts the
    boneyard, None where it is out of sight. `markers` are the names of the trains that have one, None where
    nobody looks for markers. Raises `LayoutError` for two trains of one name and for less than no tile face
    down.

    >>> Layout(SeenTile(12, 12), (SeenTrain("Ana", (SeenTile(12, 4),)),)).rows["Ana"].tiles[0].end
    4
    """

    engine: SeenTile | None = None
    trains: tuple[SeenTrain, ...] = ()
    loose: tuple[SeenTile, ...] = ()
    face_down: int | None = None
    markers: frozenset[str] | None = None

    def __post_init__(self) -> None:
        if len(self.rows) < len(self.trains):
            raise LayoutError("Two trains of a layout have the same name: give each its own.")
        if self.face_down is not None and self.face_down < 0:
            raise LayoutError(f"There can't lie {self.face_down} tiles face down: the least is 0.")

    @property
    def rows(self) -> Mapping[str, SeenTrain]:
        """The trains by their names."""
        return {train.name: train for train in self.trains}
