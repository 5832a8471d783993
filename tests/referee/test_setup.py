"""Who sits where."""

import pytest

from referee import DominoSet, Pass, Play, RulesError, Setup, judge, new_round


@pytest.mark.parametrize(
    "act",
    [Play("Zoe", 12, 4, "Ana"), Play("Ana", 12, 4, "Zoe"), Pass("Zoe")],
    ids=["player", "train", "pass"],
)
def test_who_does_not_play_is_named_in_a_sentence(act: Play | Pass) -> None:
    state = new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1)
    with pytest.raises(RulesError, match=r"Zoe does not play in this game\."):
        judge(state, act)
