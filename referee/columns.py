"""How wide a text is where every letter has the same width, as on a terminal."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def columns(text: str) -> int:
    """The columns that `text` takes: two for a wide letter, none for an accent of its own.

    >>> columns("Bo"), columns("李明"), columns("e\\N{COMBINING ACUTE ACCENT}")
    (2, 4, 1)
    """
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in "WF")
        for letter in text
    )


def to_left(text: str, width: int) -> str:
    """`text` with blanks behind it up to `width` columns."""
    return text + " " * (width - columns(text))


def to_right(text: str, width: int) -> str:
    """`text` with blanks before it up to `width` columns.

    >>> to_right("李明", 6)
    '  李明'
    """
    return " " * (width - columns(text)) + text
