"""Random rounds by the rules, seen layout by layout, come back as the same record."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from simulated_tables import NAMES
from simulator import HIDDEN, PlayedRound, play_round
from table_sights import Sight, seen_record, sights, without_unseen_draws

from referee.acts import Draw, Hunt, Line, Mark, NameStarter, Pass, Play, TurnLine, Undo
from referee.game import Game, judge_line
from referee.layout import Layout, SeenTile, SeenTrain
from referee.record import compose, line_text, open_record, write
from referee.rules import RULESETS, ruleset
from referee.setup import Setup
from referee.tiles import DominoSet
from referee.umpire import Decision, EndTurn, Watch, lines_of, step, tap, watch_round

SIZES = {"station": (12,), "trainyard": (12,), "hub": (9, 12), "caboose": (6, 9, 12)}
LONGEST = 45
"""Lines of a round that are looked at: where nobody can go on, a simulated round has hundreds."""
SEEDS = st.integers(0, 10_000)
RULES = st.sampled_from(list(RULESETS))
ROUNDS = settings(max_examples=4, deadline=None, derandomize=True)
"""Always the same rounds: there may be some of which nobody could tell by looking who laid what."""


def round_of(name: str, seed: int) -> tuple[Setup, PlayedRound, tuple[Line, ...]]:
    """A round by the rules of `name`; somebody says who begins where the engine doesn't."""
    rng = Random(f"umpire {name} {seed}")
    domino_set = DominoSet(rng.choice(SIZES[name]))
    counts = [n for n in range(2, 6) if Setup(NAMES[:n], domino_set, name).seats_all]
    rules = ruleset(name).with_option("hand_size", str(rng.randint(3, 6)))  # so that rounds are short
    setup = Setup(NAMES[: rng.choice(counts)], domino_set, name, rules)
    played = play_round(setup, rng, HIDDEN._replace(left=0, scores=0))
    lines = played.lines
    if setup.rules.starter == "chosen" and not any(isinstance(line, NameStarter) for line in lines):
        lines = (NameStarter(played.opener), *lines)
    assume(can_be_told(setup, lines))
    return setup, played, lines[: LONGEST + sum(isinstance(line, Hunt) for line in lines)]


def can_be_told(setup: Setup, lines: tuple[Line, ...]) -> bool:
    """Whether no first train is gone on with by the next player: nobody sees that it is another's turn."""
    turns = [line for line in lines if isinstance(line, TurnLine)]
    firsts = turns[: len(setup.players)] if setup.rules.first_turn == "train" else []
    for line, following in zip(firsts, turns[1:], strict=False):
        plays = [act for act in following.acts if isinstance(act, Play)]
        if plays and plays[0].train == line.player:
            return False
    return True


def empty_table(setup: Setup, counted: bool = True, marked: bool = True) -> Layout:
    """The table before the round, as far as it is in sight."""
    return Layout(face_down=setup.boneyard if counted else None, markers=frozenset() if marked else None)


def watched(setup: Setup, sights_: list[Sight]) -> tuple[Watch, list[Decision]]:
    """The watch after all that came, and what was decided."""
    watch, decided = watch_round(setup), list[Decision]()
    for sight in sights_:
        watch, said = step(watch, sight) if isinstance(sight, Layout) else tap(watch, sight)
        decided += said
    return watch, decided


def texts(lines: list[Line]) -> list[str]:
    return [line_text(line) for line in lines]


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_a_round_in_full_sight_comes_back(name: str, seed: int) -> None:
    setup, _, lines = round_of(name, seed)
    seen = [sight for line in sights(lines, empty_table(setup)) for sight in line]
    watch, _ = watched(setup, seen)
    assert texts(list(lines_of(watch))) == texts(seen_record(lines))


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_several_acts_of_a_turn_between_two_layouts(name: str, seed: int) -> None:
    setup, _, lines = round_of(name, seed)
    rng, seen = Random(seed), list[Sight]()
    for line in sights(lines, empty_table(setup)):
        for place, sight in enumerate(line):
            skipped = isinstance(sight, Layout) and isinstance(next(iter(line[place + 1 :]), None), Layout)
            if not (skipped and rng.random() < 0.7):
                seen.append(sight)
    watch, _ = watched(setup, seen)
    assert in_any_order(lines_of(watch)) == in_any_order(seen_record(lines))


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_several_turns_between_two_layouts(name: str, seed: int) -> None:
    """Who laid what can't always be known then, but nothing is lost or invented."""
    setup, _, lines = round_of(name, seed)
    rng, seen = Random(seed), [sight for line in sights(lines, empty_table(setup)) for sight in line]
    following = [*seen[1:], None]
    seen = [
        sight
        for sight, after in zip(seen, following, strict=True)
        if not (isinstance(sight, Layout) and isinstance(after, Layout) and rng.random() < 0.3)
    ]
    watch, _ = watched(setup, seen)
    assert tiles_on_trains(lines_of(watch)) == tiles_on_trains(lines)


def tiles_on_trains(lines: tuple[Line, ...]) -> dict[str, list[tuple[int, int]]]:
    """The tiles of each train, as they lie there."""
    trains: dict[str, list[tuple[int, int]]] = {}
    for line in lines:
        for act in line.acts if isinstance(line, TurnLine) else ():
            if isinstance(act, Play):
                trains.setdefault(act.train, []).append((act.touching, act.end))
    return trains


