"""Whole rounds and games by the rules, played at random by somebody who sees every tile.

The simulator keeps its own account of who has which tile, of the boneyard, the markers, whose turn it is,
what a turn still asks for and who scores what, all by the rules as written; of the engine it asks what may
be laid where. What a record of the round shows is another matter: `Showing` says how much.
"""

from __future__ import annotations

from random import Random
from typing import Literal, NamedTuple

from simulated_tables import points_of
from simulated_turns import HIDDEN, OPEN, Moment, Showing, Table, Turn

from referee.acts import (
    BeginRound,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Hunt,
    LayEngine,
    Line,
    NameStarter,
    Play,
    ShowHand,
    WriteScore,
)
from referee.openness import moves, open_to_all
from referee.played import as_played, close_turn
from referee.round import new_round
from referee.setup import Setup
from referee.tile_sets import tile_bits
from referee.tiles import Tile

__all__ = [
    "HIDDEN",
    "OPEN",
    "Moment",
    "PlayedGame",
    "PlayedRound",
    "Showing",
    "play_game",
    "play_round",
    "random_showing",
]


class PlayedRound(NamedTuple):
    """A round as a record tells it, and the truth: hands and boneyard at its end, who is out, the points.

    `laid` are the plays in their order. `end` is None for a round in which nobody can go on although it is
    not blocked by the letter.
    """

    lines: tuple[Line, ...]
    engine: Tile
    opener: str
    laid: tuple[Play, ...]
    hands: dict[str, frozenset[Tile]]
    boneyard: tuple[Tile, ...]
    end: Literal["out", "blocked"] | None
    out: tuple[str, ...]
    points: dict[str, int]
    moments: tuple[Moment, ...]


class PlayedGame(NamedTuple):
    """A whole game, and the lines of all its rounds."""

    rounds: tuple[PlayedRound, ...]
    lines: tuple[Line, ...]


def play_game(
    setup: Setup, rng: Random, showing: Showing = OPEN, hand: int | None = None, misses: float = 0
) -> PlayedGame:
    """All rounds of a game; the start goes round the table where the rules say so."""
    rounds: list[PlayedRound] = []
    for number in range(1, setup.last_round + 1):
        starter = None
        if rounds and setup.rules.starter == "rotate":
            starter = (setup.number_of[rounds[-1].opener] + 1) % len(setup.players)
        rounds.append(play_round(setup, rng, showing, number, starter, hand, misses))
    return PlayedGame(tuple(rounds), tuple(line for played in rounds for line in played.lines))


def play_round(
    setup: Setup,
    rng: Random,
    showing: Showing = OPEN,
    number: int = 1,
    starter: int | None = None,
    hand: int | None = None,
    misses: float = 0,
) -> PlayedRound:
    """One round from the deal to the sheet.

    `starter` is the seat whose start an earlier round decides, `hand` the tiles each where the rules don't
    say how many, `misses` the chance that somebody who could play does not see it, and draws or passes.
    """
    table = Table(setup, rng, showing, misses, new_round(setup, number))
    if number > 1 or table.chance(0.5):
        table.lines.append(BeginRound(number))
    engine, holder = _deal(table, hand if setup.hand_size is None else setup.hand_size, number)
    opener = _name_starter(table, holder, starter)
    end = _play(table, opener)
    points = _count(table, ended=end is not None)
    return PlayedRound(
        tuple(table.lines),
        engine,
        setup.players[opener],
        tuple(
            Play(setup.players[laid.seat], laid.touching, laid.end, setup.trains[laid.train])
            for laid in table.state.laid
        ),
        {name: frozenset(held) for name, held in zip(setup.players, table.hands, strict=True)},
        tuple(table.boneyard),
        end,
        tuple(setup.players[seat] for seat in sorted(table.out)),
        points,
        tuple(table.moments),
    )


def _laid(table: Table) -> tuple[Play, ...]:
    players, trains = table.setup.players, table.setup.trains
    return tuple(
        Play(players[laid.seat], laid.touching, laid.end, trains[laid.train]) for laid in table.state.laid
    )


def random_showing(rng: Random) -> Showing:
    """A record of which nobody knows how much it tells."""
    return Showing(
        hands=rng.choice((0, 0.5, 1)),
        draws=rng.choice((("known",), ("unseen",), ("assumed",), ("known", "unseen", "assumed"))),
        left=rng.choice((0, 0.5, 1)),
        scores=rng.choice((0, 1)),
        glimpses=rng.choice((0, 0.1)),
        boneyard=rng.choice((0, 0.1)),
        unsaid=rng.choice((0, 0.5)),
        assumed=rng.choice((0, 0.3)),
    )


# The deal and the engine


