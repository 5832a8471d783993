"""Everything that can happen at a table, one value for each (`docs/record.md`, Acts)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.tile_sets import tile_with
from referee.tiles import Tile

MEXICAN = "M"
"""The Mexican train's name among the trains; every other train has its owner's name."""


class Play(NamedTuple):
    """A tile laid on a train: the half that touches it and the half that is the new open end."""

    player: str
    touching: int
    end: int
    train: str

    @property
    def tile(self) -> Tile:
        """The tile, however it was turned."""
        return tile_with(self.touching, self.end)

    @property
    def is_double(self) -> bool:
        """True when both halves are equal."""
        return self.touching == self.end


class Draw(NamedTuple):
    """A tile taken from the boneyard: unseen without `tile`; `assumed` when nobody saw the draw either."""

    player: str
    tile: Tile | None = None
    assumed: bool = False


class Pass(NamedTuple):
    """The turn ends without a further tile; `assumed` when nobody saw that."""

    player: str
    assumed: bool = False


class Knock(NamedTuple):
    """One tile left is announced."""

    player: str


class Mark(NamedTuple):
    """A marker put on a train, or taken off it."""

    player: str
    train: str
    on: bool


TurnAct: TypeAlias = Play | Draw | Pass | Knock | Mark
"""What a player does in a turn."""

TURN_ACTS = (Play, Draw, Pass, Knock, Mark)
"""The kinds of `TurnAct`, to tell them from what happens outside a turn."""


class LayEngine(NamedTuple):
    """The engine comes into the hub: set aside by the table, or laid by a player from the hand."""

    tile: Tile
    player: str | None = None


class Hunt(NamedTuple):
    """A tile drawn while nobody has the engine."""

    player: str
    tile: Tile


class NameStarter(NamedTuple):
    """The table says who has the first turn."""

    player: str


class CountBoneyard(NamedTuple):
    """So many tiles lie face down now."""

    tiles: int


class ShowHand(NamedTuple):
    """The tiles that a player holds now."""

    player: str
    tiles: tuple[Tile, ...]


class CallBlocked(NamedTuple):
    """The table ends the round, as nobody can play."""


class CountLeft(NamedTuple):
    """The tiles that a player still holds at the end of the round."""

    player: str
    tiles: tuple[Tile, ...]


class WriteScore(NamedTuple):
    """The points that were written on the sheet for a player."""

    player: str
    points: int


TableAct: TypeAlias = (
    LayEngine | Hunt | NameStarter | CountBoneyard | ShowHand | CallBlocked | CountLeft | WriteScore
)
"""What happens in a round outside a turn."""


class BeginRound(NamedTuple):
    """A round begins; 1 is the round of the highest double."""

    number: int


class TurnLine(NamedTuple):
    """A player's whole turn, its acts in order."""

    player: str
    acts: tuple[TurnAct, ...]


class Undo(NamedTuple):
    """The turn before is taken back, with all that followed it."""


Line: TypeAlias = TableAct | BeginRound | TurnLine | Undo
"""What one line of a record says."""
