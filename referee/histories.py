"""What each player had in a round, and when: the tiles shown, the unseen draws, the turns to be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from referee.position import Position
from referee.round import Event, RoundState
from referee.tile_count import known_hand
from referee.tile_sets import bit, tile_bits, tiles_in

Row: TypeAlias = "Sequence[tuple[int, Event]]"
"""Events of one player, each with its place among all events of the round."""


class Moment(NamedTuple):
    """A draw or a pass that is looked at; `place` is its place among the events, `line` its label.

    Only what came before `since` counts as held: before this very moment, or, where a drawn tile could be
    kept, before the first draw of the turn.
    """

    place: int
    line: int
    position: Position
    since: int


class Shown(NamedTuple):
    """A tile (one bit) that a player is known to have had; 0 where nobody can say which tile it was.

    It shows itself first at the place `first`, and is laid at `gone`. `came` is where it surely came from,
    None where it was dealt or brought by an unseen draw. `drawn` is the last unseen draw of the turn where
    it is the first tile laid after that draw, else -1.
    """

    tile: int
    first: int
    gone: int
    came: int | None
    drawn: int = -1


class Unseen(NamedTuple):
    """A draw that did not show its tile; one that is assumed may not have taken place."""

    place: int
    assumed: bool


class Stretch(NamedTuple):
    """What a player had from the deal or a stated hand on, up to the next stated hand or the leftovers.

    `dealt` says that it begins with the deal: tiles that no draw brought were there from the start.
    `complete` says that every tile has shown itself by the end, and `took_place` how many assumed draws did
    take place, None where the numbers do not tell. `lacks_draw` says that there were more tiles than the
    start and all draws can account for.
    """

    moments: tuple[Moment, ...]
    shown: tuple[Shown, ...]
    draws: tuple[Unseen, ...]
    dealt: bool
    complete: bool = False
    took_place: int | None = None
    lacks_draw: bool = False


class _Stated(NamedTuple):
    """All tiles that a player had at a place among the events, by their bits, and how many were named."""

    place: int
    tiles: int
    number: int


def histories(state: RoundState, doubted: int) -> Iterator[tuple[Stretch, ...]]:
    """What each player had, in seat order, the last stretch up to the end; `doubted` tiles show nothing.

    Source: `docs/rules.md`, The audit.
    """
    rows: list[list[tuple[int, Event]]] = [[] for _ in state.setup.players]
    accused = frozenset(state.accused)
    engine = max((place for place, event in enumerate(state.events) if event.kind == "engine"), default=-1)
    for place, event in enumerate(state.events):
        if event.seat >= 0 and event.kind != "left" and (event.kind != "engine" or place == engine):
            rows[event.seat].append((place, event))
    for seat, row in enumerate(rows):
        tiles = known_hand(state, seat)
        end = len(state.events)
        left = None if tiles is None else _Stated(end, tile_bits(tiles), len(tiles))
        yield tuple(_stretches(state, row, left, doubted, accused))


def _stretches(
    state: RoundState, row: Row, left: _Stated | None, doubted: int, accused: frozenset[int]
) -> Iterator[Stretch]:
    """The stretches of one player, parted by stated hands."""
    opening, begin = None, 0
    for number, (place, event) in enumerate(row):
        if event.kind == "hand":
            closing = _Stated(place, event.tiles, event.number)
            yield _stretch(state, opening, row[begin:number], closing, doubted, accused)
            opening, begin = closing, number + 1
    yield _stretch(state, opening, row[begin:], left, doubted, accused)


def _stretch(
    state: RoundState,
    opening: _Stated | None,
    row: Row,
    closing: _Stated | None,
    doubted: int,
    accused: frozenset[int],
) -> Stretch:
    setup = state.setup
    dealt = setup.hand_size if setup.seats_all else None
    draws = tuple(
        Unseen(place, event.kind == "drew_assumed")
        for place, event in row
        if event.kind in ("drew_unseen", "drew_assumed")
    )
    stretch = Stretch(
        tuple(_moments(row, accused)),
        tuple(_shown(row, opening, closing, len(state.events), doubted)),
        draws,
        dealt=opening is None,
    )
    start = dealt if opening is None else opening.number
    if start is None:
        return stretch._replace(complete=closing is not None)
    kinds = [event.kind for _, event in row]
    drawn = kinds.count("drew") + kinds.count("hunted") + kinds.count("drew_unseen")
    gone = kinds.count("laid") + kinds.count("engine")
    assumed = kinds.count("drew_assumed")
    took_place = gone + (closing.number if closing else 0) - start - drawn
    if took_place > assumed:
        return stretch._replace(lacks_draw=True)
    if closing is None or took_place < 0:
        return stretch
    return stretch._replace(complete=True, took_place=took_place)


def _moments(row: Row, accused: frozenset[int]) -> Iterator[Moment]:
    """The draws and passes to be looked at: those that were not told to be wrong already."""
    turn, first_draw = None, None
    for place, event in row:
        if event.at != turn:
            turn, first_draw = event.at, None
        if event.kind in ("drew", "drew_unseen", "drew_assumed"):
            first_draw = place if first_draw is None else first_draw
        elif event.position is not None and event.at not in accused:
            since = first_draw if event.kept and first_draw is not None else place
            yield Moment(place, event.at, event.position, since)


def _shown(
    row: Row, opening: _Stated | None, closing: _Stated | None, end: int, doubted: int
) -> Iterator[Shown]:
    """The tiles that the player had in a stretch: at its start, laid or drawn in it, at its end."""
    held: dict[int, int] = {}
    if opening:
        held = {bit(tile): opening.place for tile in tiles_in(opening.tiles)}
    turn, drawn = None, -1
    for place, event in row:
        if event.at != turn:
            turn, drawn = event.at, -1
        if event.kind in ("drew_unseen", "drew_assumed"):
            drawn = place
        elif event.kind in ("drew", "hunted"):
            held.setdefault(event.tiles, place)
        elif event.kind in ("laid", "engine"):
            came = held.pop(event.tiles, None)
            tile = event.tiles & ~doubted
            if came is None:
                yield Shown(tile, place, place, None, drawn)
            else:
                yield Shown(tile, came, place, came)
            drawn = -1
    for tile, came in held.items():
        yield Shown(tile & ~doubted, came, end, came)
    if closing:
        for new in tiles_in(closing.tiles):
            if bit(new) not in held:
                yield Shown(bit(new) & ~doubted, closing.place, end, None)
        for _ in range(closing.number - closing.tiles.bit_count()):
            yield Shown(0, closing.place, end, None)
