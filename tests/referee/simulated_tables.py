"""Tables for simulated rounds: players, sets and rules drawn at random, and what a round scores by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from referee.rules import RULESETS, Rules, ruleset
from referee.setup import Setup
from referee.tiles import SIZES, SMALL_SIZES, DominoSet, Tile

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Leo", "Mia", "Nat")
NUMBERS: Mapping[str, tuple[int, ...]] = {
    "hand_size": (2, 3, 5, 7),
    "rounds": (1, 2, 5),
    "going_out_bonus": (5, 10),
}


def random_rules(rng: Random, name: str, changes: float) -> Rules:
    """The rules of a ruleset, each option changed with the chance `changes`; hand sizes stay."""
    rules = ruleset(name)
    for option, named in Rules.choices().items():
        if option != "hand_size" and rng.random() < changes:
            value = rng.choice((*named, *NUMBERS.get(option, ())))
            rules = rules.with_option(option, str(value))
    return rules


def random_setup(
    rng: Random, changes: float = 0.3, sizes: Iterable[int] = (*SMALL_SIZES, *SIZES), players: int = 14
) -> Setup:
    """A table with one of the sets `sizes` and up to so many `players`.

    Where the rules refuse it, or at random, the hands get a size of their own.
    """
    name = rng.choice(list(RULESETS))
    domino_set = DominoSet(rng.choice(list(sizes)))
    rules = random_rules(rng, name, changes)
    aside = rules.engine_source == "set_aside"
    most = min(players, (len(domino_set) - aside) // 2)
    seated = NAMES[: rng.randint(2, most)]
    setup = Setup(seated, domino_set, name, rules)
    if not setup.seats_all or setup.hand_size is None or rng.random() < changes / 3:
        fair = (len(domino_set) - aside) // len(seated)
        rules = rules.with_option("hand_size", str(rng.randint(2, min(fair, 16))))
    return Setup(seated, domino_set, name, None if rules == ruleset(name) else rules)


def preset_setup(rng: Random, name: str, size: int = 12) -> Setup:
    """A table that plays a ruleset as it stands, with a set that it knows."""
    counts = [n for n in range(2, 15) if Setup(NAMES[:n], DominoSet(size), name).seats_all]
    return Setup(NAMES[: rng.choice(counts)], DominoSet(size), name)


def points_of(rules: Rules, hands: Mapping[str, tuple[Tile, ...]], out: set[str]) -> dict[str, int]:
    """What each player scores for a round, by the options as they are written."""
    counts = {player: sum(_points(tile, rules) for tile in tiles) for player, tiles in hands.items()}
    lowest = {player for player, count in counts.items() if count == min(counts.values())}
    if rules.scoring == "positive":
        winners = out or lowest
        share = sum(count for player, count in counts.items() if player not in winners) // len(winners)
        share += rules.going_out_bonus if out else 0
        return {player: share if player in winners else 0 for player in counts}
    if out:
        return {player: -rules.going_out_bonus if player in out else counts[player] for player in counts}
    spared = lowest if rules.blocked_winner == "lowest_zero" else set()
    return {player: 0 if player in spared else count for player, count in counts.items()}


def _points(tile: Tile, rules: Rules) -> int:
    if rules.score_by == "tiles":
        return 1
    if tile == Tile(0, 0):
        return rules.double_blank
    return sum(half or rules.blank_value for half in (tile.high, tile.low))
