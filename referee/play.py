"""Playing along: following a table act by act, what may be laid, and acting by the rules only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.acts import TURN_ACTS, Knock, Mark, Pass, Play, TableAct, TurnAct
from referee.judge import judge, judge_turn_end, turn_faults
from referee.openness import moves
from referee.played import as_played, before, close_turn
from referee.round import RoundState, accused
from referee.seen import possible_tiles
from referee.tile_sets import tile_bits
from referee.tiles import Tile
from referee.violations import Violation


class IllegalAct(ValueError):
    """An act that the rules don't allow; the message says why, `violations` has all reasons."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(" ".join(found.message for found in violations if found.severity == "illegal"))
        self.violations = violations


class Followed(NamedTuple):
    """The round after an act; what the end of the turn before it has shown; what is wrong with the act."""

    state: RoundState
    ended: tuple[Violation, ...]
    told: tuple[Violation, ...]


def follow(state: RoundState, act: TurnAct | TableAct) -> Followed:
    """Take one act after another as a camera sees them, and tell all that is wrong; nothing is refused.

    Nobody has to say where a turn ends: the act of another player ends it, and so do the table's words that
    the round is over. After the last act there is still `judge_turn_end`. Source: `docs/rules.md`, How faults
    are judged.

    >>> from referee.acts import LayEngine
    >>> from referee.round import new_round
    >>> from referee.setup import Setup
    >>> from referee.tiles import DominoSet
    >>> state = new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1)
    >>> for act in (LayEngine(Tile(12, 12)), Pass("Ana"), Play("Bo", 12, 4, "Bo")):
    ...     state, ended, told = follow(state, act)
    ...     print([fault.code for fault in ended], [fault.code for fault in told])
    [] []
    [] ['MUST_DRAW']
    ['MARKER_MISSING'] []
    """
    ended: tuple[Violation, ...] = ()
    log = before(state, act).log
    if state.log is not None and (log is None or log.seat != state.log.seat):
        ended = judge_turn_end(state)
        state = close_turn(accused(state, ended))
    told = judge(state, act)
    state = as_played(state, act)
    return Followed(accused(state, told) if isinstance(act, TURN_ACTS) else state, ended, told)


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

    An act that ends the turn before it must also leave nothing illegal there, such as a tile still owed, and
    only the player whose turn it is knocks or moves a marker. Raises `IllegalAct`. Source: `docs/rules.md`,
    How faults are judged.

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
    after, ended, told = follow(state, act)
    opened = before(state, act)
    if isinstance(act, (Knock, Mark)) and opened.log:
        told = tuple(turn_faults(opened, opened.log))
    violations = ended + told
    if any(found.severity == "illegal" for found in violations):
        raise IllegalAct(violations)
    return after
