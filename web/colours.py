"""The players' colours, and the initials that stand beside them: nobody is known by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import LazyString, lazy_gettext


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour that a player can have; `name` is stored, and is the end of its class in the style sheet."""

    name: str
    label: LazyString


COLOURS = (
    Colour("red", lazy_gettext("Red")),
    Colour("blue", lazy_gettext("Blue")),
    Colour("green", lazy_gettext("Green")),
    Colour("orange", lazy_gettext("Orange")),
    Colour("purple", lazy_gettext("Purple")),
    Colour("teal", lazy_gettext("Teal")),
    Colour("pink", lazy_gettext("Pink")),
    Colour("brown", lazy_gettext("Brown")),
    Colour("navy", lazy_gettext("Navy")),
    Colour("olive", lazy_gettext("Olive")),
    Colour("grey", lazy_gettext("Grey")),
    Colour("gold", lazy_gettext("Gold")),
    Colour("plum", lazy_gettext("Plum")),
    Colour("black", lazy_gettext("Black")),
)
"""One for each of the most players that a game has, in the order in which they are handed out."""

COLOUR_NAMES = frozenset(colour.name for colour in COLOURS)


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One short mark for each of `names`, all different: a letter, two where a letter is taken.

    >>> initials(["Ana", "Bo", "Abe", "ali", "Al", "Al2"])
    ('A', 'B', 'Ab', 'Al', 'A1', 'A2')
    """
    marks: list[str] = []
    for name in names:
        marks.append(next(mark for mark in _candidates(name) if mark not in marks))
    return tuple(marks)


def _candidates(name: str) -> list[str]:
    letters = [letter for letter in name if letter.isalnum()] or ["?"]
    first = letters[0].upper()
    pairs = [first + letter.lower() for letter in letters[1:] if not letter.isdigit()]
    return [first, *pairs, *(f"{first}{number}" for number in range(1, 100))]
