"""Playing along: what a player may lay, and a way to act that refuses what the rules don't allow."""

from __future__ import annotations

from collections.abc import Iterable

from referee.acts import Pass, Play, TableAct, TurnAct
from referee.judge import judge, judge_turn_end
from referee.openness import moves
from referee.played import as_played, before, close_turn
from referee.round import RoundState
from referee.seen import possible_tiles
from referee.tile_sets import tile_bits
from referee.tiles import Tile
from referee.violations import Violation


class IllegalAct(ValueError):
    """An act that the rules don't allow; the message says why, `violations` has all reasons."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(" ".join(found.message for found in violations if found.severity == "illegal"))
        self.violations = violations


def to_act(state: RoundState) -> str | None:
    """The player whose turn is going on or expected; None where anybody may begin, and after the end.

    A turn that nothing can be added to but markers and knocks counts as over.
    """
    if state.position.turn.over:
        state = close_turn(state)
    seat = state.expected if state.log is None else state.log.seat
    return None if state.end or seat is None else state.setup.players[seat]


def legal_plays(state: RoundState, hand: Iterable[Tile], player: str | None = None) -> tuple[Play, ...]:
    """All that may be laid from `hand` now, each tile once a train and turned the right way.

    They are those of the player who is to act (`to_act`), or of `player`: named where anybody may begin, or
    to ask what may follow where the turn that is going on ends here. Empty for players whose turn it is not.
    Tiles that were seen elsewhere, as on the table, are left out. Where a first-turn train goes on, its
    player may also stop. Source: `docs/rules.md`, What is open.

    >>> from referee.acts import LayEngine, NameStarter
    >>> from referee.round import new_round
    >>> from referee.setup import Setup
    >>> from referee.tiles import DominoSet
    >>> state = new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1)
    >>> state = play(play(state, LayEngine(Tile(12, 12))), NameStarter("Ana"))
    >>> for move in legal_plays(state, [Tile(12, 4), Tile(9, 4)]):
    ...     print(f"{move.touching}-{move.end}@{move.train}")
    12-4@Ana
    12-4@M
    """
    player = player or to_act(state)
    if player is None:
        return ()
    setup, seat = state.setup, state.setup.number_of[player]
    state = before(state, Pass(player))
    log = state.log
    if log is None or log.after_end or not (log.judged or state.expected in (None, seat)):
        return ()
    position = state.position
    held = tile_bits(hand) & possible_tiles(state, seat)
    return tuple(
        Play(player, position.ends[train], setup.pips[tile] - position.ends[train], setup.trains[train])
        for train, tile in moves(setup, position, held)
    )


def play(state: RoundState, act: TurnAct | TableAct) -> RoundState:
    """The round after an act, if the rules allow it; a warning, such as a missing marker, is no hindrance.

    An act that ends the turn before it must also leave nothing illegal there, such as a tile still owed.
    Raises `IllegalAct`. Source: `docs/rules.md`, How faults are judged.

    >>> from referee.acts import LayEngine
    >>> from referee.round import new_round
    >>> from referee.setup import Setup
    >>> from referee.tiles import DominoSet
    >>> state = new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1)
    >>> state = play(state, LayEngine(Tile(12, 12)))
    >>> play(state, Play("Ana", 12, 4, "Bo"))
    Traceback (most recent call last):
    referee.play.IllegalAct: Bo's train is closed: it has no marker.
    """
    ended = judge_turn_end(state) if _is_ended_by(state, act) else ()
    violations = ended + judge(state, act)
    if any(found.severity == "illegal" for found in violations):
        raise IllegalAct(violations)
    return as_played(state, act)


def _is_ended_by(state: RoundState, act: TurnAct | TableAct) -> bool:
    """Whether the turn that is going on ends with this act, which doesn't belong to it."""
    log = before(state, act).log
    return state.log is not None and (log is None or log.seat != state.log.seat)
