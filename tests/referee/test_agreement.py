"""The engine and the slow enumerator agree: at every node on what may be laid, and on all counts.

Sets, numbers of players and hands are written as in `docs/rules.md`, Counting games: (3, 2, 4) is a double-3
set, two players, four tiles each. The enumerator names tiles and trains in its own way.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import brute_force as slow
import pytest
from brute_history import (
    PRESETS,
    USUAL,
    VALUES,
    Hand,
    History,
    Move,
    Table,
    Tile,
    Train,
    is_double,
    tiles_of,
    to_act,
)

from referee import tiles
from referee.errors import PerftError
from referee.game_tree import Node, go_on, start
from referee.openness import moves
from referee.perft import all_deals, perft
from referee.rules import RULESETS, Rules
from referee.setup import Setup
from referee.tile_sets import tiles_in
from referee.tiles import DominoSet

Options = dict[str, str]


def engine_setup(highest: int, players: int, options: Options) -> Setup:
    rules = Rules()
    for option, value in options.items():
        rules = rules.with_option(option, value)
    return Setup(("A", "B", "C", "D")[:players], DominoSet(highest), "hub", rules)


def bits(hand: Hand) -> int:
    return sum(1 << tiles.Tile(*tile).number for tile in hand)


def hand_of(held: int) -> Hand:
    return frozenset((tile.low, tile.high) for tile in tiles_in(held))


def plays_of(setup: Setup, node: Node) -> list[tuple[Tile, Train]]:
    """What the engine lets the player to act lay, in its order."""
    position, hands, _, _ = node
    return [
        (*hand_of(tile), "M" if train == setup.mexican else train)
        for train, tile in moves(setup, position, hands[position.turn.seat])
    ]


State = tuple[History, tuple[Hand, ...], Hand]
"""A node as the enumerator has it: the moves, the hands, the boneyard."""


def compare(setup: Setup, table: Table, node: Node, state: State) -> list[tuple[Node, State]]:
    """Hold a node against the enumerator; gives what follows on both sides while the round goes on."""
    history, hands, boneyard = state
    position, held, yard, _ = node
    seat = to_act(table, history)
    assert (position.turn.seat, held, yard) == (seat, tuple(map(bits, hands)), bits(boneyard)), history
    plays = plays_of(setup, node)
    assert set(plays) == slow.legal_plays(table, history, hands[seat]), (history, hands)
    assert len(set(plays)) == len(plays)
    expected = slow.moves(table, history, hands[seat], boneyard)
    try:
        children, out, blocked = go_on(setup, node)
    except PerftError:
        assert_nothing_changes(table, state)
        return []
    in_order: list[Move] = [(seat, "play", *play) for play in plays]
    in_order += sorted((m for m in expected if m[1] != "play"), key=lambda m: bits(frozenset(m[2:])))
    assert sorted(map(str, in_order)) == sorted(map(str, expected))
    after = [((*history, move), *slow.after(hands, boneyard, move)) for move in in_order]
    ends = [slow.ending(table, *one) for one in after]
    assert (out, blocked) == (ends.count("out"), ends.count("blocked")), (history, hands)
    lasting = [one for one, end in zip(after, ends, strict=True) if not end]
    return list(zip(children, lasting, strict=True))


def compare_all(setup: Setup, table: Table, node: Node, state: State) -> int:
    """Compare every node of every game from this one on; gives how many they are."""
    return 1 + sum(compare_all(setup, table, *following) for following in compare(setup, table, node, state))


def assert_nothing_changes(table: Table, state: State) -> None:
    """Two laps in which nobody can do anything but pass: every lap to come will be the same."""
    history, hands, boneyard = state
    for _ in range(2 * table.players):
        seat = to_act(table, history)
        assert slow.moves(table, history, hands[seat], boneyard) == [(seat, "pass")]
        history = (*history, (seat, "pass"))
        assert not slow.ending(table, history, hands, boneyard)


def compare_deals(shape: tuple[int, int, int], options: Options, every: int = 1, first: int = 0) -> int:
    highest, players, hand = shape
    setup, table = engine_setup(highest, players, options), Table(highest, players, hand, options)
    compared = 0
    for number, (held, yard) in enumerate(all_deals(setup, hand)):
        if number % every == first:
            state = (), tuple(map(hand_of, held)), hand_of(yard)
            compared += compare_all(setup, table, start(setup, held, yard), state)
    return compared


def test_the_enumerator_plays_the_rulesets() -> None:
    for name, options in PRESETS.items():
        assert options == {option: str(getattr(RULESETS[name], option)) for option in VALUES}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("shape", "every"), [((2, 2, 2), 1), ((2, 3, 1), 1), ((3, 3, 2), 197), ((3, 4, 2), 311)]
)
def test_every_legal_set(preset: str, shape: tuple[int, int, int], every: int) -> None:
    assert compare_deals(shape, PRESETS[preset], every) > 100


@pytest.mark.parametrize("preset", ["usual", *PRESETS])
@pytest.mark.parametrize("option", VALUES)
def test_every_legal_set_with_one_option_changed(preset: str, option: str) -> None:
    options = {"usual": USUAL, **PRESETS}[preset]
    for value in VALUES[option]:
        if value != options[option]:
            changed = options | {option: value}
            assert compare_deals((2, 2, 2), changed) > 90


def compare_deal(highest: int, options: Options, hands: tuple[Hand, ...], boneyard: Hand) -> int:
    setup = engine_setup(highest, len(hands), options)
    table = Table(highest, len(hands), len(hands[0]), options)
    return compare_all(setup, table, dealt(setup, hands, boneyard), ((), hands, boneyard))


def dealt(setup: Setup, hands: tuple[Hand, ...], boneyard: Hand) -> Node:
    return start(setup, tuple(map(bits, hands)), bits(boneyard))


def random_options(rng: Random) -> Options:
    """Each option at random, or some that differ from a ruleset."""
    options = dict(rng.choice([USUAL, *PRESETS.values()]))
    share = rng.choice((0.3, 1))
    return options | {option: rng.choice(values) for option, values in VALUES.items() if rng.random() < share}


def random_deal(
    rng: Random, highest: int, players: int, hand: int, *, doubles_first: bool = False
) -> tuple[tuple[Hand, ...], Hand]:
    """Hands and boneyard; with `doubles_first` two thirds of the first hand are doubles."""
    tiles = [tile for tile in tiles_of(highest) if tile != (highest, highest)]
    rng.shuffle(tiles)
    if doubles_first:
        first = [tile for tile in tiles if is_double(tile)][: hand * 2 // 3]
        tiles = [*first, *(tile for tile in tiles if tile not in first)]
    hands = tuple(frozenset(tiles[hand * seat : hand * (seat + 1)]) for seat in range(players))
    return hands, frozenset(tiles[hand * players :])


HOME_FIRST = {"first_turn": "train", "own_train_first": "all"}
WAITS = HOME_FIRST | {"first_turn_double": "waits", "dead_double": "binds"}
NO_MARKERS = {"open_double_binds": "next", "failed_cover": "no_mark"}
# What chance seldom brings, each with the set, what is changed from the usual options, hands and boneyard.
RARE: dict[str, tuple[int, Options, list[str], str]] = {
    "a first train goes on at home, whatever binds by then": (
        3,
        HOME_FIRST,
        ["03 00 13 22", "23 01 02 12"],
        "11",
    ),
    "a double that waited binds with the last first turn": (
        3,
        WAITS,
        ["11 00", "23 03", "02 12", "01 22"],
        "13",
    ),
    "who is out waits for the lap, though nobody can play": (
        3,
        {"out_on_first_turn": "finish_lap"},
        ["13", "22", "02"],
        "",
    ),
    "the tile after two doubles may not lie on an older one": (
        6,
        {"open_double_binds": "train", "multi_double_extra": "first_or_nondouble"},
        ["06 26 00 22 01", "16 11 55 44 33"],
        "",
    ),
    "all pass for ever": (3, NO_MARKERS, ["13 11 02", "23 00 22"], ""),
}


@pytest.mark.parametrize("why", RARE)
def test_every_legal_set_of_one_deal(why: str) -> None:
    highest, changes, hands, boneyard = RARE[why]
    assert compare_deal(highest, USUAL | changes, tuple(map(hand_from, hands)), hand_from(boneyard)) > 2


def hand_from(text: str) -> Hand:
    return frozenset((int(tile[0]), int(tile[1])) for tile in text.split())


SHAPES = [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 3), (3, 2, 4), (3, 3, 2), (3, 3, 3), (3, 4, 2)]


@pytest.mark.parametrize(
    "seeds", [range(60), *(pytest.param(range(n, n + 100), marks=pytest.mark.slow) for n in (60, 160))]
)
def test_every_legal_set_with_options_at_random(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        rng = Random(f"options {seed}")
        options, (highest, players, hand) = random_options(rng), rng.choice(SHAPES)
        hands, boneyard = random_deal(rng, highest, players, hand)
        few = frozenset(sorted(boneyard)[:3])  # the orders of more would make the tree too big
        compared += compare_deal(highest, options, hands, few)
    assert compared > 100 * len(seeds)


@pytest.mark.parametrize("seeds", [range(80), pytest.param(range(80, 240), marks=pytest.mark.slow)])
def test_every_legal_set_of_random_rounds_with_many_doubles(seeds: range) -> None:
    """A set too big to count: one way through each round, on which doubles are kept to be laid together."""
    own_doubles: Counter[int] = Counter()
    for seed in seeds:
        rng = Random(f"round {seed}")
        options, players = random_options(rng), rng.randint(2, 4)
        hands, boneyard = random_deal(rng, 6, players, rng.randint(3, 6), doubles_first=rng.random() < 0.7)
        setup, table = engine_setup(6, players, options), Table(6, players, len(hands[0]), options)
        node, state = dealt(setup, hands, boneyard), ((), hands, boneyard)
        while following := compare(setup, table, node, state):
            own_doubles[node[0].turn.doubles.bit_count()] += 1
            doubles = [one for one in following if is_double_play(one[1][0][-1])]
            others = [one for one in following if one not in doubles]
            together = node[0].turn.doubles or len({one[1][0][-1][2] for one in doubles}) > 1
            node, state = rng.choice((doubles if together else others) or following)
    assert own_doubles.total() > 20 * len(seeds)
    assert own_doubles[2] > len(seeds) / 10


def is_double_play(move: Move) -> bool:
    return bool(move[1] == "play" and is_double(move[2]))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("shape", [(2, 2, 1), (2, 2, 2), (2, 3, 1)])
def test_counts_of_all_games(preset: str, shape: tuple[int, int, int]) -> None:
    highest, players, hand = shape
    expected = slow.count(highest, players, hand, PRESETS[preset])
    assert perft(engine_setup(highest, players, PRESETS[preset]), hand) == expected


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["station", "caboose"])
@pytest.mark.parametrize("shape", [(3, 3, 3), (3, 2, 4)])
def test_counts_of_all_games_with_whole_trains(preset: str, shape: tuple[int, int, int]) -> None:
    highest, players, hand = shape
    expected = slow.count(highest, players, hand, PRESETS[preset], rename=True)
    assert perft(engine_setup(highest, players, PRESETS[preset]), hand) == expected
