"""The score sheet of one game: rounds down, players across."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.errors import ScoringError
from referee.rules import Rules
from referee.scoring import Count, RoundScore, largest_count, penalty, rank, score_round
from referee.tiles import DominoSet, Tile

FEWEST_PLAYERS, MOST_PLAYERS = 2, 14


@dataclass(frozen=True, slots=True)
class SheetRound:
    """One row of the sheet.

    `points` holds what is known: with penalty scoring each count as soon as it is entered, with positive
    scoring nothing before the last one. `totals` are the running totals after this round. `score` is None
    until everybody was counted.
    """

    number: int
    engine: Tile
    counts: Mapping[str, Count]
    points: Mapping[str, int]
    totals: Mapping[str, int]
    missing: tuple[str, ...]
    score: RoundScore | None


@dataclass(frozen=True)
class Sheet:
    """A game's players, set, rules and all counts so far; a value, changed by `with_count` only.

    `counts` is keyed by round (from 1) and player. Raises `ScoringError` for a table or a count that
    can't be.

    >>> sheet = Sheet(("Ana", "Bo"), DominoSet(6)).with_count(1, "Ana", Count(12))
    >>> sheet.totals, sheet.current, sheet.rounds[0].missing
    ({'Ana': 12, 'Bo': 0}, 1, ('Bo',))
    """

    players: tuple[str, ...]
    domino_set: DominoSet
    rules: Rules = field(default_factory=Rules)
    counts: Mapping[tuple[int, str], Count] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= len(self.players) <= MOST_PLAYERS:
            raise ScoringError("players", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, players=len(self.players))
        if len(set(self.players)) < len(self.players):
            raise ScoringError("twins")
        for (number, player), count in self.counts.items():
            self._check(number, player, count)

    def _check(self, number: int, player: str, count: Count) -> None:
        if player not in self.players:
            raise ScoringError("stranger", player=player)
        if not 1 <= number <= self.last:
            raise ScoringError("round", last=self.last, round=number)
        most = largest_count(self.domino_set, self.rules)
        if count.points > most:
            raise ScoringError("too_many", points=count.points, most=most)

    @property
    def last(self) -> int:
        """The number of the last round."""
        return self.rules.last_round(self.domino_set)

    def with_count(self, number: int, player: str, count: Count) -> Sheet:
        """The sheet with `player`'s count of round `number` entered or replaced."""
        return replace(self, counts={**self.counts, (number, player): count})

    @cached_property
    def rounds(self) -> tuple[SheetRound, ...]:
        """All rows from the first round to the last, played or not."""
        rows, totals = [], dict.fromkeys(self.players, 0)
        for number in range(1, self.last + 1):
            counts = {p: self.counts[number, p] for p in self.players if (number, p) in self.counts}
            missing = tuple(p for p in self.players if p not in counts)
            score = None if missing else score_round(counts, self.rules)
            points = self._known_points(counts, score)
            totals = {p: totals[p] + points.get(p, 0) for p in self.players}
            rows.append(
                SheetRound(number, self.domino_set.engine(number), counts, points, totals, missing, score)
            )
        return tuple(rows)

    def _known_points(self, counts: Mapping[str, Count], score: RoundScore | None) -> Mapping[str, int]:
        if score:
            return score.points
        if self.rules.scoring == "positive":
            return {}
        return {player: penalty(count, self.rules) for player, count in counts.items()}

    @property
    def totals(self) -> Mapping[str, int]:
        """Each player's total of all that is known."""
        return self.rounds[-1].totals

    @property
    def places(self) -> dict[str, int]:
        """Each player's place by what is known (`docs/rules.md`, Places and ties)."""
        rows = self.rounds
        return rank({p: [r.points[p] for r in rows if p in r.points] for p in self.players}, self.rules)

    @property
    def current(self) -> int | None:
        """The first round in which somebody has yet to be counted; None when the game is finished."""
        return next((row.number for row in self.rounds if row.missing), None)

    @property
    def finished(self) -> bool:
        """True when every player was counted in every round."""
        return self.current is None
