"""What a hand counts, what a round gives each player, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from referee.errors import ScoringError
from referee.rules import Rules
from referee.tile_sets import tiles_in
from referee.tiles import DominoSet, Tile

_DOUBLE_BLANK = Tile(0, 0)


@dataclass(frozen=True, slots=True)
class Count:
    """What one player holds at a round's end: a number of points, and whether the last tile was laid.

    A hand of only 0-0 may count 0 without its holder being out, hence both (`docs/rules.md`, Scoring).
    Raises `ScoringError` for negative points, and for points of a player who is out.
    """

    points: int
    out: bool = False

    def __post_init__(self) -> None:
        if self.points < 0:
            raise ScoringError("negative", points=self.points)
        if self.out and self.points:
            raise ScoringError("out", points=self.points)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a complete round gives each player, and who won it (nobody, one or several)."""

    points: Mapping[str, int]
    winners: tuple[str, ...]
    blocked: bool


def count_hand(tiles: Iterable[Tile], rules: Rules) -> int:
    """Points that leftover `tiles` count under `rules` (`docs/rules.md`, Counting a hand).

    >>> count_hand([Tile(5, 3), Tile(9, 9), Tile(6, 0)], Rules())
    32
    >>> count_hand([Tile(0, 0), Tile(0, 5)], Rules(double_blank=50, blank_value=25))
    80
    """
    return sum(_tile_points(tile, rules) for tile in tiles)


def _tile_points(tile: Tile, rules: Rules) -> int:
    if rules.score_by == "tiles":
        return 1
    if tile == _DOUBLE_BLANK:
        return rules.double_blank
    return tile.pips + (rules.blank_value if tile.low == 0 else 0)


@cache
def largest_count(domino_set: DominoSet, rules: Rules) -> int:
    """Points of the whole set in one hand: no typed total can be more."""
    return count_hand(domino_set, rules)


def possible_total(points: int, unseen: int, rules: Rules) -> bool:
    """Whether some of the `unseen` tiles (bits, see `referee.tile_sets`), or none, count `points` in a hand.

    Told for penalty scoring by pips only; with other scoring every total is taken to be possible
    (`docs/rules.md`, Scoring).

    >>> two_and_seven = 1 << Tile(1, 1).number | 1 << Tile(4, 3).number
    >>> [total for total in range(20) if possible_total(total, two_and_seven, Rules())]
    [0, 2, 7, 9]
    """
    if rules.scoring != "penalty" or rules.score_by != "pips":
        return True
    return points >= 0 and bool(_totals(unseen, rules) >> points & 1)


@lru_cache(maxsize=64)
def _totals(unseen: int, rules: Rules) -> int:
    """All totals that some of the `unseen` tiles count, as bits."""
    reached = 1
    for tile in tiles_in(unseen):
        reached |= reached << _tile_points(tile, rules)
    return reached


def score_round(counts: Mapping[str, Count], rules: Rules) -> RoundScore:
    """Points of a round in which every player in `counts` was counted (`docs/rules.md`, Scoring).

    >>> score_round({"Ana": Count(0, out=True), "Bo": Count(10)}, Rules(scoring="positive")).points
    {'Ana': 10, 'Bo': 0}
    """
    out = tuple(player for player, count in counts.items() if count.out)
    lowest = min(count.points for count in counts.values())
    low = tuple(player for player, count in counts.items() if count.points == lowest)
    if rules.scoring == "positive":
        winners = out or low
        share = sum(count.points for player, count in counts.items() if player not in winners) // len(winners)
        bonus = rules.going_out_bonus if out else 0
        points = {player: share + bonus if player in winners else 0 for player in counts}
        return RoundScore(points, winners, blocked=not out)
    winners = out or (low if rules.blocked_winner != "none" else ())
    points = {player: penalty(count, rules) for player, count in counts.items()}
    if not out and rules.blocked_winner == "lowest_zero":
        points |= dict.fromkeys(winners, 0)
    return RoundScore(points, winners, blocked=not out)


def penalty(count: Count, rules: Rules) -> int:
    """Points that `count` alone writes under penalty scoring, the bonus for going out taken off."""
    return -rules.going_out_bonus if count.out else count.points


def rank(points: Mapping[str, Sequence[int]], rules: Rules) -> dict[str, int]:
    """Each player's place by the points of all rounds; equal players share it and the next is skipped.

    `points` gives each player's rounds. Source: `docs/rules.md`, Places and ties.

    >>> rank({"Ana": [100], "Bo": [100], "Cy": [140]}, Rules())
    {'Ana': 1, 'Bo': 1, 'Cy': 3}
    """
    keys = {player: _rank_key(rounds, rules) for player, rounds in points.items()}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def _rank_key(rounds: Sequence[int], rules: Rules) -> tuple[float, ...]:
    total = sum(rounds)
    first = -total if rules.scoring == "positive" else total
    if rules.tie_break == "shared":
        return (first,)
    zero_rounds = sum(score <= 0 for score in rounds)
    lowest = min((score for score in rounds if score > 0), default=float("inf"))
    return (first, -zero_rounds, lowest)
