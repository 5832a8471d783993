"""What a record of scores says in headers of its own, and the names that players have in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from referee import MEXICAN
from referee.record.names import LONGEST_NAME, composed

RULES, OWN = "HouseRules", "own"
"""The header, and its value, of a table with its own rules: `Ruleset` is then only the nearest one."""
_CLOSES = re.compile(r'"(?=\s*\])')


def colour_key(player: str) -> str:
    """The header with a player's colour."""
    return f"Colour.{player}"


def held_key(number: int, player: str) -> str:
    """The header with what a hand of round `number` counted, where neither tiles nor points tell it."""
    return f"Held.{number}.{player}"


def free_text(text: str) -> str:
    """`text` as a header can say it: a quote that would close the header becomes a typographic one.

    >>> free_text('The "Train" ["late"]')
    'The "Train" ["late”]'
    """
    return _CLOSES.sub("”", text)


def player_ids(names: Sequence[str]) -> tuple[str, ...]:
    """An id for each of `names`, all different: what is left of the name without blanks and signs.

    >>> player_ids(["Ana", "Grandma Jo", "M", "Ana!", "😀"])
    ('Ana', 'GrandmaJo', 'M1', 'Ana1', 'P1')
    """
    taken = [MEXICAN]
    for name in names:
        letters = "".join(sign for sign in composed(name) if sign in "_-" or category(sign)[0] in "LMN")
        base = composed(composed(letters)[:LONGEST_NAME]) or "P"
        candidates = (base, *(f"{base[: LONGEST_NAME - 2]}{number}" for number in range(1, 100)))
        usable = candidates[0 if letters else 1 :]
        taken.append(next(candidate for candidate in usable if candidate not in taken))
    return tuple(taken[1:])
