"""The four letters that open a game to a phone: short enough to call across a table."""

from __future__ import annotations

import secrets
from datetime import timedelta

LETTERS = "BCDGHJKMNPQTVWXZ"
"""No vowels, and no F, L, R, S, Y, so that no language makes words of them; none looks like a digit here."""
LENGTH = 4
LASTS = timedelta(hours=24)
"""How long a code opens its game."""
RENEWED_AFTER = timedelta(hours=12)
"""The age from which the host is shown a new code: what is shown lasts the evening."""
_RUDE = ("BMG", "CNT", "DCK", "HDP", "JDM", "KCT", "KNT", "NGG", "NGH", "PKK", "PTN", "PZD", "VTN")
"""Abbreviations and words without their vowels that somebody would not like to call across a table."""


def new_code() -> str:
    """Four random letters that nobody minds."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if not is_rude(code):
            return code


def is_rude(code: str) -> bool:
    """True when `code` reads as something else, or has one letter three times in a row.

    >>> [is_rude(code) for code in ("BCDG", "XHDP", "KKKB")]
    [False, True, True]
    """
    return any(part in code for part in _RUDE) or any(letter * 3 in code for letter in LETTERS)


def tidy_code(typed: str) -> str:
    """What was typed as a code would be written; nothing where it can't be one.

    >>> tidy_code(" bc-dg "), tidy_code("BCD"), tidy_code("BCDÉ")
    ('BCDG', '', '')
    """
    code = "".join(typed[:40].split()).replace("-", "").upper()
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else ""
