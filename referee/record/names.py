"""The names that players have in a record (`docs/record.md`, Headers)."""

from __future__ import annotations

from unicodedata import category, normalize

LONGEST_NAME = 12
"""Characters of the longest name, counted after composing letters with their accents."""


def composed(name: str) -> str:
    """The one spelling of a name whose accents may be letters of their own.

    >>> composed("Zoe\\N{COMBINING DIAERESIS}") == "Zo\\N{LATIN SMALL LETTER E WITH DIAERESIS}"
    True
    """
    return name if name.isascii() else normalize("NFC", name)


def is_name(name: str) -> bool:
    """Whether a composed `name` can be a player's: letters and digits of any script, `_` and `-`.

    >>> is_name("Ольга"), is_name("Ann Lee"), is_name("")
    (True, False, False)
    """
    return 0 < len(name) <= LONGEST_NAME and all(
        character in "_-" or category(character)[0] in "LMN" for character in name
    )
