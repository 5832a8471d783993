"""What people may enter: acts of this table and rounds that can come next; everything else is refused."""

from __future__ import annotations

from referee.acts import (
    TURN_ACTS,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Hunt,
    LayEngine,
    Mark,
    NameStarter,
    Play,
    ShowHand,
    WriteScore,
)
from referee.errors import RulesError
from referee.round import RoundState
from referee.setup import Setup
from referee.umpire.evidence import EndTurn

_TABLE_ACTS = (
    LayEngine,
    Hunt,
    NameStarter,
    CountBoneyard,
    ShowHand,
    CallBlocked,
    CountLeft,
    WriteScore,
)


class UmpireError(ValueError):
    """Something that an umpire can't take or correct; the message says why."""


def check_act(setup: Setup, act: object) -> None:
    """Refuse what can't be an act of this table; whether it was allowed is for the judge to say.

    Raises `RulesError` for a player or a train that the game doesn't have, and `UmpireError` for what is no
    act of a round and for a boneyard that can't be.
    """
    if not isinstance(act, (*TURN_ACTS, *_TABLE_ACTS, EndTurn)):
        raise UmpireError(f"{_named(act)} is no act of a round: enter a turn's or the table's.")
    player = None if isinstance(act, (CountBoneyard, CallBlocked)) else act.player
    nobodys = player is None and isinstance(act, (CountBoneyard, CallBlocked, LayEngine))
    if not nobodys and player not in setup.players:
        raise RulesError("stranger", player=player)
    if isinstance(act, (Play, Mark)) and act.train not in setup.trains:
        raise RulesError("stranger", player=act.train)
    if isinstance(act, CountBoneyard) and not 0 <= act.tiles <= len(setup.domino_set):
        raise UmpireError(f"There can lie 0 to {len(setup.domino_set)} tiles face down, not {act.tiles}.")


def check_round(state: RoundState, number: int) -> None:
    """Refuse a round that can't come after the one of `state`. Raises `UmpireError`."""
    last = state.setup.last_round
    if state.number >= last:
        raise UmpireError(f"Round {state.number} is the last one: no other can begin.")
    if not state.number < number <= last:
        raise UmpireError(
            f"After round {state.number} there can begin rounds {state.number + 1} to {last}, not {number}."
        )


def _named(act: object) -> str:
    return f"`{type(act).__name__}`" if isinstance(act, tuple) or act is None else f"“{act}”"