def in_any_order(lines: tuple[Line, ...] | list[Line]) -> list[tuple[str, list[str]]]:
    """The lines with the acts of a turn sorted: one layout does not show the order of what it shows."""
    return [
        (
            line_text(line) if not isinstance(line, TurnLine) else line.player,
            sorted(map(str, getattr(line, "acts", ()))),
        )
        for line in lines
    ]


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_the_boneyard_out_of_sight(name: str, seed: int) -> None:
    setup, _, lines = round_of(name, seed)
    seen = [sight for line in sights(lines, empty_table(setup, counted=False)) for sight in line]
    watch, decided = watched(setup, seen)
    told, truth = without_unseen_draws(lines_of(watch)), seen_record(lines, counted=False)
    assert without_draws(told) == without_draws(truth)
    assert not [found for found in decided if "MUST_DRAW" in [fault.code for fault in found.violations]]


def without_draws(lines: list[Line]) -> list[str]:
    """The lines without draws: where the boneyard is out of sight it may be empty, and nobody knows."""
    return [
        line_text(TurnLine(line.player, tuple(act for act in line.acts if not isinstance(act, Draw))))
        if isinstance(line, TurnLine)
        else line_text(line)
        for line in lines
    ]


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_nobody_looks_for_markers(name: str, seed: int) -> None:
    setup, _, lines = round_of(name, seed)
    seen = [sight for line in sights(lines, empty_table(setup, marked=False)) for sight in line]
    watch, decided = watched(setup, [*seen, *end_of(lines)])
    assert in_any_order(lines_of(watch)) == in_any_order(seen_record(lines))
    assert all(found.verdict == "legal" for found in decided)


def end_of(lines: tuple[Line, ...]) -> list[EndTurn]:
    """Somebody says that the last turn is over."""
    return [EndTurn(line.player) for line in lines if isinstance(line, TurnLine)][-1:]


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_covered_tiles_and_misreadings_change_nothing(name: str, seed: int) -> None:
    setup, _, lines = round_of(name, seed)
    rng, seen = Random(seed), list[Sight]()
    for line in sights(lines, empty_table(setup)):
        for sight in line:
            if isinstance(sight, Layout) and sight.trains:
                seen += [disturbed(sight, rng, setup)]
                seen += [sight]
            else:
                seen.append(sight)
    watch, _ = watched(setup, seen)
    assert in_any_order(lines_of(watch)) == in_any_order(seen_record(lines))


def disturbed(layout: Layout, rng: Random, setup: Setup) -> Layout:
    """The layout with a row covered, or with the newest tile of a row read wrongly and not quite surely."""
    train = rng.choice(layout.trains)
    tiles = train.tiles
    if rng.random() < 0.5 and tiles:
        covered = rng.randrange(len(tiles) + 1)
        if rng.random() < 0.5:
            row = replace(train, tiles=tiles[:covered], covered=True)
        else:
            row = replace(
                train, tiles=tuple(replace(tile, hidden=n >= covered) for n, tile in enumerate(tiles))
            )
    elif tiles:
        wrong = SeenTile(tiles[-1].touching, rng.randrange(setup.domino_set.max_pip + 1), 0.6)
        row = replace(train, tiles=(*tiles[:-1], wrong))
    else:
        return layout
    return replace(layout, trains=tuple(row if other is train else other for other in layout.trains))


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
def test_places_are_learnt(name: str, seed: int) -> None:
    """Nobody says whose train lies where; each place has a number."""
    setup, _, lines = round_of(name, seed)
    names = {train: f"place {n}" for n, train in enumerate(setup.trains)}
    seen = [renamed(sight, names) for line in sights(lines, empty_table(setup)) for sight in line]
    if setup.rules.starter != "chosen":
        begins = next(line.player for line in lines if isinstance(line, TurnLine))
        seen = [NameStarter(begins), *seen]
    watch, _ = watched(setup, seen)
    truth = [line for line in seen_record(lines) if not isinstance(line, NameStarter)]
    told = [line for line in lines_of(watch) if not isinstance(line, NameStarter)]
    assert texts(told) == texts(truth)


def renamed(sight: Sight, names: dict[str, str]) -> Sight:
    if not isinstance(sight, Layout):
        return sight
    rows = tuple(SeenTrain(names[train.name], train.tiles) for train in sight.trains)
    return replace(sight, trains=rows, markers=frozenset(names[name] for name in sight.markers or ()))


@pytest.mark.parametrize("name", RULESETS)
@ROUNDS
@given(seed=SEEDS)
@example(seed=1)
def test_anything_that_is_seen_makes_a_record(name: str, seed: int) -> None:
    """Whatever layouts show, in whatever order: the record can be written, and is judged as it was told."""
    setup, _, lines = round_of(name, seed)
    rng = Random(seed)
    seen = [sight for line in sights(lines, empty_table(setup, rng.random() < 0.5)) for sight in line][:30]
    seen = [sight for sight in seen if rng.random() < 0.6]
    for place in range(len(seen) - 1):
        if rng.random() < 0.1:
            seen[place], seen[place + 1] = seen[place + 1], seen[place]
    watch, _ = watched(setup, seen)
    record = compose(setup, lines_of(watch))
    assert [row.line for row in open_record(write(record)).lines] == list(lines_of(watch))
    if Undo() not in watch.story.record:  # a turn that was taken back before its end was never closed
        same_as_the_judge(setup, watch)


def same_as_the_judge(setup: Setup, watch: Watch) -> None:
    """The story says of each line of its record what the referee says of that record."""
    game, judged = Game(setup), list[list[str]]()
    for number, line in enumerate(watch.story.record):
        game, told = judge_line(game, number, line)
        if isinstance(line, TurnLine):
            judged.append(sorted(fault.violation.code for fault in told.faults))
    said, codes = list[list[str]](), list[str]()
    for found in watch.story.told:
        codes += [fault.code for fault in found.violations]
        if found.closes:
            said.append(sorted(codes))
            codes = []
        elif not isinstance(found.line, (Pass, Draw, Mark)) and not hasattr(found.line, "touching"):
            codes = []
    assert said == judged
