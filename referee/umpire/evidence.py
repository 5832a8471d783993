"""What layouts and people tell an umpire, piece by piece, before anybody says what it means."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.acts import TableAct, TurnAct
from referee.tiles import Tile

SURE = 0.8
"""The certainty from which a reading may accuse somebody."""


class EndTurn(NamedTuple):
    """Somebody said, or a marker shows, that the turn of `player` is over. No act of the record."""

    player: str


Act: TypeAlias = TurnAct | TableAct | EndTurn
"""What a piece of evidence can mean, or a person can say."""


class EngineSeen(NamedTuple):
    """An engine lies in the hub. Each piece of evidence has a number of its own, its `cause`."""

    cause: int
    tile: Tile
    certainty: float = 1.0


class TileLaid(NamedTuple):
    """A tile came to the end of a train; `slot` is the train's name in the layout."""

    cause: int
    slot: str
    touching: int
    end: int
    certainty: float = 1.0


class TileTaken(NamedTuple):
    """The tile of the evidence `laid` is gone again."""

    cause: int
    laid: int


class TileDrawn(NamedTuple):
    """One tile less lies face down."""

    cause: int


class Counted(NamedTuple):
    """So many tiles lie face down, which is another number than the deal leaves."""

    cause: int
    tiles: int


class MarkerMoved(NamedTuple):
    """A marker was put on a train or taken off it."""

    cause: int
    slot: str
    on: bool


class Said(NamedTuple):
    """A person entered an act."""

    cause: int
    act: Act


Item: TypeAlias = EngineSeen | TileLaid | TileTaken | TileDrawn | Counted | MarkerMoved | Said


class Batch(NamedTuple):
    """What came to light at once, in no known order but along each train.

    `counted` says that the boneyard was in sight before and after, `marked` that somebody looks for markers.
    """

    items: tuple[Item, ...]
    counted: bool = False
    marked: bool = False


class Scene(NamedTuple):
    """What else there is to know of a batch.

    `several` pieces of evidence may be of one turn; `dearest` is what a story may cost that is worth a look.
    """

    counted: bool
    marked: bool
    several: bool
    dearest: int


Batches: TypeAlias = tuple[Batch, ...]
"""All evidence of a round, in the order in which it came."""


def place_of(batches: Batches, cause: int) -> int:
    """The number of the batch that has the evidence `cause`; that after the last one where none has it."""
    return next(
        (place for place, batch in enumerate(batches) if any(item.cause == cause for item in batch.items)),
        len(batches),
    )


def replaced(batches: Batches, cause: int, *items: Item) -> Batches:
    """The evidence with `items` in place of the one with the number `cause`."""
    place = place_of(batches, cause)
    if place == len(batches):
        return batches
    new: list[Item] = []
    for item in batches[place].items:
        new += items if item.cause == cause else (item,)
    return (*batches[:place], batches[place]._replace(items=tuple(new)), *batches[place + 1 :])


def before_it(batches: Batches, cause: int, item: Item) -> Batches:
    """The evidence with `item` right before the one with the number `cause`."""
    old = next((old for batch in batches for old in batch.items if old.cause == cause), None)
    return batches if old is None else replaced(batches, cause, item, old)
