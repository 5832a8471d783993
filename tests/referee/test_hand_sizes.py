"""Who may sit down, and with how many tiles."""

import pytest

from referee.hand_sizes import HAND_SIZES, dealt_tiles, seats_them
from referee.rules import RULESETS, Rules, ruleset
from referee.setup import Setup
from referee.tiles import DominoSet


@pytest.mark.parametrize("name", RULESETS)
def test_every_size_of_the_tables_can_be_dealt(name: str) -> None:
    rules = ruleset(name)
    for players, sizes in HAND_SIZES[name].items():
        for size, tiles in sizes.items():
            assert seats_them(name, rules, DominoSet(size), players)
            assert dealt_tiles(name, rules, DominoSet(size), players) == tiles
            setup = Setup(tuple(map(str, range(players))), DominoSet(size), name)
            assert setup.boneyard is not None
            assert setup.boneyard >= 0


@pytest.mark.parametrize(
    ("rules", "seated"),
    [
        # four times seven tiles are all of a double-6 set, so none is left to set aside
        (ruleset("caboose"), True),
        (ruleset("caboose").with_option("engine_source", "set_aside"), False),
        (Rules(hand_size=7), True),
        (Rules(hand_size=7, engine_source="set_aside"), False),
        (Rules(hand_size=6, engine_source="set_aside"), True),
    ],
)
def test_the_tiles_have_to_suffice(rules: Rules, seated: bool) -> None:
    assert seats_them("caboose", rules, DominoSet(6), 4) is seated
