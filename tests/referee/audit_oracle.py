"""What the audit of a record has to find, worked out the slow way from its lines.

Every way in which a player can have come by his tiles is listed (`audit_ways`), and each sentence of the
rules of the audit is a small function. What may be laid on a table is asked of the engine; nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from audit_lines import (
    Found,
    Round,
    Told,
    foreign_tiles,
    leftovers,
    missing_tiles,
    nameless_tiles,
    rounds,
    tiles_twice,
    wrong_pips,
)
from audit_ways import (
    Account,
    Draw,
    Item,
    Way,
    a_draw_is_missing,
    items,
    leftovers_are_known,
    ways,
)

from referee import acts
from referee.openness import duties, moves
from referee.played import as_played, close_turn
from referee.position import Position
from referee.round import with_turn
from referee.setup import Setup
from referee.tile_sets import bit, tile_of
from referee.tiles import Tile

FORGIVEN = {
    "MUST_PLAY",
    "DRAW_NOT_ALLOWED",
    "DRAWN_TILE_MUST_BE_PLAYED",
    "OUT_OF_TURN",
    "NOT_STARTER",
    "ROUND_OVER",
}
"""A line that was told one of these is not told of a missed play as well."""


class Moment(NamedTuple):
    """A draw or a pass that is looked at: `since` when the turn began, `keeps` whether a draw may be kept."""

    at: int
    since: int
    line: int
    position: Position
    keeps: bool


def expected_audit(setup: Setup, lines: Iterable[tuple[int, acts.Line]]) -> list[Found]:
    """All findings of a game, sorted."""
    return sorted(
        (found for one in rounds(setup, lines) for found in round_findings(one)),
        key=lambda found: (found.round, found.line, found.kind, found.player or "", found.tiles),
    )


def round_findings(one: Round) -> Iterator[Found]:
    """All findings of a round."""
    yield from tiles_twice(one)
    yield from foreign_tiles(one)
    yield from missing_tiles(one)
    yield from wrong_pips(one)
    for player in one.setup.players:
        yield from missed_plays(one, player)


# One player's account


class Happened(NamedTuple):
    """An act or a line, with the time of the clock; `told` is the line, `act` None for the end of a turn."""

    at: int
    told: Told
    act: acts.TurnAct | None


def happenings(one: Round) -> list[Happened]:
    """Everything in order. The clock counts acts, other lines, and ends of turns."""
    found: list[Happened] = []
    for told in one.told:
        played: tuple[acts.TurnAct | None, ...] = (None,)
        if isinstance(told.line, acts.TurnLine):
            played = (*told.line.acts, None)
        for act in played:
            found.append(Happened(len(found) + 1, told, act))
    return found


def account_of(one: Round, player: str) -> Account:
    """Dealt, hunted and drawn, laid (the engine too), shown and left."""
    draws: list[Draw] = []
    laid: list[tuple[int, Tile]] = []
    hands: list[tuple[int, tuple[Tile, ...]]] = []
    for at, told, act in happenings(one):
        line = told.line
        if getattr(line, "player", None) != player:
            continue
        if isinstance(act, acts.Draw):
            draws.append(Draw(at, act.tile, act.assumed))
        elif isinstance(act, acts.Play):
            laid.append((at, act.tile))
        elif isinstance(line, acts.Hunt):
            draws.append(Draw(at, line.tile))
        elif isinstance(line, acts.LayEngine):
            laid.append((at, line.tile))
        elif isinstance(line, acts.ShowHand):
            hands.append((at, line.tiles))
    dealt = one.setup.hand_size if one.setup.seats_all else None
    left = leftovers(one, player)
    return Account(dealt, tuple(draws), tuple(laid), tuple(hands), left, nameless_tiles(one))


# The turns that are looked at


def moments(one: Round, player: str) -> Iterator[Moment]:
    """The draws and passes of a player that are looked at: all that were seen, save in forgiven lines."""
    clock = {(told.number, act_number): at for at, told, act_number in numbered(one)}
    for told in one.told:
        line = told.line
        if not isinstance(line, acts.TurnLine) or line.player != player or told.codes & FORGIVEN:
            continue
        since = clock[told.number, 0]
        state = with_turn(close_turn(told.before), one.setup.number_of[player])
        for number, act in enumerate(line.acts):
            if (is_seen_draw(act) or is_seen_pass(act)) and not has_ended(state.position):
                keeps = is_seen_pass(act) and may_keep(one.setup, state.position)
                yield Moment(clock[told.number, number], since, told.number, state.position, keeps)
            state = as_played(state, act)
        if stops_short(line, state.position):
            keeps = may_keep(one.setup, state.position)
            yield Moment(clock[told.number, len(line.acts)], since, told.number, state.position, keeps)


def numbered(one: Round) -> Iterator[tuple[int, Told, int]]:
    """The time of each act with the line and the act's place in it."""
    place = 0
    last: Told | None = None
    for at, told, _ in happenings(one):
        place = place + 1 if told is last else 0
        last = told
        yield at, told, place


