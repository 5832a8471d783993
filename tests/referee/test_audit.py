"""The audit, sentence by sentence: turns that are looked at, tiles held and when, what is said of them."""

import pytest

from referee.acts import CountLeft, Draw, LayEngine, Pass, Play, TurnLine
from referee.game import Game, judge_line
from referee.record import read
from referee.rules import ruleset
from referee.setup import Setup
from referee.summary import Summary, summarise
from referee.tiles import DominoSet, Tile

HEADERS = ('[Ruleset "hub"]', '[Set "6"]')

STORY = """engine 6-6
{before}
Mia: 6-4@M
Jo: {first}
{between}
Mia: 4-5@M knock
Jo: {second}
{then}
Mia: 5-0@M
{left}
{end}"""
"""Two players with three tiles each; Mia goes out. In line 4 a 6 or a 4 fits, in line 7 a 6 or a 5.

Jo's first turn is line 4 (`first`), his second line 7 (`second`).
"""

USUAL = {
    "before": "",
    "first": "draw pass +Jo",
    "between": "",
    "second": "draw pass",
    "then": "",
    "left": "left Jo 4-1 1-1 2-2 3-3 1-2",
    "end": "",
}


def summary_of(body: str, players: str = "Mia, Jo", options: str = "hand_size=3") -> Summary:
    """The summary of a record; its lines are counted from the first after the headers."""
    pairs = [option.split("=") for option in options.split()]
    headers = [*HEADERS, f'[Players "{players}"]', *(f'[Option.{name} "{value}"]' for name, value in pairs)]
    record = read("\n".join((*headers, body)))
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number - len(headers), line.line)
    return summarise(game)


def found(summary: Summary) -> list[str]:
    """Each finding as `line player kind tiles`."""
    return [
        " ".join((str(finding.line), finding.player or "-", finding.kind, *finding.tiles))
        for finding in summary.audit
    ]


def told(options: str = "", dealt: str = "hand_size=3", **parts: str) -> list[str]:
    """The findings of the story with other parts than the usual ones."""
    return found(summary_of(STORY.format_map({**USUAL, **parts}), options=f"{dealt} {options}"))


