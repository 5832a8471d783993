"""The game itself: tiles, rules, counting, the sheet. Standard library only, no clock, no files."""

from referee.errors import RefereeError, RulesError, ScoringError, TileError
from referee.rules import RULESETS, Rules, ruleset
from referee.scoring import (
    Count,
    RoundScore,
    count_hand,
    largest_count,
    possible_total,
    rank,
    score_round,
)
from referee.sheet import FEWEST_PLAYERS, MOST_PLAYERS, Sheet, SheetRound
from referee.tiles import SIZES, DominoSet, Tile

__all__ = [
    "FEWEST_PLAYERS",
    "MOST_PLAYERS",
    "RULESETS",
    "SIZES",
    "Count",
    "DominoSet",
    "RefereeError",
    "RoundScore",
    "Rules",
    "RulesError",
    "ScoringError",
    "Sheet",
    "SheetRound",
    "Tile",
    "TileError",
    "count_hand",
    "largest_count",
    "possible_total",
    "rank",
    "ruleset",
    "score_round",
]
