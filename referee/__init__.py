"""The game itself: tiles, rules, the referee, the sheet. Standard library only, no clock, no files.

What most programs need is here. `referee.record` also reads a whole record at once and writes one,
`referee.drawing` draws a table as text, `referee.umpire` tells acts from layouts of a real table, and
`referee.perft` counts games.
"""

from referee.acts import (
    MEXICAN,
    BeginRound,
    CallBlocked,
    CountBoneyard,
    CountLeft,
    Draw,
    Hunt,
    Knock,
    LayEngine,
    Line,
    Mark,
    NameStarter,
    Pass,
    Play,
    ShowHand,
    TableAct,
    TurnAct,
    TurnLine,
    Undo,
    WriteScore,
)
from referee.audit import audit
from referee.errors import RefereeError, RulesError, ScoringError, TileError
from referee.findings import Finding
from referee.game import Fault, Game, LineVerdict, end_game, judge_line, judge_lines
from referee.judge import judge, judge_turn_end
from referee.layout import Layout, LayoutError, SeenTile, SeenTrain
from referee.play import Followed, IllegalAct, follow, legal_plays, play, to_act
from referee.played import as_played, close_turn
from referee.record import RecordError, RecordLine, open_record
from referee.round import RoundState, new_round
from referee.rules import RULESETS, Rules, ruleset
from referee.scoring import Count, RoundScore, count_hand, largest_count, possible_total, rank, score_round
from referee.setup import Setup
from referee.sheet import FEWEST_PLAYERS, MOST_PLAYERS, Sheet, SheetRound
from referee.summary import RoundSummary, Summary, summarise
from referee.tiles import SIZES, DominoSet, Tile
from referee.violations import Violation

__all__ = [
    "FEWEST_PLAYERS",
    "MEXICAN",
    "MOST_PLAYERS",
    "RULESETS",
    "SIZES",
    "BeginRound",
    "CallBlocked",
    "Count",
    "CountBoneyard",
    "CountLeft",
    "DominoSet",
    "Draw",
    "Fault",
    "Finding",
    "Followed",
    "Game",
    "Hunt",
    "IllegalAct",
    "Knock",
    "LayEngine",
    "Layout",
    "LayoutError",
    "Line",
    "LineVerdict",
    "Mark",
    "NameStarter",
    "Pass",
    "Play",
    "RecordError",
    "RecordLine",
    "RefereeError",
    "RoundScore",
    "RoundState",
    "RoundSummary",
    "Rules",
    "RulesError",
    "ScoringError",
    "SeenTile",
    "SeenTrain",
    "Setup",
    "Sheet",
    "SheetRound",
    "ShowHand",
    "Summary",
    "TableAct",
    "Tile",
    "TileError",
    "TurnAct",
    "TurnLine",
    "Undo",
    "Violation",
    "WriteScore",
    "as_played",
    "audit",
    "close_turn",
    "count_hand",
    "end_game",
    "follow",
    "judge",
    "judge_line",
    "judge_lines",
    "judge_turn_end",
    "largest_count",
    "legal_plays",
    "new_round",
    "open_record",
    "play",
    "possible_total",
    "rank",
    "ruleset",
    "score_round",
    "summarise",
    "to_act",
]
