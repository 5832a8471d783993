"""The audit against an oracle that lists every way, on random records, and against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from audit_lines import Found, rounds
from audit_oracle import account_of, expected_audit
from audit_tables import (
    Numbered,
    audit_of,
    can_be_listed,
    findings,
    numbered,
    random_showing,
    small_round,
    tampered,
)
from audit_ways import hands_contradict
from simulated_tables import preset_setup
from simulator import HIDDEN, PlayedRound, play_round

from referee.audit import Finding
from referee.record import line_text
from referee.rules import RULESETS
from referee.setup import Setup


def random_record(rng: Random, most: int) -> tuple[Setup, Numbered]:
    """One or two small rounds, mostly tampered with, of which the ways can be listed."""
    misses, changes = rng.choice((0, 0.1, 0.3)), rng.choice((0, 0.1, 0.3))
    setup, played = small_round(rng, misses, changes, most)
    lines = tampered(rng, setup, played.lines)
    if rng.random() < 0.1:
        lines += play_round(setup, rng, random_showing(rng), number=2, misses=misses).lines
    if can_be_listed(setup, numbered(lines), 2 * most):
        return setup, numbered(lines)
    return setup, numbered(played.lines)


def told_by_rules(setup: Setup, lines: Numbered, found: list[Found]) -> list[Found]:
    """The findings without missed plays of players whose `hand` lines contradict the rest of the record."""
    odd = {
        (one.end.number, player)
        for one in rounds(setup, lines)
        for player in setup.players
        if hands_contradict(account_of(one, player))
    }
    return [f for f in found if not (f.kind.endswith("missed_play") and (f.round, f.player) in odd)]


def assert_same(setup: Setup, lines: Numbered) -> list[Found]:
    """The audit finds what the oracle finds; gives that."""
    expected = told_by_rules(setup, lines, expected_audit(setup, lines))
    text = "\n".join(f"{number:3} {line_text(line)}" for number, line in lines)
    differences = setup.rules.differences(setup.ruleset)
    found = told_by_rules(setup, lines, audit_of(setup, lines))
    assert found == expected, f"{setup.ruleset} {differences} {setup.domino_set}\n{text}"
    return expected


def kinds_found(seed: str, records: int, most: int) -> set[str]:
    """Compare so many random records; gives the kinds of findings."""
    kinds = set()
    for number in range(records):
        setup, lines = random_record(Random(f"{seed} {number}"), most)
        kinds |= {found.kind for found in assert_same(setup, lines)}
    return kinds


def test_random_records_are_audited_as_the_ways_tell() -> None:
    assert len(kinds_found("few", 180, 3000)) == 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_random_records_are_audited_as_the_ways_tell(seed: int) -> None:
    assert len(kinds_found(f"many {seed}", 300, 10000)) == 6


# Planted missed plays


def missed_in_truth(played: PlayedRound) -> dict[int, set[str]]:
    """By line what a player held and had to lay when drawing or passing; a drawn tile was kept by right.

    (The simulated player keeps one only where that is allowed.)
    """
    missed: dict[int, set[str]] = {}
    for moment in played.moments:
        kept = moment.drawn if moment.kind == "pass" else frozenset()
        plays = [play for play in moment.plays if play.tile not in kept]
        if plays:
            had_to = {f"{play.touching}-{play.end}@{play.train}" for play in plays}
            missed.setdefault(moment.line + 1, set()).update(had_to)
    return missed


def assert_nobody_wrongly_accused(found: Iterable[Finding], missed: dict[int, set[str]]) -> None:
    """What is called certain is true, each tile of it or, where the finding says so, one of them."""
    for finding in found:
        if finding.kind == "missed_play":
            assert finding.certain
            true = missed.get(finding.line, set()) & set(finding.tiles)
            assert true, finding
            assert len(true) == len(finding.tiles) or "at least one" in finding.message, finding
        else:
            assert (finding.kind, finding.certain) == ("possible_missed_play", False)


def planted_in_words(counts: Counter[str | None]) -> str:
    """How many planted missed plays were found."""
    certain, possible, unproved = (counts[kind] for kind in ("missed_play", "possible_missed_play", None))
    return (
        f"{counts.total()} turns with a missed play: {certain} found as certain, {possible} as possible, "
        f"{unproved} can't be proved"
    )


def test_planted_missed_plays_are_found_and_nobody_is_wrongly_accused() -> None:
    rng = Random("planted")
    planted: Counter[str | None] = Counter()
    for _ in range(200):
        setup, played = small_round(rng, 0.3, rng.choice((0, 0.15)), 3000, HIDDEN, must_play="yes")
        lines = numbered(played.lines)
        missed = missed_in_truth(played)
        found = findings(setup, lines)
        assert_nobody_wrongly_accused(found, missed)
        kinds = {finding.line: finding.kind for finding in found}
        provable = {f.line: f.kind for f in expected_audit(setup, lines)}
        for line in missed:
            assert kinds.get(line) == provable.get(line)
            planted[kinds.get(line)] += 1
    print(f"\n200 small rounds, {planted_in_words(planted)}")
    assert min(planted.values()) > 0
    assert len(planted) == 3


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_wrongly_accused_in_whole_rounds(ruleset: str) -> None:
    rng = Random(f"whole {ruleset}")
    planted: Counter[str | None] = Counter()
    for _ in range(50):
        setup = preset_setup(rng, ruleset)
        played = play_round(setup, rng, HIDDEN, misses=rng.choice((0.05, 0.2)))
        missed = missed_in_truth(played)
        found = findings(setup, numbered(played.lines))
        assert_nobody_wrongly_accused(found, missed)
        kinds = {finding.line: finding.kind for finding in found}
        planted.update(kinds.get(line) for line in missed)
    print(f"\n{ruleset}, 50 rounds with a double-12 set, {planted_in_words(planted)}")
    assert planted["missed_play"] > 0
