"""Tiles that can't be where they turn up: foreign to the set, or seen elsewhere before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.round import RoundState
from referee.tile_sets import bit
from referee.tiles import Tile
from referee.violations import Violation


def tile_faults(
    state: RoundState, seat: int | None, tile: Tile, drawn: bool = False, text: str = ""
) -> Iterator[Violation]:
    """What is wrong with `tile` turning up at `seat`, whatever is done with it.

    The table, the known tiles of the other players and counted leftovers are looked at; where it was `drawn`
    the player's own as well. `text` is the tile as it was written. Source: `docs/rules.md`, How faults are
    judged.
    """
    setup, text = state.setup, text or str(tile)
    if tile not in setup.domino_set:
        yield Violation("TILE_NOT_IN_SET", {"tile": text, "size": setup.domino_set.max_pip})
    one = bit(tile)
    if state.position.table & one:
        yield Violation("TILE_SEEN_TWICE", {"tile": text})
        return
    for other, hand in enumerate(state.hands):
        if hand.tiles & one and (drawn or other != seat):
            name = setup.shown(setup.players[other])
            if other == seat:
                yield Violation("TILE_SEEN_TWICE", {"tile": text, "player": name}, wording="own")
            else:
                yield Violation("TILE_SEEN_TWICE", {"tile": text, "other": name}, wording="hand")
            return


def tiles_faults(state: RoundState, seat: int, tiles: Iterable[Tile]) -> Iterator[Violation]:
    """What is wrong with the tiles of a whole hand, each on its own and twice in the same hand."""
    named: set[Tile] = set()
    for tile in tiles:
        if tile in named:
            yield Violation("TILE_SEEN_TWICE", {"tile": str(tile)}, wording="line")
        else:
            yield from tile_faults(state, seat, tile)
        named.add(tile)


def possible_tiles(state: RoundState, seat: int) -> int:
    """The tiles, as bits, that `seat` can still hold: those that were seen nowhere else."""
    setup = state.setup
    seen = state.position.table
    for other, hand in enumerate(state.hands):
        if other != seat:
            seen |= hand.tiles
    engine = setup.engine(state.number)
    if state.engine is None and engine is not None and setup.rules.engine_source == "set_aside":
        seen |= bit(engine)
    return setup.all_tiles & ~seen
