"""The lines of a record that count, round by round, and what of their tiles does not add up.

Part of the oracle for the audit (`audit_oracle`): each sentence of the rules is a small function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee import acts
from referee.game import judge_lines
from referee.played import close_turn
from referee.round import RoundState, new_round
from referee.setup import Setup
from referee.tiles import Tile


class Found(NamedTuple):
    """A finding, without its sentence; `tiles` in alphabetical order."""

    round: int
    line: int
    player: str | None
    kind: str
    tiles: tuple[str, ...]


class Told(NamedTuple):
    """A line of the record, the round before it, and the codes that the referee told."""

    number: int
    line: acts.Line
    before: RoundState
    codes: frozenset[str]


class Round(NamedTuple):
    """The lines of a round, and how it ended."""

    told: tuple[Told, ...]
    end: RoundState

    @property
    def setup(self) -> Setup:
        return self.end.setup


# The lines that count


def not_undone(lines: Iterable[tuple[int, acts.Line]]) -> list[tuple[int, acts.Line]]:
    """An undone line counts for nothing: `undo` takes the last turn away, and all that came after it."""
    counting: list[tuple[int, acts.Line]] = []
    for number, line in lines:
        if isinstance(line, acts.Undo):
            turns = [place for place, (_, one) in enumerate(counting) if isinstance(one, acts.TurnLine)]
            if turns:
                del counting[turns[-1] :]
        else:
            counting.append((number, line))
    return counting


def rounds(setup: Setup, lines: Iterable[tuple[int, acts.Line]]) -> list[Round]:
    """The rounds of a game; the first begins by itself."""
    counting = not_undone(lines)
    found: list[Round] = []
    told: list[Told] = []
    state = new_round(setup, 1)
    for (number, line), (game, verdict) in zip(counting, judge_lines(setup, counting), strict=True):
        if isinstance(line, acts.BeginRound) and told:
            found.append(Round(tuple(told), close_turn(state)))
            told = []
        codes = frozenset(fault.violation.code for fault in verdict.faults)
        assert game.current is not None
        told.append(Told(number, line, game.current if isinstance(line, acts.BeginRound) else state, codes))
        state = game.current
    return [*found, Round(tuple(told), close_turn(state))] if told else found


def laid_tiles(line: acts.Line) -> list[Tile]:
    """The tiles that a line lays on trains."""
    played = line.acts if isinstance(line, acts.TurnLine) else ()
    return [act.tile for act in played if isinstance(act, acts.Play)]


def left_tiles(line: acts.Line) -> list[Tile]:
    """The tiles that a `left` line names."""
    return list(line.tiles) if isinstance(line, acts.CountLeft) else []


def written_tile(tile: Tile) -> str:
    """`4-9`, the smaller half first."""
    return f"{tile.low}-{tile.high}"


# Tiles that can't be


def tiles_there(one: Round) -> Iterator[tuple[Told, list[Tile]]]:
    """The tiles laid and left, line by line; a `left` line that is corrected by a later one has none."""
    last_left = {told.line.player: told for told in one.told if isinstance(told.line, acts.CountLeft)}
    for told in one.told:
        if isinstance(told.line, acts.CountLeft) and last_left[told.line.player] is not told:
            continue
        yield told, laid_tiles(told.line) + left_tiles(told.line)


def tiles_twice(one: Round) -> Iterator[Found]:
    """A tile was there already: engine, tiles laid and `left` lines in the order of the record."""
    there: set[Tile] = set()
    engines = [told for told in one.told if isinstance(told.line, acts.LayEngine)]
    for told, tiles in tiles_there(one):
        if told in engines[-1:]:
            assert isinstance(told.line, acts.LayEngine)
            tiles = [told.line.tile]
        twice = set()
        for tile in tiles:
            if tile in there:
                twice.add(tile)
            there.add(tile)
        if twice:
            yield line_finding(one, told, "tile_twice", twice)


def foreign_tiles(one: Round) -> Iterator[Found]:
    """A tile that was laid or is in a `left` line has a half that is higher than the set has."""
    for told, tiles in tiles_there(one):
        foreign = {tile for tile in tiles if tile.high > one.setup.domino_set.max_pip}
        if foreign:
            yield line_finding(one, told, "tile_foreign", foreign)


def line_finding(one: Round, told: Told, kind: str, tiles: set[Tile]) -> Found:
    """One finding for all such tiles of a line."""
    player = getattr(told.line, "player", None)
    return Found(one.end.number, told.number, player, kind, tuple(sorted(map(written_tile, tiles))))


def nameless_tiles(one: Round) -> frozenset[Tile]:
    """A tile that is there twice, or foreign, shows nothing."""
    texts = {text for found in (*tiles_twice(one), *foreign_tiles(one)) for text in found.tiles}
    return frozenset(Tile(*map(int, text.split("-"))) for text in texts)


# What is there at the end


def is_empty(one: Round) -> bool:
    """The boneyard's number is known, and 0 even if no assumed draw took place."""
    setup = one.setup
    number = setup.boneyard
    for told in one.told:
        line = told.line
        if isinstance(line, acts.CountBoneyard):
            number = line.tiles
        drawn = int(isinstance(line, acts.Hunt))
        if isinstance(line, acts.TurnLine):
            drawn = sum(isinstance(act, acts.Draw) and not act.assumed for act in line.acts)
        if number is not None:
            number = max(0, number - drawn)
    return number == 0


