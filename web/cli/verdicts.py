"""What the referee said to a record, as rows for a person and as objects for programs (`docs/record.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import JSONEncoder

from referee.columns import columns, to_left, to_right
from referee.game import LineVerdict
from referee.record import RecordError, RecordLine
from referee.rules import Rules
from referee.setup import Setup
from referee.summary import RoundSummary, Summary
from referee.violations import Violation
from web.cli.output import printable

_to_json = JSONEncoder(ensure_ascii=False).encode

# For programs


def verdict_json(line: RecordLine, told: LineVerdict) -> str:
    """The object for one line."""
    violations = [violation_object(violation, act) for act, violation in told.faults]
    return _to_json(
        {
            "line": line.number,
            "round": told.round,
            "player": told.player,
            "text": line.text,
            "verdict": told.verdict,
            "violations": violations,
        }
    )


def violation_object(violation: Violation, act: int | None) -> dict[str, object]:
    """What is wrong with act number `act` of a line, from 1; None for what only the turn's end shows."""
    return {
        "code": violation.code,
        "severity": violation.severity,
        "act": act,
        "option": violation.option,
        "message": violation.message,
    }


def summary_json(summary: Summary) -> str:
    """The object after the last line."""
    audit = [
        {
            "round": finding.round,
            "line": finding.line,
            "player": finding.player,
            "kind": finding.kind,
            "tiles": finding.tiles,
            "certain": finding.certain,
            "message": finding.message,
        }
        for finding in summary.audit
    ]
    rounds = [row._asdict() for row in summary.rounds]
    known: dict[str, object] = {"rounds": rounds, "totals": summary.totals, "places": summary.places}
    return _to_json({"summary": known | {"audit": audit}})


def error_json(error: RecordError) -> str:
    """The object in place of the summary where the record can't be read to its end."""
    return _to_json({"error": {"line": error.line, "expected": error.expected}})


# For people


def verdict_text(line: RecordLine, told: LineVerdict, rules: Rules) -> str:
    """A line with its verdict, and under it all that is wrong."""
    rows = [f"{line.number:4}  {told.verdict:7}  {' '.join(line.text.split())}"]
    for violation in _once_each(told):
        rule = f", {violation.option}={getattr(rules, violation.option)}" if violation.option else ""
        rows.append(f"{'':15}{violation.message} ({violation.code}{rule})")
    return "\n".join(map(printable, rows))


def _once_each(told: LineVerdict) -> Iterator[Violation]:
    """What is wrong with a line, and each thing once: two tiles of a line can have the same fault."""
    seen: set[tuple[str, str]] = set()
    for _, violation in told.faults:
        if (violation.code, violation.message) not in seen:
            seen.add((violation.code, violation.message))
            yield violation


def faults_sentence(verdicts: Sequence[str]) -> str:
    """How many lines were judged, and how many of them are wrong."""
    found = [
        f"{verdicts.count('illegal')} illegal" if "illegal" in verdicts else "",
        f"{verdicts.count('warning')} with a warning" if "warning" in verdicts else "",
    ]
    lines = "1 line" if len(verdicts) == 1 else f"{len(verdicts)} lines"
    return f"{lines}, {' and '.join(filter(None, found)) or 'nothing wrong'}."


def summary_text(summary: Summary, setup: Setup) -> str:
    """The table of points, the places, and what the end of each round has shown."""
    return "\n".join(map(printable, _summary_rows(summary, setup)))


def _summary_rows(summary: Summary, setup: Setup) -> Iterator[str]:
    players = setup.players
    table = [["", "engine", *map(setup.shown, players), ""]]
    for row in summary.rounds:
        points = (_points(row.scores[player]) for player in players)
        table.append([f"round {row.round}", row.engine or "?", *points, _ending(row, setup)])
    table.append(["total", "", *(str(summary.totals[player]) for player in players), ""])
    table.append(["place", "", *(str(summary.places[player]) for player in players), ""])
    yield from _aligned(table)
    if summary.audit:
        yield ""
        yield "What the end has shown:"
    for finding in summary.audit:
        yield f"  Round {finding.round}, line {finding.line}: {finding.message}"


def _points(points: int | None) -> str:
    return "?" if points is None else str(points)


def _ending(row: RoundSummary, setup: Setup) -> str:
    if row.end is None:
        return "end not known"
    return f"{row.end}, won by {' and '.join(map(setup.shown, row.winners)) or 'nobody'}"


def _aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows with their cells under each other, numbers to the right."""
    widths = [max(map(columns, cells)) for cells in zip(*table, strict=True)]
    for first, *cells, last in table:
        middle = (to_right(cell, width) for cell, width in zip(cells, widths[1:-1], strict=True))
        yield "  ".join((to_left(first, widths[0]), *middle, last)).rstrip()
