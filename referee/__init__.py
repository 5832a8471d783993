"""The game itself: tiles, sets, counting and the score sheet. Standard library only, no clock, no files."""

from referee.scoring import (
    Count,
    RoundScore,
    ScoringError,
    ScoringOptions,
    count_hand,
    largest_count,
    rank,
    score_round,
)
from referee.sheet import FEWEST_PLAYERS, MOST_PLAYERS, Sheet, SheetRound
from referee.tiles import SIZES, DominoSet, Tile, TileError

__all__ = [
    "FEWEST_PLAYERS",
    "MOST_PLAYERS",
    "SIZES",
    "Count",
    "DominoSet",
    "RoundScore",
    "ScoringError",
    "ScoringOptions",
    "Sheet",
    "SheetRound",
    "Tile",
    "TileError",
    "count_hand",
    "largest_count",
    "rank",
    "score_round",
]