def leftovers(one: Round, player: str) -> tuple[Tile, ...] | None:
    """Known by tiles: a `left` line; nothing where he is out; a hand that is wholly known. Else None."""
    for told in reversed(one.told):
        if isinstance(told.line, acts.CountLeft) and told.line.player == player:
            return told.line.tiles
    if one.end.out >> one.setup.number_of[player] & 1:
        return ()
    return wholly_known_hand(one, player)


def wholly_known_hand(one: Round, player: str) -> tuple[Tile, ...] | None:
    """A hand that was shown, and of which as many tiles are known as there are."""
    known: set[Tile] | None = None
    number = 0
    for told in one.told:
        line = told.line
        if isinstance(line, acts.ShowHand) and line.player == player:
            known, number = set(line.tiles), len(line.tiles)
        elif known is not None and getattr(line, "player", None) == player:
            for tile, change in comings_and_goings(line):
                number += change
                if tile is not None and change > 0:
                    known.add(tile)
                elif tile is not None:
                    known.discard(tile)
    return None if known is None or len(known) != number else tuple(known)


def comings_and_goings(line: acts.Line) -> Iterator[tuple[Tile | None, int]]:
    """The tiles that a line brings to a hand (1) and takes from it (-1), None for one unseen."""
    if isinstance(line, acts.LayEngine):
        yield line.tile, -1
    elif isinstance(line, acts.Hunt):
        yield line.tile, 1
    elif isinstance(line, acts.TurnLine):
        for act in line.acts:
            if isinstance(act, acts.Play):
                yield act.tile, -1
            elif isinstance(act, acts.Draw):
                yield act.tile, 1


def table(one: Round) -> list[Tile]:
    """The engine, that of the round where nobody wrote it down, and all tiles laid."""
    engine = one.end.engine or one.setup.engine(one.end.number)
    return ([] if engine is None else [engine]) + [
        tile for told in one.told for tile in laid_tiles(told.line)
    ]


def missing_tiles(one: Round) -> Iterator[Found]:
    """The boneyard is empty, every hand is known by its tiles, and tiles of the set are nowhere."""
    hands = [leftovers(one, player) for player in one.setup.players]
    if is_empty(one) and all(hand is not None for hand in hands):
        somewhere = {*table(one), *(tile for hand in hands for tile in hand or ())}
        missing = sorted(written_tile(tile) for tile in one.setup.domino_set if tile not in somewhere)
        if missing:
            yield Found(one.end.number, one.told[-1].number, None, "tile_missing", tuple(missing))


def wrong_pips(one: Round) -> Iterator[Found]:
    """The boneyard is empty, every hand is known by tiles or points, and all pips are not the set's."""
    n = one.setup.domino_set.max_pip
    hands = [pips_held(one, player) for player in one.setup.players]
    known = [pips for pips in hands if pips is not None]
    if is_empty(one) and len(known) == len(hands):
        pips = sum(tile.pips for tile in table(one)) + sum(known)
        if pips != n * (n + 1) * (n + 2) // 2:
            yield Found(one.end.number, one.told[-1].number, None, "pips_do_not_add_up", ())


def pips_held(one: Round, player: str) -> int | None:
    """The pips of a hand, by its tiles (0-0 counts 0) or by the written points where they tell pips."""
    hand = leftovers(one, player)
    if hand is not None:
        return sum(tile.pips for tile in hand)
    return points_that_tell_pips(one, player)


def points_that_tell_pips(one: Round, player: str) -> int | None:
    """A `score` line, where points are pips and nothing else, and not the 0 of a blocked round's winner."""
    rules = one.setup.rules
    written = one.end.written[one.setup.number_of[player]]
    if rules.scoring != "penalty" or rules.score_by != "pips" or rules.blank_value != 0:
        return None
    seen = table(one) + [tile for told in one.told for tile in left_tiles(told.line)]
    if rules.double_blank != 0 and Tile(0, 0) not in seen:
        return None
    if written == 0 and one.end.end == "blocked" and rules.blocked_winner == "lowest_zero":
        return None
    return written
