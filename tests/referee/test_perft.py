"""Counting games: the counts that others found, and what must not change them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from simulated_tables import random_rules

from referee.errors import PerftError
from referee.game_tree import Node, go_on, start
from referee.perft import Tally, all_deals, count_each, count_merged, number_of_deals, perft
from referee.rules import RULESETS, ruleset
from referee.setup import Setup
from referee.tile_sets import tile_bits, tiles_in
from referee.tiles import DominoSet, Tile

COUNTS = """
ruleset    option                                  2, 2, 2  3, 2, 4         3, 3, 3        3, 2, 3
hub        -                                       230 2    111762 20718    177366  9540   362514  56394
hub        close_order=reverse                     230 2    111762 20718    177366  9540   362514  56400
hub        close_order=any                         230 2    113586 21204    178410  9540   368544  57330
hub        multi_double_extra=first_or_nondouble   230 2    111954 20718    177366  9540   362802  56394
hub        double_next_tile=on_double              226 2     95412 21294    172122  9630   351624  58248
hub        dead_double=binds                       230 2     91068 34386    168558 14472   317124  84648
hub        last_tile_double=must_cover             188 56    72486 69492    154422 48120   308244 151788
trainyard  -                                       226 2     95736 21378    173532  9666   350112  58590
station    -                                       120 0     90834 14064     63810  3072   262368  35508
caboose    -                                       102 0     81132 14190     66174  3072   183654  25206
"""
"""Games that end out and blocked, by set, players, tiles each; the last two rows are the enumerator's."""
SHAPES = {(2, 2, 2): 30, (3, 2, 4): 630, (3, 3, 3): 1680, (3, 2, 3): 10080}


def setup_of(name: str, highest: int, players: int, option: str = "-") -> Setup:
    rules = ruleset(name)
    if option != "-":
        rules = rules.with_option(*option.split("="))
    return Setup(("A", "B", "C", "D")[:players], DominoSet(highest), name, rules)


def rows() -> list[object]:
    found: list[object] = []
    for line in COUNTS.splitlines()[2:]:
        name, option, *numbers = line.split()
        for place, shape in enumerate(SHAPES):
            out, blocked = map(int, numbers[2 * place : 2 * place + 2])
            slow = [pytest.mark.slow] if shape in [(3, 3, 3), (3, 2, 3)] else []
            found.append(pytest.param(name, option, shape, out, blocked, marks=slow))
    return found


@pytest.mark.parametrize(("name", "option", "shape", "out", "blocked"), rows())
def test_counts(name: str, option: str, shape: tuple[int, int, int], out: int, blocked: int) -> None:
    highest, players, hand = shape
    counted = perft(setup_of(name, highest, players, option), hand)
    assert counted == (SHAPES[shape], out + blocked, out, blocked)


def test_sequences_of_one_deal_with_the_boneyard_in_order() -> None:
    setup = setup_of("hub", 3, 2)
    order = [bits("2-1"), bits("1-0"), bits("0-0")]
    nodes = [start(setup, (bits("3-0 1-1 3-1"), bits("3-2 2-2 2-0")), sum(order))]
    ended, found = 0, []
    for _ in range(8):
        following: list[Node] = []
        for node in nodes:
            children, out, blocked = go_on(setup, node)
            ended += out + blocked
            left = order[-node[2].bit_count() :] if node[2] else []
            following += [child for child in children if child[2] in (node[2], sum(left[1:]))]
        nodes = following
        found.append(len(nodes) + ended)
    assert found == [4, 7, 9, 17, 21, 22, 22, 23]


def bits(text: str) -> int:
    return tile_bits(map(Tile.parse, text.split()))


def renamed(held: int, names: tuple[int, ...]) -> int:
    return tile_bits(Tile(names[tile.high], names[tile.low]) for tile in tiles_in(held))


@pytest.mark.parametrize("name", RULESETS)
def test_other_names_for_the_numbers_change_no_count(name: str) -> None:
    """By this perft counts one deal for many: it must hold for rules of any kind."""
    rng = Random(name)
    deals = list(all_deals(setup_of(name, 3, 3), 2))
    for _ in range(12):
        setup = Setup(("A", "B", "C"), DominoSet(3), name, random_rules(rng, name, 0.3))
        hands, yard = rng.choice(deals)
        count = count_merged(setup, {start(setup, hands, yard): 1})
        for names in rng.sample(list(permutations(range(3))), 3):
            others = tuple(renamed(held, (*names, 3)) for held in hands)
            again = count_merged(setup, {start(setup, others, renamed(yard, (*names, 3))): 1})
            assert again == count, (names, hands)


@pytest.mark.parametrize("name", RULESETS)
def test_nodes_one_by_one_give_the_same_counts(name: str) -> None:
    setup = setup_of(name, 3, 3)
    deals = list(all_deals(setup, 3))[::80]
    merged = count_merged(setup, {start(setup, hands, yard): 1 for hands, yard in deals})
    each = [count_each(setup, start(setup, hands, yard)) for hands, yard in deals]
    assert (sum(one.out for one in each), sum(one.blocked for one in each)) == (merged.out, merged.blocked)
    assert sum(one.nodes for one in each) > merged.nodes > len(deals)


def test_the_nodes_of_a_round_that_is_counted_by_hand() -> None:
    """A lays 2-1 at home or on M, and is left with 1-1; whatever B does with 2-0, two ways lead on."""
    setup = setup_of("hub", 2, 2)
    # A: 2 places for 2-1. B: 2-0 goes on any train that ends with 2: that ends the round.
    # After 2-1@A: B on his own train or M, 2 ways. After 2-1@M: on his own train alone, 1 way.
    hands = bits("2-1 1-1"), bits("2-0")
    assert count_each(setup, start(setup, hands, 0)) == Tally(nodes=1 + 2 + 3, out=3, blocked=0)


@pytest.mark.parametrize(
    ("size", "players", "hand", "sentence"),
    [
        (3, 2, 0, "A double-3 set has 9 tiles beside the engine, not 0 for each of 2 players."),
        (3, 4, 3, "A double-3 set has 9 tiles beside the engine, not 3 for each of 4 players."),
        (
            6,
            2,
            13,
            "There are over 10^8 deals, more than can be counted: take a smaller set, such as 2 or 3.",
        ),
    ],
)
def test_what_can_not_be_counted(size: int, players: int, hand: int, sentence: str) -> None:
    with pytest.raises(PerftError) as raised:
        perft(setup_of("hub", size, players), hand)
    assert str(raised.value) == sentence


def test_each_deal_is_counted_with_each_order_of_the_boneyard() -> None:
    setup = setup_of("hub", 2, 2)
    assert number_of_deals(setup, 1) == 120
    assert len(set(all_deals(setup, 1))) == 20  # times 3! orders of three tiles


def test_rounds_without_an_end_are_told() -> None:
    """B has the duty and no 1; what A holds fits the own train alone, and nobody ever marks a train."""
    rules = ruleset("hub").with_option("open_double_binds", "next").with_option("failed_cover", "no_mark")
    setup = Setup(("A", "B"), DominoSet(3), "hub", rules)
    hands = bits("3-1 1-1 2-0"), bits("3-2 0-0 2-2")
    with pytest.raises(PerftError, match="allow rounds without an end"):
        count_each(setup, start(setup, hands, 0))
    marking = Setup(("A", "B"), DominoSet(3), "hub", rules.with_option("failed_cover", "mark"))
    assert sum(count_each(marking, start(marking, hands, 0))[1:]) > 0
