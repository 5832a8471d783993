"""Layouts as text: each line says what differs from the layout before, or what somebody taps.

hub 12-12; down 42        the engine, and how many tiles lie face down
Ana 12-4 4-9              the row of a train, or of a place whose owner is not known
Ana 12-4 4-9?             read with a certainty of 0.5; with 4-9?70 of 0.7
Ana 12-4 (4-9)            covered now, known from before
Ana 12-4 ...              something lies over the row
+Bo; -Bo                  a marker is there, or no longer
loose 5-3                 tiles that touch no train
down ?; markers ?         the boneyard is out of sight; nobody looks for markers
unseen Ana                the row is out of sight
same                      the same layout again
! Bo: pass knock          acts that are tapped, as records say them
! end Bo                  the turn is over, somebody says
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.acts import TurnLine
from referee.layout import Layout, SeenTile, SeenTrain
from referee.record import line_text, read_line
from referee.setup import Setup
from referee.umpire import Decision, EndTurn, Watch, lines_of, step, tap, watch_round

EMPTY = Layout(markers=frozenset())


def _tile(word: str) -> SeenTile:
    hidden = word.startswith("(")
    tile, doubt, percent = word.strip("()").partition("?")
    certainty = int(percent or 50) / 100 if doubt else 1.0
    touching, end = map(int, tile.split("-"))
    return SeenTile(touching, end, certainty, hidden)


def layout_after(layout: Layout, text: str) -> Layout:
    """The layout that differs from `layout` as one line of a script says."""
    for part in (part.strip() for part in text.split(";")):
        head, *words = part.split()
        if head == "same":
            continue
        if head == "hub":
            layout = replace(layout, engine=_tile(words[0]) if words else None)
        elif head == "down":
            layout = replace(layout, face_down=None if words == ["?"] else int(words[0]))
        elif head == "markers":
            layout = replace(layout, markers=None if words == ["?"] else frozenset(words))
        elif head == "loose":
            layout = replace(layout, loose=tuple(map(_tile, words)))
        elif head == "unseen":
            layout = replace(layout, trains=tuple(row for row in layout.trains if row.name not in words))
        elif head[0] in "+-":
            markers = layout.markers or frozenset()
            layout = replace(layout, markers=markers | {head[1:]} if head[0] == "+" else markers - {head[1:]})
        else:
            covered = words[-1:] == ["..."]
            row = SeenTrain(head, tuple(map(_tile, words[:-1] if covered else words)), covered)
            rows = {**layout.rows, head: row}
            layout = replace(layout, trains=tuple(rows.values()))
    return layout


def told(watch: Watch, script: str, layout: Layout = EMPTY) -> Iterator[tuple[Watch, tuple[Decision, ...]]]:
    """The watch after each line of a script, and what was decided by it."""
    for text in filter(None, (line.partition("#")[0].strip() for line in script.splitlines())):
        if not text.startswith("!"):
            layout = layout_after(layout, text)
            watch, said = step(watch, layout)
        elif text.startswith("! end "):
            watch, said = tap(watch, EndTurn(text.split()[2]))
        else:
            line = read_line(text[1:].strip(), watch.setup)
            acts = line.acts if isinstance(line, TurnLine) else (line,)
            said = ()
            for act in acts:
                watch, more = tap(watch, act)  # type: ignore[arg-type]
                said += more
        yield watch, said


def watched(setup: Setup, script: str, **started: object) -> tuple[Watch, list[Decision]]:
    """The watch after a whole script, and all that was decided."""
    steps = list(told(watch_round(setup, **started), script))  # type: ignore[arg-type]
    return steps[-1][0], [decision for _, said in steps for decision in said]


def record(watch: Watch) -> list[str]:
    """The record so far, line by line."""
    return [line_text(line) for line in lines_of(watch)]
