"""Figures as lines for the terminal and as a page for `docs/benchmarks/`."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.bench.score import Score, Summary
from vision.bench.share import Share, at_share
from vision.bench.trust import calibration_error

if TYPE_CHECKING:  # the photo gate needs no painter
    from vision.bench.speed import Ratio

Rows = Sequence[tuple[str, ...]]

_VALUES = (("0 to 6", 0, 6), ("7 to 9", 7, 9), ("10 to 12", 10, 12), ("7 to 12", 7, 12), ("13 to 18", 13, 18))


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page: the heads of its columns and its rows, and what stands in its place without any."""

    head: tuple[str, ...]
    rows: Rows
    otherwise: str = "None."


def conditions(command: str, reader: str) -> Rows:
    """What was measured with what: no host names, nothing about the person."""
    return (
        ("command", f"`{command}`"),
        ("date", datetime.now(UTC).date().isoformat()),
        ("reader", reader),
        ("Stationmaster", version("stationmaster")),
        ("Python", platform.python_version()),
        ("OpenCV", cv2.__version__),
        ("NumPy", np.__version__),
        ("machine", f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"),
    )


def figures(found: Summary) -> Rows:
    """The totals, the figure that a player feels first."""
    mean = "" if found.source_mean is None else f"; mean over sources {found.source_mean:.3f}"
    rows = [
        ("hand exact", f"{found.hand}{mean}"),
        ("tile exact", str(found.tile)),
        ("extra tiles", f"{found.extra} ({found.extra / max(1, found.tile.whole):.3f} a true tile)"),
        ("total exact", str(found.total)),
        ("silent", str(found.silent)),
        ("flagged", str(found.flagged)),
        ("refused", str(found.refused)),
    ]
    if found.off:
        median, most = _median(found.off), at_share(found.off, 0.95)
        rows += [
            (
                "corners off",
                f"median {median:.3f}, 95th percentile {most:.3f} tile lengths ({len(found.off)} tiles)",
            ),
            ("end for end", str(found.end_for_end)),
        ]
    if found.face_down.whole or found.extra_backs:
        rows.append(("face down", f"{found.face_down}; {found.extra_backs} that are not there"))
    if found.empty.whole:
        rows.append(("empty, unflagged tile", str(found.empty)))
    error = calibration_error(found.reliability)
    if error is not None:
        tiles = sum(bin.right.whole for bin in found.reliability)
        rows.append(("calibration error", f"{error:.3f} ({tiles} tiles read)"))
    if found.milliseconds:
        median, most = _median(found.milliseconds), at_share(found.milliseconds, 0.95)
        rows.append(("ms a picture", f"median {median:.0f}, 95th percentile {most:.0f}"))
    return rows


def groups(found: Summary) -> Rows:
    """Exact hands of each kind of picture."""
    return [(f"{kind}: {name}", _of(share)) for (kind, name), share in found.groups.items()]


def halves(found: Summary) -> Rows:
    """Exact halves in groups of values, then of each value."""
    grouped = [(f"half {name}", _between(found.halves, low, high)) for name, low, high in _VALUES]
    single = [(f"half {value}", share) for value, share in found.halves.items()]
    return [(name, _of(share)) for name, share in [*grouped, *single] if share.whole]


def trust(found: Summary) -> Rows:
    """The reliability table: each bin's tiles, their mean confidence, and the share of right ones."""
    return [
        (
            f"{bin.low:.1f} to {bin.high:.1f}",
            str(bin.right.whole),
            f"{bin.confidence:.3f}" if bin.right.whole else "",
            f"{bin.right.value:.3f}" if bin.right.whole else "",
        )
        for bin in found.reliability
    ]


def wrong(scores: Iterable[Score]) -> Rows:
    """Each picture that was not read exactly: whether it asks for a look, its file's name without folder, the
    tiles missed and the extra ones."""
    return [
        (
            "flagged" if one.flagged else "SILENT",
            PurePath(one.truth.file).name,
            _tiles(one.missed),
            _tiles(one.extra),
        )
        for one in scores
        if not one.exact
    ]


def wrong_lines(scores: Iterable[Score]) -> list[str]:
    """The same for the terminal."""
    return [f"{flag:7} {file}: missed {missed}; extra {extra}" for flag, file, missed, extra in wrong(scores)]


def shortfalls(
    found: Summary, min_hand: float | None, min_tile: float | None, max_silent: float | None
) -> list[str]:
    """A sentence for each limit that `found` does not keep; None asks nothing."""
    lines = []
    for name, share, least in (("hand exact", found.hand, min_hand), ("tile exact", found.tile, min_tile)):
        if least is not None and share.value < least:
            lines.append(f"{name} is {share.value:.3f}, asked for is {least:g} or more")
    if max_silent is not None and found.silent.value > max_silent:
        lines.append(f"silent is {found.silent.value:.3f}, asked for is {max_silent:g} or less")
    return lines


def speeds(ratios: Iterable[Ratio]) -> Rows:
    """Each ratio with what is asked, and the two times that it was made of."""
    return [
        (
            one.name,
            one.against,
            f"{one.value:.2f}",
            "" if one.bar is None else f"{one.bar:g}",
            f"{one.ours:.1f} ms against {one.theirs:.1f} ms",
        )
        for one in ratios
    ]


def lines(rows: Rows) -> list[str]:
    """Rows for the terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def write(file: Path, title: str, words: str, tables: Sequence[Table]) -> None:
    """Write a Markdown page: a heading, a paragraph, and tables.

    Raises `OSError`.
    """
    parts = [f"# {title}", words]
    for table in tables:
        lines = [table.head, ("---",) * len(table.head), *table.rows]
        parts.append("\n".join(map(_row, lines)) if table.rows else table.otherwise)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(parts) + "\n", "utf-8")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _between(halves: Mapping[int, Share], low: int, high: int) -> Share:
    inside = [share for value, share in halves.items() if low <= value <= high]
    return Share(sum(share.part for share in inside), sum(share.whole for share in inside))


def _of(share: Share) -> str:
    return f"{share.part}/{share.whole} ({share.value:.3f})"


def _median(ordered: Sequence[float]) -> float:
    return float(np.median(ordered))


def _tiles(tiles: Iterable[object]) -> str:
    return " ".join(map(str, tiles)) or "none"
