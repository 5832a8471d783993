"""The rows of the sheet as its page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import LazyString, lazy_gettext

from referee import SheetRound, Tile
from web.count.doubts import doubted_cells
from web.store import Game


@dataclass(frozen=True, slots=True)
class Mark:
    """A small sign beside a count, and what it means."""

    sign: str
    words: LazyString


_OUT = Mark("★", lazy_gettext("went out"))
_CORRECTED = Mark("✎", lazy_gettext("corrected"))
_CROSSED = Mark("⇄", lazy_gettext("two entered at once"))
_CHECK = Mark("?", lazy_gettext("please check"))


@dataclass(frozen=True, slots=True)
class CellView:
    """One count; `text` is in brackets while its points are not known yet, `total` the running total."""

    seat: int
    saved: bool
    text: str
    total: int | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One round; `open` when its empty cells are offered for entering."""

    number: int
    engine: Tile
    current: bool
    future: bool
    open: bool
    cells: tuple[CellView, ...]


def row_views(game: Game) -> tuple[SheetRow, ...]:
    """All rounds of `game`, the first on top."""
    current = game.sheet.current or game.sheet.last + 1
    doubted = doubted_cells(game)
    return tuple(
        SheetRow(
            row.number,
            row.engine,
            current=row.number == current,
            future=row.number > current and not row.counts,
            open=row.number <= current or bool(row.counts),
            cells=tuple(
                _cell(game, row, seat, (row.number, seat) in doubted) for seat in range(len(game.players))
            ),
        )
        for row in game.sheet.rounds
    )


def _cell(game: Game, row: SheetRound, seat: int, doubted: bool) -> CellView:
    player = str(seat)
    count = row.counts.get(player)
    if count is None:
        return CellView(seat, False, "", None, ())
    cell = game.cell(row.number, seat)
    points = row.points.get(player)
    marks = (
        (_OUT, count.out),
        (_CORRECTED, cell.corrected),
        (_CROSSED, bool(cell.crossed)),
        (_CHECK, doubted),
    )
    return CellView(
        seat,
        True,
        f"({count.points})" if points is None else str(points),
        None if points is None else row.totals[player],
        tuple(mark for mark, holds in marks if holds),
    )
