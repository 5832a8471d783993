"""What only the end of a turn shows: a tile that never came, a pass, markers, a missing knock."""

from __future__ import annotations

from collections.abc import Iterator

from referee.openness import duties, moves
from referee.position import Position, is_first_turn
from referee.round import Hand, RoundState, TurnLog
from referee.setup import Setup
from referee.violations import Violation


def is_complete(position: Position) -> bool:
    """Whether nothing more has to come in this turn, though a first-turn train might go on."""
    turn = position.turn
    return turn.over or (turn.going_on and not turn.owes)


def must_start(position: Position) -> bool:
    """Whether the player has laid nothing yet in the own first turn."""
    return is_first_turn(position) and not position.turn.laid


def stops_short(state: RoundState) -> bool:
    """Whether the turn would end here although a tile or a pass is still missing."""
    log = state.log
    return log is not None and not is_complete(state.position) and not log.passed_unseen


def counts_as_pass(state: RoundState) -> bool:
    """Whether the turn, ended here, is a pass that was seen: told, or because it stops short."""
    log = state.log
    return log is not None and (log.passed or (stops_short(state) and not log.stops_unseen))


def play_in_words(setup: Setup, position: Position, move: tuple[int, int]) -> dict[str, str | int]:
    """A possible play as parameters for a message: the tile as it would lie, and the train."""
    train, tile = move
    end = position.ends[train]
    return {"tile": f"{end}-{setup.pips[tile] - end}", "train": setup.shown_train(train)}


def may_keep(setup: Setup, position: Position) -> bool:
    """Whether a drawn tile that fits may be kept now (option `drawn_tile`)."""
    if setup.rules.drawn_tile == "must_play" or position.turn.owes:
        return False
    return not duties(setup, position)


def pass_faults(state: RoundState) -> Iterator[Violation]:
    """What is wrong with passing now (`docs/rules.md`, Drawing and passing)."""
    setup, position, log = state.setup, state.position, state.log
    if log is None:
        return
    hand = state.hands[log.seat]
    player = setup.shown(setup.players[log.seat])
    drawn = log.drawn & hand.tiles
    held = hand.tiles & ~drawn if hand.known and setup.rules.must_play == "yes" else 0
    playable = moves(setup, position, held) if held else []
    if playable:
        words = play_in_words(setup, position, playable[0])
        yield Violation("MUST_PLAY", {"player": player, **words}, "must_play")
    fitting = moves(setup, position, drawn) if drawn else []
    if fitting and not may_keep(setup, position):
        words = play_in_words(setup, position, fitting[0])
        yield Violation("DRAWN_TILE_MUST_BE_PLAYED", {"player": player, **words}, "drawn_tile")
    elif not playable and not fitting and _draw_is_due(state, log, hand):
        yield Violation("MUST_DRAW", {"player": player}, "draws_per_turn")


def _draw_is_due(state: RoundState, log: TurnLog, hand: Hand) -> bool:
    """Whether the boneyard surely has a tile that the player has to draw before passing."""
    setup, position = state.setup, state.position
    if not state.boneyard or not state.boneyard[0] or log.draw_assumed:
        return False
    if position.turn.draws >= setup.draws:
        return False
    if setup.rules.no_start == "mark" and must_start(position):
        return False
    return not (position.turn.draws and _may_have_drawn_enough(state, log, hand))


def _may_have_drawn_enough(state: RoundState, log: TurnLog, hand: Hand) -> bool:
    """Whether a player who drew may hold a tile that fits and need not be played."""
    setup, position = state.setup, state.position
    if setup.rules.must_play == "no" and not hand.wholly_known:
        return True
    if log.drawn.bit_count() < position.turn.draws and may_keep(setup, position):
        return True
    return hand.known and bool(moves(setup, position, hand.tiles))


def end_faults(state: RoundState) -> Iterator[Violation]:
    """What is wrong with the turn that is going on if it ends here; the act that ends it is judged apart.

    Source: `docs/rules.md`, How faults are judged.
    """
    log = state.log
    if log is None or log.after_end:
        return
    if stops_short(state) and not log.stops_unseen:
        yield from pass_faults(state)
    yield from _own_marker_faults(state, log)
    yield from _other_marker_faults(state, log)
    if state.setup.rules.announce == "one_left" and is_unannounced(state):
        player = state.setup.shown(state.setup.players[log.seat])
        yield Violation("NOT_ANNOUNCED", {"player": player}, "announce")


def is_unannounced(state: RoundState) -> bool:
    """Whether the player surely came down to one tile in this turn, and did not knock."""
    if state.log is None or not may_be_unannounced(state):
        return False
    hand = state.hands[state.log.seat]
    return hand.size is not None and not hand.doubtful


def may_be_unannounced(state: RoundState) -> bool:
    """Whether the player may have come down to one tile in this turn, and did not knock."""
    log = state.log
    if log is None or log.knocked or not state.position.turn.laid:
        return False
    hand = state.hands[log.seat]
    return hand.size is None or hand.size - log.late == 1 or (hand.doubtful and hand.size - log.late > 1)


def _own_marker_faults(state: RoundState, log: TurnLog) -> Iterator[Violation]:
    """Markers are where the record puts them: before the turn and after it are compared."""
    rules, laid = state.setup.rules, state.position.turn.laid
    if log.passed_unseen or (stops_short(state) and log.stops_unseen):
        return
    had, has = bool(log.marked >> log.seat & 1), bool(state.position.marked >> log.seat & 1)
    player = state.setup.shown(state.setup.players[log.seat])
    named = {"player": player, "train": player}
    elsewhere = laid and rules.marker_on == "draw_not_own" and not log.laid_own_after_draw
    if counts_as_pass(state):
        excused = rules.failed_cover == "no_mark" and has_failed_to_cover(state)
        if had and not has:
            yield Violation("MARKER_STAYS", named)
        elif not has and not excused:
            yield Violation("MARKER_MISSING", named, "marker_on")
    elif elsewhere and log.laid_after_draw:
        if had and not has:
            yield Violation("MARKER_STAYS", named, "marker_on")
        elif not has:
            yield Violation("MARKER_MISSING", named, "marker_on", "elsewhere")
    elif elsewhere and log.drew_unseen and has:
        return
    elif log.laid_own or (laid and rules.marker_off == "any_play"):
        if has and had:
            wording = "" if log.laid_own else "any"
            yield Violation("MARKER_SHOULD_BE_OFF", named, "marker_off", wording)
        elif has:
            yield Violation("MARKER_NOT_ALLOWED", named, "marker_on")
    elif had and not has:
        yield Violation("MARKER_STAYS", named, "marker_off")
    elif has and not had:
        yield Violation("MARKER_NOT_ALLOWED", named, "marker_on")


def has_failed_to_cover(state: RoundState) -> bool:
    """Whether the player passed, or would pass now, with an open double to cover."""
    log = state.log
    if log is None:
        return False
    return log.failed_cover or (not log.passed and bool(duties(state.setup, state.position)))


def _other_marker_faults(state: RoundState, log: TurnLog) -> Iterator[Violation]:
    changed = (log.marked ^ state.position.marked) & state.setup.all_seats & ~(1 << log.seat)
    if not changed:
        return
    for seat, name in enumerate(state.setup.players):
        if changed >> seat & 1:
            code = "MARKER_STAYS" if log.marked >> seat & 1 else "MARKER_NOT_ALLOWED"
            yield Violation(code, {"train": state.setup.shown(name)})
