"""The chart of totals over rounds, as numbers for a picture: lines, marks, ticks, names at the ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from unicodedata import east_asian_width

from referee import Sheet
from web.colours import initials
from web.store.events import Player

SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.6L4.4 3.4H-4.4z",
    "M0-5L5 0L0 5L-5 0z",
    "M0 4.6L4.4-3.4H-4.4z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
    "M0-5L1.5-1.6L5-1.4L2.3.9L3.2 4.4L0 2.5L-3.2 4.4L-2.3.9L-5-1.4L-1.5-1.6z",
)
"""Outlines of the marks on a line, round the point that they mark: with the dashes they tell lines apart."""
DASHES = ("", "9 4", "2 4", "11 4 2 4")
_LETTER, _WIDE = 0.64, 1.02
"""The widths of a letter and of a wide one, of their height, as far as one can know without the font."""
_TICKS = 5


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line: `points` for a polyline, `marks` its corners, the name where it ends."""

    seat: int
    colour: str
    label: str
    total: int
    points: str
    marks: tuple[tuple[float, float], ...]
    shape: str
    dash: str
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of `width` times `height`; the plot lies between `left`, `right`, `top` and `bottom`.

    Ticks are a place and what stands there.
    """

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    letters: int
    rounds: tuple[tuple[float, int], ...]
    levels: tuple[tuple[float, int], ...]
    lines: tuple[ChartLine, ...]


def series(sheet: Sheet) -> tuple[tuple[int, ...], ...]:
    """Totals by seat before the first round and after each one, up to the first that lacks a count."""
    rows = [tuple(0 for _ in sheet.players)]
    for row in sheet.rounds:
        if row.score is None:
            break
        rows.append(tuple(row.totals[player] for player in sheet.players))
    return tuple(rows)


def draw(
    totals: Sequence[Sequence[int]],
    players: Sequence[Player],
    width: int = 900,
    height: int = 420,
    letters: int = 14,
) -> Chart:
    """The chart of `totals` (see `series`); `letters` is the height of its letters."""
    labels = _labels([player.name for player in players], 9 if width < 500 else 20)
    longest = max(_width(f"{label} {total}") for label, total in zip(labels, totals[-1], strict=True))
    lowest = min(map(min, totals))
    levels = ticks(lowest, max(map(max, totals)))
    left = 8 + letters * _LETTER * max(len(str(level)) for level in levels)
    right = width - 22 - letters * longest
    top, bottom = letters, height - 2.2 * letters
    last = max(len(totals) - 1, 1)

    def x(number: int) -> float:
        return round(left + 6 + (right - left - 6) * number / last, 1)

    def y(total: float) -> float:
        return round(bottom - (bottom - top) * (total - lowest) / (levels[-1] - lowest), 1)

    ends = spread([y(total) for total in totals[-1]], letters * 1.15, top, bottom)
    lines = []
    for seat, player in enumerate(players):
        corners = tuple((x(number), y(row[seat])) for number, row in enumerate(totals))
        points = " ".join(f"{at:g},{height:g}" for at, height in corners)
        shape, dash = SHAPES[seat % len(SHAPES)], DASHES[seat % len(DASHES)]
        total = totals[-1][seat]
        lines.append(
            ChartLine(
                seat,
                player.colour,
                labels[seat],
                total,
                points,
                corners[1:],
                shape,
                dash,
                ends[seat],
            )
        )
    step = ceil(last / 9) if width < 500 else 1
    rounds = tuple((x(number), number) for number in range(step, len(totals), step))
    return Chart(
        width,
        height,
        left,
        right,
        top,
        bottom,
        letters,
        rounds,
        tuple((y(level), level) for level in levels),
        tuple(lines),
    )


def ticks(low: int, high: int) -> tuple[int, ...]:
    """Round numbers, evenly apart, from `low` up to `high` or more.

    >>> ticks(0, 87), ticks(-10, 420)
    ((0, 20, 40, 60, 80, 100), (0, 100, 200, 300, 400, 500))
    """
    span = max(high - low, 4)
    size = 10 ** floor(log10(span / _TICKS)) if span >= _TICKS else 1
    step = next(int(size * times) for times in (1, 2, 5, 10) if span / (size * times) <= _TICKS)
    return tuple(range(ceil(low / step) * step, max(ceil(high / step), 1) * step + 1, step))


def spread(places: Sequence[float], gap: float, top: float, bottom: float) -> tuple[float, ...]:
    """`places`, moved as little as needed so that none is nearer than `gap` to another, in the same order.

    They stay between `top` and `bottom` where there is room for all.

    >>> spread([10, 11, 50], 8, 0, 60)
    (10, 18, 50)
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved: dict[int, float] = {}
    least = top
    for index in order:
        moved[index] = max(places[index], least)
        least = moved[index] + gap
    most = bottom
    for index in reversed(order):
        moved[index] = min(moved[index], most)
        most = moved[index] - gap
    return tuple(moved[index] for index in range(len(places)))


def _labels(names: Sequence[str], most: int) -> list[str]:
    """The names at the lines' ends, of `most` letters; behind their marks where they would read the same."""
    labels = [_cut(name, most) for name in names]
    if len(set(labels)) == len(labels):
        return labels
    return [f"{mark} {_cut(name, most - 3)}" for mark, name in zip(initials(names), names, strict=True)]


def _width(text: str) -> float:
    """About how wide `text` is, in heights of a letter."""
    return sum(_WIDE if sign in "MWmw…" or east_asian_width(sign) in "WF" else _LETTER for sign in text)


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
