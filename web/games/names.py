"""Names as people see them: of players and of games, from whatever was typed or pasted."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"
"""They show nothing, but emoji of families and Persian words are written with them."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs, says Unicode, that show nothing."""
_MOST_MARKS = 4
"""Accents and vowel signs on one letter; no script needs more, and a heap of them covers other lines."""


def tidy(text: str) -> str:
    """`text` as a name: composed, with single spaces, without what shows nothing or turns the text around.

    >>> tidy("  Ana \\t\\u202e Lee ")
    'Ana Lee'
    """
    shown = ""
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character).startswith("M"):
            marks += 1
            if marks <= _MOST_MARKS and shown.rstrip(_JOINERS)[-1:].strip():
                shown += character
            continue
        marks = 0
        visible = character.isprintable() and character not in _BLANKS
        shown += character if visible or character in _JOINERS else " "
    words = (word.strip(_JOINERS) for word in shown.split())
    return unicodedata.normalize("NFC", " ".join(word for word in words if word))


def same(one: str, other: str) -> bool:
    """True when two tidy names are the same to people who read them.

    >>> same("Ana", "ANA"), same("Ana", "Anna")
    (True, False)
    """
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """What is left of a tidy name for comparing it: the same for names that people read as the same.

    >>> folded("Ana") == folded("ANA")
    True
    """
    return "".join(character for character in name if character not in _JOINERS).casefold()
