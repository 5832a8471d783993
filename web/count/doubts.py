"""What can't be right about a count in one set of tiles: asked about before saving, marked on the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import gettext as _

from referee import Tile, possible_total
from referee.tile_sets import tile_bits
from web.store.events import Entry, Source
from web.store.fold import Game, Key


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing to check: `code` is for the form, `sentence` for a person, `tiles` are the ones meant."""

    code: str
    sentence: str
    tiles: frozenset[Tile] = frozenset()


def doubts(entry: Entry, game: Game, round_: int, seat: int) -> tuple[Doubt, ...]:
    """All that should be checked before `entry` counts for `seat` in `round_`."""
    return (*_of_tiles(entry, game, round_, seat), *_of_total(entry, game, round_, seat))


def fingerprint(found: tuple[Doubt, ...]) -> str:
    """One text for these doubts: saying yes to them is no yes to others."""
    return " ".join(doubt.code for doubt in found)


def doubted_cells(game: Game) -> frozenset[Key]:
    """The cells of a game that can't all be right.

    A tile is twice in a hand, in two hands, or the round's engine; or a typed total is no sum of other tiles.
    """
    holders: dict[tuple[int, Tile], list[Key]] = {}
    for (round_, seat), cell in game.cells.items():
        for tile in _held(cell.entry):
            holders.setdefault((round_, tile), []).append((round_, seat))
    doubted = {
        key
        for (round_, tile), keys in holders.items()
        if len(keys) > 1 or tile == game.sheet.domino_set.engine(round_)
        for key in keys
    }
    doubted |= {
        (round_, seat)
        for (round_, seat), cell in game.cells.items()
        if cell.entry and not _can_be(cell.entry, game, round_, seat)
    }
    return frozenset(doubted)


def _held(entry: Entry | None) -> tuple[Tile, ...]:
    return tuple(held.tile for held in entry.tiles or ()) if entry else ()


def _can_be(entry: Entry, game: Game, round_: int, seat: int) -> bool:
    """False for a typed total that no tiles add up to which others were not counted for in this round."""
    if entry.source is not Source.TYPED:
        return True
    domino_set = game.sheet.domino_set
    seen = {domino_set.engine(round_)}
    for other in range(len(game.players)):
        if other != seat:
            seen.update(_held(game.cell(round_, other).entry))
    unseen = (1 << len(domino_set)) - 1 & ~tile_bits(seen)
    return possible_total(entry.count.points, unseen, game.sheet.rules)


def _of_tiles(entry: Entry, game: Game, round_: int, seat: int) -> Iterator[Doubt]:
    held = Counter(_held(entry))
    engine = game.sheet.domino_set.engine(round_)
    if engine in held:
        yield Doubt(
            f"engine:{engine}",
            _(
                "%(tile)s is this round's engine and lies on the table: check its numbers.",
                tile=engine,
            ),
            frozenset({engine}),
        )
    for tile, times in held.items():
        if tile not in game.sheet.domino_set:
            yield Doubt(
                f"above:{tile}",
                _(
                    "%(tile)s is not in a double-%(most)d set: check its numbers.",
                    tile=tile,
                    most=game.sheet.domino_set.max_pip,
                ),
                frozenset({tile}),
            )
        if times > 1:
            yield Doubt(
                f"twice:{tile}",
                _(
                    "%(tile)s is here %(times)d times, but a set has it once: check both.",
                    tile=tile,
                    times=times,
                ),
                frozenset({tile}),
            )
    for other, player in enumerate(game.players):
        shared = set(_held(game.cell(round_, other).entry)) & set(held) if other != seat else set()
        for tile in sorted(shared):
            yield Doubt(
                f"held:{other}:{tile}",
                _(
                    "%(tile)s was already counted for %(name)s in this round: check both hands.",
                    tile=tile,
                    name=player.name,
                ),
                frozenset({tile}),
            )


def _of_total(entry: Entry, game: Game, round_: int, seat: int) -> Iterator[Doubt]:
    if entry.source is Source.TYPED and not entry.count.points:
        yield Doubt(
            "zero",
            _("0 with tiles left is rare: choose “Went out” if the last tile was laid."),
        )
    if not _can_be(entry, game, round_, seat):
        yield Doubt(
            f"total:{entry.count.points}",
            _(
                "No tiles that %(name)s can still hold add up to %(points)d: check the total.",
                name=game.players[seat].name,
                points=entry.count.points,
            ),
        )
    if entry.count.out:
        for other, player in enumerate(game.players):
            saved = game.cell(round_, other).entry
            if other != seat and saved is not None and saved.count.out:
                yield Doubt(
                    f"out:{other}",
                    _(
                        "%(name)s is down as out in this round too: check who laid the last tile.",
                        name=player.name,
                    ),
                )
