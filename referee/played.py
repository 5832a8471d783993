"""What the table did, whether it was allowed or not: every act makes a new state of the round."""

from __future__ import annotations

from typing import Literal, TypeVar, assert_never

from referee.acts import (
    TURN_ACTS,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TableAct,
    TurnAct,
    WriteScore,
)
from referee.openness import duties, waiting_after_pass
from referee.position import Position, is_first_turn, lay, next_turn
from referee.round import Boneyard, Event, Hand, Laid, RoundState, TurnLog, with_turn
from referee.tile_sets import bit, tile_bits
from referee.turn_end import counts_as_pass, is_complete, may_be_unannounced, may_keep, stops_short

_CLOSING = (CallBlocked, CountLeft, WriteScore)
"""What the table says only when a turn is over."""
_LATE_DRAWS = {"none": 0, "draw_1": 1, "draw_2": 2}


def as_played(state: RoundState, act: TurnAct | TableAct) -> RoundState:
    """The round after an act as it was done at the table; nothing is refused.

    An act of another player, and the table's words that a round is over, first close the turn before.
    """
    state = before(state, act)
    match act:
        case Play():
            return _play(state, act)
        case Draw():
            return _draw(state, act)
        case Pass():
            return _pass(state, act)
        case Knock():
            return _logged(state, knocked=True)
        case Mark():
            return _mark(state, act)
        case LayEngine():
            return _lay_engine(state, act)
        case Hunt():
            return _hunt(state, act)
        case NameStarter():
            if state.rotated:
                return state
            return state._replace(starter=state.setup.number_of[act.player])
        case CountBoneyard():
            return state._replace(boneyard=(act.tiles, act.tiles))
        case ShowHand() | CountLeft():
            return _show(state, act)
        case CallBlocked():
            return state if state.end else state._replace(end="blocked")
        case WriteScore():
            seat = state.setup.number_of[act.player]
            return state._replace(written=_with(state.written, seat, act.points))
    assert_never(act)


def before(state: RoundState, act: TurnAct | TableAct) -> RoundState:
    """The state in which an act is judged and done: the turn before it closed, its own begun."""
    if isinstance(act, TURN_ACTS):
        seat = state.setup.number_of[act.player]
        if state.log is not None and state.log.seat != seat:
            state = close_turn(state)
        return with_turn(state, seat)
    if isinstance(act, _CLOSING):
        return close_turn(state)
    return state


def is_penalty(state: RoundState) -> bool:
    """Whether a draw now, after the turn's end, can be the price for a missed announcement."""
    rules, log = state.setup.rules, state.log
    if log is None or rules.announce == "off" or log.late >= _LATE_DRAWS[rules.announce_penalty]:
        return False
    return may_be_unannounced(state)


def close_turn(state: RoundState) -> RoundState:
    """The state after the turn that is going on, if there is one, has ended."""
    log = state.log
    if log is None:
        return state
    if not state.position.turn.over and stops_short(state) and counts_as_pass(state):
        state = _passed(state, log)
    setup, end = state.setup, state.end
    seat = (log.seat + 1) % len(setup.players)
    opener = log.seat if state.opener is None else state.opener
    position = next_turn(setup, state.position, seat)
    if state.out and not end and position.firsts == setup.all_seats:
        end = "out"
    return state._replace(position=position, turn=seat, opener=opener, log=None, end=end)


def _play(state: RoundState, act: Play) -> RoundState:
    setup, log = state.setup, state.log
    assert log is not None
    seat, train = log.seat, setup.number_of[act.train]
    tile = bit(act.tile)
    position = lay(setup, state.position, train, tile, act.end, act.is_double)
    hand = _without(state.hands[seat], tile)
    out, end = state.out, state.end
    covers_last = act.is_double and setup.rules.last_tile_double == "must_cover"
    if hand.size == 0 and not end and not covers_last:
        out |= 1 << seat
        position = position._replace(turn=position.turn._replace(owes=False, going_on=False, over=True))
        if not (is_first_turn(position) and setup.rules.out_on_first_turn == "finish_lap"):
            end = "out"
    own = train == seat
    # A double asks for a new draw, so that one nobody saw before it no longer stands for the draw due.
    again = act.is_double and setup.rules.redraw_after_double == "yes"
    return state._replace(
        position=position,
        hands=_with(state.hands, seat, hand),
        out=out,
        end=end,
        laid=state.laid.plus(Laid(train, act.touching, act.end, seat)),
        events=state.events.plus(Event(state.at, "laid", seat, tile)),
        log=log._replace(
            judged=True,
            draw_assumed=log.draw_assumed and not again,
            stops_unseen=False,
            laid_own=log.laid_own or own,
            laid_after_draw=log.laid_after_draw or log.drew,
            laid_own_after_draw=log.laid_own_after_draw or (own and (log.drew or log.drew_unseen)),
            passed_unseen=False,
        ),
    )


