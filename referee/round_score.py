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
    """The points that go into the total: the counted ones, else those that were written.

    What a player wrote stands for the hand that nobody counted, so it also tells who holds the fewest points.
    """
    whole = _whole_score(state, _believed_counts(state))
    if whole:
        points = tuple(whole.points[player] for player in state.setup.players)
        return RoundResult(points, _seats_of(state, whole.winners))
    told = zip(counted_points(state), state.written, strict=True)
    seats = range(len(state.hands))
    return RoundResult(
        tuple(written if right is None else right for right, written in told),
        tuple(seat for seat in seats if state.out >> seat & 1) if state.end == "out" else (),
    )


def _believed_counts(state: RoundState) -> tuple[Count | None, ...]:
    """What each player holds by the tiles, else by what was written, where writing tells what is held."""
    counts = hand_counts(state)
    if state.setup.rules.scoring != "penalty":
        return counts
    return tuple(
        Count(written) if count is None and written is not None and written >= 0 else count
        for count, written in zip(counts, state.written, strict=True)
    )


def _whole_score(state: RoundState, counts: tuple[Count | None, ...]) -> RoundScore | None:
    """The score of a round that has ended and in which every hand has a count."""
    known = [count for count in counts if count is not None]
    if state.end is None or len(known) < len(counts):
        return None
    return score_round(dict(zip(state.setup.players, known, strict=True)), state.setup.rules)


def _seats_of(state: RoundState, players: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, player in enumerate(state.setup.players) if player in players)
