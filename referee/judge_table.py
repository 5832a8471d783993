"""Judging what happens outside a turn: the engine, hunts, hands, a blocked round, the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.acts import (
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Hunt,
    LayEngine,
    NameStarter,
    ShowHand,
    TableAct,
    WriteScore,
)
from referee.openness import moves, open_to_all
from referee.played import as_played
from referee.round import RoundState
from referee.round_score import counted_points
from referee.scoring import possible_total
from referee.seen import possible_tiles, tile_faults, tiles_faults
from referee.tile_sets import bit, tile_bits, tiles_in
from referee.tiles import Tile
from referee.turn_end import play_in_words
from referee.violations import Violation


def judge_table_act(state: RoundState, act: TableAct) -> Iterator[Violation]:
    """All that is wrong with an act outside a turn, the turn before it closed."""
    match act:
        case LayEngine():
            yield from _engine_faults(state, act)
        case Hunt():
            yield from _hunt_faults(state, act)
        case ShowHand():
            yield from tiles_faults(state, state.setup.number_of[act.player], act.tiles)
            if state.opener is None and state.log is None:
                yield from _dealt_hand_faults(state, act)
        case CallBlocked():
            yield from _blocked_faults(state)
        case CountLeft():
            yield from tiles_faults(state, state.setup.number_of[act.player], act.tiles)
            yield from _leftover_faults(state, as_played(state, act))
        case WriteScore():
            yield from _score_faults(state, act)
        case NameStarter() | CountBoneyard():
            return
        case _:
            assert_never(act)


def _engine_faults(state: RoundState, act: LayEngine) -> Iterator[Violation]:
    setup, tile = state.setup, act.tile
    right = setup.engine(state.number)
    if tile not in setup.domino_set:
        yield Violation("TILE_NOT_IN_SET", {"tile": str(tile), "size": setup.domino_set.max_pip})
    if right is not None and tile != right:
        words: dict[str, str | int] = {"round": state.number, "right": str(right), "tile": str(tile)}
        yield Violation("WRONG_ENGINE", words)
    elif not tile.is_double:
        yield Violation("WRONG_ENGINE", {"tile": str(tile)}, wording="double")
    if act.player is None:
        yield from _higher_doubles(state, tile)
        return
    seat = setup.number_of[act.player]
    if setup.rules.engine_source == "set_aside":
        words = {"tile": str(tile), "player": setup.shown(act.player)}
        yield Violation("ENGINE_NOT_SET_ASIDE", words, "engine_source")
    yield from (fault for fault in tile_faults(state, seat, tile) if fault.code == "TILE_SEEN_TWICE")
    if state.hands[seat].holds_no_other and not state.hands[seat].tiles & bit(tile):
        yield Violation("NOT_IN_HAND", {"player": setup.shown(act.player), "tile": str(tile)})
    yield from _higher_doubles(state, tile)


def _higher_doubles(state: RoundState, engine: Tile) -> Iterator[Violation]:
    """Where the highest double held is the engine, no known hand may have a higher one."""
    if state.setup.rules.engine_source != "highest_held":
        return
    for seat, hand in enumerate(state.hands):
        higher = [tile for tile in tiles_in(hand.tiles) if tile.is_double and tile > engine]
        if hand.known and higher:
            player = state.setup.shown(state.setup.players[seat])
            words = {"player": player, "higher": str(max(higher)), "tile": str(engine)}
            yield Violation("WRONG_ENGINE", words, "engine_source", "higher")
            return


def _hunt_faults(state: RoundState, act: Hunt) -> Iterator[Violation]:
    setup = state.setup
    if state.boneyard and not state.boneyard[1]:
        yield Violation("BONEYARD_EMPTY", {})
    yield from tile_faults(state, setup.number_of[act.player], act.tile, drawn=True)
    yield from _set_aside_faults(state, act.player, (act.tile,))


def _set_aside_faults(state: RoundState, player: str, tiles: tuple[Tile, ...]) -> Iterator[Violation]:
    """An engine that is set aside before the deal can be in nobody's hand."""
    setup = state.setup
    engine = state.engine or setup.engine(state.number)
    if setup.rules.engine_source == "set_aside" and engine in tiles:
        words = {"tile": str(engine), "player": setup.shown(player)}
        yield Violation("ENGINE_NOT_SET_ASIDE", words, "engine_source")


def _dealt_hand_faults(state: RoundState, act: ShowHand) -> Iterator[Violation]:
    """Before the first turn a hand is the dealt one: dealt, hunted, and without an engine that was laid."""
    setup, seat = state.setup, state.setup.number_of[act.player]
    yield from _set_aside_faults(state, act.player, act.tiles)
    if state.engine and state.hands[seat].tiles != tile_bits(act.tiles):
        yield from _higher_doubles(as_played(state, act), state.engine)
    if setup.hand_size is not None and setup.seats_all:
        right = setup.hand_size + state.hunted[seat] - (state.holder == seat)
        if len(act.tiles) != right:
            player = setup.shown(act.player)
            words: dict[str, str | int] = {"player": player, "right": right, "tiles": len(act.tiles)}
            yield Violation("HAND_SIZE", words, "hand_size")


def _blocked_faults(state: RoundState) -> Iterator[Violation]:
    """A round is blocked when nothing is left to draw and nobody can play (`docs/rules.md`, Out and blocked).

    Hands that nobody knows are not judged.
    """
    setup = state.setup
    if state.end:
        yield Violation("ROUND_OVER", {})
        return
    if state.boneyard and state.boneyard[0]:
        yield Violation("NOT_BLOCKED", {})
        return
    for seat, hand in enumerate(state.hands):
        playable = moves(setup, open_to_all(setup, state.position, seat), hand.tiles) if hand.known else []
        if playable:
            words = play_in_words(setup, state.position, playable[0])
            player = setup.shown(setup.players[seat])
            yield Violation("NOT_BLOCKED", {"player": player, **words}, wording="play")
            return


def _leftover_faults(state: RoundState, after: RoundState) -> Iterator[Violation]:
    """Points written before that differ from what the leftovers show now."""
    if not any(points is not None for points in state.written):
        return
    known, counted = counted_points(state), counted_points(after)
    for seat, written in enumerate(after.written):
        right = counted[seat]
        if written is not None and right is not None and right not in (written, known[seat]):
            yield _mismatch(after, seat, right, written)


def _score_faults(state: RoundState, act: WriteScore) -> Iterator[Violation]:
    """Written points against the counted ones; what can't be counted must at least be possible."""
    setup, seat = state.setup, state.setup.number_of[act.player]
    right = counted_points(as_played(state, act))[seat]
    if right is not None:
        if right != act.points:
            yield _mismatch(state, seat, right, act.points)
    elif act.points != -setup.rules.going_out_bonus and not possible_total(
        act.points, possible_tiles(state, seat), setup.rules
    ):
        words: dict[str, str | int] = {"player": setup.shown(act.player), "written": act.points}
        yield Violation("IMPOSSIBLE_SCORE", words)


def _mismatch(state: RoundState, seat: int, counted: int, written: int) -> Violation:
    player = state.setup.shown(state.setup.players[seat])
    return Violation("SCORE_MISMATCH", {"player": player, "counted": counted, "written": written})
