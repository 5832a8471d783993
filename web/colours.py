"""The players' colours, and the initials that stand beside them: nobody is known by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import LazyString, lazy_gettext


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour that a player can have; `name` is stored, and is the end of its class in the style sheet.

    `ink` is the colour itself, as that class has it, for pictures without the style sheet.
    """

    name: str
    ink: str
    label: LazyString


COLOURS = (
    Colour("red", "#b9281d", lazy_gettext("Red")),
    Colour("blue", "#1f62c4", lazy_gettext("Blue")),
    Colour("green", "#1f7a38", lazy_gettext("Green")),
    Colour("orange", "#b4540a", lazy_gettext("Orange")),
    Colour("purple", "#7a3da6", lazy_gettext("Purple")),
    Colour("teal", "#08746f", lazy_gettext("Teal")),
    Colour("pink", "#c02a7c", lazy_gettext("Pink")),
    Colour("brown", "#754622", lazy_gettext("Brown")),
    Colour("navy", "#27347f", lazy_gettext("Navy")),
    Colour("olive", "#5c6611", lazy_gettext("Olive")),
    Colour("grey", "#5a6570", lazy_gettext("Grey")),
    Colour("gold", "#876700", lazy_gettext("Gold")),
    Colour("plum", "#5c1f45", lazy_gettext("Plum")),
    Colour("black", "#15181a", lazy_gettext("Black")),
)
"""One for each of the most players that a game has, in the order in which they are handed out."""

COLOUR_NAMES = frozenset(colour.name for colour in COLOURS)


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One short mark for each of `names`, all different: a letter, two where a letter is taken.

    >>> initials(["Ana", "Bo", "Abe", "ali", "Al", "Al2", "ნინო"])
    ('A', 'B', 'Ab', 'Al', 'A1', 'A2', 'ნ')
    """
    marks: list[str] = []
    for name in names:
        marks.append(next(mark for mark in _candidates(name) if mark not in marks))
    return tuple(marks)


def _candidates(name: str) -> list[str]:
    letters = [letter for letter in name if letter.isalnum()] or ["?"]
    first = letters[0].title()  # not upper: Georgian capitals are for headlines, and few fonts have them
    pairs = [first + letter.lower() for letter in letters[1:] if not letter.isdigit()]
    return [first, *pairs, *(f"{first}{number}" for number in range(1, 100))]
