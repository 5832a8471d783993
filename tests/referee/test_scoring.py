"""Counting hands, scoring rounds, places: the tables of `docs/rules.md`, Scoring."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import (
    SIZES,
    Count,
    DominoSet,
    Rules,
    ScoringError,
    Tile,
    count_hand,
    largest_count,
    possible_total,
    rank,
    score_round,
)
from referee.tile_sets import tile_bits


def hand(text: str) -> list[Tile]:
    return [Tile.parse(word) for word in text.split()]


@pytest.mark.parametrize(
    ("tiles", "options", "points"),
    [
        ("", {}, 0),
        ("5-3 9-9 6-0", {}, 32),
        ("0-0 0-5", {}, 5),
        ("0-0 0-5", {"double_blank": 25}, 30),
        ("0-0 0-5", {"double_blank": 50}, 55),
        ("0-0 0-5", {"double_blank": 50, "blank_value": 25}, 80),
        ("0-0 0-5", {"blank_value": 25}, 30),
        ("0-0", {"double_blank": 0, "blank_value": 25}, 0),
        ("18-18 17-0", {"blank_value": 25}, 78),
        ("5-3 9-9 6-0", {"score_by": "tiles"}, 3),
        ("0-0", {"score_by": "tiles", "double_blank": 50}, 1),
    ],
)
def test_a_hand_counts(tiles: str, options: dict[str, Any], points: int) -> None:
    assert count_hand(hand(tiles), Rules(**options)) == points


@pytest.mark.parametrize(
    ("unseen", "options", "totals"),
    [
        ("", {}, {0}),
        ("1-1 4-3", {}, {0, 2, 7, 9}),
        ("0-0", {}, {0}),
        ("0-0", {"double_blank": 50}, {0, 50}),
        ("0-0 0-1", {"double_blank": 25, "blank_value": 25}, {0, 25, 26, 51}),
        ("1-1", {"score_by": "tiles"}, set(range(60))),
        ("1-1", {"scoring": "positive"}, set(range(60))),
    ],
)
def test_a_total_is_possible_if_unseen_tiles_add_up_to_it(
    unseen: str, options: dict[str, Any], totals: set[int]
) -> None:
    bits, rules = tile_bits(hand(unseen)), Rules(**options)
    assert {total for total in range(60) if possible_total(total, bits, rules)} == totals


def test_a_total_below_zero_is_not_possible() -> None:
    assert not possible_total(-1, tile_bits(hand("1-1")), Rules())


OUT = Count(0, out=True)


@pytest.mark.parametrize(
    ("counts", "options", "points", "winners", "blocked"),
    [
        ([OUT, Count(10), Count(25)], {}, [0, 10, 25], "A", False),
        ([Count(3), Count(8), Count(14)], {}, [3, 8, 14], "", True),
        ([Count(3), Count(8), Count(14)], {"blocked_winner": "lowest"}, [3, 8, 14], "A", True),
        ([Count(3), Count(8), Count(14)], {"blocked_winner": "lowest_zero"}, [0, 8, 14], "A", True),
        ([Count(7), Count(7), Count(20)], {"blocked_winner": "lowest"}, [7, 7, 20], "AB", True),
        ([Count(7), Count(7), Count(20)], {"blocked_winner": "lowest_zero"}, [0, 0, 20], "AB", True),
        ([OUT, Count(8), Count(14)], {"blocked_winner": "lowest_zero"}, [0, 8, 14], "A", False),
        ([OUT, Count(10), Count(25), Count(7)], {"scoring": "positive"}, [42, 0, 0, 0], "A", False),
        ([Count(3), Count(3), Count(15)], {"scoring": "positive"}, [7, 7, 0], "AB", True),
        ([Count(5), Count(3), Count(15)], {"scoring": "positive"}, [0, 20, 0], "B", True),
        ([OUT, Count(10)], {"going_out_bonus": 10}, [-10, 10], "A", False),
        ([OUT, Count(10)], {"going_out_bonus": 10, "scoring": "positive"}, [20, 0], "A", False),
        ([Count(4), Count(10)], {"going_out_bonus": 10, "scoring": "positive"}, [10, 0], "A", True),
        ([OUT, OUT, Count(40)], {}, [0, 0, 40], "AB", False),
        ([OUT, OUT, Count(41)], {"scoring": "positive"}, [20, 20, 0], "AB", False),
        ([Count(0), Count(9), Count(4)], {}, [0, 9, 4], "", True),
        ([Count(0), OUT, Count(4)], {"scoring": "positive"}, [0, 4, 0], "B", False),
    ],
)
def test_a_round_gives_points_and_winners(
    counts: list[Count], options: dict[str, Any], points: list[int], winners: str, blocked: bool
) -> None:
    score = score_round(dict(zip("ABCD", counts, strict=False)), Rules(**options))
    assert list(score.points.values()) == points
    assert "".join(score.winners) == winners
    assert score.blocked is blocked


@pytest.mark.parametrize(
    ("points", "options", "places"),
    [
        ([[100], [100], [140]], {}, [1, 1, 3]),
        ([[140], [100], [100]], {}, [3, 1, 1]),
        ([[0, 4, 2], [3, 0, 1], [5, 1, 0]], {}, [2, 1, 2]),
        ([[0, 4, 2], [3, 0, 1], [5, 1, 0]], {"tie_break": "zero_rounds"}, [3, 1, 2]),
        ([[9] + [0] * 12, [3, 3, 3] + [0] * 10], {"tie_break": "zero_rounds"}, [1, 2]),
        ([[50, 50, 0, 0], [40, 60, 0, 0]], {"tie_break": "zero_rounds"}, [2, 1]),
        ([[0, 100], [100, 0]], {"tie_break": "zero_rounds"}, [1, 1]),
        ([[0, 0], [0, 0]], {"tie_break": "zero_rounds"}, [1, 1]),
        ([[-10, 20], [0, 10], [4, 6]], {"tie_break": "zero_rounds"}, [2, 1, 3]),
        ([[40], [7], [40], [0]], {"scoring": "positive"}, [1, 3, 1, 4]),
        ([[], []], {}, [1, 1]),
    ],
)
def test_places_by_total_then_by_the_tie_break(
    points: list[list[int]], options: dict[str, Any], places: list[int]
) -> None:
    assert list(rank(dict(enumerate(points)), Rules(**options)).values()) == places


@pytest.mark.parametrize(("points", "out"), [(-1, False), (-1, True), (3, True)])
def test_a_count_that_cannot_be_is_refused(points: int, out: bool) -> None:
    with pytest.raises(ScoringError):
        Count(points, out)


rule_sets = st.builds(
    Rules,
    score_by=st.sampled_from(Rules.choices()["score_by"]),
    double_blank=st.sampled_from(Rules.choices()["double_blank"]),
    blank_value=st.sampled_from(Rules.choices()["blank_value"]),
    scoring=st.sampled_from(Rules.choices()["scoring"]),
    blocked_winner=st.sampled_from(Rules.choices()["blocked_winner"]),
    going_out_bonus=st.integers(0, 50),
    tie_break=st.sampled_from(Rules.choices()["tie_break"]),
)
counts = st.one_of(st.just(OUT), st.builds(Count, st.integers(0, 200)))
tables = st.dictionaries(st.text(max_size=3), counts, min_size=2, max_size=14)


@given(rule_sets, st.sampled_from(SIZES), st.data())
def test_no_hand_counts_more_than_the_whole_set(rules: Rules, max_pip: int, data: st.DataObject) -> None:
    domino_set = DominoSet(max_pip)
    some = data.draw(st.lists(st.sampled_from(list(domino_set)), unique=True))
    assert 0 <= count_hand(some, rules) <= largest_count(domino_set, rules)


@given(st.lists(st.sampled_from(list(DominoSet(6))), unique=True, max_size=8), rule_sets)
def test_the_possible_totals_are_those_of_all_hands(unseen: list[Tile], rules: Rules) -> None:
    rules = replace(rules, scoring="penalty", score_by="pips")
    hands = [some for size in range(len(unseen) + 1) for some in combinations(unseen, size)]
    totals = {count_hand(some, rules) for some in hands}
    most = count_hand(unseen, rules)
    bits = tile_bits(unseen)
    assert {total for total in range(most + 2) if possible_total(total, bits, rules)} == totals


@given(tables, rule_sets)
def test_a_round_is_fair(table: dict[str, Count], rules: Rules) -> None:
    score = score_round(table, rules)
    out = {player for player, count in table.items() if count.out}
    assert list(score.points) == list(table)
    assert score.blocked is not bool(out)
    assert not out or set(score.winners) == out
    if rules.scoring == "positive":
        pot = sum(count.points for player, count in table.items() if player not in score.winners)
        shared = sum(score.points.values()) - len(out) * rules.going_out_bonus
        assert pot - len(score.winners) < shared <= pot


@given(
    st.dictionaries(st.text(max_size=3), st.lists(st.integers(-10, 90), min_size=3, max_size=3)), rule_sets
)
def test_places_are_counted_as_at_the_table(points: dict[str, list[int]], rules: Rules) -> None:
    places = rank(points, rules)
    assert set(places) == set(points)
    assert sorted(places.values()) == sorted(
        1 + sum(other < place for other in places.values()) for place in places.values()
    )
    better = (lambda a, b: a > b) if rules.scoring == "positive" else (lambda a, b: a < b)
    for a in points:
        for b in points:
            if better(sum(points[a]), sum(points[b])):
                assert places[a] < places[b]
