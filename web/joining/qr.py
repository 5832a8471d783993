"""QR codes, drawn for a page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import segno

_QUIET = 4
"""Empty modules around a code, as ISO/IEC 18004 asks for."""


@dataclass(frozen=True, slots=True)
class QrDrawing:
    """A code as SVG draws it: a square of `side` modules, and the path of its dark ones."""

    side: int
    path: str


def drawing(text: str) -> QrDrawing:
    """The code of `text`, for a page."""
    rows = _modules(text)
    runs = (f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(rows) for x, width in _dark(row))
    return QrDrawing(len(rows), "".join(runs))


def blocks(text: str) -> tuple[str, ...]:
    """The code of `text` in lines of half blocks: two modules above each other in one character.

    A dark module is a blank: most terminals are dark, and what is drawn there is light.
    """
    rows = _modules(text)
    pairs = zip(rows[::2], [*rows[1::2], (False,) * len(rows)], strict=False)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return tuple("".join(signs[two] for two in zip(upper, lower, strict=True)) for upper, lower in pairs)


def _modules(text: str) -> list[tuple[bool, ...]]:
    """Rows of modules with the empty ones around them; True is dark."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    return [tuple(bool(module) for module in row) for row in code.matrix_iter(border=_QUIET)]


def _dark(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Where each run of dark modules begins, and how long it is."""
    found, x = [], 0
    for dark, run in groupby(row):
        width = len(list(run))
        if dark:
            found.append((x, width))
        x += width
    return found
