"""What a game's sheet tells beyond its totals: of each round, of each player, and of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee import Sheet, SheetRound, Tile


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """A round in which everybody was counted: who won it (seats), what the hands counted, and how far apart.

    `swing` is the difference between the best and the worst points, `ahead` and `behind` the seats that have
    them.
    """

    number: int
    engine: Tile
    winners: tuple[int, ...]
    left: int
    average: float
    swing: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """A seat's rounds: how many it won, its best and worst as (points, round), what its hands counted."""

    seat: int
    won: int
    best: tuple[int, int]
    worst: tuple[int, int]
    average: float
    left: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All of a game; `swing` is the round that changed the distance of two players most."""

    rounds: tuple[RoundFigures, ...]
    players: tuple[PlayerFigures, ...]
    swing: RoundFigures | None


def figures(sheet: Sheet) -> Figures:
    """The figures of all rounds in which everybody was counted; none of players before the first."""
    rows = complete(sheet)
    rounds = tuple(_round(sheet, row) for row in rows)
    players = tuple(_player(sheet, rows, seat) for seat in range(len(sheet.players))) if rows else ()
    swing = max(rounds, key=lambda told: told.swing, default=None)
    return Figures(rounds, players, swing if swing and swing.swing else None)


def complete(sheet: Sheet) -> tuple[SheetRound, ...]:
    """The rounds in which everybody was counted."""
    return tuple(row for row in sheet.rounds if row.score is not None)


def _round(sheet: Sheet, row: SheetRound) -> RoundFigures:
    points = [row.points[player] for player in sheet.players]
    left = sum(count.points for count in row.counts.values())
    winners = tuple(int(player) for player in row.score.winners) if row.score else ()
    ahead, behind = _best(points, sheet), _worst(points, sheet)
    swing = max(points) - min(points)
    return RoundFigures(row.number, row.engine, winners, left, left / len(points), swing, ahead, behind)


def _player(sheet: Sheet, rows: Sequence[SheetRound], seat: int) -> PlayerFigures:
    player = sheet.players[seat]
    points = [row.points[player] for row in rows]
    best, worst = _best(points, sheet), _worst(points, sheet)
    return PlayerFigures(
        seat,
        won=sum(player in row.score.winners for row in rows if row.score),
        best=(points[best], rows[best].number),
        worst=(points[worst], rows[worst].number),
        average=sum(points) / len(points),
        left=sum(row.counts[player].points for row in rows),
    )


def _best(points: Sequence[int], sheet: Sheet) -> int:
    """The place of the best points: the fewest, or the most where the highest total wins."""
    return points.index(max(points) if sheet.rules.scoring == "positive" else min(points))


def _worst(points: Sequence[int], sheet: Sheet) -> int:
    return points.index(min(points) if sheet.rules.scoring == "positive" else max(points))
