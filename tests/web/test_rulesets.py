"""What the pages say about the rulesets agrees with the rules."""

from __future__ import annotations

import pytest
from flask import Flask

from referee import RULESETS
from referee.hand_sizes import seats_them
from referee.tiles import SIZES, DominoSet
from web.rulesets import RULESET_WORDS, no_seats, seats


def test_every_ruleset_has_a_name_and_sentences() -> None:
    assert set(RULESET_WORDS) == set(RULESETS)


@pytest.mark.parametrize("name", list(RULESETS))
def test_what_is_said_of_points_is_so(app: Flask, name: str) -> None:
    rules = RULESETS[name]
    with app.test_request_context():
        said = str(RULESET_WORDS[name].points)
    assert ("The double blank counts 50." in said) is (rules.double_blank == 50)
    assert ("the lowest hand wins the round" in said) is (rules.blocked_winner == "lowest")
    assert ("more rounds with 0 win" in said) is (rules.tie_break == "zero_rounds")
    told = {"double_blank", "blocked_winner", "tie_break"}
    sheet = {"score_by", "blank_value", "scoring", "going_out_bonus", *told}
    assert sheet & set(rules.differences(None)) <= told


@pytest.mark.parametrize("name", list(RULESETS))
def test_who_may_play_is_said_as_the_rules_have_it(app: Flask, name: str) -> None:
    fitting = {
        (players, size)
        for players in range(2, 15)
        for size in SIZES
        if seats_them(name, RULESETS[name], DominoSet(size), players)
    }
    with app.test_request_context():
        said = seats(name)
        for players in range(2, 15):
            sets = [size for size in SIZES if (players, size) in fitting]
            sentence = no_seats(name, players)
            assert ("is played with another set" in sentence) is bool(sets)
            assert [size for size in SIZES if f"Double-{size}" in sentence] == sets
    assert said.startswith(f"2 to {max(players for players, _ in fitting)} players.")
    assert {size for size in SIZES if f"Double-{size}" in said} == {size for _, size in fitting}