def is_seen_draw(act: acts.TurnAct) -> bool:
    """A draw that was seen, whatever it brought."""
    return isinstance(act, acts.Draw) and not act.assumed


def is_seen_pass(act: acts.TurnAct) -> bool:
    """A pass that was seen."""
    return isinstance(act, acts.Pass) and not act.assumed


def has_ended(position: Position) -> bool:
    """A tile or a pass ended the turn, or a first-turn train has begun that may stop at any tile."""
    turn = position.turn
    return turn.over or (turn.going_on and not turn.owes)


def stops_short(line: acts.TurnLine, position: Position) -> bool:
    """A line that ends too early is a pass; after a draw or a pass that nobody saw, one that nobody saw."""
    if has_ended(position):
        return False
    decisive = [act for act in line.acts if isinstance(act, acts.Play | acts.Draw | acts.Pass)]
    last = decisive[-1] if decisive else None
    return not (isinstance(last, acts.Draw | acts.Pass) and last.assumed)


def may_keep(setup: Setup, position: Position) -> bool:
    """A drawn tile may be kept where the option says so, and neither a duty nor an owed tile is there."""
    kept = setup.rules.drawn_tile == "may_keep"
    return kept and not position.turn.owes and not duties(setup, position)


# What he could have laid


class Chance(NamedTuple):
    """A tile (the number of its item) that could be laid at a moment, as it would lie."""

    moment: Moment
    item: int
    entry: str


def chances(setup: Setup, seen: list[Item], moment: Moment) -> Iterator[Chance]:
    """Every shown tile that the table would have taken, one for each train; none that lay there already."""
    for number, item in enumerate(seen):
        if item.tile is None or bit(item.tile) & moment.position.table:
            continue
        for train, tile in moves(setup, moment.position, bit(item.tile)):
            end = moment.position.ends[train]
            laid = tile_of(tile.bit_length() - 1)
            other = laid.low if laid.high == end else laid.high
            yield Chance(moment, number, f"{end}-{other}@{setup.trains[train]}")


def held(seen: list[Item], way: Way, chance: Chance) -> bool:
    """He has a tile from where he got it till he laid it; at a pass one just drawn may be kept."""
    got, moment = way.got[chance.item], chance.moment
    if moment.keeps and got >= moment.since:
        return False
    return got < moment.at < seen[chance.item].laid


def taken_for_drawn(account: Account, one: Round, seen: list[Item], chance: Chance) -> bool:
    """The first tile laid after an unseen draw of the same turn is taken to be the drawn one.

    That holds for this draw and all turns before it, unless the tile was shown before the draw.
    """
    item = seen[chance.item]
    for draw in account.draws:
        if draw.tile is None and draw.at < item.first and chance.moment.at <= draw.at:
            after = [at for at, _ in account.laid if at > draw.at]
            if after and min(after) == item.laid and same_line(one, draw.at, item.laid):
                return True
    return False


def same_line(one: Round, first: int, second: int) -> bool:
    """Whether two times belong to the same line."""
    lines = {at: told.number for at, told, _ in happenings(one)}
    return lines[first] == lines[second]


# The missed plays


def missed_plays(one: Round, player: str) -> Iterator[Found]:
    """The turns in which a player certainly, or possibly, held a tile that he had to play."""
    if one.setup.rules.must_play == "no":
        return
    account = account_of(one, player)
    if a_draw_is_missing(account):
        return
    seen = items(account)
    every_way = list(ways(account))
    if not every_way:
        return
    turns: dict[int, list[Chance]] = {}
    for moment in moments(one, player):
        turns.setdefault(moment.line, []).extend(chances(one.setup, seen, moment))
    for line, found in turns.items():
        kind, entries = verdict_of_turn(one, account, seen, every_way, found)
        if entries:
            yield Found(one.end.number, line, player, kind, tuple(sorted(entries)))


def verdict_of_turn(
    one: Round, account: Account, seen: list[Item], every_way: list[Way], found: list[Chance]
) -> tuple[str, set[str]]:
    """The kind of a turn's finding, and the tiles to name; no tiles where there is no finding."""
    playable = [{c.entry for c in found if held(seen, way, c)} for way in every_way]
    if all(playable):
        always = set.intersection(*playable)
        return "missed_play", always or set.union(*playable)
    if not leftovers_are_known(account):
        return "possible_missed_play", set()
    open_to_doubt = [c for c in found if not taken_for_drawn(account, one, seen, c)]
    return "possible_missed_play", {c.entry for c in open_to_doubt for way in every_way if held(seen, way, c)}
