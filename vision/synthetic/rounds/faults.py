"""Faults that players make: tiles laid where they don't belong, so that anybody who looks can see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from referee import Pass, Play, RoundState, Tile, as_played, close_turn, judge

KINDS = (
    "END_MISMATCH",
    "TILE_WRONG_WAY_ROUND",
    "TRAIN_CLOSED",
    "OPEN_DOUBLE",
    "FIRST_TURN_OWN_TRAIN",
    "MEXICAN_TOO_EARLY",
    "CLOSE_IN_ORDER",
    "OUT_OF_TURN",
)
"""The codes of faults that are made on purpose."""

_RARE = ("OPEN_DOUBLE", "FIRST_TURN_OWN_TRAIN", "MEXICAN_TOO_EARLY", "CLOSE_IN_ORDER")
"""Those that few moments allow: taken more often where one does."""

_TOGETHER = {"FIRST_TURN_OWN_TRAIN": {"TRAIN_CLOSED"}, "CLOSE_IN_ORDER": {"TRAIN_CLOSED"}}
"""Codes that mostly come with another one."""


def fault(
    state: RoundState,
    player: str,
    hands: Mapping[str, set[Tile]],
    openings: Sequence[tuple[str, RoundState]],
    rng: Random,
) -> tuple[str, Play] | None:
    """A wrong play at the beginning of the turn of `player`, with its code; None where there is none.

    It would be wrong too if the players before (`openings`) or the next one had made it.
    """
    found: dict[str, list[Play]] = {}
    for play in _plays(state, player, hands):
        codes = {each.code for each in judge(state, play) if each.severity == "illegal"}
        for code in codes & set(KINDS):
            if codes <= {code} | _TOGETHER.get(code, set()) and _is_plain(state, play, player, openings):
                found.setdefault(code, []).append(play)
    if not found:
        return None
    codes_found = sorted(found)
    code = rng.choices(codes_found, [4 if code in _RARE else 1 for code in codes_found])[0]
    return code, rng.choice(found[code])


def _plays(state: RoundState, player: str, hands: Mapping[str, set[Tile]]) -> Iterator[Play]:
    """Everything that could be laid: by the player himself, and by those who are far from their turn."""
    players, trains = state.setup.players, state.setup.trains
    seat = state.setup.number_of[player]
    early = [players[(seat - 2) % len(players)]] if len(players) > 3 else []
    for who in (player, *early):
        for tile in sorted(tile for tile in hands[who] if not tile.is_double):
            for touching, end in ((tile.high, tile.low), (tile.low, tile.high)):
                for train in trains if who == player else (who,):
                    if train == who and state.position.marked >> state.setup.number_of[who] & 1:
                        continue  # then the marker would be wrong too
                    yield Play(who, touching, end, train)


def _is_plain(state: RoundState, play: Play, player: str, openings: Sequence[tuple[str, RoundState]]) -> bool:
    """Whether nobody else whose turn it may be could have made the play by the rules."""
    players = state.setup.players
    following = players[(state.setup.number_of[player] + 1) % len(players)]
    passed = close_turn(as_played(state, Pass(player, assumed=True)))
    others = [*openings, (following, passed), (player, state)]
    return all(
        any(each.severity == "illegal" for each in judge(then, play._replace(player=other)))
        for other, then in others
        if other != play.player
    )
