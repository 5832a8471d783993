"""The options of a table: the values that each knows, and what it refuses."""

import pytest

from referee import RULESETS, Rules, RulesError, ruleset


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 0),
        ("hand_size", True),
        ("rounds", 0),
        ("rounds", "13"),
        ("draws_per_turn", 3),
        ("must_play", "maybe"),
        ("score_by", "weight"),
        ("double_blank", 5),
        ("double_blank", "50"),
        ("double_blank", False),
        ("blank_value", 50),
        ("scoring", ""),
        ("blocked_winner", None),
        ("going_out_bonus", -1),
        ("going_out_bonus", 1001),
        ("going_out_bonus", "10"),
        ("tie_break", "coin"),
    ],
)
def test_an_option_refuses_what_it_does_not_know(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"“{option}” can be .*, not “{value}”"):
        Rules(**{option: value})


@pytest.mark.parametrize("option", list(Rules.choices()))
def test_an_option_is_set_as_it_is_written(option: str) -> None:
    for value in Rules.choices()[option]:
        assert getattr(Rules().with_option(option, str(value)), option) == value


@pytest.mark.parametrize(("option", "value"), [("rounds", 7), ("hand_size", 15), ("going_out_bonus", 10)])
def test_some_options_take_a_number(option: str, value: int) -> None:
    assert Rules().with_option(option, str(value)).differences(None) == {option: value}


@pytest.mark.parametrize("name", list(RULESETS))
def test_a_ruleset_is_the_defaults_with_its_differences(name: str) -> None:
    rules = Rules()
    for option, value in ruleset(name).differences(None).items():
        rules = rules.with_option(option, str(value))
    assert rules == ruleset(name)
    assert rules.differences(name) == {}


def test_what_does_not_exist_is_refused_with_what_does() -> None:
    with pytest.raises(RulesError, match="There is no ruleset “Hub”: choose one of station, trainyard, hub"):
        ruleset("Hub")
    with pytest.raises(RulesError, match=r"There is no option “blank”: choose one of hand_size, .*tie_break"):
        Rules().with_option("blank", "25")
