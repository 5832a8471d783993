"""More places than trains: what can be nobody's is left out of the stories, and asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_script import EMPTY, record, watched

from referee.acts import BeginRound, Play
from referee.errors import RulesError
from referee.layout import Layout, SeenTile, SeenTrain
from referee.setup import Setup
from referee.tiles import DominoSet
from referee.umpire import (
    Decision,
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
ALL = "hub 12-12\nAna 12-0\nBo 12-1\nCy 12-2\nM 12-3"
GUESSED = ALL.replace("Ana", "s1").replace("Bo", "s2").replace("Cy", "s3").replace("M", "s4")


def seen(script: str) -> tuple[Watch, list[Decision]]:
    return watched(SETUP, script, starter="Ana")


def whose(decided: list[Decision] | tuple[Decision, ...]) -> list[Question]:
    questions = [found.question for found in decided if found.question]
    return [question for question in questions if question.text.startswith("Whose is the row")]


@pytest.mark.parametrize(
    "script",
    [
        ALL + "\nstray 3-3",
        GUESSED + "\nstray 3-3",
        "hub 12-12\ns1 12-0; s2 12-1; s3 12-2; s4 12-3; stray 12-4",
        ALL + "\nstray 3-3\nother 5-5",
        ALL + "\nstray 3-3 3-6 6-1",
        ALL + "\n+stray\nstray 3-3",
    ],
)
def test_a_row_too_many_is_asked_about_once(script: str) -> None:
    watch, decided = seen(script)
    assert len(whose(decided)) == len({found.place for found in whose(decided)}) >= 1
    assert next(question.choices[0].text for question in whose(decided)) == "no train"
    without = [line for line in script.splitlines() if not line.startswith(("stray", "other", "+"))]
    if "stray 12-4" not in script:
        assert record(watch) == record(seen("\n".join(without))[0])
    watch, decided = seen(script + "\nsame\nstray\nsame")
    assert len(whose(decided)) == len({found.place for found in whose(decided)}) >= 1


def test_a_stray_row_stops_nobody() -> None:
    more = "\nBo 12-1 1-4\nCy 12-2 2-4"
    assert record(seen(ALL + "\nstray 3-3" + more)[0]) == record(seen(ALL + more)[0])


def test_a_stray_row_that_is_hardly_read_is_not_asked_about() -> None:
    assert whose(seen(ALL + "\nstray 3-3?60")[1]) == []
    assert len(whose(seen(ALL + "\nstray 3-3?60\nstray 3-3")[1])) == 1


def test_a_row_too_many_can_be_answered() -> None:
    watch, decided = seen(GUESSED + "\nstray 12-4")
    (question,) = whose(decided)
    trains = ["no train", "Ana's train", "Bo's train", "Cy's train", "the Mexican train"]
    assert [choice.text for choice in question.choices] == trains
    none, said = answered(watch, question, 0)
    assert (record(none), said) == (record(watch), ())
    bos, said = answered(none, question, 2)
    assert dict(bos.story.owners)["stray"] == "Bo"
    assert any("12-4@Bo" in line for line in record(bos))
    assert [found.place for found in whose(said)] == [("s2", 0)] or "s2" in dict(bos.story.owners)


def test_who_is_named_already_is_no_answer() -> None:
    _, decided = seen(ALL + "\nstray 3-3")
    assert [choice.text for choice in whose(decided)[0].choices] == ["no train"]


def test_a_place_is_held_when_all_trains_are_named_for_others() -> None:
    watch, _ = seen("hub 12-12\ns1 12-0")
    for slot, train in (("s2", "Ana"), ("s3", "Bo"), ("s4", "Cy")):
        watch, _ = named(watch, slot, train)
    assert record(watch)[-1] == "Ana: 12-0@M"
    watch, said = named(watch, "s5", "M")
    assert record(watch) == ["engine 12-12"]
    assert [found.place for found in whose(said)] == [("s1", 0)]
    watch, said = named(watch, "s1", "Ana")
    assert record(watch)[-1] == "Ana: 12-0@Ana"


@pytest.mark.parametrize(("slot", "train"), [("Ana", "Bo"), ("M", "Ana"), ("s9", "Ana"), ("s9", "M")])
def test_a_naming_that_can_not_be(slot: str, train: str) -> None:
    watch, _ = seen(ALL)
    with pytest.raises(UmpireError, match="that train"):
        named(watch, slot, train)
    assert record(named(watch, "Ana", "Ana")[0]) == record(watch)


@pytest.mark.parametrize("name", ["Ana", "M"])
def test_a_row_of_a_trains_own_name_is_that_train(name: str) -> None:
    watch, decided = seen(GUESSED + f"\n{name} 12-5")
    owners = dict(watch.story.owners)
    assert owners[name] == name
    assert sorted(owners.values()) == sorted(SETUP.trains)
    assert len(whose(decided)) == 1
    assert any(f"12-5@{name}" in line for line in record(watch))


def test_a_row_is_the_train_on_which_somebody_says_its_tile_lies() -> None:
    script = "hub 12-12\ns1 12-4\ns2 12-7\ns3 12-3"
    watch, _ = seen(script)
    place = [text_of(entry.act) for entry in acts_of(watch)].index("Ana: 12-4@Ana")  # type: ignore[arg-type]
    watch, _ = corrected(watch, place, Play("Ana", 12, 4, "M"))
    assert dict(watch.story.owners)["s1"] == "M"
    rows = [("s1", (SeenTile(12, 4), SeenTile(4, 6))), ("s2", (SeenTile(12, 7),)), ("s3", (SeenTile(12, 3),))]
    layout = Layout(SeenTile(12, 12), tuple(SeenTrain(*row) for row in rows))
    watch, _ = step(watch, layout)
    assert record(watch)[-1] == "Ana: 4-6@M"


SLOTS = ("Ana", "M", "s0", "s1", "s2", "s3", "s4")
numbers = st.integers(0, 12)
events = st.one_of(
    st.tuples(st.just("tile"), st.sampled_from(SLOTS), numbers, st.sampled_from((1.0, 0.6))),
    st.tuples(st.just("name"), st.sampled_from(SLOTS), st.sampled_from((*SETUP.trains, "Zz"))),
    st.tuples(st.just("answer"), st.integers(0, 9), st.integers(0, 3)),
    st.tuples(st.just("marker"), st.sampled_from(SLOTS)),
    st.tuples(st.just("clear"), st.sampled_from(SLOTS)),
    st.just(("begin", 2)),
)


def _after(watch: Watch, layout: Layout, event: tuple) -> tuple[Watch, Layout]:  # type: ignore[type-arg]
    kind, *more = event
    if kind == "tile":
        slot, end, certainty = more
        row = layout.rows.get(slot, SeenTrain(slot)).tiles
        tile = SeenTile(row[-1].end if row else 12, end, certainty)
        rows = {**layout.rows, slot: SeenTrain(slot, (*row, tile))}
        layout = replace(layout, trains=tuple(rows.values()))
    elif kind == "clear":
        rows = {**layout.rows, more[0]: SeenTrain(more[0])}
        layout = replace(layout, trains=tuple(rows.values()))
    elif kind == "marker":
        layout = replace(layout, markers=(layout.markers or frozenset()) ^ {more[0]})
    elif kind == "name":
        return named(watch, *more)[0], layout
    elif kind == "begin":
        return tap(watch, BeginRound(2))[0], layout
    elif watch.questions:
        question = watch.questions[more[0] % len(watch.questions)]
        return answered(watch, question, more[1] % len(question.choices))[0], layout
    return step(watch, layout)[0], layout


@given(st.lists(events, max_size=14))
def test_there_is_always_a_story_and_one_place_for_a_train(found: list[tuple]) -> None:  # type: ignore[type-arg]
    watch, layout = step(watch_round(SETUP, starter="Ana"), Layout(SeenTile(12, 12)))[0], EMPTY
    layout = replace(layout, engine=SeenTile(12, 12))
    for event in found:
        try:
            watch, layout = _after(watch, layout, event)
        except (UmpireError, RulesError):
            continue
        assert len(watch.beliefs) == len(watch.batches) + 1
        assert all(watch.beliefs)
        owners = [train for _, train in watch.story.owners]
        assert len(set(owners)) == len(owners)
