"""The house rules of a game in words, as they stand below its sheet."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from referee import Sheet


def house_rules(sheet: Sheet) -> tuple[str, ...]:
    """What was agreed before play, one sentence each."""
    options = sheet.rules
    rules = [
        _("Double-%(size)d set.", size=sheet.domino_set.max_pip)
        + " "
        + ngettext("%(num)d round.", "%(num)d rounds.", sheet.last),
        _("The lowest total wins.")
        if options.scoring == "penalty"
        else _("Each round's winner gets the points that the others hold; the highest total wins."),
    ]
    if options.score_by == "tiles":
        rules.append(_("A hand counts its tiles, one each."))
    else:
        rules.append(_("The double blank counts %(points)d.", points=options.double_blank))
        if options.blank_value:
            rules.append(
                _("Each other tile with a blank counts its pips and %(points)d.", points=options.blank_value)
            )
    if options.going_out_bonus:
        rules.append(_("Bonus for going out: %(points)d.", points=options.going_out_bonus))
    if options.blocked_winner == "lowest":
        rules.append(_("When nobody goes out, the lowest hand wins the round."))
    elif options.blocked_winner == "lowest_zero":
        rules.append(_("When nobody goes out, the lowest hand wins the round and writes 0."))
    rules.append(
        _("Equal totals share the place.")
        if options.tie_break == "shared"
        else _("Equal totals: more rounds with 0 points win, then the lowest other round.")
    )
    return tuple(rules)
