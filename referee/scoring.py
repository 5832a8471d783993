"""What a hand counts, what a round gives each player, and who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args, get_type_hints

from referee.tiles import DominoSet, Tile

_MOST_BONUS = 1000


class ScoringError(ValueError):
    """A score or an option that can't be; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """The house rules of the sheet (`docs/rules.md`, Scoring).

    Raises `ScoringError` for a value that an option does not know.

    >>> ScoringOptions(double_blank=50).double_blank
    50
    """

    score_by: Literal["pips", "tiles"] = "pips"
    double_blank: Literal[0, 25, 50] = 0
    blank_value: Literal[0, 25] = 0
    scoring: Literal["penalty", "positive"] = "penalty"
    blocked_winner: Literal["none", "lowest", "lowest_zero"] = "none"
    going_out_bonus: int = 0
    tie_break: Literal["shared", "zero_rounds"] = "shared"

    def __post_init__(self) -> None:
        for option, known in self.choices().items():
            value = getattr(self, option)
            if not any(value == choice and type(value) is type(choice) for choice in known):
                raise ScoringError(f"“{option}” can be {', '.join(map(str, known))}, not {value!r}.")
        bonus = self.going_out_bonus
        if type(bonus) is not int or not 0 <= bonus <= _MOST_BONUS:
            raise ScoringError(f"The bonus for going out is a number from 0 to {_MOST_BONUS}, not {bonus!r}.")

    @staticmethod
    @cache
    def choices() -> Mapping[str, tuple[str | int, ...]]:
        """The options that are a choice, each with the values that it knows, the default first.

        >>> ScoringOptions.choices()["double_blank"]
        (0, 25, 50)
        """
        types = get_type_hints(ScoringOptions)
        return {option: get_args(type_) for option, type_ in types.items() if get_args(type_)}


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
            raise ScoringError(f"A hand can't count {self.points}: the least is 0.")
        if self.out and self.points:
            raise ScoringError(f"A player who went out holds nothing, not {self.points}.")


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a complete round gives each player, and who won it (nobody, one or several)."""

    points: Mapping[str, int]
    winners: tuple[str, ...]
    blocked: bool


def count_hand(tiles: Iterable[Tile], options: ScoringOptions) -> int:
    """Points that leftover `tiles` count under `options` (`docs/rules.md`, Counting a hand).

    >>> count_hand([Tile(5, 3), Tile(9, 9), Tile(6, 0)], ScoringOptions())
    32
    >>> count_hand([Tile(0, 0), Tile(0, 5)], ScoringOptions(double_blank=50, blank_value=25))
    80
    """
    return sum(_tile_points(tile, options) for tile in tiles)


def _tile_points(tile: Tile, options: ScoringOptions) -> int:
    if options.score_by == "tiles":
        return 1
    if tile == Tile(0, 0):
        return options.double_blank
    return tile.pips + (options.blank_value if tile.low == 0 else 0)


@cache
def largest_count(domino_set: DominoSet, options: ScoringOptions) -> int:
    """Points of the whole set in one hand: no typed total can be more."""
    return count_hand(domino_set, options)


def score_round(counts: Mapping[str, Count], options: ScoringOptions) -> RoundScore:
    """Points of a round in which every player in `counts` was counted (`docs/rules.md`, Scoring).

    >>> score_round({"Ana": Count(0, out=True), "Bo": Count(10)}, ScoringOptions(scoring="positive")).points
    {'Ana': 10, 'Bo': 0}
    """
    out = tuple(player for player, count in counts.items() if count.out)
    lowest = min(count.points for count in counts.values())
    low = tuple(player for player, count in counts.items() if count.points == lowest)
    if options.scoring == "positive":
        winners = out or low
        share = sum(count.points for player, count in counts.items() if player not in winners) // len(winners)
        bonus = options.going_out_bonus if out else 0
        points = {player: share + bonus if player in winners else 0 for player in counts}
        return RoundScore(points, winners, blocked=not out)
    winners = out or (low if options.blocked_winner != "none" else ())
    points = {player: penalty(count, options) for player, count in counts.items()}
    if not out and options.blocked_winner == "lowest_zero":
        points |= dict.fromkeys(winners, 0)
    return RoundScore(points, winners, blocked=not out)


def penalty(count: Count, options: ScoringOptions) -> int:
    """Points that `count` alone writes under penalty scoring, the bonus for going out taken off."""
    return -options.going_out_bonus if count.out else count.points


def rank(points: Mapping[str, Sequence[int]], options: ScoringOptions) -> dict[str, int]:
    """Each player's place by the points of all rounds; equal players share it and the next is skipped.

    `points` gives each player's rounds. Source: `docs/rules.md`, Places and ties.

    >>> rank({"Ana": [100], "Bo": [100], "Cy": [140]}, ScoringOptions())
    {'Ana': 1, 'Bo': 1, 'Cy': 3}
    """
    keys = {player: _rank_key(rounds, options) for player, rounds in points.items()}
    return {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}


def _rank_key(rounds: Sequence[int], options: ScoringOptions) -> tuple[float, ...]:
    total = sum(rounds)
    first = -total if options.scoring == "positive" else total
    if options.tie_break == "shared":
        return (first,)
    zero_rounds = sum(score <= 0 for score in rounds)
    lowest = min((score for score in rounds if score > 0), default=float("inf"))
    return (first, -zero_rounds, lowest)
