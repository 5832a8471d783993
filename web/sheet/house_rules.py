"""The house rules of a game in words, as they stand below its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import LazyString, ngettext
from flask_babel import gettext as _

from referee import Rules
from referee.hand_sizes import dealt_tiles
from web.rulesets import RULESET_WORDS
from web.store import Game

_ALWAYS_TOLD = ("scoring", "double_blank", "tie_break")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What was agreed before play, a sentence each; `changed` is what differs from `ruleset`."""

    agreed: tuple[str, ...]
    ruleset: LazyString | None = None
    changed: tuple[str, ...] = ()


def house_rules(game: Game) -> HouseRules:
    """The set, the number of rounds, the ruleset, and how points are counted."""
    sheet = game.sheet
    rules = sheet.rules
    table = " ".join(
        (
            _("Double-%(size)d set.", size=sheet.domino_set.max_pip),
            ngettext("%(num)d round.", "%(num)d rounds.", sheet.last),
        )
    )
    told, unusual = _sentences(rules), {*_ALWAYS_TOLD, *rules.differences(None)}
    if game.ruleset is None:
        return HouseRules((table, *(told[option] for option in told if option in unusual)))
    words, changed = RULESET_WORDS[game.ruleset], rules.differences(game.ruleset)
    return HouseRules(
        (
            table,
            f"{words.name}: {words.turns}",
            *(told[option] for option in told if option in unusual and option not in changed),
        ),
        words.name,
        tuple(told[option] for option in told if option in changed),
    )


def hand_size(game: Game) -> int | None:
    """Tiles that each player is dealt; None where the table's rules don't say."""
    if game.ruleset is None:
        return None
    return dealt_tiles(game.ruleset, game.sheet.rules, game.sheet.domino_set, len(game.players))


def _sentences(rules: Rules) -> Mapping[str, str]:
    """A sentence for each option of the sheet that has an effect."""
    by_tiles = rules.score_by == "tiles"
    told = {
        "scoring": _("The lowest total wins.")
        if rules.scoring == "penalty"
        else _("Each round's winner gets the points that the others hold; the highest total wins."),
        "score_by": _("A hand counts its tiles, one each.") if by_tiles else _("A hand counts its pips."),
        "double_blank": _("The double blank counts %(points)d.", points=rules.double_blank),
        "blank_value": _(
            "Each other tile with a blank counts its pips and %(points)d.", points=rules.blank_value
        )
        if rules.blank_value
        else _("Each other tile with a blank counts its pips."),
        "going_out_bonus": _("Bonus for going out: %(points)d.", points=rules.going_out_bonus),
        "blocked_winner": {
            "none": _("When nobody goes out, nobody wins the round."),
            "lowest": _("When nobody goes out, the lowest hand wins the round."),
            "lowest_zero": _("When nobody goes out, the lowest hand wins the round and writes 0."),
        }[rules.blocked_winner],
        "tie_break": _("Equal totals share the place.")
        if rules.tie_break == "shared"
        else _("Equal totals: more rounds with 0 points win, then the lowest other round."),
    }
    return {option: text for option, text in told.items() if not (by_tiles and "blank" in option)}
