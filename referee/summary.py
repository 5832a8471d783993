"""What a game comes to: the score of each round, totals and places."""

from __future__ import annotations

from typing import NamedTuple

from referee.audit import audit
from referee.findings import Finding
from referee.game import Game, end_game
from referee.round import RoundState
from referee.round_score import round_result
from referee.scoring import rank


class RoundSummary(NamedTuple):
    """One round; `end` is `out`, `blocked` or None where nobody knows, as is a score that nobody can know."""

    round: int
    engine: str | None
    end: str | None
    winners: tuple[str, ...]
    scores: dict[str, int | None]


class Summary(NamedTuple):
    """A whole game, or as far as it has come."""

    rounds: tuple[RoundSummary, ...]
    totals: dict[str, int]
    places: dict[str, int]
    audit: tuple[Finding, ...]


def summarise(game: Game) -> Summary:
    """The scores, totals, places and the audit's findings (`docs/rules.md`, Scoring; The audit)."""
    setup = game.setup
    states = end_game(game).all_rounds
    rounds = tuple(_round_summary(state) for state in states)
    points = {
        player: [row.scores[player] or 0 for row in rounds if row.scores[player] is not None]
        for player in setup.players
    }
    totals = {player: sum(row) for player, row in points.items()}
    findings = tuple(finding for state in states for finding in audit(state))
    return Summary(rounds, totals, rank(points, setup.rules), findings)


def _round_summary(state: RoundState) -> RoundSummary:
    players = state.setup.players
    result = round_result(state)
    return RoundSummary(
        state.number,
        None if state.engine is None else str(state.engine),
        state.end,
        tuple(players[seat] for seat in result.winners),
        dict(zip(players, result.points, strict=True)),
    )
