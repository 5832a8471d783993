"""What a record's text says, and what is said of a text that is no record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_strategies import texts

from referee import acts
from referee.record import Header, RecordError, RecordLine, open_record, read, read_line
from referee.rules import ruleset
from referee.setup import Setup
from referee.tiles import DominoSet, Tile

HEADERS = '[Ruleset "hub"]\n[Set "12"]\n[Players "Ana, Bo, Cy"]\n'
SETUP = Setup(("Ana", "Bo", "Cy"), DominoSet(12), "hub")
ZOE = "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"
ZOE_IN_PARTS = "Zoe\N{COMBINING DIAERESIS}"


def turn(player: str, *done: acts.TurnAct) -> acts.TurnLine:
    return acts.TurnLine(player, done)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("round 3", acts.BeginRound(3)),
        ("start Bo", acts.NameStarter("Bo")),
        ("engine 12-12", acts.LayEngine(Tile(12, 12))),
        ("engine 12-12 Cy", acts.LayEngine(Tile(12, 12), "Cy")),
        ("hunt Ana 2-5", acts.Hunt("Ana", Tile(2, 5))),
        ("boneyard 0", acts.CountBoneyard(0)),
        ("hand Ana 4-4 4-9 7-2", acts.ShowHand("Ana", (Tile(4, 4), Tile(9, 4), Tile(7, 2)))),
        ("hand Ana", acts.ShowHand("Ana", ())),
        ("left Bo 5-3 9-9 6-0", acts.CountLeft("Bo", (Tile(5, 3), Tile(9, 9), Tile(6, 0)))),
        ("left Bo", acts.CountLeft("Bo", ())),
        ("score Bo 32", acts.WriteScore("Bo", 32)),
        ("score Bo -10", acts.WriteScore("Bo", -10)),
        ("blocked", acts.CallBlocked()),
        ("undo", acts.Undo()),
        ("Ana: 12-4@Ana", turn("Ana", acts.Play("Ana", 12, 4, "Ana"))),
        ("Ana: 99-0@M", turn("Ana", acts.Play("Ana", 99, 0, "M"))),
        (
            "Bo: draw:5-9 pass +Bo",
            turn("Bo", acts.Draw("Bo", Tile(5, 9)), acts.Pass("Bo"), acts.Mark("Bo", "Bo", True)),
        ),
        ("Cy: draw pass", turn("Cy", acts.Draw("Cy"), acts.Pass("Cy"))),
        (
            "Cy: draw? pass?",
            turn("Cy", acts.Draw("Cy", assumed=True), acts.Pass("Cy", assumed=True)),
        ),
        (
            "Ana: 4-4 4-9@Bo 9-1@M knock",
            turn(
                "Ana",
                acts.Play("Ana", 4, 4, "Bo"),
                acts.Play("Ana", 4, 9, "Bo"),
                acts.Play("Ana", 9, 1, "M"),
                acts.Knock("Ana"),
            ),
        ),
        (
            "Ana: +M -M -Bo",
            turn("Ana", *(acts.Mark("Ana", t, on) for t, on in (("M", True), ("M", False), ("Bo", False)))),
        ),
        ("Ana :\t12-4@Ana", turn("Ana", acts.Play("Ana", 12, 4, "Ana"))),
        ("Ana:knock", turn("Ana", acts.Knock("Ana"))),
        ("Ana: 199-100@Ana", turn("Ana", acts.Play("Ana", 199, 100, "Ana"))),
        ("Ana: 04-009@Ana", turn("Ana", acts.Play("Ana", 4, 9, "Ana"))),
    ],
)
def test_a_line_says_what_happened(text: str, line: acts.Line) -> None:
    assert read_line(text, SETUP) == line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana: 4-9 at Ana", "a train after the tiles, like 4-9@Ana"),
        ("Ana: 4-9 9-5", "a train after the tiles, like 4-9 9-5@Ana"),
        ("Bo: 4-9 @Ana", "a train after the tiles, like 4-9@Bo"),
        ("Ana: 4-9@", "one of the trains Ana, Bo, Cy, M right after @"),
        ("Ana: 4-9@ana", "one of the trains Ana, Bo, Cy, M right after @"),
        ("Ana: +", "one of the trains Ana, Bo, Cy, M right after +"),
        ("Ana: -Di", "one of the trains Ana, Bo, Cy, M right after -"),
        ("Ana: 4-1000@Ana", "an act like 4-9@Ana, draw, draw:4-9, pass, knock or +Ana"),
        ("hand Ana 200-4", "a tile, like 4-9"),
        ("Ana: 4-200@Ana", "an act like 4-9@Ana, draw, draw:4-9, pass, knock or +Ana"),
        ("Ana: Pass", "an act like 4-9@Ana, draw, draw:4-9, pass, knock or +Ana"),
        ("Ana: knock?", "an act like 4-9@Ana, draw, draw:4-9, pass, knock or +Ana"),
        ("Ana: draw: 5-9", "a tile right after draw:, like draw:4-9"),
        ("Ana: draw:5-9?", "a tile right after draw:, like draw:4-9"),
        ("Ana:", "what Ana did, like 4-9@Ana, draw or pass"),
        ("Di: pass", "one of the players Ana, Bo, Cy before the colon"),
        ("M: pass", "one of the players Ana, Bo, Cy before the colon"),
        ("hand: 4-9", "one of the players Ana, Bo, Cy before the colon"),
        ("Ana 4-9@Ana", "a colon after the name, like Ana: draw"),
        ("Ana draw:4-9", "one of the players Ana, Bo, Cy before the colon"),
        ("round", "the round's number from 1 up, like round 1"),
        ("round 0", "the round's number from 1 up, like round 1"),
        ("round one", "the round's number from 1 up, like round 1"),
        ("round " + "9" * 5000, "the round's number from 1 up, like round 1"),
        ("round \N{ARABIC-INDIC DIGIT ONE}", "the round's number from 1 up, like round 1"),
        ("start", "one player, like start Ana"),
        ("start Ana Bo", "one player, like start Ana"),
        ("start M", "one of the players Ana, Bo, Cy after start"),
        ("engine", "a tile and perhaps a player, like engine 12-12 Ana"),
        ("engine 12", "a tile, like engine 12-12"),
        ("engine 12-12 Di", "one of the players Ana, Bo, Cy after the tile"),
        ("hunt Ana", "a player and a tile, like hunt Ana 4-9"),
        ("hunt 4-9 Ana", "one of the players Ana, Bo, Cy after hunt"),
        ("hunt Ana 4/9", "a tile, like 4-9"),
        ("boneyard -1", "how many tiles lie face down, like boneyard 42"),
        ("boneyard 3 4", "how many tiles lie face down, like boneyard 42"),
        ("hand", "one of the players Ana, Bo, Cy after hand"),
        ("hand M 4-9", "one of the players Ana, Bo, Cy after hand"),
        ("hand Ana 4-9, 5-5", "a tile, like 4-9"),
        ("left Ana 4-9@Ana", "a tile, like 4-9"),
        ("score Ana", "a player and the points, like score Ana 32"),
        ("score Ana 32.5", "a player and the points, like score Ana 32"),
        ("score 32", "one of the players Ana, Bo, Cy after score"),
        ("blocked Ana", "nothing after blocked"),
        ("undo 2", "nothing after undo"),
        ("Ana: " + "draw " * 2000, "at most 10000 characters in a line"),
    ],
)
def test_a_line_that_can_not_be_read_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(RecordError) as raised:
        read(f"{HEADERS}\nAna: pass\n{text} # oh")
    assert (raised.value.line, raised.value.expected) == (6, expected)
    assert str(raised.value) == f"Line 6 can't be read. Expected: {expected}."


def test_any_other_line_names_the_beginnings_that_there_are() -> None:
    with pytest.raises(RecordError, match="a turn like Ana: draw, or a line that begins with round, start, "):
        read(f"{HEADERS}Round 1")


def test_the_lines_before_a_fault_can_be_used() -> None:
    game = open_record(f"{HEADERS}engine 12-12\nAna: 12-4@Ana\nBo 12-7\nCy: pass")
    assert next(game.lines) == RecordLine(4, "engine 12-12", acts.LayEngine(Tile(12, 12)))
    assert next(game.lines).number == 5
    with pytest.raises(RecordError) as raised:
        next(game.lines)
    assert raised.value.line == 6


def test_names_of_any_script_are_the_same_however_their_accents_are_spelt() -> None:
    game = read(
        f'[Ruleset "hub"]\n[Set "12"]\n[Players "{ZOE_IN_PARTS}, 李明, हिन्दी, left"]\n'
        f"{ZOE}: 12-4@{ZOE_IN_PARTS}\n李明: 4-9@हिन्दी\nleft: draw\nleft left 4-9\n"
    )
    assert game.setup.players == (ZOE, "李明", "हिन्दी", "left")
    assert game.lines[0].line == turn(ZOE, acts.Play(ZOE, 12, 4, ZOE))
    assert game.lines[1].line == turn("李明", acts.Play("李明", 4, 9, "हिन्दी"))
    assert game.lines[2].line == turn("left", acts.Draw("left"))
    assert game.lines[3].line == acts.CountLeft("left", (Tile(4, 9),))


def test_marks_blanks_and_foreign_line_ends_do_not_matter() -> None:
    game = read(
        '\N{BYTE ORDER MARK}[Ruleset "hub"]\r\n\t[ Set   "12" ]  \r\n[Players " Ana ,Bo"]# seats\r\n\r\n'
        "# first\r\n  Ana:\t12-4@Ana   knock# two left\x85\fBo: draw#"
    )
    assert [(line.number, line.text) for line in game.lines] == [
        (6, "Ana:\t12-4@Ana   knock"),
        (8, "Bo: draw"),
    ]
    assert game.comments == {3: " seats", 5: " first", 6: " two left", 8: ""}
    assert game.setup.players == ("Ana", "Bo")


# Headers


def test_headers_say_the_setup_in_any_order_and_unknown_ones_are_kept() -> None:
    game = read(
        '[Event "Game #3"] # at home\n[Option.double_blank "25"]\n[Name.Ana "Ana B. \\ "the" first"]\n'
        '[Players "Ana, Bo"]\n[Set "15"]\n[Option.hand_size "table"]\n[Ruleset "caboose"]\n[Weather ""]\n'
        '[Name.Bo ""]\n[Weather "rain"]\n'
    )
    assert game.headers[0] == Header(1, "Event", "Game #3")
    assert [header.value for header in game.headers if header.key == "Weather"] == ["", "rain"]
    assert game.setup == Setup(
        ("Ana", "Bo"),
        DominoSet(15),
        "caboose",
        ruleset("caboose").with_option("double_blank", "25"),
        {"Ana": 'Ana B. \\ "the" first'},
    )
    assert game.lines == ()


def test_options_that_change_nothing_leave_the_rulesets_rules() -> None:
    assert read(f'{HEADERS}[Option.double_blank "50"]').setup.own_rules is None


@pytest.mark.parametrize("size", [2, 3, 6, 9, 12, 15, 18])
def test_every_set_can_be_played_with(size: int) -> None:
    assert read(HEADERS.replace("12", str(size))).setup.domino_set == DominoSet(size)


def _no_option(key: str) -> str:
    return f"the name of an option, perhaps Option.double_blank, not “{key}”"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ('[Ruleset "hob"]', "one of the rulesets station, trainyard, hub, caboose"),
        ('[Set "7"]', "the highest number of the set, one of 2, 3, 6, 9, 12, 15, 18"),
        ('[Set "double-12"]', "the highest number of the set, one of 2, 3, 6, 9, 12, 15, 18"),
        ('[Players ""]', "names like Ana, Bo, Cy, each of 1 to 12 letters, digits, _ or -"),
        ('[Players "Ana, Bo,"]', "names like Ana, Bo, Cy, each of 1 to 12 letters, digits, _ or -"),
        ('[Players "Ana Bo"]', "names like Ana, Bo, Cy, each of 1 to 12 letters, digits, _ or -"),
        ('[Players "Ana, Maximiliana__"]', "names like Ana, Bo, Cy, each of 1 to 12 letters, digits, _ or -"),
        ('[Players "Ana, B:o"]', "names like Ana, Bo, Cy, each of 1 to 12 letters, digits, _ or -"),
        ('[Players "Ana, M"]', "another name than M, which is the Mexican train's"),
        (f'[Players "{ZOE}, {ZOE_IN_PARTS}"]', f"players with different names, not {ZOE} twice"),
        ('[Option.double_blanks "25"]', _no_option("Option.double_blanks")),
        ('[Option.double-blank "25"]', _no_option("Option.double-blank")),
        ('[option.double_blank "25"]', _no_option("option.double_blank")),
        ('[Options.double_blank "25"]', _no_option("Options.double_blank")),
        ('[Option.double_blank "26"]', "another value: “double_blank” can be one of 0, 25, 50, not “26”"),
        ('[Option.announce ""]', "another value: “announce” can be one of off, one_left, not “”"),
        (
            '[Option.going_out_bonus "-1"]',
            "another value: “going_out_bonus” can be a number from 0 to 1000, not “-1”",
        ),
        (
            '[Option.rounds "0"]',
            "another value: “rounds” can be one of all, or a number from 1 to 1000, not “0”",
        ),
        (f'[Players "{", ".join(map(str, range(191)))}"]', "at most 190 players"),
        (f'[Event "{"x" * 10_000}"]', "at most 10000 characters in a line"),
        ("[Event Finals]", 'a header like [Set "12"], with straight quotes'),
        ("[Event “Finals”]", 'a header like [Set "12"], with straight quotes'),
        ('[Event "Finals"', 'a header like [Set "12"], with straight quotes'),
        ('["Finals"]', 'a header like [Set "12"], with straight quotes'),
        ('[Event "Finals"] Ana: pass', 'a header like [Set "12"], with straight quotes'),
    ],
)
def test_a_header_that_makes_no_sense_is_an_error_of_its_line(header: str, expected: str) -> None:
    """Although a later line is worse."""
    with pytest.raises(RecordError) as raised:
        open_record(f"# a game\n{header}\n[nonsense")
    assert (raised.value.line, raised.value.expected) == (2, expected)


@pytest.mark.parametrize("key", ["Ruleset", "Set", "Players"])
@pytest.mark.parametrize(("acts_of_it", "line"), [("\n# now\n???\nAna: pass", 5), ("\n# no more", None)])
def test_what_a_game_needs_has_to_stand_before_its_first_act(
    key: str, acts_of_it: str, line: int | None
) -> None:
    rest = "".join(row for row in HEADERS.splitlines(keepends=True) if key not in row)
    with pytest.raises(
        RecordError, match=rf"Expected: a header \[{key} \".*\"\] before the first act"
    ) as raised:
        open_record(rest + acts_of_it)
    assert raised.value.line == line


@pytest.mark.parametrize("again", ['[Set "12"]', '[Ruleset "station"]', '[Players "Ana"]'])
def test_what_the_table_agreed_on_is_said_once(again: str) -> None:
    with pytest.raises(RecordError, match=r"Line 4 .* only once"):
        open_record(HEADERS + again)


def test_a_header_after_the_first_act_is_an_error() -> None:
    game = open_record(f'{HEADERS}round 1\n[Date "2026-01-31"]')
    with pytest.raises(RecordError, match=r"^Line 5 .* headers stand before"):
        list(game.lines)


def test_an_empty_file_is_no_record() -> None:
    with pytest.raises(
        RecordError, match=r"^The record can't be read\. Expected: a header \[Ruleset \"hub\"\]"
    ):
        read("")


@given(texts())
def test_the_lines_have_the_numbers_and_texts_that_the_file_shows(text: str) -> None:
    rows = text.removeprefix("\N{BYTE ORDER MARK}").splitlines()
    for line in read(text).lines:
        assert rows[line.number - 1].partition("#")[0].strip() == line.text


@given(st.text() | st.text('[]"#:-@ 129AnaBoMdraw?\n').map(HEADERS.__add__))
def test_no_text_raises_anything_but_the_error_of_records(text: str) -> None:
    fault = None
    try:
        read(text)
    except RecordError as error:
        fault = error
    assert fault is None or (fault.line or 1) in range(1, len(text.splitlines()) + 1) or not text
