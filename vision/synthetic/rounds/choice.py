"""What is played in a round: by whom, by which rules, with which tiles; a seed decides where nobody does."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from referee import RULESETS, SIZES, DominoSet, Setup, ruleset

Backend = Literal["painter", "blender"]

MOST_PLAYERS = 8
_NAMES = "ABCDEFGH"
_SHARES = {6: 0.8, 9: 1.3, 12: 2.2, 15: 0.14, 18: 0.08}
"""How often each set is played, where the rules leave it open."""

_FEWEST, _MOST = 7, 16
"""Tiles that are dealt to each where a ruleset doesn't say how many."""


class ChoiceError(ValueError):
    """A round that nobody can play; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is played: `acts` is about how many acts the record gets, `fps` how many frames a second has."""

    seed: int
    setup: Setup
    number: int
    acts: int = 30
    fps: float = 5.0
    backend: Backend = "painter"
    width: int = 1920
    height: int = 1080

    def rng(self, part: str) -> Random:
        """The chance of one part of the round, so that a change in one part changes no other."""
        return Random(f"round {self.seed} {part}")


def choose(
    seed: int,
    players: int | None = None,
    ruleset_name: str | None = None,
    size: int | None = None,
    acts: int | None = None,
    fps: float = 5.0,
    backend: Backend = "painter",
) -> Choice:
    """The round of `seed`. Raises `ChoiceError` for more tiles than the set has.

    >>> choice = choose(1, players=3, ruleset_name="hub", size=9)
    >>> choice.setup.players, choice.setup.hand_size
    (('A', 'B', 'C'), 13)
    """
    rng = Random(f"round {seed} choice")
    name = ruleset_name or rng.choice(list(RULESETS))
    rolled = _players(rng)
    count = players or rolled
    setup = _setup(name, count, size or _size(name, count, players is None, rng))
    if players is None and size is not None and not _is_dealt(name, count, size):
        fitting = [n for n in range(2, MOST_PLAYERS + 1) if _is_dealt(name, n, size)]
        setup = _setup(name, rng.choice(fitting), size) if fitting else setup
    number = min(1 + int(rng.random() ** 2 * setup.last_round), setup.last_round)
    return Choice(seed, setup, number, acts or rng.randint(26, 36), fps, backend)


def _players(rng: Random) -> int:
    return rng.choices(range(2, MOST_PLAYERS + 1), (2, 3, 4, 3, 2, 1, 1))[0]


def _is_dealt(name: str, players: int, size: int) -> bool:
    """Whether the ruleset itself says how many tiles are dealt."""
    setup = Setup(tuple(_NAMES[:players]), DominoSet(size), name)
    return setup.hand_size is not None and setup.seats_all


def _size(name: str, players: int, free: bool, rng: Random) -> int:
    """A set: mostly one for which the ruleset says how many tiles are dealt."""
    known = [size for size in SIZES if _is_dealt(name, players, size)]
    others = [size for size in SIZES if size not in known and size * 5 >= players * 9]
    sizes = others if (not known or rng.random() < 0.15) and others else known
    return rng.choices(sizes, [_SHARES[size] for size in sizes])[0]


def _setup(name: str, players: int, size: int) -> Setup:
    domino_set = DominoSet(size)
    names = tuple(_NAMES[:players])
    if _is_dealt(name, players, size):
        return Setup(names, domino_set, name)
    hand = min(_MOST, int(0.62 * len(domino_set)) // players)
    if hand < min(_FEWEST, 3):
        raise ChoiceError(
            f"A double-{size} set has too few tiles for {players} players: name fewer or a larger set."
        )
    return Setup(names, domino_set, name, ruleset(name).with_option("hand_size", str(hand)))
