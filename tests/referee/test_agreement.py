"""The engine and the slow enumerator agree: at every node on what may be laid, and on all counts.

Sets, numbers of players and hands are written as in `docs/rules.md`, Counting games: (3, 2, 4) is a double-3
set, two players, four tiles each. The enumerator names tiles and trains in its own way.
"""

from __future__ import annotations

from random import Random

import brute_force as slow
import pytest
from brute_history import PRESETS, USUAL, VALUES, Hand, History, Move, Table, Tile, Train, to_act

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


def compare(
    setup: Setup, table: Table, node: Node, history: History, hands: tuple[Hand, ...], boneyard: Hand
) -> int:
    """Follow all games from a node on both sides; gives how many nodes were compared."""
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
        assert_nothing_changes(table, history, hands, boneyard)
        return 1
    in_order: list[Move] = [(seat, "play", *play) for play in plays]
    in_order += sorted((m for m in expected if m[1] != "play"), key=lambda m: bits(frozenset(m[2:])))
    assert sorted(map(str, in_order)) == sorted(map(str, expected))
    after = [((*history, move), *slow.after(hands, boneyard, move)) for move in in_order]
    ends = [slow.ending(table, *state) for state in after]
    assert (out, blocked) == (ends.count("out"), ends.count("blocked")), (history, hands)
    lasting = [state for state, end in zip(after, ends, strict=True) if not end]
    return 1 + sum(
        compare(setup, table, child, *state) for child, state in zip(children, lasting, strict=True)
    )


def assert_nothing_changes(table: Table, history: History, hands: tuple[Hand, ...], boneyard: Hand) -> None:
    """Two laps in which nobody can do anything but pass: every lap to come will be the same."""
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
            node = start(setup, held, yard)
            compared += compare(setup, table, node, (), tuple(map(hand_of, held)), hand_of(yard))
    return compared


def test_the_enumerator_plays_the_rulesets() -> None:
    for name, options in PRESETS.items():
        assert options == {option: str(getattr(RULESETS[name], option)) for option in VALUES}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("shape", "every"), [((2, 2, 2), 1), ((2, 3, 1), 1), ((3, 3, 2), 97), ((3, 4, 2), 311)]
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
    return compare(setup, table, start(setup, tuple(map(bits, hands)), bits(boneyard)), (), hands, boneyard)


SHAPES = [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 3), (3, 2, 4), (3, 3, 2), (3, 3, 3), (3, 4, 2)]


def random_deal(seed: str) -> tuple[int, Options, tuple[Hand, ...], Hand]:
    """A deal of a random shape, and random options: all of them, or some that differ from a ruleset."""
    rng = Random(seed)
    options = dict(rng.choice([USUAL, *PRESETS.values()]))
    share = rng.choice((0.3, 1))
    options |= {option: rng.choice(values) for option, values in VALUES.items() if rng.random() < share}
    highest, players, hand = rng.choice(SHAPES)
    tiles = sorted(hand_of(engine_setup(highest, players, options).all_tiles) - {(highest, highest)})
    rng.shuffle(tiles)
    hands = tuple(frozenset(tiles[hand * seat : hand * (seat + 1)]) for seat in range(players))
    boneyard = frozenset(tiles[hand * players :][:3])  # the orders of more would make the tree too big
    return highest, options, hands, boneyard


HOME_FIRST = {"first_turn": "train", "own_train_first": "all"}
WAITS = HOME_FIRST | {"first_turn_double": "waits", "dead_double": "binds"}
# Deals in which the engine was once wrong, each with what is changed from the usual options.
TOLD_APART: dict[str, tuple[Options, list[str], str]] = {
    "a first train goes on at home, whatever binds by then": (
        HOME_FIRST,
        ["03 00 13 22", "23 01 02 12"],
        "11",
    ),
    "a double that waited binds with the last first turn": (
        WAITS,
        ["11 00", "23 03", "02 12", "01 22"],
        "13",
    ),
}


@pytest.mark.parametrize("why", TOLD_APART)
def test_every_legal_set_of_one_deal(why: str) -> None:
    changes, hands, boneyard = TOLD_APART[why]
    assert compare_deal(3, USUAL | changes, tuple(map(hand_from, hands)), hand_from(boneyard)) > 10


def hand_from(text: str) -> Hand:
    return frozenset((int(tile[0]), int(tile[1])) for tile in text.split())


@pytest.mark.parametrize(
    "seeds", [range(60), *(pytest.param(range(n, n + 100), marks=pytest.mark.slow) for n in (60, 160))]
)
def test_every_legal_set_with_options_at_random(seeds: range) -> None:
    assert sum(compare_deal(*random_deal(f"options {seed}")) for seed in seeds) > 100 * len(seeds)


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
