"""What a round gives each player, from leftovers, known hands and the sheet, as far as they tell it."""

from __future__ import annotations

from typing import NamedTuple

from referee.round import RoundState
from referee.scoring import Count, RoundScore, count_hand, penalty, score_round
from referee.tile_sets import tiles_in


class RoundResult(NamedTuple):
    """A round in the sheet: points by seat, None where nobody can know them, and the winners' seats."""

    points: tuple[int | None, ...]
    winners: tuple[int, ...]


def hand_counts(state: RoundState) -> tuple[Count | None, ...]:
    """What each player still holds, by the tiles that are known; None where they are not.

    Leftovers that were counted come first, then that a player is out, then a hand that is wholly known
    (`docs/rules.md`, Scoring). The last says nothing as long as the round goes on.
    """
    counting = state.end is not None or any(left is not None for left in state.left)
    counting = counting or any(points is not None for points in state.written)
    return tuple(_hand_count(state, seat, counting) for seat in range(len(state.hands)))


def _hand_count(state: RoundState, seat: int, counting: bool) -> Count | None:
    rules, left, hand = state.setup.rules, state.left[seat], state.hands[seat]
    out = bool(state.out >> seat & 1)
    if left is not None:
        return Count(count_hand(left, rules), out=out and not left)
    if out:
        return Count(0, out=True)
    if counting and hand.wholly_known:
        return Count(count_hand(tiles_in(hand.tiles), rules))
    return None


def counted_points(state: RoundState) -> tuple[int | None, ...]:
    """The points that the tiles give each player, whatever was written; None where they do not tell."""
    counts = hand_counts(state)
    whole = _whole_score(state, counts)
    if whole:
        return tuple(whole.points[player] for player in state.setup.players)
    if state.setup.rules.scoring == "positive":
        losers = state.end == "out"
        return tuple(0 if losers and not state.out >> seat & 1 else None for seat in range(len(counts)))
    lowest_writes_zero = state.end == "blocked" and state.setup.rules.blocked_winner == "lowest_zero"
    lowest = min((count.points for count in counts if count), default=0)
    return tuple(
        None
        if count is None or (lowest_writes_zero and count.points <= lowest)
        else penalty(count, state.setup.rules)
        for count in counts
    )


def round_result(state: RoundState) -> RoundResult:
    """The points that go into the total: the counted ones, else those that were written."""
    counted = counted_points(state)
    points = tuple(
        written if right is None else right for right, written in zip(counted, state.written, strict=True)
    )
    return RoundResult(points, _winners(state, points))


def _whole_score(state: RoundState, counts: tuple[Count | None, ...]) -> RoundScore | None:
    """The score of a round that has ended and in which every hand is known."""
    known = [count for count in counts if count is not None]
    if state.end is None or len(known) < len(counts):
        return None
    return score_round(dict(zip(state.setup.players, known, strict=True)), state.setup.rules)


def _winners(state: RoundState, points: tuple[int | None, ...]) -> tuple[int, ...]:
    rules, seats = state.setup.rules, range(len(state.hands))
    counts = hand_counts(state)
    whole = _whole_score(state, counts)
    if whole:
        return tuple(seat for seat in seats if state.setup.players[seat] in whole.winners)
    if state.end == "out":
        return tuple(seat for seat in seats if state.out >> seat & 1)
    if state.end is None or rules.scoring == "positive" or rules.blocked_winner == "none":
        return ()
    known = [value for value in points if value is not None]
    if len(known) < len(points):
        return ()
    return tuple(seat for seat in seats if points[seat] == min(known))
