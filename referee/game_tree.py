"""The tree of all games from a deal: what follows from a moment of a round, with every tile in sight.

The moves are those of `docs/rules.md`, Counting games: everybody plays who can, and markers are always right.
"""

from __future__ import annotations

from typing import TypeAlias

from referee.errors import PerftError
from referee.openness import can_anybody_play, duties, openings, waiting_after_pass
from referee.position import (
    Position,
    draw,
    fresh_position,
    is_first_turn,
    lay,
    lay_and_end_turn,
    next_turn,
    put_markers,
)
from referee.setup import Setup
from referee.tile_sets import each, tile_bits

Hands: TypeAlias = tuple[int, ...]
"""The tiles of each seat, as bits."""

Node: TypeAlias = tuple[Position, Hands, int, int]
"""A moment between two moves: the trains, the hands, the boneyard as bits, and the seats, as bits, that are
out while the first lap is finished. A plain tuple, since counting games makes little else."""


def start(setup: Setup, hands: Hands, yard: int) -> Node:
    """The node before the first tile of round 1: the engine in the hub, the first seat to play."""
    engine = setup.domino_set.engine(1)
    return fresh_position(setup, engine.high, tile_bits([engine]), 0), hands, yard, 0


def go_on(setup: Setup, node: Node) -> tuple[list[Node], int, int]:
    """What the moves of the player to act lead to: nodes, and how many ends of the round, out and blocked.

    A draw leads to a node for each tile that it may bring. Raises `PerftError` where the round has no end.
    Source: `docs/rules.md`, Counting games.
    """
    position, hands, yard, out = node
    ends, _, marked, _, _, firsts, _, turn = position
    seat = turn.seat
    playable = openings(setup, position, hands[seat])
    if not playable and (turn.owes or not turn.going_on):
        return _draw_or_pass(setup, node)
    rules, pips, lap_over = setup.rules, setup.pips, firsts == setup.all_seats
    before, hand, after, next_seat = hands[:seat], hands[seat], hands[seat + 1 :], (seat + 1) % len(hands)
    found: list[Node] = []
    went_out = 0
    for train, tiles in playable:
        touching, markers = ends[train], marked
        if marked >> seat & 1 and (train == seat or rules.marker_off == "any_play"):
            markers ^= 1 << seat
        while tiles:
            tile = tiles & -tiles
            tiles ^= tile
            end = pips[tile] - touching
            double = end == touching
            is_out = tile == hand and not (double and rules.last_tile_double == "must_cover")
            if is_out and (firsts >> seat & 1 or rules.out_on_first_turn == "ends"):
                went_out += 1
                continue
            left = (*before, hand ^ tile, *after)
            if lap_over and not double:
                laid = lay_and_end_turn(position, train, tile, end, markers, next_seat)
                found.append((laid, left, yard, out))
                continue
            laid = lay(setup, position, train, tile, end, double)
            if markers != marked:
                laid = put_markers(laid, markers)
            if is_out or laid.turn.over:
                laid = next_turn(setup, laid, next_seat)
            found.append((laid, left, yard, out | 1 << seat if is_out else out))
    if lap_over:
        return found, went_out, 0
    if turn.going_on and not turn.owes:
        found.append((next_turn(setup, position, next_seat), hands, yard, out))
    lasting = [child for child in found if not _ends_lap(setup, child)]
    return lasting, went_out + len(found) - len(lasting), 0


def _draw_or_pass(setup: Setup, node: Node) -> tuple[list[Node], int, int]:
    """What follows where nothing can be laid and the turn has to end with a tile or a pass."""
    position, hands, yard, out = node
    if yard and position.turn.draws < setup.draws and _may_draw(setup, position):
        return _draw(node), 0, 0
    passed = _pass(setup, position), hands, yard, out
    if _ends_lap(setup, passed):
        return [], 1, 0
    if not yard and not out and _is_blocked(setup, passed[0], hands):
        return [], 0, 1
    return [passed], 0, 0


def _ends_lap(setup: Setup, node: Node) -> bool:
    """Whether somebody is out and the first lap, which the others had to finish, is over."""
    return bool(node[3]) and node[0].firsts == setup.all_seats


def _may_draw(setup: Setup, position: Position) -> bool:
    begins = is_first_turn(position) and not position.turn.laid
    return not (begins and setup.rules.no_start == "mark")


def _draw(node: Node) -> list[Node]:
    """A node for each tile of the boneyard: any may be the next one."""
    position, hands, yard, out = node
    seat, position = position.turn.seat, draw(position)
    before, hand, after = hands[:seat], hands[seat], hands[seat + 1 :]
    return [(position, (*before, hand | tile, *after), yard ^ tile, out) for tile in each(yard)]


def _pass(setup: Setup, position: Position) -> Position:
    """The next player's turn after a pass: a marker, unless that is what a failed cover does not cost."""
    seat, rules = position.turn.seat, setup.rules
    excused = rules.failed_cover == "no_mark" and duties(setup, position)
    if not position.marked >> seat & 1 and not excused:
        position = put_markers(position, position.marked | 1 << seat)
    waiting = waiting_after_pass(setup, position)
    if waiting != position.waiting:
        position = position._replace(waiting=waiting)
    return next_turn(setup, position, (seat + 1) % len(setup.players))


def _is_blocked(setup: Setup, position: Position, hands: Hands) -> bool:
    """Whether the round is over with this pass, the boneyard being empty.

    Where a failed cover costs no marker all may pass for ever, though a marker would let somebody play.
    """
    if not can_anybody_play(setup, position, hands):
        return True
    if setup.rules.failed_cover == "no_mark":
        after = position
        for _ in hands:
            if openings(setup, after, hands[after.turn.seat]):
                return False
            after = _pass(setup, after)
        if after == position:
            raise PerftError("endless")
    return False
