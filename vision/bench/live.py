"""How well whole rounds are refereed: `stationmaster replay` is run on each, and its words are compared."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referee.acts import TurnLine
from referee.record import read
from referee.umpire import text_of


class LiveError(Exception):
    """A round that can't be measured; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was made: its `folder`, what `truth` says of it, and its true record's acts."""

    folder: Path
    truth: Mapping[str, Any]
    acts: tuple[str, ...]

    @property
    def alarms(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """What is to be flagged: each wrong act, and its codes."""
        return tuple(
            (act["act"], frozenset(act["violations"]))
            for act in self.truth["acts"]
            if act["verdict"] == "illegal"
        )


@dataclass(frozen=True, slots=True)
class LiveScore:
    """How one round was refereed.

    Of `acts` true ones `right` stand in the record, which has `invented` ones besides; `missed_acts` and
    `invented_acts` are these. `due` alarms were due and `raised` ones of them came; `false` ones came that
    were not due. `questions` were asked, and so often did the umpire `correct` what it had said. `seconds` is
    what it took.
    """

    name: str
    acts: int
    right: int
    missed_acts: tuple[str, ...]
    invented_acts: tuple[str, ...]
    due: int
    raised: int
    false: tuple[str, ...]
    questions: int
    corrections: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the record equals the truth."""
        return self.right == self.acts and not self.invented_acts


def load(folder: Path) -> Round:
    """The round in `folder`: `round.json`, `round.train` and its frames.

    Raises `LiveError` where something is missing or no record.
    """
    try:
        truth = json.loads((folder / "round.json").read_text("utf-8"))
        acts = acts_of((folder / "round.train").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise LiveError(f"{folder} holds no round that was made: make one with vision.synthetic.") from error
    return Round(folder, truth, acts)


def acts_of(record: str) -> tuple[str, ...]:
    """All acts of a record in their order, one text each; a line of several acts gives as many.

    >>> acts_of('[Ruleset "hub"]\\n[Set "12"]\\n[Players "A, B"]\\nengine 12-12\\nA: 12-4@A 4-1@A\\nundo')
    ('engine 12-12', 'A: 12-4@A', 'A: 4-1@A', 'undo')
    """
    found: list[str] = []
    for line in read(record).lines:
        if isinstance(line.line, TurnLine):
            found += [text_of(act) for act in line.line.acts]
        else:
            found.append(text_of(line.line))
    return tuple(text for text in found if not text.startswith(("round ", "start ", "boneyard ")))


def measure(rounds: Iterable[Round], command: Sequence[str] = ()) -> Iterable[LiveScore]:
    """Referee each of `rounds`, one after another, with `command` (that of this program if not given)."""
    for one in rounds:
        with TemporaryDirectory() as folder:
            record = Path(folder) / "out.train"
            started = time.perf_counter()
            said = run(one, record, command)
            seconds = time.perf_counter() - started
            yield score(one, said, acts_of(record.read_text("utf-8")), seconds)


def run(one: Round, record: Path, command: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What `stationmaster replay` says of a round; it writes the `record`.

    Raises `LiveError` where it fails.
    """
    truth = one.truth
    program = [str(Path(sys.executable).with_name("stationmaster"))]
    arguments = [*(command or program), "replay", str(one.folder / "frames")]
    arguments += ["--ruleset", truth["ruleset"], "--set", str(truth["set"]), "--json"]
    arguments += ["--players", ", ".join(truth["players"]), "--fps", str(truth["fps"])]
    arguments += ["--round", str(truth["round"]), "--record", str(record)]
    if truth.get("start"):
        arguments += ["--start", truth["start"]]
    if truth.get("seats"):
        arguments += ["--seats", ", ".join(f"{who}={round(way)}" for who, way in truth["seats"].items())]
    for name, value in truth.get("options", {}).items():
        arguments += ["--option", f"{name}={value}"]
    if (one.folder / "marker.jpg").is_file():
        arguments += ["--marker", str(one.folder / "marker.jpg")]
    ended = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", check=False)
    if ended.returncode:
        raise LiveError(f"{one.folder} was not refereed to its end: {ended.stderr.strip()}")
    return [json.loads(line) for line in ended.stdout.splitlines()]


def score(
    one: Round, said: Sequence[Mapping[str, Any]], acts: Sequence[str], seconds: float = 0.0
) -> LiveScore:
    """What was `said` of a round, and the `acts` of its record, against the truth."""
    missed: list[str] = []
    invented: list[str] = []
    right = 0
    matcher = SequenceMatcher(None, one.acts, acts, autojunk=False)
    for what, begin, end, from_, to in matcher.get_opcodes():
        if what == "equal":
            right += end - begin
        else:
            missed += one.acts[begin:end]
            invented += acts[from_:to]
    raised, false = _alarms(one, said)
    return LiveScore(
        one.folder.name,
        len(one.acts),
        right,
        tuple(missed),
        tuple(invented),
        len(one.alarms),
        raised,
        false,
        sum(row.get("question") is not None for row in said),
        sum(row.get("corrects") is not None for row in said),
        seconds,
    )


def _alarms(one: Round, said: Sequence[Mapping[str, Any]]) -> tuple[int, tuple[str, ...]]:
    """How many alarms that were due came, and those that came and were not due."""
    waiting = list(one.alarms)
    raised: list[tuple[str, frozenset[str]]] = []
    false: list[str] = []
    for row in said:
        if row.get("verdict") != "illegal":
            continue
        codes = {found["code"] for found in row["violations"] if found["severity"] == "illegal"}
        due = next((alarm for alarm in waiting if alarm[0] in _single(row["act"]) and alarm[1] & codes), None)
        if due is not None:
            waiting.remove(due)
            raised.append(due)
        elif not any(alarm[0] in _single(row["act"]) and alarm[1] & codes for alarm in raised):
            false.append(f"{row['act']} ({', '.join(sorted(codes))})")
    return len(raised), tuple(false)


def _single(text: str | None) -> tuple[str, ...]:
    """The acts of a line of a record."""
    if text is None:
        return ()
    who, colon, acts = text.partition(": ")
    return tuple(f"{who}: {act}" for act in acts.split()) if colon else (text,)
