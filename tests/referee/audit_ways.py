"""The ways in which one player can have come by the tiles that were seen of the hand, every one listed.

Slow and obvious on purpose: each unseen draw is tried with each tile, and what does not come out right is
thrown away. The clock counts the acts of the round; 0 is the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import NamedTuple

from referee.tiles import Tile

DEAL = 0
NEVER = 10**9
"""When a tile is laid that was not laid: after everything else."""


class Draw(NamedTuple):
    """A draw: the tile that it was seen to bring, and whether nobody saw that it took place."""

    at: int
    tile: Tile | None = None
    assumed: bool = False


class Account(NamedTuple):
    """All that the record says of one player's tiles.

    `dealt` is None where nobody knows; hunted tiles are known draws. `left` are the leftovers as far as they
    are listed, None where nothing is known of them. Tiles in `nameless` turned up twice or are foreign.
    """

    dealt: int | None
    draws: tuple[Draw, ...]
    laid: tuple[tuple[int, Tile], ...]
    hands: tuple[tuple[int, tuple[Tile, ...]], ...]
    left: tuple[Tile, ...] | None
    nameless: frozenset[Tile]


class Item(NamedTuple):
    """A tile that was seen: when for the first time, when it was laid, and the known draw that brought it.

    `tile` is None for one that shows nothing: it was there, but which it was does not count.
    """

    tile: Tile | None
    first: int
    laid: int
    known: int | None


class Way(NamedTuple):
    """For each item when the player got it (the deal or a draw)."""

    got: tuple[int, ...]


# The numbers


class Span(NamedTuple):
    """From the deal or a `hand` line up to the next one or the end: how many tiles were held at both.

    None where nobody knows.
    """

    start: int
    held: int | None
    end: int
    left: int | None


def spans(account: Account) -> list[Span]:
    """The parts of the round between the moments at which a hand is known."""
    found = []
    start, held = DEAL, account.dealt
    for at, hand in account.hands:
        found.append(Span(start, held, at, len(hand)))
        start, held = at, len(hand)
    left = None if account.left is None else len(account.left)
    return [*found, Span(start, held, NEVER, left)]


def took_place(account: Account, span: Span) -> int | None:
    """How many assumed draws make the numbers add up: laid + left - held - drawn; None where unknown."""
    if span.held is None:
        return None
    drawn = sum(span.start < draw.at < span.end and not draw.assumed for draw in account.draws)
    laid = sum(span.start < at < span.end for at, _ in account.laid)
    return laid + (span.left or 0) - span.held - drawn


def assumed_draws(draws: Iterable[Draw], span: Span) -> int:
    """How many of these draws may have taken place in a part of the round, or may not."""
    return sum(span.start < draw.at < span.end and draw.assumed for draw in draws)


def a_draw_is_missing(account: Account) -> bool:
    """More tiles were laid and left than there can have been since the last `hand` line, or else the deal."""
    last = spans(account)[-1]
    needed = took_place(account, last)
    return needed is not None and needed > assumed_draws(account.draws, last)


def leftovers_are_known(account: Account) -> bool:
    """They are known by their tiles, and the numbers add up, an assumed draw counting as 0 or 1."""
    if account.left is None:
        return False
    last = spans(account)[-1]
    needed = took_place(account, last)
    return needed is None or 0 <= needed <= assumed_draws(account.draws, last)


def hands_contradict(account: Account) -> bool:
    """Whether `hand` lines can't be right together with the draws and the tiles laid.

    What the audit says of such a player the rules leave open.
    """
    for span in spans(account)[:-1]:
        needed = took_place(account, span)
        if needed is not None and not 0 <= needed <= assumed_draws(account.draws, span):
            return True
    for at, hand in account.hands:
        gone = {tile for when, tile in account.laid if when < at}
        had = {draw.tile for draw in account.draws if draw.tile is not None and draw.at < at}
        had.update(tile for when, earlier in account.hands if when < at for tile in earlier)
        if gone & set(hand) or had - gone - set(hand):
            return True
    return bool(account.hands) and next(ways(account), None) is None


# The tiles that were seen


def items(account: Account) -> list[Item]:
    """Every tile that shows itself, and one without a name for each that shows nothing but was there."""
    showings: dict[Tile, list[int]] = {}
    for draw in account.draws:
        if draw.tile is not None:
            showings.setdefault(draw.tile, []).append(draw.at)
    for at, tile in account.laid:
        showings.setdefault(tile, []).append(at)
    for at, hand in account.hands:
        for tile in hand:
            showings.setdefault(tile, []).append(at)
    for tile in account.left or ():
        showings.setdefault(tile, []).append(NEVER)
    found = []
    for tile, times in showings.items():
        if tile not in account.nameless:
            laid = [at for at, other in account.laid if other == tile]
            known = [draw.at for draw in account.draws if draw.tile == tile and draw.at == min(times)]
            found.append(Item(tile, min(times), min(laid, default=NEVER), min(known, default=None)))
    return found + nameless_items(account)


def nameless_items(account: Account) -> list[Item]:
    """One for each time that such a tile was laid or left; a known draw of it brought it."""
    known = [draw for draw in account.draws if draw.tile in account.nameless]
    ends = [(at, tile) for at, tile in account.laid if tile in account.nameless]
    ends += [(NEVER, tile) for tile in account.left or () if tile in account.nameless]
    found = []
    for at, tile in ends:
        brought = next((draw for draw in known if draw.tile == tile and draw.at < at), None)
        if brought is not None:
            known.remove(brought)
        found.append(Item(None, at if brought is None else brought.at, at, brought and brought.at))
    return found


# The ways


def ways(account: Account) -> Iterator[Way]:
    """All ways: a different item for every unseen draw, everything coming out right in the end."""
    seen = items(account)
    unseen = [draw for draw in account.draws if draw.tile is None]
    choices = [list(can_bring(account, seen, draw)) for draw in unseen]
    for choice in distinct(choices):
        got = [DEAL if item.known is None else item.known for item in seen]
        for draw, number in zip(unseen, choice, strict=True):
            if number is not None and number >= 0:
                got[number] = draw.at
        happened = [draw for draw, number in zip(unseen, choice, strict=True) if number is not None]
        if comes_out_right(account, seen, got, happened):
            yield Way(tuple(got))


def can_bring(account: Account, seen: list[Item], draw: Draw) -> Iterator[int | None]:
    """What an unseen draw can have brought: the number of an item, -1 for a tile that was never shown.

    None says that it did not take place, which only an assumed one can. A tile must have been shown for the
    first time after the draw. One that was never shown can only have come where the leftovers are not known,
    and after the last `hand` line, which shows all that is held.
    """
    if draw.assumed:
        yield None
    if not leftovers_are_known(account) and draw.at > spans(account)[-1].start:
        yield -1
    for number, item in enumerate(seen):
        if item.known is None and item.first > draw.at:
            yield number


def distinct(choices: list[list[int | None]]) -> Iterator[tuple[int | None, ...]]:
    """Every choice of one from each list in which no item is taken twice."""
    if not choices:
        yield ()
        return
    for rest in distinct(choices[:-1]):
        for number in choices[-1]:
            if number is None or number < 0 or number not in rest:
                yield (*rest, number)


def comes_out_right(account: Account, seen: list[Item], got: list[int], happened: list[Draw]) -> bool:
    """Whether every `hand` line and the number of the leftovers are what the player then has.

    A tile that a known draw brought, or that was shown before, and that is not in a later hand, contradicts
    the record itself and no way in particular: it is let pass.
    """
    counted = spans(account) if leftovers_are_known(account) else spans(account)[:-1]
    return all(hand_is_right(account, seen, got, at) for at, _ in account.hands) and all(
        number_is_right(account, span, happened) for span in counted
    )


def hand_is_right(account: Account, seen: list[Item], got: list[int], at: int) -> bool:
    """A `hand` line names all that is held: what shows itself later for the first time came later.

    Of tiles without a name no more are held than the line has.
    """
    held = [item for item, since in zip(seen, got, strict=True) if since < at < item.laid]
    hand = next(tiles for when, tiles in account.hands if when == at)
    nameless = sum(item.tile is None for item in held)
    later = [item for item in held if item.tile is not None and item.first > at]
    return not later and nameless == sum(tile in account.nameless for tile in hand)


def number_is_right(account: Account, span: Span, happened: list[Draw]) -> bool:
    """As many of the assumed draws took place as make the numbers add up."""
    needed = took_place(account, span)
    return needed is None or assumed_draws(happened, span) == needed


def number_of_choices(account: Account) -> int:
    """How many combinations there are to look at, at most."""
    seen = items(account)
    return prod(len(list(can_bring(account, seen, draw))) for draw in account.draws if draw.tile is None)
