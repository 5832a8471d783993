"""What people tell an umpire, at any time, and what it makes of the rest then."""

from __future__ import annotations

from typing import Any

import pytest
from layout_script import EMPTY, layout_after, record, told, watched

from referee.acts import (
    BeginRound,
    CountBoneyard,
    CountLeft,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TurnLine,
    Undo,
    WriteScore,
)
from referee.errors import RulesError
from referee.layout import Layout
from referee.setup import Setup
from referee.tiles import DominoSet, Tile
from referee.umpire import (
    EndTurn,
    Question,
    UmpireError,
    Watch,
    acts_of,
    answered,
    corrected,
    named,
    step,
    tap,
    text_of,
    watch_round,
)

SETUP = Setup(("Ana", "Bo", "Cy"), DominoSet(12), "hub")
BEGUN = """
hub 12-12
Ana 12-4
Bo 12-7
Cy 12-3
Ana 12-4 4-6
"""


def after(script: str, setup: Setup = SETUP) -> Watch:
    return watched(setup, script, starter="Ana")[0]


def place_of_act(watch: Watch, text: str) -> int:
    return [text_of(entry.act) for entry in acts_of(watch)].index(text)  # type: ignore[arg-type]


def layout_of(script: str) -> Layout:
    """The last layout of a script."""
    layout = EMPTY
    for line in filter(None, script.splitlines()):
        layout = layout_after(layout, line)
    return layout


def test_a_tile_is_corrected_and_stays_so() -> None:
    watch = after(BEGUN)
    watch, said = corrected(watch, place_of_act(watch, "Bo: 12-7@Bo"), Play("Bo", 12, 8, "Bo"))
    assert "Bo: 12-8@Bo" in record(watch)
    first = next(found for found in said if found.corrects is not None)
    assert (first.text, text_of(first.corrects)) == ("Bo: 12-8@Bo", "Bo: 12-7@Bo")  # type: ignore[arg-type]
    layout = layout_of(BEGUN)
    for _ in range(5):
        watch, said = step(watch, layout)
        assert said == ()
    assert "Bo: 12-8@Bo" in record(watch)


def test_a_play_is_taken_out_and_does_not_come_again() -> None:
    watch = after(BEGUN)
    watch, _ = corrected(watch, place_of_act(watch, "Ana: 4-6@Ana"))
    assert record(watch)[-1] == "Cy: 12-3@Cy"
    watch, said = step(watch, layout_of(BEGUN))
    assert said == ()
    assert record(watch)[-1] == "Cy: 12-3@Cy"


def test_what_follows_a_correction_is_worked_out_again() -> None:
    watch = after(BEGUN + "M 12-9\nCy 12-3 3-1\nAna 12-4 4-6 6-2")
    assert record(watch)[-4:] == ["Ana: 4-6@Ana", "Bo: 12-9@M", "Cy: 3-1@Cy", "Ana: 6-2@Ana"]
    watch, said = corrected(watch, place_of_act(watch, "Ana: 4-6@Ana"), Pass("Ana"), Play("Bo", 4, 6, "Ana"))
    assert record(watch)[-4:] == ["Ana: pass", "Bo: 4-6@Ana", "Cy: 12-9@M 3-1@Cy", "Ana: 6-2@Ana"]
    assert {"MUST_DRAW", "TRAIN_CLOSED"} <= {fault.code for found in said for fault in found.violations}


def test_an_act_is_added_before_another() -> None:
    watch = after("hub 12-12\nAna 12-4\nCy 12-3")
    assert record(watch)[-1] == "Bo: 12-3@Cy"
    watch, _ = corrected(watch, place_of_act(watch, "Bo: 12-3@Cy"), Pass("Bo"), Play("Cy", 12, 3, "Cy"))
    assert record(watch)[-2:] == ["Bo: pass", "Cy: 12-3@Cy"]
    watch = list(told(watch, "Ana 12-4 4-6", layout_of("hub 12-12\nAna 12-4\nCy 12-3")))[-1][0]
    assert record(watch)[-1] == "Ana: 4-6@Ana"