def _deal(table: Table, number: int | None, round_number: int) -> tuple[Tile, int | None]:
    """Deal and lay the engine; gives it, and the seat that laid it where nobody set it aside."""
    setup, rng, seats = table.setup, table.rng, range(len(table.setup.players))
    right = setup.domino_set.engine(round_number)
    aside = setup.rules.engine_source == "set_aside"
    table.boneyard = [tile for tile in setup.domino_set if not (aside and tile == right)]
    rng.shuffle(table.boneyard)
    table.hands = [{table.boneyard.pop() for _ in range(number or 1)} for _ in seats]
    shown = {seat: rng.choice(("dealt", "hunted", "engine")) for seat in seats}
    shown = {seat: when for seat, when in shown.items() if table.chance(table.showing.hands)}
    _show_hands(table, shown, "dealt")
    engine, holder = (right, None) if aside else _find_engine(table, right)
    _show_hands(table, shown, "hunted")
    table.lines.append(LayEngine(engine, None if holder is None else setup.players[holder]))
    table.state = as_played(table.state, LayEngine(engine))
    if holder is not None:
        table.hands[holder].remove(engine)
    _show_hands(table, shown, "engine")
    for seat in seats:
        table.state = as_played(table.state, ShowHand(setup.players[seat], tuple(table.hands[seat])))
    return engine, holder


def _show_hands(table: Table, shown: dict[int, str], now: str) -> None:
    for seat, when in shown.items():
        if when == now:
            table.show_hand(seat)


def _find_engine(table: Table, right: Tile) -> tuple[Tile, int]:
    """The engine that is held and the seat that lays it, after a hunt where nobody holds it."""
    players = table.setup.players
    seat, hunted = table.rng.randrange(len(players)), 0
    together = table.setup.rules.engine_hunt == "together"
    while True:
        found = _held_engine(table, right)
        if found and not (together and hunted % len(players) and table.boneyard):
            return found
        tile = table.boneyard.pop()
        table.hands[seat].add(tile)
        table.lines.append(Hunt(players[seat], tile))
        seat, hunted = (seat + 1) % len(players), hunted + 1


def _held_engine(table: Table, right: Tile) -> tuple[Tile, int] | None:
    highest = table.setup.rules.engine_source == "highest_held"
    return max(
        (
            (tile, seat)
            for seat, hand in enumerate(table.hands)
            for tile in hand
            if (tile.is_double if highest else tile == right)
        ),
        default=None,
    )


def _name_starter(table: Table, holder: int | None, starter: int | None) -> int:
    """The seat that has the first turn; the record may leave unsaid who was chosen."""
    said = 0.5
    if table.setup.rules.starter == "engine_holder" and holder is not None:
        starter, said = holder, 0.1
    elif starter is None:
        starter = table.rng.randrange(len(table.hands))
    name = NameStarter(table.setup.players[starter])
    table.state = as_played(table.state, name)
    if table.chance(said):
        table.lines.append(name)
    return starter


# The turns


def _play(table: Table, seat: int) -> Literal["out", "blocked"] | None:
    """Play turn by turn from the starter on; gives how the round ends."""
    players, idle = len(table.hands), 0
    while idle < 60 * players:
        if not table.out and _is_stuck(table) and table.chance(0.5):
            table.lines.append(CallBlocked())
            table.state = as_played(table.state, CallBlocked())
            return "blocked"
        if table.chance(table.showing.glimpses):
            table.show_hand(table.rng.randrange(players))
        if table.chance(table.showing.boneyard):
            table.lines.append(CountBoneyard(len(table.boneyard)))
        before = len(table.boneyard), len(table.state.laid)
        table.lines.append(Turn(table, seat).play())
        table.state = close_turn(table.state)
        table.had_first.add(seat)
        waits = table.setup.rules.out_on_first_turn == "finish_lap" and len(table.had_first) < players
        if table.out and not waits:
            return "out"
        seat = (seat + 1) % players
        idle = idle + 1 if before == (len(table.boneyard), len(table.state.laid)) else 0
    return None


def _is_stuck(table: Table) -> bool:
    """Whether nobody could go on, not even with a marker on every train."""
    setup, position = table.setup, table.state.position
    return not table.boneyard and not any(
        moves(setup, open_to_all(setup, position, seat), tile_bits(hand))
        for seat, hand in enumerate(table.hands)
    )


# The sheet


def _count(table: Table, ended: bool) -> dict[str, int]:
    """Write down what is left and what it scores, as far as the record shows it; gives the points."""
    setup = table.setup
    hands = {player: tuple(hand) for player, hand in zip(setup.players, table.hands, strict=True)}
    out = {setup.players[seat] for seat in table.out}
    points = points_of(setup.rules, hands, out)
    order = list(hands)
    table.rng.shuffle(order)
    for player in order:
        # Where nobody knows how many tiles were dealt, only the leftovers tell who is out.
        needed = player in out and setup.hand_size is None
        if needed or table.chance(table.showing.left):
            table.lines.append(CountLeft(player, hands[player]))
    if ended and table.chance(table.showing.scores):
        table.lines += [WriteScore(player, points[player]) for player in order]
    return points
