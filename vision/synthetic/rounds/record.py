"""The true record of a round, as far as the table alone shows it, and what the referee says to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from referee import (
    BeginRound,
    LayEngine,
    Line,
    Mark,
    NameStarter,
    Setup,
    TurnAct,
    TurnLine,
    Undo,
    judge_lines,
)
from referee.record import compose, line_text, write
from referee.violations import Violation, verdict
from vision.synthetic.rounds.playing import Deed, PlayedRound


@dataclass(frozen=True, slots=True)
class Entry:
    """One act of the record: which of the round's deeds it is, its text and what is wrong with it."""

    deed: int
    text: str
    violations: tuple[Violation, ...]

    @property
    def verdict(self) -> str:
        """The worst severity of the violations."""
        return verdict(self.violations)


@dataclass(frozen=True, slots=True)
class TrueRecord:
    """The record's lines, and its acts one by one, in its order."""

    setup: Setup
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]

    @property
    def text(self) -> str:
        """The record as it is written."""
        return write(compose(self.setup, self.lines))


def true_record(played: PlayedRound) -> TrueRecord:
    """The record of `played`. Markers come last in each turn; what was not seen is not there."""
    lines: list[Line] = [BeginRound(played.number)]
    if played.setup.rules.starter == "chosen":
        lines.append(NameStarter(played.starter))
    places: list[list[int]] = [[] for _ in lines]
    numbered = [(place, deed) for place, deed in enumerate(played.deeds) if deed.recorded]
    for _, group in groupby(numbered, key=lambda pair: pair[1].line):
        row = sorted(group, key=lambda pair: isinstance(pair[1].act, Mark))
        lines.append(_line([deed for _, deed in row]))
        places.append([place for place, _ in row])
    entries: list[Entry] = []
    for (_, told), line, deeds in zip(
        judge_lines(played.setup, enumerate(lines)), lines, places, strict=True
    ):
        acts: tuple[TurnAct | Line, ...] = line.acts if isinstance(line, TurnLine) else (line,)
        for number, (place, act) in enumerate(zip(deeds, acts, strict=False), 1):
            last = number == len(deeds)
            found = [f.violation for f in told.faults if f.act == number or (f.act is None and last)]
            entries.append(Entry(place, _text(act), tuple(found)))
    return TrueRecord(played.setup, tuple(lines), tuple(entries))


def _line(deeds: Sequence[Deed]) -> Line:
    first = deeds[0].act
    if isinstance(first, (LayEngine, Undo)):
        return first
    acts: list[TurnAct] = [deed.act for deed in deeds if not isinstance(deed.act, (LayEngine, Undo))]
    return TurnLine(first.player, tuple(acts))


def _text(act: TurnAct | Line) -> str:
    return line_text(TurnLine(act.player, (act,)) if isinstance(act, TurnAct) else act)