def test_a_question_is_answered() -> None:
    watch, decided = watched(SETUP, "hub 12-12\nAna 12-4\nCy 12-3", starter="Ana")
    question = next(found.question for found in decided if found.question)
    assert question.text == "Did Bo pass?"
    assert [choice.text for choice in question.choices] == [
        "Bo: 12-3@Cy",
        "Bo: draw?, Bo: pass?, Cy: 12-3@Cy",
        "Cy: 12-3@Cy",
    ]
    yes, said = answered(watch, question, 1)
    assert record(yes)[-2:] == ["Bo: draw? pass?", "Cy: 12-3@Cy"]
    assert all(found.verdict == "legal" for found in said)
    no, _ = answered(watch, question, 0)
    assert record(no)[-1] == "Bo: 12-3@Cy"
    later = list(told(no, "Ana 12-4 4-6", layout_of("hub 12-12\nAna 12-4\nCy 12-3")))[-1][0]
    assert record(later)[-2] == "Bo: 12-3@Cy"
    assert not any(found.question for found in said)


def test_a_doubtful_tile_is_named() -> None:
    script = "hub 12-12\nAna 12-4\nBo 11-7?60"
    watch, decided = watched(SETUP, script, starter="Ana")
    question = next(found.question for found in decided if found.question)
    assert [found.text for found in decided][-1] is None
    assert [choice.text for choice in question.choices] == ["12-7", "11-7"]
    watch, said = answered(watch, question, 0)
    assert record(watch)[-1] == "Bo: 12-7@Bo"
    assert said[-1].confidence == 1
    watch, said = step(watch, layout_of(script))
    assert said == ()


def test_a_doubtful_tile_is_named_after_play_went_on() -> None:
    watch, decided = watched(SETUP, "hub 12-12\nAna 12-4\nBo 11-7?60\nCy 12-3", starter="Ana")
    question = next(found.question for found in decided if found.question)
    assert record(watch)[-2:] == ["Bo: 12-7@Bo", "Cy: 12-3@Cy"]
    watch, said = answered(watch, question, 1)
    assert record(watch)[-2:] == ["Bo: 11-7@Bo", "Cy: 12-3@Cy"]
    assert "END_MISMATCH" in [fault.code for found in said for fault in found.violations]


def test_somebody_says_whose_train_it_is() -> None:
    watch = after("hub 12-12\ns1 12-4\ns2 12-7")
    assert record(watch)[-2:] == ["Ana: 12-4@Ana", "Bo: 12-7@Bo"]
    watch, said = named(watch, "s1", "M")
    assert record(watch)[-2:] == ["Ana: 12-4@M", "Bo: 12-7@Bo"]
    assert "Ana: 12-4@M" in [found.text for found in said if found.corrects is not None]
    with pytest.raises(RulesError):
        named(watch, "s1", "Zoe")


@pytest.mark.parametrize(
    ("said", "record_then"),
    [
        ((("s1", "Bo"), ("s2", "Bo")), ["Ana: 12-4@Ana", "Bo: 12-7@Bo"]),
        ((("s1", "Bo"), ("s1", "Ana")), ["Ana: 12-4@Ana", "Bo: 12-7@Bo"]),
        ((("s1", "Ana"), ("s2", "Bo"), ("s2", "M")), ["Ana: 12-4@Ana", "Bo: 12-7@M"]),
        ((("s1", "M"), ("s2", "M")), ["Ana: 12-4@Ana", "Bo: 12-7@M"]),
        ((("s1", "M"), ("s2", "Bo"), ("s1", "Ana")), ["Ana: 12-4@Ana", "Bo: 12-7@Bo"]),
    ],
)
def test_whose_train_it_is_can_be_put_right(
    said: tuple[tuple[str, str], ...], record_then: list[str]
) -> None:
    watch = after("hub 12-12\ns1 12-4\ns2 12-7")
    for slot, train in said:
        watch, _ = named(watch, slot, train)
    assert record(watch)[-2:] == record_then
    owners = dict(watch.story.owners)
    assert len(set(owners.values())) == len(owners)


def test_a_play_that_is_tapped_is_not_seen_as_another_one() -> None:
    watch = after("hub 12-12\nAna 12-4\n! Bo: 12-7@Bo\nBo 12-7\nCy 12-3")
    assert record(watch)[-3:] == ["Ana: 12-4@Ana", "Bo: 12-7@Bo", "Cy: 12-3@Cy"]


