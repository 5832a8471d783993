"""The scores of a game to a record that the judge takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee import (
    RULESETS,
    BeginRound,
    Count,
    CountLeft,
    LayEngine,
    Line,
    NameStarter,
    Rules,
    Setup,
    SheetRound,
    Tile,
    WriteScore,
    count_hand,
)
from referee.hand_sizes import seats_them
from referee.record import Record, compose, write
from referee.scoring import penalty
from web.store import Game
from web.store.events import Entry
from web.train.headers import OWN, RULES, colour_key, free_text, held_key, player_ids


def record_text(game: Game) -> str:
    """The text of `game`'s record: for each round its engine, the tiles left and the points, where known."""
    return write(score_record(game))


def score_record(game: Game) -> Record:
    """The record of `game`'s scores; for its headers see `docs/record.md`, The record of a sheet."""
    ids = player_ids([player.name for player in game.players])
    rules, domino_set = game.sheet.rules, game.sheet.domino_set
    ruleset = game.ruleset or _nearest(game)
    names = {
        player: free_text(seat.name)
        for player, seat in zip(ids, game.players, strict=True)
        if seat.name != player
    }
    setup = Setup(ids, domino_set, ruleset, None if rules == RULESETS[ruleset] else rules, names)
    more = {"Event": free_text(game.name), "Date": game.started.at.astimezone().date().isoformat()}
    if game.ruleset is None:
        more[RULES] = OWN
    more |= {colour_key(player): seat.colour for player, seat in zip(ids, game.players, strict=True)}
    more |= _held(game, ids)
    return compose(setup, _lines(game, ids), more)


def _nearest(game: Game) -> str:
    """The ruleset in which the fewest options differ, one with a place for this table before all others."""
    rules, domino_set, players = game.sheet.rules, game.sheet.domino_set, len(game.players)

    def distance(name: str) -> tuple[bool, int]:
        return not seats_them(name, rules, domino_set, players), len(rules.differences(name))

    return min(RULESETS, key=distance)


def _lines(game: Game, ids: tuple[str, ...]) -> Iterator[Line]:
    for row in game.sheet.rounds:
        starter = game.starters.get(row.number)
        if not row.counts and starter is None:
            continue
        yield BeginRound(row.number)
        yield LayEngine(row.engine)
        if starter is not None:
            yield NameStarter(ids[starter])
        for seat, player in enumerate(ids):
            tiles = _shown(game, row, seat)
            if tiles is not None:
                yield CountLeft(player, tiles)
        for seat, player in enumerate(ids):
            if str(seat) in row.points:
                yield WriteScore(player, row.points[str(seat)])


def _shown(game: Game, row: SheetRound, seat: int) -> tuple[Tile, ...] | None:
    """The tiles to write down for a hand, none for a player who is out.

    None where they are not known, or would count otherwise than the points on the sheet: the judge, who hears
    of no turns, knows neither who went out nor that a round was blocked, and believes the tiles.
    """
    entry = game.cell(row.number, seat).entry
    if entry is None:
        return None
    if entry.count.out:
        tiles: tuple[Tile, ...] = ()
    elif entry.tiles:
        tiles = tuple(held.tile for held in entry.tiles)
    else:
        return None
    rules = game.sheet.rules
    counted = count_hand(tiles, rules)
    if not entry.count.out and counted != entry.count.points:
        return None
    written = row.points.get(str(seat))
    if rules.scoring == "penalty" and counted != written:
        return None
    return tiles


def _held(game: Game, ids: tuple[str, ...]) -> Mapping[str, str]:
    """What hands counted that neither `left` nor `score` lines tell."""
    return {
        held_key(row.number, player): str(entry.count.points)
        for row in game.sheet.rounds
        for seat, player in enumerate(ids)
        if (entry := game.cell(row.number, seat).entry) and not _told(game, row, seat, entry)
    }


def _told(game: Game, row: SheetRound, seat: int, entry: Entry) -> bool:
    if _shown(game, row, seat) is not None:
        return True
    written = row.points.get(str(seat))
    return written is not None and count_of(written, game.sheet.rules) == entry.count


def count_of(written: int, rules: Rules) -> Count | None:
    """The hand that writes these points by itself; None where points don't tell.

    >>> count_of(12, Rules()), count_of(-10, Rules(going_out_bonus=10))
    (Count(points=12, out=False), Count(points=0, out=True))
    """
    if rules.scoring != "penalty":
        return None
    if written >= 0:
        return Count(written)
    out = Count(0, out=True)
    return out if written == penalty(out, rules) else None
