"""Faults that players make: tiles laid where they don't belong, so that anybody who looks can see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
)
"""The codes of faults that are made on purpose.

OUT_OF_TURN is not among them: who laid a tile is not to be seen on a table, so that a tile on the own train
of somebody whose turn it is not is just as well a tile on a closed train, by the player whose turn it is.
"""

_RARE = ("OPEN_DOUBLE", "FIRST_TURN_OWN_TRAIN", "MEXICAN_TOO_EARLY", "CLOSE_IN_ORDER")
"""Those that few moments allow: taken more often where one does."""

_TOGETHER = {"FIRST_TURN_OWN_TRAIN": {"TRAIN_CLOSED"}, "CLOSE_IN_ORDER": {"TRAIN_CLOSED"}}
"""Codes that mostly come with another one."""


def fault(
    state: RoundState,
    player: str,
    hand: Iterable[Tile],
    openings: Sequence[tuple[str, RoundState]],
    rng: Random,
) -> tuple[str, Play] | None:
    """A wrong play at the beginning of the turn of `player`, with its code; None where there is none.

    It would be as wrong if anybody else had made it, the players before (`openings`) among them.
    """
    found: dict[str, list[Play]] = {}
    for play in _plays(state, player, hand):
        codes = {each.code for each in judge(state, play) if each.severity == "illegal"}
        for code in codes & set(KINDS):
            if codes <= {code} | _TOGETHER.get(code, set()) and _is_plain(state, play, player, openings):
                found.setdefault(code, []).append(play)
    if not found:
        return None
    codes_found = sorted(found)
    code = rng.choices(codes_found, [4 if code in _RARE else 1 for code in codes_found])[0]
    return code, rng.choice(found[code])


def _plays(state: RoundState, player: str, hand: Iterable[Tile]) -> Iterator[Play]:
    """Everything that could be laid from `hand`, doubles apart, which would owe a further tile."""
    number_of, trains = state.setup.number_of, state.setup.trains
    for tile in sorted(tile for tile in hand if not tile.is_double):
        for touching, end in ((tile.high, tile.low), (tile.low, tile.high)):
            for train in trains:
                if train != player or not state.position.marked >> number_of[player] & 1:
                    yield Play(
                        player, touching, end, train
                    )  # on the own marked train the marker is wrong too


def _is_plain(state: RoundState, play: Play, player: str, openings: Sequence[tuple[str, RoundState]]) -> bool:
    """Whether the play would be no better if it were somebody else's."""
    players = state.setup.players
    following = players[(state.setup.number_of[player] + 1) % len(players)]
    passed = close_turn(as_played(state, Pass(player, assumed=True)))
    faults = _faults(state, play)
    others = [*openings, (following, passed), *((other, state) for other in players)]
    return all(_faults(then, play._replace(player=other)) >= faults for other, then in others)


def _faults(state: RoundState, play: Play) -> int:
    return sum(each.severity == "illegal" for each in judge(state, play))