def test_a_draw_that_is_tapped_is_not_counted_twice() -> None:
    seen_first = after("hub 12-12; down 42\nAna 12-4\ndown 41\n! Bo: draw:5-9\n+Bo")
    tapped_first = after("hub 12-12; down 42\nAna 12-4\n! Bo: draw:5-9\ndown 41\n+Bo")
    assert record(seen_first) == record(tapped_first)
    assert record(seen_first)[-1] == "Bo: draw:9-5 pass +Bo"


def test_a_marker_that_is_tapped_is_not_seen_as_another_one() -> None:
    watch = after("hub 12-12\nAna 12-4\n! Bo: pass +Bo\n+Bo\nCy 12-3")
    assert record(watch)[-2:] == ["Bo: draw? pass +Bo", "Cy: 12-3@Cy"]


def test_what_is_said_of_a_hand_within_a_turn_stands_before_it() -> None:
    watch = after("hub 12-12; down 42\nAna 12-4\ndown 41\n! boneyard 41\n! hand Cy 1-2\n+Bo")
    assert record(watch)[-3:] == ["boneyard 42", "hand Cy 2-1", "Bo: draw pass +Bo"]


@pytest.mark.parametrize("number", [-1, 99])
def test_an_act_that_is_not_there(number: int) -> None:
    with pytest.raises(UmpireError, match="There is no act"):
        corrected(after(BEGUN), number)


def test_an_answer_that_is_not_there() -> None:
    watch, decided = watched(SETUP, "hub 12-12\nAna 12-4\nCy 12-3", starter="Ana")
    question = next(found.question for found in decided if found.question)
    with pytest.raises(UmpireError, match="3 answers"):
        answered(watch, question, 3)


OPEN = {
    "about an act": "hub 12-12\nAna 12-4\nCy 12-3",
    "about a tile at a place": "hub 12-12\nAna 12-4\nBo 11-7?60",
}


def asked_in(script: str) -> tuple[Watch, Question]:
    watch, decided = watched(SETUP, script, starter="Ana")
    return watch, next(found.question for found in decided if found.question)


@pytest.mark.parametrize("script", OPEN.values(), ids=OPEN)
def test_a_question_of_an_earlier_round_has_no_answer(script: str) -> None:
    watch, question = asked_in(script)
    watch, _ = tap(watch, BeginRound(2))
    with pytest.raises(UmpireError, match="not asked in this round"):
        answered(watch, question, 0)
    watch, _ = step(watch, layout_of("hub 11-11"))
    with pytest.raises(UmpireError, match="not asked in this round"):
        answered(watch, question, 0)


def test_a_question_that_closes_a_round_has_no_answer_in_the_next() -> None:
    watch = after("hub 12-12\nAna 12-4\nCy 12-3")
    watch, said = tap(watch, BeginRound(2))
    for question in filter(None, (found.question for found in said)):
        with pytest.raises(UmpireError, match="not asked in this round"):
            answered(watch, question, 0)


@pytest.mark.parametrize("script", OPEN.values(), ids=OPEN)
@pytest.mark.parametrize(
    "changes", [{"cause": 999}, {"cause": -1}, {"place": ("Ana", 99)}, {"place": ("Ana", -1)}]
)
def test_a_question_that_was_never_asked_has_no_answer(script: str, changes: dict[str, Any]) -> None:
    watch, question = asked_in(script)
    made_up = question._replace(cause=None, place=None)._replace(**changes)
    with pytest.raises(UmpireError, match="not asked in this round"):
        answered(watch, made_up, 0)


def test_a_question_about_a_tile_that_is_gone_has_no_answer() -> None:
    script = "hub 12-12\nAna 12-4\nBo 12-7\nBo 12-7 8-5?60"
    watch, question = asked_in(script)
    assert question.place == ("Bo", 1)
    watch, _ = step(watch, layout_of(script + "\nBo"))
    assert record(watch)[-1] == "undo"
    with pytest.raises(UmpireError, match="no longer there"):
        answered(watch, question, 0)


def test_an_answer_can_be_changed() -> None:
    for script in OPEN.values():
        watch, question = asked_in(script)
        once = answered(watch, question, 0)[0]
        twice = answered(answered(watch, question, 1)[0], question, 0)[0]
        assert record(twice) == record(once)


