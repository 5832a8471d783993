"""Judging acts one by one: all that is wrong with an act as soon as it is seen."""

from __future__ import annotations

from collections.abc import Iterator

from referee.acts import TURN_ACTS, Draw, Knock, Mark, Play, TableAct, TurnAct
from referee.judge_table import judge_table_act
from referee.openness import Shut, awaited, duties, first_ones, moves, own_doubles, shut
from referee.played import before, is_penalty
from referee.position import UNKNOWN_END, OpenDouble, is_first_turn
from referee.round import RoundState, TurnLog
from referee.seen import tile_faults
from referee.tile_sets import bit
from referee.turn_end import end_faults, is_complete, must_start, pass_faults, play_in_words
from referee.violations import Violation


def judge(state: RoundState, act: TurnAct | TableAct) -> tuple[Violation, ...]:
    """Everything that is already wrong with an act (`docs/rules.md`, How faults are judged).

    An empty tuple means that nothing is. What only the end of the turn shows, `judge_turn_end` says.

    >>> from referee.round import new_round
    >>> from referee.setup import Setup
    >>> from referee.tiles import DominoSet, Tile
    >>> from referee.acts import LayEngine
    >>> from referee.played import as_played
    >>> state = as_played(new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1), LayEngine(Tile(12, 12)))
    >>> [fault.code for fault in judge(state, Play("Ana", 11, 4, "Bo"))]
    ['END_MISMATCH', 'TRAIN_CLOSED']
    """
    state = before(state, act)
    log = state.log
    if not isinstance(act, TURN_ACTS):
        return tuple(judge_table_act(state, act))
    if log is None or isinstance(act, (Knock, Mark)) or (not isinstance(act, Play) and act.assumed):
        return ()
    faults = list(turn_faults(state, log))
    if isinstance(act, Play):
        faults += _play_faults(state, act, log)
    elif isinstance(act, Draw):
        faults += _draw_faults(state, act, log)
    elif is_complete(state.position):
        faults.append(Violation("TURN_OVER", _player(state, log.seat)))
    elif not log.after_end:
        faults += pass_faults(state)
    return tuple(faults)


def judge_turn_end(state: RoundState) -> tuple[Violation, ...]:
    """What the end of the turn that is going on adds: a tile owed, a pass, markers, a missing knock."""
    log = state.log
    if log is None:
        return ()
    # A turn without a tile, a draw or a pass is a pass, and nobody was told yet whose turn it is.
    told = () if log.passed_unseen or log.drew_unseen else tuple(turn_faults(state, log))
    return told + tuple(end_faults(state))


def _player(state: RoundState, seat: int) -> dict[str, str | int]:
    return {"player": state.setup.shown(state.setup.players[seat])}


def turn_faults(state: RoundState, log: TurnLog) -> Iterator[Violation]:
    """Whose turn it is, said once a turn (`docs/rules.md`, How faults are judged)."""
    if log.judged:
        return
    expected = state.expected
    if log.after_end:
        yield Violation("ROUND_OVER", {})
    elif expected is not None and expected != log.seat:
        player, name = _player(state, log.seat), state.setup.shown(state.setup.players[expected])
        if state.opener is None:
            yield Violation("NOT_STARTER", {**player, "starter": name}, "starter")
        else:
            yield Violation("OUT_OF_TURN", {**player, "turn": name})


def _play_faults(state: RoundState, act: Play, log: TurnLog) -> Iterator[Violation]:
    """The tile, the match, the turn and the train, each for itself."""
    setup, position = state.setup, state.position
    seat, train, tile = log.seat, setup.number_of[act.train], act.tile
    text = f"{act.touching}-{act.end}"
    yield from tile_faults(state, seat, tile, text=text)
    hand = state.hands[seat]
    if hand.holds_no_other and not hand.tiles & bit(tile):
        yield Violation("NOT_IN_HAND", {**_player(state, seat), "tile": text})
    end = position.ends[train]
    if end not in (UNKNOWN_END, act.touching):
        words: dict[str, str | int] = {"tile": text, "train": setup.shown_train(train), "end": end}
        yield Violation("TILE_WRONG_WAY_ROUND" if act.end == end else "END_MISMATCH", words)
    if position.turn.over:
        yield Violation("TURN_OVER" if log.passed else "ONE_TILE_PER_TURN", _player(state, seat))
    yield from _train_faults(state, shut(setup, position, act.is_double), train)


