"""What the umpire of a live table decides, as objects for programs and as rows for people."""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONEncoder

from referee.acts import TurnLine
from referee.rules import Rules
from referee.umpire import Decision, text_of
from web.cli.output import printable
from web.cli.verdicts import violation_object

_to_json = JSONEncoder(ensure_ascii=False).encode


def decision_json(decision: Decision, time: float, frame: int) -> str:
    """The object for what was decided `time` seconds after the first frame, by frame number `frame`."""
    whole_turn = isinstance(decision.act, TurnLine)
    row: dict[str, object] = {
        "t": round(time, 3),
        "frame": frame,
        "act": decision.text,
        "turn_open": decision.turn_open,
        "verdict": decision.verdict,
        "violations": [
            violation_object(violation, None if whole_turn else 1) for violation in decision.violations
        ],
        "confidence": decision.confidence,
        "question": None if decision.question is None else decision.question.text,
        "corrects": corrected_text(decision),
    }
    if decision.question is not None:
        row["choices"] = [choice.text for choice in decision.question.choices]
    if decision.reminder is not None:
        row["reminder"] = decision.reminder
    return _to_json(row)


def corrected_text(decision: Decision) -> str | None:
    """What the umpire said before that is no longer true, as a record says it."""
    # `Undo` is an empty tuple, so this asks for None and not for something empty.
    return None if decision.corrects is None else text_of(decision.corrects)


def failure_json(sentence: str, frame: int | None) -> str:
    """The object in place of the summary where no more frames come after number `frame`."""
    return _to_json({"error": {"frame": frame, "message": sentence}})


def decision_text(decision: Decision, rules: Rules, time: float) -> str:
    """The rows for a person, with the time (seconds after the first frame) before the first."""
    first, *more = decision_rows(decision, rules)
    return "\n".join((f"{time:7.1f}  {first}", *(f"{'':9}{row}" for row in more)))


def decision_rows(decision: Decision, rules: Rules) -> list[str]:
    """The rows for a person: what happened and what is wrong with it, or what is asked."""
    return [*map(printable, _rows(decision, rules))]


def _rows(decision: Decision, rules: Rules) -> Iterator[str]:
    corrects, act = corrected_text(decision), decision.text
    said = "" if decision.verdict == "legal" else f"   {decision.verdict.upper()}"
    if act is not None:
        over = "   (turn over)" if isinstance(decision.act, TurnLine) else ""
        yield f"{act}{over}{said}"
    if corrects is not None:
        yield f"{'  which was taken for' if act else 'There was no'} {corrects}"
    for violation in decision.violations:
        rule = f", {violation.option}={getattr(rules, violation.option)}" if violation.option else ""
        yield f"  {violation.message} ({violation.code}{rule})"
    if decision.reminder is not None:
        yield f"  {decision.reminder}"
    if decision.question is not None:
        yield f"? {decision.question.text}"
        for number, choice in enumerate(decision.question.choices, 1):
            yield f"  {number}: {choice.text}"
