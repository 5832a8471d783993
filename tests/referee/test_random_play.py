"""Rounds played at random by the rules: what holds for every one of them."""

from random import Random

import pytest
from simulated_tables import preset_setup
from simulator import play_round

from referee.game import judge_lines
from referee.rules import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_by_the_rules_is_judged_legal(ruleset: str) -> None:
    rng = Random(ruleset)
    for _ in range(10):
        setup = preset_setup(rng, ruleset)
        played = play_round(setup, rng)
        told = [verdict for _, verdict in judge_lines(setup, enumerate(played.lines, 1))]
        assert [verdict for verdict in told if verdict.faults] == []
