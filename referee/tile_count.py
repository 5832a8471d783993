"""Whether the tiles of a round add up: none twice, none foreign, none missing, and the pips right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.findings import Finding, FoundTile, Kind
from referee.round import Event, RoundState
from referee.tile_sets import tile_bits, tiles_in
from referee.tiles import Tile


class Doubted(NamedTuple):
    """Findings about tiles that can't be where they turned up; `tiles`, as bits, show nothing of a hand."""

    findings: tuple[Finding, ...]
    tiles: int


def doubted_tiles(state: RoundState) -> Doubted:
    """Tiles that turn up twice or are foreign to the set, one finding of each kind a line.

    Source: `docs/rules.md`, The audit.
    """
    seen = doubted = 0
    lines: dict[tuple[int, int, Kind], int] = {}
    all_tiles = state.setup.all_tiles
    for event in _last_said(state.events):
        twice = event.tiles & seen | _named_twice(state, event)
        foreign = 0 if event.kind == "engine" else event.tiles & ~all_tiles
        seen |= event.tiles
        if twice or foreign:
            doubted |= twice | foreign
            _add(lines, event, "tile_twice", twice)
            _add(lines, event, "tile_foreign", foreign)
    findings = tuple(_finding(state, *key, bits) for key, bits in lines.items())
    return Doubted(findings, doubted)


def missing_findings(state: RoundState) -> Iterator[Finding]:
    """What is missing once nothing lies face down and all hands are known: tiles, pips.

    Source: `docs/rules.md`, The audit.
    """
    if state.boneyard is None or state.boneyard[1]:
        return
    setup, table = state.setup, _table(state)
    hands = [known_hand(state, seat) for seat in range(len(setup.players))]
    known = [tiles for tiles in hands if tiles is not None]
    if len(known) == len(hands):
        missing = setup.all_tiles & ~tile_bits((*table, *(tile for tiles in known for tile in tiles)))
        if missing:
            named = _named(missing)
            wording = "several" if len(named) > 1 else ""
            yield Finding(state.number, state.at, None, "tile_missing", named, {}, wording)
    pips = sum(tile.pips for tile in table)
    for seat, tiles in enumerate(hands):
        held = _written_pips(state, seat) if tiles is None else sum(tile.pips for tile in tiles)
        if held is None:
            return
        pips += held
    right = setup.domino_set.pips
    if pips != right:
        words: dict[str, str | int] = {"pips": pips, "right": right, "size": setup.domino_set.max_pip}
        yield Finding(state.number, state.at, None, "pips_do_not_add_up", (), words)


def known_hand(state: RoundState, seat: int) -> tuple[Tile, ...] | None:
    """The tiles that a player was left with, None where they are not known (`docs/rules.md`, The audit)."""
    left, hand = state.left[seat], state.hands[seat]
    if left is not None:
        return left
    if state.out >> seat & 1:
        return ()
    return tuple(tiles_in(hand.tiles)) if hand.wholly_known else None


def _last_said(events: Iterable[Event]) -> list[Event]:
    """The engine, the tiles laid and those left, in order; what was said again counts as it was said last."""
    last: list[Event] = []
    said: set[tuple[str, int]] = set()
    for event in reversed(tuple(events)):
        if event.kind in ("engine", "left"):
            key = (event.kind, event.seat if event.kind == "left" else -1)
            if key not in said:
                said.add(key)
                last.append(event)
        elif event.kind == "laid":
            last.append(event)
    return last[::-1]


def _named_twice(state: RoundState, event: Event) -> int:
    """The tiles that a `left` line has more than once."""
    left = state.left[event.seat] if event.kind == "left" else None
    if left is None or event.number == event.tiles.bit_count():
        return 0
    return tile_bits(tile for tile in left if left.count(tile) > 1)


def _add(lines: dict[tuple[int, int, Kind], int], event: Event, kind: Kind, tiles: int) -> None:
    if tiles:
        key = (event.at, event.seat, kind)
        lines[key] = lines.get(key, 0) | tiles


def _finding(state: RoundState, line: int, seat: int, kind: Kind, tiles: int) -> Finding:
    named = _named(tiles)
    player = None if seat < 0 else state.setup.players[seat]
    words: dict[str, str | int] = {} if kind == "tile_twice" else {"size": state.setup.domino_set.max_pip}
    wording = "several" if len(named) > 1 else ""
    return Finding(state.number, line, player, kind, named, words, wording)


def _named(tiles: int) -> tuple[FoundTile, ...]:
    """Tiles with the smaller half first, the lowest tile first."""
    return tuple(FoundTile(f"{tile.low}-{tile.high}") for tile in tiles_in(tiles))


def _table(state: RoundState) -> tuple[Tile, ...]:
    """All tiles that lie in the middle; an engine that nobody named is taken to be the right one."""
    engine = state.engine or state.setup.engine(state.number)
    laid = tuple(Tile(laid.touching, laid.end) for laid in state.laid)
    return laid if engine is None else (engine, *laid)


def _written_pips(state: RoundState, seat: int) -> int | None:
    """The pips of a hand by its written points, where those tell pips."""
    rules, written = state.setup.rules, state.written[seat]
    if written is None or rules.scoring != "penalty" or rules.score_by != "pips" or rules.blank_value:
        return None
    if rules.double_blank and not _double_blank_seen(state):
        return None
    if not written and state.end == "blocked" and rules.blocked_winner == "lowest_zero":
        return None
    # Who writes no more than the bonus for going out holds nothing.
    return max(written, 0)


def _double_blank_seen(state: RoundState) -> bool:
    """Whether 0-0 lies on the table or was counted as left over."""
    blank = Tile(0, 0)
    return blank in _table(state) or any(blank in left for left in state.left if left is not None)
