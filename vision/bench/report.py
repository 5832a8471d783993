"""Figures as lines for the terminal and as a page for `docs/benchmarks/`."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.bench.score import Score, Summary, at_share

if TYPE_CHECKING:  # the photo gate needs no painter
    from vision.bench.speed import Ratio

Rows = Sequence[tuple[str, str]]


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
    if found.milliseconds:
        median, most = _median(found.milliseconds), at_share(found.milliseconds, 0.95)
        rows.append(("ms a picture", f"median {median:.0f}, 95th percentile {most:.0f}"))
    return rows


def groups(found: Summary) -> Rows:
    """Exact hands of each kind of picture, then exact halves by their value."""
    rows = [
        (f"{kind}: {name}", f"{share.part}/{share.whole}") for (kind, name), share in found.groups.items()
    ]
    rows += [(f"half: {value}", f"{share.part}/{share.whole}") for value, share in found.halves.items()]
    return rows


def wrong(scores: Iterable[Score]) -> list[str]:
    """A line for each picture that was not read exactly: for the terminal, never for a report."""
    return [
        f"{'flagged' if one.flagged else 'SILENT '} {one.truth.file}: "
        f"missed {_tiles(one.missed)}; extra {_tiles(one.extra)}"
        for one in scores
        if not one.exact
    ]


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
    """Each ratio with the two times that it was made of."""
    return [
        (
            one.name,
            f"{one.value:.2f} times {one.against} ({one.ours:.1f} ms against {one.theirs:.1f} ms, "
            f"medians of {one.rounds} rounds)",
        )
        for one in ratios
    ]


def lines(rows: Rows) -> list[str]:
    """Rows for the terminal."""
    width = max((len(name) for name, _ in rows), default=0)
    return [f"{name:{width}}  {value}" for name, value in rows]


def write(file: Path, title: str, words: str, tables: Sequence[tuple[tuple[str, str], Rows]]) -> None:
    """Write a Markdown page: a heading, a paragraph, and tables with their two column heads.

    Raises `OSError`.
    """
    parts = [f"# {title}", words]
    for head, rows in tables:
        body = [f"| {name} | {value} |" for name, value in rows]
        parts.append("\n".join([f"| {head[0]} | {head[1]} |", "| --- | --- |", *body]))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(parts) + "\n", "utf-8")


def _median(ordered: Sequence[float]) -> float:
    return float(np.median(ordered))


def _tiles(tiles: Iterable[object]) -> str:
    return " ".join(map(str, tiles)) or "none"