SURE = "4 Jo missed_play 4-1@M"
PERHAPS = "4 Jo possible_missed_play 4-1@M"


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({}, [PERHAPS], id="a later draw may have brought it"),
        pytest.param({"second": "pass", "left": "left Jo 4-1 1-1 2-2 3-3"}, [SURE], id="no later draw"),
        pytest.param({"second": "draw:1-1 pass"}, [SURE], id="a known draw brought its own tile only"),
        pytest.param({"second": "draw:4-1 pass"}, [], id="a known draw brought this very tile"),
        pytest.param(
            {"left": "left Jo 5-1 1-1 2-2 3-3 1-2"}, ["7 Jo missed_play 5-1@M"], id="drawn in the same turn"
        ),
        pytest.param(
            {"left": "left Jo 4-1 4-2 1-1 2-2 3-3"},
            ["4 Jo missed_play 4-1@M 4-2@M"],
            id="one draw can't have brought two tiles",
        ),
        pytest.param(
            {"left": "left Jo 4-1 4-2 1-1 2-2 3-3 1-2", "second": "draw draw pass"},
            ["4 Jo possible_missed_play 4-1@M 4-2@M"],
            id="two draws can have",
        ),
        pytest.param(
            {"first": "pass +Jo", "second": "draw 5-5@M 5-1@M", "left": "left Jo 4-1 1-2"},
            [PERHAPS, "7 Jo missed_play 5-1@M 5-5@M"],
            id="two tiles of later plays, one draw",
        ),
        pytest.param(
            {"left": "left Jo 6-1 1-1 2-2 3-3", "second": "pass"},
            ["4 Jo missed_play 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="each turn by itself",
        ),
        pytest.param(
            {"left": "left Jo 6-5 1-1 2-2 3-3", "second": "pass"},
            ["4 Jo missed_play 6-5@Jo", "7 Jo missed_play 6-5@Jo 5-6@M"],
            id="an entry for each train, the touching half first",
        ),
        pytest.param(
            {"left": "left Jo 4-1 6-1 1-1 2-2", "second": "draw:4-1 pass"},
            ["4 Jo missed_play 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="a turn that drew and passed is named once",
        ),
        pytest.param(
            {"first": "draw:1-1 pass +Jo", "second": "pass", "left": "left Jo 1-1 1-2 2-2 3-3"},
            [],
            id="nothing fitted",
        ),
        pytest.param(
            {"left": "left Jo 4-1 6-1 1-1 2-2 3-3"},
            ["4 Jo missed_play 4-1@M 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="what was held in every way is named before what may have been",
        ),
    ],
)
def test_tiles_that_were_left(parts: dict[str, str], findings: list[str]) -> None:
    assert told(**parts) == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({"second": "6-1@Jo -Jo"}, ["4 Jo missed_play 6-1@Jo"], id="laid without a draw between"),
        pytest.param({"second": "draw 6-1@Jo -Jo"}, [], id="the draw may have brought it"),
        pytest.param(
            {"second": "draw:1-1 6-1@Jo -Jo"},
            ["4 Jo missed_play 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="a known draw did not bring it, and it was not the first choice",
        ),
        pytest.param(
            {"first": "pass +Jo", "second": "draw 5-5@M 5-1@M"},
            ["7 Jo missed_play 5-1@M 5-5@M"],
            id="two tiles, one draw",
        ),
        pytest.param({}, [], id="nothing shown, nothing said"),
        pytest.param(
            {"first": "draw pass +Jo", "second": "draw 5-5@M 6-1@Jo -Jo"},
            ["7 Jo missed_play 5-5@M 6-1@Jo"],
            id="what is merely possible is not said",
        ),
    ],
)
def test_later_plays_alone(parts: dict[str, str], findings: list[str]) -> None:
    assert told(**{"left": "", **parts}) == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param(
            {"second": "draw 6-1@Jo -Jo", "left": "left Jo 1-1 2-2 3-3 0-0"},
            [],
            id="for that draw and every turn before it is taken to be the drawn one",
        ),
        pytest.param(
            {"second": "draw? 6-1@Jo -Jo", "left": "left Jo 1-1 2-2 3-3 0-0"}, [], id="an assumed draw, too"
        ),
        pytest.param(
            {"second": "draw 6-1@Jo -Jo", "then": "Mia: draw pass +Mia\nJo: draw pass +Jo"}
            | {"left": "left Jo 4-2 2-2 3-3 0-0 2-3"},
            ["4 Jo possible_missed_play 4-2@M"],
            id="another tile is told as ever",
        ),
        pytest.param(
            {"second": "draw 6-1@Jo -Jo", "left": "left Jo 4-1 1-1 2-2 3-3"},
            ["4 Jo missed_play 4-1@M 6-1@Jo"],
            id="it counts where one of several must have been held",
        ),
        pytest.param(
            {"second": "draw 5-5@M 6-1@Jo -Jo", "left": "left Jo 1-1 2-2 3-3"},
            ["4 Jo possible_missed_play 6-1@Jo", "7 Jo missed_play 5-5@M 6-1@Jo"],
            id="the second tile after the draw is not taken to be drawn",
        ),
        pytest.param(
            {"first": "pass +Jo", "between": "hand Jo 6-1 1-1 2-2", "second": "draw 6-1@Jo -Jo"}
            | {"left": "left Jo 1-1 2-2 3-3"},
            ["4 Jo missed_play 6-1@Jo"],
            id="not if it was shown before that draw",
        ),
    ],
)
def test_the_first_tile_after_an_unseen_draw(parts: dict[str, str], findings: list[str]) -> None:
    assert [row for row in told(**parts) if " Jo " in row] == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({"second": "draw? pass"}, [PERHAPS], id="it brought a tile, as the numbers say"),
        pytest.param(
            {"second": "draw? pass", "left": "left Jo 4-1 1-1 2-2 3-3"}, [SURE], id="it did not take place"
        ),
        pytest.param(
            {"second": "draw? draw? pass", "left": "left Jo 4-1 4-2 1-1 2-2 3-3"},
            ["4 Jo missed_play 4-1@M 4-2@M"],
            id="one of two took place",
        ),
        pytest.param(
            {"second": "draw? draw? pass", "left": "left Jo 4-1 4-2 1-1 2-2 3-3 0-0"},
            ["4 Jo possible_missed_play 4-1@M 4-2@M"],
            id="both took place",
        ),
        pytest.param(
            {"second": "draw? pass", "left": "left Jo 4-1 1-1 2-2 3-3 1-2 0-0"},
            [],
            id="more than all of them could have brought",
        ),
        pytest.param({"first": "draw? pass?"}, [], id="assumed acts are not looked at"),
        pytest.param({"first": "draw? pass +Jo"}, [PERHAPS], id="the pass was seen"),
        pytest.param({"first": "draw pass?"}, [PERHAPS], id="the draw was seen"),
        pytest.param({"first": "draw?"}, [], id="a line that stops after an assumed draw passes unseen"),
    ],
)
def test_assumed_acts(parts: dict[str, str], findings: list[str]) -> None:
    assert told(**parts) == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({"left": "left Jo 4-1 1-1 2-2 3-3"}, [], id="fewer: the leftovers are not known"),
        pytest.param(
            {"left": "left Jo 4-1 4-2 1-1 2-2"},
            ["4 Jo missed_play 4-1@M 4-2@M"],
            id="fewer: those that are listed were held",
        ),
        pytest.param(
            {"left": "left Jo 4-1 1-1", "second": "pass"}, [SURE], id="fewer: no draw could have brought it"
        ),
        pytest.param(
            {"left": "left Jo 4-1 4-2 1-1 2-2 3-3 1-2"}, [], id="more: a draw is missing in the record"
        ),
        pytest.param({"dealt": ""}, [PERHAPS], id="nobody knows what was dealt"),
        pytest.param({"dealt": "", "second": "pass"}, [SURE], id="nobody knows what was dealt: certain"),
        pytest.param(
            {"dealt": "hand_size=2", "before": "hand Jo 1-1 2-2 3-3", "left": "left Jo 4-1 1-1 2-2 3-3 0-0"},
            [PERHAPS],
            id="counted from the last hand line",
        ),
        pytest.param(
            {"between": "hand Jo 1-1 2-2 3-3", "left": "left Jo 1-1 2-2 3-3 5-1"},
            ["7 Jo missed_play 5-1@M"],
            id="counted from a hand line with fewer tiles",
        ),
        pytest.param(
            {"between": "hand Jo 4-1 1-1 2-2 3-3 1-2", "left": "left Jo 4-1 1-1 2-2 3-3 1-2 6-1"},
            ["7 Jo missed_play 6-1@Jo"],
            id="a draw is missing before a hand line: nothing is said of the turns before it",
        ),
        pytest.param({"second": "5-5@M 5-1@M", "left": ""}, [], id="no leftovers, nothing proved"),
        pytest.param(
            {"before": "hand Jo 1-1 2-2 4-1", "first": "draw:4-2 4-2@M"} | {"second": "pass", "left": ""},
            [],
            id="judged already",
        ),
    ],
)
def test_numbers(parts: dict[str, str], findings: list[str]) -> None:
    assert [row for row in told(**parts) if " Jo " in row] == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({"between": "hand Jo 4-1 1-1 2-2 3-3"}, [SURE], id="shown before the later draw"),
        pytest.param({"between": "hand Jo 1-2 1-1 2-2 3-3"}, [], id="not held by then"),
        pytest.param(
            {"between": "hand Jo 1-2 1-1 2-2 3-3", "second": "draw 5-1@M", "left": ""},
            [],
            id="laid later and not held by then, so it was drawn",
        ),
        pytest.param(
            {"before": "hand Jo 1-2 1-1 2-2", "second": "pass", "left": "left Jo 1-2 1-1 2-2 5-1"},
            ["7 Jo missed_play 5-1@M"],
            id="the other tile was drawn",
        ),
        pytest.param(
            {"before": "hand Jo 1-2 1-1 2-2", "left": "left Jo 1-2 1-1 2-2 4-1 3-3"},
            [PERHAPS],
            id="either draw may have brought it",
        ),
        pytest.param(
            {"between": "hand Jo 4-1 1-1 2-2 3-3", "second": "draw 5-5@M 5-2@M", "left": ""},
            [SURE],
            id="laid though neither held nor drawn: nothing is said of the turns since",
        ),
    ],
)
def test_stated_hands(parts: dict[str, str], findings: list[str]) -> None:
    assert [row for row in told(**parts) if " Jo " in row] == findings


