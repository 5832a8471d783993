"""Figures of refereed rounds, as rows for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Sequence

from vision.bench.live import LiveScore
from vision.bench.report import Rows
from vision.bench.share import Share


def totals(scores: Sequence[LiveScore]) -> Rows:
    """All rounds together, each figure with what is asked for."""
    acts = sum(one.acts for one in scores)
    return (
        ("acts right", str(Share(sum(one.right for one in scores), acts)), "at least 0.99"),
        ("acts invented", str(Share(sum(len(one.invented_acts) for one in scores), acts)), "at most 0.005"),
        ("wrong acts flagged", str(Share(sum(one.raised for one in scores), _due(scores))), "all"),
        ("false alarms", str(Share(sum(len(one.false) for one in scores), acts)), "at most 0.005"),
        ("questions", str(Share(sum(one.questions for one in scores), acts)), "at most 0.04"),
        ("taken back by the umpire", str(sum(one.corrections for one in scores)), ""),
        ("records without a fault", str(Share.of(one.exact for one in scores)), "at least 0.75"),
    )


def _due(scores: Sequence[LiveScore]) -> int:
    return sum(one.due for one in scores)


def by_round(scores: Sequence[LiveScore]) -> Rows:
    """A row for each round."""
    return tuple(
        (
            one.name,
            f"{one.right}/{one.acts}",
            str(len(one.invented_acts)),
            f"{one.raised}/{one.due}",
            str(len(one.false)),
            str(one.questions),
            str(one.corrections),
        )
        for one in scores
    )


ROUND_HEAD = ("round", "acts right", "invented", "flagged", "false alarms", "questions", "corrections")


def faults(scores: Sequence[LiveScore]) -> Rows:
    """What went wrong, act by act."""
    rows: list[tuple[str, ...]] = []
    for one in scores:
        rows += [(one.name, "missed", act) for act in one.missed_acts]
        rows += [(one.name, "invented", act) for act in one.invented_acts]
        rows += [(one.name, "false alarm", alarm) for alarm in one.false]
    return tuple(rows)
