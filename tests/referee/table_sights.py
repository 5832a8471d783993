"""A simulated round as a camera sees it: layouts, one after each thing that can be seen to happen.

A pass shows by its marker. Where none is put, as the train is marked already, somebody taps the pass.
`seen_record` says how the record of the same round reads for somebody who sees the table alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from referee.acts import (
    MEXICAN,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Line,
    Mark,
    NameStarter,
    Pass,
    Play,
    TurnAct,
    TurnLine,
)
from referee.layout import Layout, SeenTile, SeenTrain

Sight: TypeAlias = Layout | Pass | Hunt | NameStarter
"""What comes to an umpire: a layout, or what is tapped."""


def sights(lines: Iterable[Line], layout: Layout) -> Iterator[list[Sight]]:
    """What comes of a round, line by line, from the empty table `layout` on.

    Whether the boneyard is in sight and somebody looks for markers is as in `layout`.
    """
    for line in lines:
        if isinstance(line, Hunt):
            if layout.face_down is not None:
                layout = replace(layout, face_down=layout.face_down - 1)
            yield [line]
        elif isinstance(line, NameStarter):
            yield [line]
        elif isinstance(line, LayEngine):
            layout = replace(layout, engine=SeenTile(line.tile.high, line.tile.low))
            yield [layout]
        elif isinstance(line, TurnLine):
            seen: list[Sight] = []
            shows = layout.markers is not None and Mark(line.player, line.player, on=True) in line.acts
            for act in _in_sight(line.acts):
                if isinstance(act, Pass):
                    seen += [] if shows else [act]
                else:
                    after = _after(layout, act)
                    seen += [after] if after != layout else []
                    layout = after
            yield seen


def _in_sight(acts: Iterable[TurnAct]) -> list[TurnAct]:
    seen = (act for act in acts if not isinstance(act, Knock))
    return [act for act in seen if not (isinstance(act, Mark) and act.train == MEXICAN)]


def _after(layout: Layout, act: TurnAct) -> Layout:
    if isinstance(act, Play):
        rows = layout.rows
        row = rows.get(act.train, SeenTrain(act.train))
        row = replace(row, tiles=(*row.tiles, SeenTile(act.touching, act.end)))
        return replace(layout, trains=tuple({**rows, act.train: row}.values()))
    if isinstance(act, Draw) and layout.face_down is not None:
        return replace(layout, face_down=layout.face_down - 1)
    if isinstance(act, Mark) and layout.markers is not None:
        markers = layout.markers
        return replace(layout, markers=markers | {act.train} if act.on else markers - {act.train})
    return layout


def seen_record(lines: Iterable[Line], counted: bool = True) -> list[Line]:
    """The lines as somebody writes them who sees the table alone; markers come last in each turn.

    A draw is seen only where the boneyard is counted. Otherwise one is assumed before a pass, and those
    before a tile are not known of.
    """
    out: list[Line] = []
    for line in lines:
        if isinstance(line, TurnLine):
            out.append(TurnLine(line.player, _as_seen(_in_sight(line.acts), counted)))
        elif isinstance(line, (LayEngine, NameStarter, Hunt)):
            out.append(line)
    return out


def _as_seen(acts: list[TurnAct], counted: bool) -> tuple[TurnAct, ...]:
    marks = [act for act in acts if isinstance(act, Mark)]
    rest: list[TurnAct] = []
    for act in (act for act in acts if not isinstance(act, Mark)):
        if isinstance(act, Draw):
            act = Draw(act.player, assumed=not counted)
        if rest and isinstance(rest[-1], Draw) and not counted and not isinstance(act, Pass):
            rest.pop()
        rest.append(act)
    return (*rest, *marks)


def without_unseen_draws(lines: Iterable[Line]) -> list[Line]:
    """The lines without assumed draws before a tile: that they took place shows later, or never."""
    return [
        TurnLine(line.player, _as_seen(list(line.acts), counted=False))
        if isinstance(line, TurnLine) and any(isinstance(act, Draw) and act.assumed for act in line.acts)
        else line
        for line in lines
    ]