KEEP = "drawn_tile=may_keep"
FITS = "left Jo 5-1 1-1 2-2 3-3 1-2"


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param(
            {"left": FITS}, ["7 Jo possible_missed_play 5-1@M"], id="it may have been drawn and kept"
        ),
        pytest.param({"second": "draw:5-1 pass", "left": FITS}, [], id="it was drawn and kept"),
        pytest.param(
            {"second": "pass", "left": "left Jo 5-1 1-1 2-2 3-3"},
            ["7 Jo missed_play 5-1@M"],
            id="drawn before",
        ),
        pytest.param(
            {"second": "5-5@M draw pass", "left": "left Jo 5-1 1-1 2-2 3-3"},
            ["7 Jo missed_play 5-1@M"],
            id="not where a tile is owed after a double",
        ),
        pytest.param(
            {"first": "4-4@M draw pass +Jo", "between": "Mia: draw pass +Mia\nJo: draw pass"}
            | {"second": "pass", "left": "left Jo 4-1 1-1 2-2 3-3"},
            [PERHAPS, "6 Jo missed_play 4-1@M"],
            id="not where a double has to be covered",
        ),
        pytest.param(
            {"second": "draw draw pass", "options": f"{KEEP} draws_per_turn=2"}
            | {"left": "left Jo 5-1 5-2 1-1 2-2 3-3 1-2"},
            ["7 Jo missed_play 5-1@M 5-2@M"],
            id="who keeps a tile that fits may not draw again",
        ),
    ],
)
def test_drawn_tiles_that_may_be_kept(parts: dict[str, str], findings: list[str]) -> None:
    assert [
        row for row in told(**{"options": KEEP, **parts}) if " Jo missed" in row or " Jo poss" in row
    ] == findings


