"""Each player's record over all games: the same name is the same person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from web.colours import initials
from web.games.names import folded
from web.store import GameLine
from web.store.events import Player

_LATEST = 5


@dataclass(frozen=True, slots=True)
class Result:
    """A player's place and total in one finished game."""

    game: GameLine
    place: int
    total: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One person: `games` counts all, the rest is of finished ones, the newest first among `results`.

    `best` is the best total where the lowest wins, `highest` where the highest does.
    """

    player: Player
    mark: str
    games: int
    results: tuple[Result, ...]
    best: Result | None
    highest: Result | None

    @property
    def wins(self) -> int:
        """Games with the first place, alone or shared."""
        return sum(result.place == 1 for result in self.results)

    @property
    def average_place(self) -> float | None:
        """The mean of all places; None before the first finished game."""
        return sum(result.place for result in self.results) / len(self.results) if self.results else None

    @property
    def latest(self) -> tuple[Result, ...]:
        """The newest few results."""
        return self.results[:_LATEST]


def player_records(games: Iterable[GameLine]) -> tuple[PlayerRecord, ...]:
    """Everybody in `games`, which are the newest first: most wins, then the better places, then more games.

    Name and colour are those of the newest game.
    """
    players: dict[str, Player] = {}
    played: Counter[str] = Counter()
    results: dict[str, list[Result]] = {}
    for game in games:
        sheet = game.sheet
        places, totals = sheet.places, sheet.totals
        for seat, player in enumerate(game.players):
            who = folded(player.name)
            players.setdefault(who, player)
            played[who] += 1
            told = results.setdefault(who, [])
            if sheet.finished:
                told.append(Result(game, places[str(seat)], totals[str(seat)]))
    marks = dict(zip(players, initials([player.name for player in players.values()]), strict=True))
    records = (
        PlayerRecord(player, marks[who], played[who], tuple(results[who]), *_best(results[who]))
        for who, player in players.items()
    )
    return tuple(sorted(records, key=_order))


def _best(results: list[Result]) -> tuple[Result | None, Result | None]:
    lowest = [result for result in results if result.game.sheet.rules.scoring == "penalty"]
    highest = [result for result in results if result.game.sheet.rules.scoring == "positive"]
    return (
        min(lowest, key=lambda result: result.total, default=None),
        max(highest, key=lambda result: result.total, default=None),
    )


def _order(record: PlayerRecord) -> tuple[int, float, int, str]:
    place = record.average_place
    return (
        -record.wins,
        float("inf") if place is None else place,
        -record.games,
        folded(record.player.name),
    )
