"""The audit of a round: what only its end shows (`docs/rules.md`, The audit)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from referee.findings import Finding, FoundTile, Kind
from referee.held import Ways, has_way
from referee.histories import Moment, Shown, Stretch, histories
from referee.openness import moves
from referee.round import RoundState
from referee.setup import Setup
from referee.tile_count import doubted_tiles, missing_findings

_MOST_KNOWN = 1000
"""Draws and tiles of one player that are looked at: many more than a round can have, and soon told."""


class Chance(NamedTuple):
    """A tile that could be laid on a train in a turn, if it came before `since`."""

    tile: Shown
    train: int
    touching: int
    since: int


def audit(state: RoundState) -> tuple[Finding, ...]:
    """All findings of a round that is over, in the order of their lines.

    Source: `docs/rules.md`, The audit.
    """
    doubted = doubted_tiles(state)
    findings = [*doubted.findings]
    if state.setup.rules.must_play == "yes":
        for seat, stretches in enumerate(histories(state, doubted.tiles)):
            findings += _missed_plays(state, seat, stretches)
    findings += missing_findings(state)
    return tuple(sorted(findings, key=lambda finding: finding.line))


def _missed_plays(state: RoundState, seat: int, stretches: tuple[Stretch, ...]) -> Iterator[Finding]:
    """The findings about one player's turns; none where a draw is missing or nothing can have been so."""
    last = stretches[-1]
    if last.lacks_draw:
        return
    for stretch in stretches:
        if len(stretch.draws) + len(stretch.shown) > _MOST_KNOWN:
            continue
        turns = [
            (line, _chances(state.setup, stretch, moments))
            for line, moments in groupby(stretch.moments, lambda moment: moment.line)
        ]
        if stretch.lacks_draw or not any(chances for _, chances in turns) or not has_way(stretch):
            continue
        possible = stretch.complete and last.complete
        ways = Ways(stretch)
        for line, chances in turns:
            if chances:
                yield from _missed_play(state, seat, line, ways, chances, possible)


def _chances(setup: Setup, stretch: Stretch, moments: Iterable[Moment]) -> tuple[Chance, ...]:
    """What could be laid in a turn with all tiles that the player may have held then.

    What lies on the table by then nobody holds, whatever a draw or a hand was said to be.
    """
    found: dict[tuple[int, int], Chance] = {}
    for moment in moments:
        held = {tile.tile: tile for tile in stretch.shown if _may_be_held(tile, moment)}
        hand = 0
        for tile in held:
            hand |= tile
        for train, tile in moves(setup, moment.position, hand & ~moment.position.table):
            key = tile, train
            since = max(moment.since, found[key].since) if key in found else moment.since
            found[key] = Chance(held[tile], train, moment.position.ends[train], since)
    return tuple(found[key] for key in sorted(found))


def _may_be_held(tile: Shown, moment: Moment) -> bool:
    if tile.gone < moment.place:
        return False
    return tile.came < moment.since if tile.came is not None else tile.first > moment.place


def _missed_play(
    state: RoundState, seat: int, line: int, ways: Ways, chances: tuple[Chance, ...], possible: bool
) -> Iterator[Finding]:
    """The finding of one turn, if there is one; `possible` says whether what is not certain is told, too."""
    words = {"player": state.setup.shown(state.setup.players[seat])}

    def finding(kind: Kind, these: Iterable[Chance], wording: str = "") -> Finding:
        named = tuple(_named(state.setup, chance) for chance in these)
        return Finding(state.number, line, state.setup.players[seat], kind, named, words, wording)

    sure = [chance for chance in chances if not ways.may_come_late(chance.tile, chance.since)]
    if sure:
        yield finding("missed_play", sure)
        return
    some = [chance for chance in chances if ways.may_come_early(chance.tile, chance.since)]
    late = {chance.tile: chance.since for chance in sorted(chances, key=lambda chance: chance.since)}
    if not has_way(ways.stretch, late=late):
        yield finding("missed_play", some, "one of")
        return
    # What was laid first after an unseen draw of the same turn is taken to be the tile just drawn.
    suspect = [chance for chance in some if chance.since >= chance.tile.drawn]
    if possible and suspect:
        yield finding("possible_missed_play", suspect)


def _named(setup: Setup, chance: Chance) -> FoundTile:
    """A tile as it would have been laid."""
    end = setup.pips[chance.tile.tile] - chance.touching
    return FoundTile(f"{chance.touching}-{end}", setup.trains[chance.train], setup.shown_train(chance.train))