HELD = {"first": "pass +Jo", "second": "pass", "left": "left Jo 4-1 1-1 2-2"}


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({}, [SURE], id="a pass"),
        pytest.param({"first": "+Jo"}, [SURE], id="a line that stops short"),
        pytest.param({"options": "must_play=no"}, [], id="nothing is forced"),
        pytest.param({"before": "hand Jo 4-1 1-1 2-2"}, [], id="MUST_PLAY was said"),
        pytest.param(
            {"before": "hand Jo 4-1 1-1 2-2", "first": "draw 4-1@M", "left": "left Jo 1-1 2-2 0-0"},
            [],
            id="DRAW_NOT_ALLOWED was said",
        ),
        pytest.param(
            {"first": "draw:6-1 pass +Jo", "left": "left Jo 4-1 1-1 2-2 6-1"},
            ["7 Jo missed_play 6-1@Jo"],
            id="DRAWN_TILE_MUST_BE_PLAYED was said",
        ),
        pytest.param(
            {"before": "start Mia\nJo: pass +Jo", "left": "left Jo 6-1 1-1 2-2"},
            ["5 Jo missed_play 6-1@Jo", "8 Jo missed_play 6-1@Jo"],
            id="NOT_STARTER was said to the first line",
        ),
        pytest.param(
            {"between": "Jo: draw pass", "left": "left Jo 4-1 1-1 2-2 3-3"},
            [PERHAPS],
            id="OUT_OF_TURN was said to the second line",
        ),
        pytest.param(
            {"left": "", "end": "Jo: pass\nleft Jo 0-1 1-1 2-2"},
            [],
            id="ROUND_OVER was said to the last line",
        ),
        pytest.param({"between": "Jo: draw pass\nundo"}, [SURE], id="an undone line counts for nothing"),
        pytest.param(
            {"first": "6-2@Jo draw", "left": "left Jo 4-1 5-1 1-1"},
            ["7 Jo missed_play 5-1@M"],
            id="a draw after the turn's end",
        ),
        pytest.param({"first": "draw"}, [SURE], id="a line that stops after a draw"),
        pytest.param(
            {"first": "4-4@M", "left": "left Jo 4-1 1-1"}, [SURE], id="an owed tile that never came"
        ),
        pytest.param(
            {"first": "6-2@Jo", "left": "left Jo 2-1 1-1", "options": "first_turn=train"},
            ["7 Jo missed_play 2-1@Jo"],
            id="who stops a first-turn train has not passed",
        ),
        pytest.param(
            {"first": "4-4@M draw 4-1@M", "left": "left Jo 6-1 1-1", "options": "double_next_tile=anywhere"},
            ["4 Jo missed_play 4-1@M 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="a draw for an owed tile",
        ),
    ],
)
def test_turns_that_are_looked_at(parts: dict[str, str], findings: list[str]) -> None:
    assert told(**{**HELD, **parts}) == findings