def _draw(state: RoundState, act: Draw) -> RoundState:
    log, position = state.log, state.position
    assert log is not None
    seat, tile = log.seat, 0 if act.tile is None else bit(act.tile)
    hand = state.hands[seat]
    size = None if hand.size is None else hand.size + 1
    hand = Hand(size, hand.tiles | tile, hand.known, hand.doubtful or act.assumed)
    over = is_complete(position)
    events = state.events
    if not over and not act.assumed:
        events = events.plus(Event(state.at, "drawing", seat, position=position))
        position = position._replace(turn=position.turn._replace(draws=position.turn.draws + 1))
    kind: Literal["drew", "drew_unseen", "drew_assumed"]
    kind = "drew_assumed" if act.assumed else "drew" if tile else "drew_unseen"
    log = log._replace(
        judged=log.judged or not act.assumed,
        drawn=log.drawn | tile,
        drew=log.drew or not act.assumed,
        drew_unseen=log.drew_unseen or act.assumed,
        draw_assumed=log.draw_assumed or act.assumed,
        stops_unseen=act.assumed,
        passed_unseen=log.passed_unseen and act.assumed,
        late=log.late + (over and not act.assumed),
    )
    return state._replace(
        position=position,
        hands=_with(state.hands, seat, hand),
        boneyard=_one_less(state.boneyard, act.assumed),
        events=events.plus(Event(state.at, kind, seat, tile)),
        log=log,
    )


def _pass(state: RoundState, act: Pass) -> RoundState:
    log = state.log
    assert log is not None
    if act.assumed:
        return state if is_complete(state.position) else _logged(state, passed_unseen=True)
    state = _logged(state, judged=True, passed_unseen=False)
    if is_complete(state.position) or state.log is None:
        return state
    return _passed(state, state.log)


def _passed(state: RoundState, log: TurnLog) -> RoundState:
    """The state after a pass that was seen: what could not be covered is waited for, where that is a rule."""
    setup, position = state.setup, state.position
    kept = may_keep(setup, position)
    event = Event(state.at, "passing", log.seat, position=position, kept=kept)
    waiting = waiting_after_pass(setup, position)
    return state._replace(
        position=position._replace(waiting=waiting, turn=position.turn._replace(over=True)),
        events=state.events.plus(event),
        log=log._replace(passed=True, failed_cover=bool(duties(setup, position))),
    )


def _mark(state: RoundState, act: Mark) -> RoundState:
    train = 1 << state.setup.number_of[act.train]
    marked = state.position.marked | train if act.on else state.position.marked & ~train
    return state._replace(position=state.position._replace(marked=marked))


def _lay_engine(state: RoundState, act: LayEngine) -> RoundState:
    setup, tile = state.setup, bit(act.tile)
    position = _with_engine(state, act)
    holder, hands = None, state.hands
    if act.player is not None:
        holder = setup.number_of[act.player]
        hands = _with(hands, holder, _without(hands[holder], tile))
    return state._replace(
        position=position,
        engine=act.tile,
        holder=holder,
        hands=hands,
        events=state.events.plus(Event(state.at, "engine", -1 if holder is None else holder, tile)),
    )


def _with_engine(state: RoundState, act: LayEngine) -> Position:
    """The trains that have no tile yet begin with the engine's number; one laid before is taken back."""
    position = state.position
    table = position.table & ~(bit(state.engine) if state.engine else 0) | bit(act.tile)
    ends = tuple(
        end if position.begun >> train & 1 else act.tile.high for train, end in enumerate(position.ends)
    )
    return position._replace(table=table, ends=ends)


def _hunt(state: RoundState, act: Hunt) -> RoundState:
    seat, tile = state.setup.number_of[act.player], bit(act.tile)
    hand = state.hands[seat]
    size = None if hand.size is None else hand.size + 1
    return state._replace(
        hands=_with(state.hands, seat, hand._replace(size=size, tiles=hand.tiles | tile)),
        hunted=_with(state.hunted, seat, state.hunted[seat] + 1),
        boneyard=_one_less(state.boneyard, assumed=False),
        events=state.events.plus(Event(state.at, "hunted", seat, tile)),
    )


def _show(state: RoundState, act: ShowHand | CountLeft) -> RoundState:
    seat, tiles = state.setup.number_of[act.player], tile_bits(act.tiles)
    number = len(act.tiles)
    counted = isinstance(act, CountLeft)
    if counted and not number and not state.end and state.opener is not None:
        # Nobody may have known how many tiles the player had; now it shows that the last one was laid.
        state = state._replace(out=state.out | 1 << seat, end="out")
    return state._replace(
        hands=_with(state.hands, seat, Hand(number, tiles, known=True)),
        left=_with(state.left, seat, act.tiles) if counted else state.left,
        events=state.events.plus(Event(state.at, "left" if counted else "hand", seat, tiles, number)),
    )


def _logged(state: RoundState, **changes: bool) -> RoundState:
    return state if state.log is None else state._replace(log=state.log._replace(**changes))


def _without(hand: Hand, tile: int) -> Hand:
    """The hand after a tile was laid, known to be in it or not."""
    size = None if hand.size is None else max(hand.size - 1, 0)
    return Hand(size, hand.tiles & ~tile, hand.known, hand.doubtful)


def _one_less(boneyard: Boneyard, assumed: bool) -> Boneyard:
    """The boneyard after a draw; one that nobody saw may not have taken place."""
    if boneyard is None:
        return None
    fewest, most = boneyard
    return max(fewest - 1, 0), most if assumed else max(most - 1, 0)


_Value = TypeVar("_Value")


def _with(row: tuple[_Value, ...], place: int, value: _Value) -> tuple[_Value, ...]:
    return (*row[:place], value, *row[place + 1 :])
