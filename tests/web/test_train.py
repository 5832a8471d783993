"""The scores of a game as a record: the judge takes it, and reading it gives the sheet again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import (
    RULESETS,
    Count,
    DominoSet,
    Rules,
    Tile,
    count_hand,
    judge_lines,
    largest_count,
    open_record,
    ruleset,
    summarise,
)
from web.colours import COLOURS
from web.games.names import same, tidy
from web.store import Game
from web.store.events import (
    CountSaved,
    Entry,
    EntryTile,
    Event,
    GameStarted,
    Player,
    Recorded,
    Source,
    StarterNamed,
)
from web.store.fold import fold
from web.train.headers import player_ids
from web.train.reading import NoSheet, SheetRecord, read_sheet
from web.train.writing import record_text

OUT = Entry(Source.OUT, Count(0, out=True))
PLAYERS = (Player("Ana", "red"), Player("Grandma Jo", "blue"), Player("M", "green"))


def typed(points: int) -> Entry:
    return Entry(Source.TYPED, Count(points))


def held(rules: Rules, *tiles: Tile) -> Entry:
    return Entry(Source.TAPPED, Count(count_hand(tiles, rules)), tuple(map(EntryTile, tiles)))


def played(started: GameStarted, *events: Event) -> Game:
    at = datetime(2026, 11, 27, 19, 30, tzinfo=UTC)
    return fold(
        Recorded("g", number, at, "host", event) for number, event in enumerate((started, *events), 1)
    )


def again(app: Flask, text: str) -> Game:
    """The game that a record's text starts."""
    return played(*flat(read(app, text)))


def flat(read: SheetRecord) -> tuple[Any, ...]:
    return (read.started, *read.then)


def read(app: Flask, text: str) -> SheetRecord:
    with app.test_request_context():
        return read_sheet(text, "Game of today")


