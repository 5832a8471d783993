"""The audit against an oracle that lists every way, on random records, and against the truth."""

from __future__ import annotations

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
from simulator import HIDDEN, PlayedRound, play_round

from referee.record import line_text
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


def test_planted_missed_plays_are_found_and_nobody_is_wrongly_accused() -> None:
    rng = Random("planted")
    planted = certain = possible = only_possible = unproved = 0
    for _ in range(200):
        setup, played = small_round(rng, 0.3, rng.choice((0, 0.15)), 3000, HIDDEN, must_play="yes")
        lines = numbered(played.lines)
        missed = missed_in_truth(played)
        expected = {f.line: f for f in expected_audit(setup, lines)}
        found = {f.line: f for f in findings(setup, lines)}
        for line, finding in found.items():
            if finding.kind == "missed_play":
                assert finding.certain
                assert missed.get(line, set()) & set(finding.tiles), (setup, finding)
            else:
                assert (finding.kind, finding.certain) == ("possible_missed_play", False)
                possible += 1
        for line in missed:
            planted += 1
            kind = expected[line].kind if line in expected else None
            assert (found[line].kind if line in found else None) == kind
            certain += kind == "missed_play"
            only_possible += kind == "possible_missed_play"
            unproved += kind is None
    print(
        f"\n200 rounds, {planted} turns with a missed play: {certain} found as certain, "
        f"{only_possible} as possible, {unproved} can't be told; {possible} turns possible in all"
    )
    assert min(planted, certain, possible, only_possible, unproved) > 0