STRANGE: dict[str, tuple[Any, type[ValueError]]] = {
    "the end of a stranger's turn": (EndTurn("Zz"), RulesError),
    "the end of the Mexican train's turn": (EndTurn("M"), RulesError),
    "a stranger's tile": (Play("Zz", 12, 5, "Ana"), RulesError),
    "nobody's tile": (Play(None, 12, 5, "Ana"), RulesError),  # type: ignore[arg-type]
    "a tile on a stranger's train": (Play("Ana", 12, 5, "Zz"), RulesError),
    "a stranger's draw": (Draw("Zz"), RulesError),
    "a stranger's pass": (Pass("Zz"), RulesError),
    "a stranger's knock": (Knock("Zz"), RulesError),
    "a stranger's marker": (Mark("Zz", "Ana", True), RulesError),
    "a marker on a stranger's train": (Mark("Ana", "Zz", True), RulesError),
    "a stranger's engine": (LayEngine(Tile(12, 12), "Zz"), RulesError),
    "a stranger's hunt": (Hunt("Zz", Tile(1, 0)), RulesError),
    "a stranger who starts": (NameStarter("Zz"), RulesError),
    "a stranger's hand": (ShowHand("Zz", ()), RulesError),
    "what a stranger has left": (CountLeft("Zz", ()), RulesError),
    "a stranger's score": (WriteScore("Zz", 5), RulesError),
    "less than no boneyard": (CountBoneyard(-5), UmpireError),
    "more than the set": (CountBoneyard(92), UmpireError),
    "nothing": (None, UmpireError),
    "words": ("Ana: 12-5@Ana", UmpireError),
    "an undo": (Undo(), UmpireError),
    "a whole turn": (TurnLine("Ana", (Pass("Ana"),)), UmpireError),
}


@pytest.mark.parametrize(("act", "error"), STRANGE.values(), ids=STRANGE)
def test_what_can_not_be_is_not_taken(act: Any, error: type[ValueError]) -> None:
    watch = after(BEGUN)
    with pytest.raises(error, match=r"\w.*\.$"):
        tap(watch, act)
    with pytest.raises(error, match=r"\w.*\.$"):
        corrected(watch, 1, act)
    with pytest.raises(error, match=r"\w.*\.$"):
        corrected(watch, 1, Play("Ana", 12, 4, "Ana"), act)


@pytest.mark.parametrize("number", [-5, 0, 1, 2, 14, 99])
def test_a_round_that_can_not_be_next_does_not_begin(number: int) -> None:
    watch = watched(SETUP, "hub 11-11\nAna 11-4", number=2, starter="Ana")[0]
    with pytest.raises(UmpireError, match="rounds 3 to 13"):
        tap(watch, BeginRound(number))


@pytest.mark.parametrize(
    ("number", "starter"), [(0, None), (-1, None), (14, "Ana"), (1, "M"), (1, "Zz"), (2, "")]
)
def test_a_watch_that_can_not_be_does_not_begin(number: int, starter: str | None) -> None:
    with pytest.raises(RulesError):
        watch_round(SETUP, number, starter)


def test_no_round_begins_after_the_last_or_by_a_correction() -> None:
    watch = watched(SETUP, "hub 0-0\nAna 0-4", number=13, starter="Ana")[0]
    with pytest.raises(UmpireError, match="the last one"):
        tap(watch, BeginRound(14))
    with pytest.raises(UmpireError, match="no act of a round"):
        corrected(watch, 1, BeginRound(14))  # type: ignore[arg-type]


@pytest.mark.parametrize("begun", ["hub 12-12", "hub 12-12\nAna 12-4", "hub 12-12; down 0\nAna 12-4"])
@pytest.mark.parametrize("count", [92, 10**8, 10**30])
def test_more_tiles_face_down_than_there_are_tell_nothing(begun: str, count: int) -> None:
    watch = after(begun)
    for script in (f"down {count}", "down 0", f"down {count}\nBo 12-7"):
        watch = list(told(watch, script, layout_of(begun)))[-1][0]
    assert record(watch) == record(after(begun + "\ndown ?\ndown 0\ndown ?\nBo 12-7"))


def test_an_umpire_changes_nothing_of_what_it_was_given() -> None:
    watch = watch_round(SETUP, starter="Ana")
    before = repr(watch)
    step(watch, layout_of(BEGUN))
    corrected(step(watch, layout_of(BEGUN))[0], 0)
    assert repr(watch) == before
