"""A record back to its text, and a record of acts that a program has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.acts import (
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
    TurnAct,
    TurnLine,
    Undo,
    WriteScore,
)
from referee.record.headers import agreed, header_text, headers_for
from referee.record.lines import read_line
from referee.record.values import Record, RecordError, RecordLine
from referee.setup import Setup


def write(record: Record) -> str:
    """The text of a record: every line and comment in its place, so that reading it gives `record` again."""
    texts = {header.number: header_text(header) for header in record.headers}
    texts |= {line.number: line.text for line in record.lines}
    last = max((*texts, *record.comments), default=0)
    rows = (_with_comment(texts.get(n, ""), record.comments.get(n)) for n in range(1, last + 1))
    return "".join(f"{row}\n" for row in rows)


def _with_comment(text: str, comment: str | None) -> str:
    return text if comment is None else f"{text}  #{comment}" if text else f"#{comment}"


def compose(setup: Setup, lines: Iterable[Line], more: Mapping[str, str] | None = None) -> Record:
    """A record of `lines`, with the headers that say `setup` and `more` of them, such as Event and Date.

    Raises `RecordError` for what a record can't say, such as a name of 13 letters or a turn without acts.

    >>> from referee.tiles import DominoSet, Tile
    >>> setup = Setup(("Ana", "Bo"), DominoSet(12), "hub")
    >>> print(write(compose(setup, [LayEngine(Tile(12, 12)), TurnLine("Ana", (Pass("Ana"),))])), end="")
    [Ruleset "hub"]
    [Set "12"]
    [Players "Ana, Bo"]
    <BLANKLINE>
    engine 12-12
    Ana: pass
    """
    headers = headers_for(setup, more or {})
    agreement = agreed(headers, None)
    if agreement.players != setup.players:
        raise RecordError(None, "names whose accents are part of their letters (Unicode's form NFC)")
    number = len(headers) + 1
    written: list[RecordLine] = []
    for line in lines:
        number += 1 + (isinstance(line, BeginRound) and bool(written))
        text = line_text(line)
        if _said(text, agreement) != line:
            raise RecordError(number, f"something that a record can say, not “{text}”")
        written.append(RecordLine(number, text, line))
    return Record(headers, agreement, tuple(written), {})


def _said(text: str, setup: Setup) -> Line | None:
    try:
        return read_line(text, setup)
    except RecordError:
        return None


def line_text(line: Line) -> str:
    """The text that says `line`; of tiles in a row on one train only the last names it.

    >>> line_text(TurnLine("Ana", (Play("Ana", 12, 4, "Ana"), Play("Ana", 4, 9, "Ana"), Knock("Ana"))))
    'Ana: 12-4 4-9@Ana knock'
    """
    match line:
        case TurnLine(player, acts):
            return f"{player}: {' '.join(_act_texts(acts))}"
        case BeginRound(number):
            return f"round {number}"
        case NameStarter(player):
            return f"start {player}"
        case LayEngine(tile, player):
            return f"engine {tile}" if player is None else f"engine {tile} {player}"
        case Hunt(player, tile):
            return f"hunt {player} {tile}"
        case CountBoneyard(number):
            return f"boneyard {number}"
        case ShowHand(player, tiles):
            return " ".join(("hand", player, *map(str, tiles)))
        case CountLeft(player, tiles):
            return " ".join(("left", player, *map(str, tiles)))
        case WriteScore(player, points):
            return f"score {player} {points}"
        case CallBlocked():
            return "blocked"
        case Undo():
            return "undo"


def _act_texts(acts: Sequence[TurnAct]) -> Iterator[str]:
    for place, act in enumerate(acts, 1):
        match act:
            case Play(_, touching, end, train):
                following = acts[place] if place < len(acts) else None
                goes_on = isinstance(following, Play) and following.train == train
                yield f"{touching}-{end}" if goes_on else f"{touching}-{end}@{train}"
            case Draw(_, None, assumed):
                yield "draw?" if assumed else "draw"
            case Draw(_, tile):
                yield f"draw:{tile}"
            case Pass(_, assumed):
                yield "pass?" if assumed else "pass"
            case Knock():
                yield "knock"
            case Mark(_, train, on):
                yield f"{'+' if on else '-'}{train}"