def judged(text: str) -> tuple[list[str], dict[str, int], dict[str, int]]:
    """What the judge says to a record: the codes, totals and places."""
    record = open_record(text)
    judged = list(judge_lines(record.setup, ((row.number, row.line) for row in record.lines)))
    codes = [fault.violation.code for _game, told in judged for fault in told.faults]
    summary = summarise(judged[-1][0])
    return codes, summary.totals, summary.places


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(
    lambda text: tidy(text)[:30].strip()
)
rules = st.builds(
    Rules,
    rounds=st.just("all") | st.integers(1, 7),
    double_blank=st.sampled_from((0, 25, 50)),
    blank_value=st.sampled_from((0, 25)),
    score_by=st.sampled_from(("pips", "tiles")),
    scoring=st.sampled_from(("penalty", "positive")),
    blocked_winner=st.sampled_from(("none", "lowest", "lowest_zero")),
    going_out_bonus=st.sampled_from((0, 10)),
    tie_break=st.sampled_from(("shared", "zero_rounds")),
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of two to six with every kind of count in any cell."""
    called: list[str] = []
    for name in draw(st.lists(names.filter(bool), min_size=6, max_size=12)):
        if not any(same(name, other) for other in called):
            called.append(name)
    called = [*called, "Ana Z", "Bo Z"][:6]
    players = tuple(Player(name, COLOURS[-seat].name) for seat, name in enumerate(called))
    domino_set, own = DominoSet(6), draw(rules)
    preset = draw(st.none() | st.just("caboose"))
    if preset and len(players) > 4:
        preset = None
    started = GameStarted(draw(names.filter(bool)), players, domino_set, own, preset)
    tiles = st.lists(st.sampled_from(list(domino_set)), min_size=1, max_size=4, unique=True)
    entry = st.one_of(
        st.integers(0, min(60, largest_count(domino_set, own))).map(typed),
        tiles.map(lambda hand: held(own, *hand)),
        st.just(OUT),
    )
    last = own.last_round(domino_set)
    cells = st.tuples(st.integers(1, last), st.integers(0, len(players) - 1))
    counts = draw(st.dictionaries(cells, entry, max_size=30))
    starters = draw(st.dictionaries(st.integers(1, last), st.integers(0, len(players) - 1), max_size=3))
    return played(
        started,
        *(CountSaved(*cell, None, entry) for cell, entry in counts.items()),
        *(StarterNamed(*starter) for starter in starters.items()),
    )


@given(game=games())
@settings(max_examples=60, deadline=None)
def test_a_record_read_back_is_the_sheet_that_it_was_written_from(game: Game) -> None:
    text = record_text(game)
    came = played(*flat(read_sheet(text, "Game of today")))
    assert came.sheet == game.sheet
    assert [row.score for row in came.sheet.rounds] == [row.score for row in game.sheet.rounds]
    assert (came.ruleset, came.starters) == (game.ruleset, game.starters)
    assert [player.colour for player in came.players] == [player.colour for player in game.players]
    assert record_text(came).splitlines()[2:] == text.splitlines()[2:]


@given(game=games())
@settings(max_examples=40, deadline=None)
def test_the_judge_comes_to_the_totals_of_the_sheet(game: Game) -> None:
    text = record_text(game)
    if any(row.counts for row in game.sheet.rounds):
        codes, totals, _places = judged(text)
        assert {*codes} <= {"PLAYER_COUNT", "TILE_SEEN_TWICE", "IMPOSSIBLE_SCORE"}
        assert list(totals.values()) == list(game.sheet.totals.values())


def test_a_record_can_be_read_by_people() -> None:
    hub = ruleset("hub").with_option("double_blank", "25")
    started = GameStarted("Friday", PLAYERS, DominoSet(12), hub, "hub")
    game = played(
        started,
        StarterNamed(1, 2),
        CountSaved(1, 0, None, OUT),
        CountSaved(1, 1, None, held(hub, Tile(5, 3), Tile(0, 0))),
        CountSaved(1, 2, None, typed(41)),
        CountSaved(2, 1, None, typed(7)),
    )
    lines = record_text(game).splitlines()
    assert lines[:2] == ['[Event "Friday"]', '[Date "2026-11-27"]']
    assert lines[2:] == [
        '[Colour.Ana "red"]',
        '[Colour.GrandmaJo "blue"]',
        '[Colour.M1 "green"]',
        '[Ruleset "hub"]',
        '[Set "12"]',
        '[Players "Ana, GrandmaJo, M1"]',
        '[Option.double_blank "25"]',
        '[Name.GrandmaJo "Grandma Jo"]',
        '[Name.M1 "M"]',
        "",
        "round 1",
        "engine 12-12",
        "start M1",
        "left Ana",
        "left GrandmaJo 5-3 0-0",
        "score Ana 0",
        "score GrandmaJo 33",
        "score M1 41",
        "",
        "round 2",
        "engine 11-11",
        "score GrandmaJo 7",
    ]
    assert judged("\n".join(lines))[0] == []


@pytest.mark.parametrize("name", list(RULESETS))
def test_the_judge_has_nothing_against_the_scores_of_any_ruleset(name: str) -> None:
    rules = RULESETS[name]
    size = 9 if name == "caboose" else 12
    started = GameStarted("Friday", PLAYERS, DominoSet(size), rules, name)
    entries = (OUT, held(rules, Tile(5, 3), Tile(8, 1)), typed(41))
    counts = [
        CountSaved(number, seat, None, entries[seat - number]) for number in (1, 2) for seat in range(3)
    ]
    assert judged(record_text(played(started, *counts)))[0] == []


def test_a_table_with_its_own_rules_gets_them_back(app: Flask) -> None:
    own = Rules(double_blank=25, going_out_bonus=5)
    game = played(GameStarted("Friday", PLAYERS, DominoSet(18), own), CountSaved(1, 0, None, OUT))
    text = record_text(game)
    assert '[HouseRules "own"]' in text
    came = again(app, text)
    assert (came.ruleset, came.sheet.rules, came.name) == (None, own, "Friday")
    assert came.sheet.totals["0"] == -5


def test_a_whole_record_of_play_gives_its_sheet(app: Flask) -> None:
    text = """
        [Ruleset "hub"]
        [Set "9"]
        [Players "Mia, Jo"]
        [Option.hand_size "2"]
        engine 9-9
        start Jo
        Jo: 9-2@Jo
        Mia: 9-6@Mia knock
        Jo: 2-7@Jo
        left Mia 5-3
        left Mia 6-6
        round 2
        engine 8-8
        score Mia 12
    """
    came = again(app, text)
    assert came.sheet.counts == {
        (1, "0"): Count(12),
        (1, "1"): Count(0, out=True),
        (2, "0"): Count(12),
    }
    assert (came.name, came.starters) == ("Game of today", {1: 1})
    assert [player.colour for player in came.players] == ["red", "blue"]


HEAD = '[Ruleset "hub"]\n[Set "12"]\n[Players "Ana, Bo"]\n'


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", None, "This can't be read. Expected: a header [Ruleset"),
        (HEAD + "score Ana twelve", 4, "Expected: a player and the points, like score Ana 32."),
        (HEAD + "left Ana 5_3", 4, "Expected: a tile, like 4-9."),
        (HEAD.replace("12", "3") + "score Ana 1", 2, "one of the sets 6, 9, 12, 15, 18"),
        (HEAD.replace(", Bo", "") + "score Ana 1", 3, "A sheet has 2 to 14 players."),
        (
            HEAD.replace("hub", "caboose") + "score Ana 1",
            3,
            "Caboose is played with another set by 2 players",
        ),
        (HEAD + f'[Name.Bo "{"x" * 31}"]', 4, "This name has 31 characters: shorten it to 30."),
        (HEAD + '[Name.Bo "ana"]', 4, "Two players are called ana"),
        (HEAD + "round 13\nscore Ana 1\nround 14\nscore Ana 1", 6, "This game has rounds 1 to 13."),
        (
            HEAD + "round 2\nscore Ana 1\nround 1\nscore Ana 1\nround 2\nscore Bo 1",
            8,
            "Round 2 was there before",
        ),
        (HEAD + "score Ana 99999", 4, "That is more than the whole set counts"),
        (HEAD + "score Ana -7", 4, "A hand can't count less than 0"),
        (HEAD + "left Ana 13-4", 4, "13-4 is not in a double-12 set"),
        (HEAD + '[Held.1.Ana "many"]\nscore Ana 0', 4, "A hand counts a whole number"),
        (HEAD + '[Option.scoring "positive"]\nscore Ana 12', 5, "Points alone don't tell"),
    ],
)
def test_what_gives_no_sheet_is_told_with_its_line(
    app: Flask, text: str, line: int | None, sentence: str
) -> None:
    with pytest.raises(NoSheet) as told:
        read(app, text)
    assert told.value.line == line
    assert sentence in str(told.value)
    assert line is None or str(told.value).startswith(f"Line {line}: ")


def test_colours_that_are_unknown_or_taken_are_chosen_anew(app: Flask) -> None:
    text = HEAD.replace("Bo", "Bo, Cy") + '[Colour.Ana "blue"]\n[Colour.Bo "blue"]\n[Colour.Cy "<b>"]\n'
    assert [player.colour for player in read(app, text).started.players] == ["blue", "red", "green"]


@given(st.lists(names.filter(bool), min_size=2, max_size=14))
def test_every_player_has_an_id_of_his_own(called: list[str]) -> None:
    ids = player_ids(called)
    assert len({*ids, "M"}) == len(called) + 1
