"""Who has the first turn of a round, as far as it was said or follows from the rules."""

from __future__ import annotations

from web.store import Game


def starter_of(game: Game, number: int) -> int | None:
    """The seat that starts round `number`; None where nobody knows yet.

    By the option `starter=rotate` one round that was said tells all others (`docs/rules.md`, Options).
    """
    if number in game.starters:
        return game.starters[number]
    if game.sheet.rules.starter != "rotate" or not game.starters:
        return None
    first = min(game.starters)
    return (game.starters[first] + number - first) % len(game.players)