@pytest.mark.parametrize(
    ("parts", "findings"),
    [
        pytest.param({"left": "left Jo 4-1 1-1 2-2"}, [SURE], id="the open end counts, not what comes later"),
        pytest.param(
            {"dealt": "hand_size=4", "before": "Mia: 6-3@Mia\nJo: 6-0@Jo", "left": "left Jo 3-1 1-1 2-2"},
            [],
            id="a closed train is no chance",
        ),
        pytest.param(
            {"dealt": "hand_size=4", "before": "Mia: 6-3@Mia +Mia\nJo: 6-0@Jo"}
            | {"left": "left Jo 3-1 1-1 2-2"},
            ["5 Jo missed_play 3-1@Mia", "8 Jo missed_play 3-1@Mia"],
            id="a marked one is",
        ),
        pytest.param(
            {"options": "mexican_from=second_turn", "left": "left Jo 4-1 5-1 1-1"},
            ["7 Jo missed_play 5-1@M"],
            id="the Mexican train is not for the first turn",
        ),
        pytest.param(
            {"options": "own_train_first=mexican", "left": "left Jo 4-1 5-1 1-1"},
            [],
            id="the own train first",
        ),
        pytest.param(
            {"options": "first_turn=train no_start=mark", "left": "left Jo 6-1 4-1 1-1"},
            ["4 Jo missed_play 4-1@M 6-1@Jo", "7 Jo missed_play 6-1@Jo"],
            id="a train could have been begun",
        ),
    ],
)
def test_what_can_be_played(parts: dict[str, str], findings: list[str]) -> None:
    assert [row for row in told(**{**HELD, **parts}) if " Jo " in row] == findings


def test_an_open_double_leaves_one_place() -> None:
    body = """engine 6-6
Mia: 6-3@Mia
Jo: 6-0@Jo
Mia: 3-3@Mia draw pass +Mia
Jo: draw pass +Jo
left Jo 0-1 3-1 1-1"""
    assert found(summary_of(body)) == ["5 Jo missed_play 3-1@Mia"]


def test_rounds_are_audited_each_for_itself() -> None:
    first = STORY.format_map(USUAL | HELD)
    second = "round 2\nengine 5-5\nMia: 5-4@M\nJo: pass +Jo\nleft Jo 4-1 1-1 2-2"
    summary = summary_of(f"{first}\n{second}")
    assert [finding.round for finding in summary.audit] == [1, 2]
    assert found(summary) == [SURE, "15 Jo missed_play 4-1@M"]


def test_a_finding_says_what_was_missed() -> None:
    headers = [*HEADERS, '[Players "a, b"]', '[Name.b "Grandma Jo"]', '[Option.hand_size "3"]']
    body = STORY.format_map(USUAL | HELD | {"left": "left Jo 6-5 1-1 2-2"})
    record = read("\n".join((*headers, body.replace("Mia", "a").replace("Jo", "b"))))
    game = Game(record.setup)
    for line in record.lines:
        game, _ = judge_line(game, line.number, line.line)
    assert [finding.message for finding in summarise(game).audit] == [
        "Grandma Jo drew or passed, but could have played 6-5 on Grandma Jo's train.",
        "Grandma Jo drew or passed, but could have played 6-5 on Grandma Jo's train or "
        "5-6 on the Mexican train.",
    ]


@pytest.mark.parametrize(("draws", "missed"), [(300, ["6-4@Jo", "6-4@M"]), (3000, [])])
def test_a_round_in_which_nobody_stops_drawing(draws: int, missed: list[str]) -> None:
    rules = ruleset("hub").with_option("hand_size", "3").with_option("draws_per_turn", "until_playable")
    game = Game(Setup(("Mia", "Jo"), DominoSet(6), "hub", rules))
    for number, line in enumerate(
        (
            LayEngine(Tile(6, 6)),
            TurnLine("Mia", (Play("Mia", 6, 5, "Mia"),)),
            TurnLine("Jo", (*[Draw("Jo")] * draws, Pass("Jo"))),
            CountLeft("Jo", (Tile(6, 4), *[Tile(1, 1)] * (draws + 2))),
        )
    ):
        game, _ = judge_line(game, number, line)
    findings = [finding for finding in summarise(game).audit if finding.kind == "missed_play"]
    assert [tile for finding in findings for tile in finding.tiles] == missed
