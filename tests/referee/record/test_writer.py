"""What was written is read again as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from record_strategies import games, texts

from referee import acts
from referee.record import Record, RecordError, compose, line_text, read, read_line, write
from referee.rules import ruleset
from referee.setup import Setup
from referee.tiles import DominoSet, Tile

SETUP = Setup(("Ana", "Bo"), DominoSet(12), "hub")


@given(texts())
def test_a_record_that_was_read_is_written_so_that_it_reads_the_same(text: str) -> None:
    record = read(text)
    assert read(write(record)) == record


@given(games())
def test_a_record_of_a_program_reads_the_same(game: tuple[Setup, list[acts.Line]]) -> None:
    setup, happened = game
    record = compose(setup, happened, {"Event": "Game #3"})
    assert [line.line for line in record.lines] == happened
    assert record.setup == setup
    assert read(write(record)) == record


@given(games())
def test_each_line_of_a_program_reads_the_same(game: tuple[Setup, list[acts.Line]]) -> None:
    setup, happened = game
    for line in happened:
        assert read_line(line_text(line), setup) == line


def test_what_people_wrote_beside_the_game_is_kept() -> None:
    text = (
        '# Friday\n[Ruleset "hub"]\n[Set "12"]  # the old one\n[Players "Ana, Bo"]\n[Weather "rain #1"]\n\n\n'
        "engine 12-12\nAna: 4-9 9-5@Ana  # oh\n\n# the end\n"
    )
    assert write(read(text)) == text


def test_a_record_of_a_program_is_laid_out_for_people() -> None:
    setup = Setup(
        ("Ana", "Bo"),
        DominoSet(9),
        "caboose",
        ruleset("caboose").with_option("rounds", "2"),
        {"Ana": "Ana the First"},
    )
    happened: list[acts.Line] = [
        acts.BeginRound(1),
        acts.LayEngine(Tile(9, 9), "Bo"),
        acts.TurnLine(
            "Bo",
            (
                acts.Play("Bo", 9, 4, "Bo"),
                acts.Play("Bo", 4, 1, "Bo"),
                acts.Play("Bo", 1, 2, "M"),
                acts.Draw("Bo", Tile(3, 5)),
                acts.Pass("Bo", assumed=True),
                acts.Mark("Bo", "Bo", True),
            ),
        ),
        acts.BeginRound(2),
        acts.ShowHand("Ana", ()),
    ]
    assert write(compose(setup, happened, {"Date": "2026-01-31"})) == (
        '[Date "2026-01-31"]\n[Ruleset "caboose"]\n[Set "9"]\n[Players "Ana, Bo"]\n[Option.rounds "2"]\n'
        '[Name.Ana "Ana the First"]\n\n'
        "round 1\nengine 9-9 Bo\nBo: 9-4 4-1@Bo 1-2@M draw:5-3 pass? +Bo\n\nround 2\nhand Ana\n"
    )


def test_nothing_is_written_for_nothing() -> None:
    assert write(Record((), SETUP, (), {})) == ""


@pytest.mark.parametrize(
    "line",
    [
        acts.TurnLine("Ana", ()),
        acts.TurnLine("Ana", (acts.Pass("Bo"),)),
        acts.TurnLine("Ana", (acts.Play("Ana", 1000, 4, "Ana"),)),
        acts.TurnLine("Ana", (acts.Draw("Ana", Tile(4, 9), assumed=True),)),
        acts.TurnLine("Ana", (acts.Play("Ana", 12, 4, "Cy"),)),
        acts.TurnLine("Cy", (acts.Pass("Cy"),)),
        acts.BeginRound(0),
        acts.CountBoneyard(-1),
    ],
)
def test_what_a_record_can_not_say_is_refused(line: acts.Line) -> None:
    with pytest.raises(RecordError, match=r"Line [67] .* something that a record can say"):
        compose(SETUP, [acts.Undo(), line])


@pytest.mark.parametrize(
    ("players", "more", "reason"),
    [
        (("Ana", "B o"), {}, "names like"),
        (("Ana", "Maximiliana__"), {}, "names like"),
        (("Zoe\N{COMBINING DIAERESIS}", "Bo"), {}, "accents"),
        (("Ana", "Bo"), {"Event": "two\nlines"}, "Event in one line"),
        (("Ana", "Bo"), {"Event": 'quoted "here"] #'}, "Event in one line"),
        (("Ana", "Bo"), {"Two words": "x"}, "a header like"),
        (("Ana", "Bo"), {"Option.rounds": "2"}, r"no Option\.rounds besides"),
        (("Ana", "Bo"), {"Set": "9"}, "no Set besides"),
    ],
)
def test_headers_that_can_not_be_written_are_refused(
    players: tuple[str, ...], more: dict[str, str], reason: str
) -> None:
    with pytest.raises(RecordError, match=reason):
        compose(Setup(players, DominoSet(12), "hub"), [], more)
