"""The umpire: consecutive layouts of a real table become acts of the record, each judged as it is seen.

`step` takes a layout, `tap` what people say, `corrected`, `answered` and `named` what they know better. All
are functions from one `Watch` to the next, with the decisions that follow.
"""

from referee.umpire.decision import Choice, Decision, Question, text_of
from referee.umpire.entering import UmpireError
from referee.umpire.evidence import EndTurn
from referee.umpire.looking import Watch
from referee.umpire.watching import (
    acts_of,
    answered,
    corrected,
    lines_of,
    named,
    step,
    tap,
    watch_round,
)

__all__ = [
    "Choice",
    "Decision",
    "EndTurn",
    "Question",
    "UmpireError",
    "Watch",
    "acts_of",
    "answered",
    "corrected",
    "lines_of",
    "named",
    "step",
    "tap",
    "text_of",
    "watch_round",
]