def _train_faults(state: RoundState, reasons: Shut, train: int) -> Iterator[Violation]:
    """Why a train is shut to the player whose turn it is, each reason with the option behind it."""
    if not any(trains >> train & 1 for trains in reasons):
        return
    setup, position = state.setup, state.position
    rules = setup.rules
    words = {**_player(state, position.turn.seat), "train": setup.shown_train(train)}
    first = is_first_turn(position)
    if reasons.own_only >> train & 1:
        begins = not (first and rules.first_turn_trains == "own")
        option, wording = ("own_train_first", "begin") if begins else ("first_turn_trains", "")
        yield Violation("FIRST_TURN_OWN_TRAIN", words, option, wording)
    if reasons.early >> train & 1:
        begins = not (first and rules.mexican_from == "second_turn")
        option, wording = ("own_train_first", "begin") if begins else ("mexican_from", "")
        yield Violation("MEXICAN_TOO_EARLY", words, option, wording)
    if reasons.closed >> train & 1:
        yield Violation("TRAIN_CLOSED", words)
    if reasons.elsewhere >> train & 1:
        yield _must_cover_elsewhere(state)
    if reasons.order >> train & 1:
        due = duties(setup, position) or own_doubles(setup, position)
        yield Violation("CLOSE_IN_ORDER", _double(state, first_ones(setup, due)[0]), "close_order")
    if reasons.off_double >> train & 1:
        yield Violation("MUST_COVER_DOUBLE", words, "double_next_tile")
    if reasons.second_double >> train & 1:
        yield Violation("ONE_DOUBLE_PER_TURN", words, "doubles_per_turn")
    if reasons.going_on >> train & 1:
        yield Violation("ONE_TILE_PER_TURN", words, "first_turn", "first")


def _must_cover_elsewhere(state: RoundState) -> Violation:
    """OPEN_DOUBLE with its reason: a duty, a double that one waits for, or several doubles in this turn."""
    setup, position = state.setup, state.position
    player = _player(state, position.turn.seat)
    due = duties(setup, position)
    if due:
        words = {**player, **_double(state, first_ones(setup, due)[0])}
        return Violation("OPEN_DOUBLE", words, "open_double_binds")
    waited = awaited(setup, position)
    if waited:
        return Violation("OPEN_DOUBLE", {**player, **_double(state, waited[0])}, "failed_cover", "waits")
    own = first_ones(setup, own_doubles(setup, position))
    return Violation("OPEN_DOUBLE", {**player, **_double(state, own[0])}, "multi_double_extra", "extra")


def _double(state: RoundState, double: OpenDouble) -> dict[str, str | int]:
    return {"double": f"{double.value}-{double.value}", "train": state.setup.shown_train(double.train)}


def _draw_faults(state: RoundState, act: Draw, log: TurnLog) -> Iterator[Violation]:
    if is_complete(state.position):
        if not is_penalty(state):
            yield Violation("TURN_OVER", _player(state, log.seat))
    elif not log.after_end:
        yield from _needless_draw_faults(state, log)
    if state.boneyard and not state.boneyard[1]:
        yield Violation("BONEYARD_EMPTY", {})
    if act.tile is not None:
        yield from tile_faults(state, log.seat, act.tile, drawn=True)


def _needless_draw_faults(state: RoundState, log: TurnLog) -> Iterator[Violation]:
    """A draw where a tile could be played, where none is allowed, or one too many."""
    setup, position = state.setup, state.position
    player, hand = _player(state, log.seat), state.hands[log.seat]
    playable = moves(setup, position, hand.tiles) if hand.known and setup.rules.must_play == "yes" else []
    if playable:
        words = {**player, **play_in_words(setup, position, playable[0])}
        yield Violation("DRAW_NOT_ALLOWED", words, "must_play")
    elif setup.rules.no_start == "mark" and must_start(position):
        yield Violation("DRAW_NOT_ALLOWED", player, "no_start", "start")
    if position.turn.draws >= setup.draws:
        yield Violation("ONE_DRAW", player, "draws_per_turn")
    elif position.turn.draws and moves(setup, position, log.drawn & hand.tiles):
        yield Violation("ONE_DRAW", player, "draws_per_turn", "fits")
