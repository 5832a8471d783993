"""What an umpire says aloud: what differs between the story told so far and the one that is told now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import exp
from typing import Literal, NamedTuple, TypeAlias

from referee.acts import (
    TURN_ACTS,
    BeginRound,
    Knock,
    LayEngine,
    Pass,
    Play,
    TableAct,
    TurnAct,
    TurnLine,
    Undo,
)
from referee.layout import SeenTile
from referee.record.writer import line_text
from referee.setup import Setup
from referee.umpire.evidence import Act, EndTurn
from referee.umpire.story import Story, Told
from referee.umpire.telling import Stories
from referee.violations import Violation, train_in_words, verdict

ASK = 2
"""A story that is dearer than the one that is told by at most this much is worth a question."""
PATIENCE = 2
"""A question waits until so much more came to light, as that mostly answers it. An alarm's doesn't wait."""

Announced: TypeAlias = TurnAct | TableAct | TurnLine | BeginRound | Undo
"""What a decision can be about."""


class Choice(NamedTuple):
    """An answer: what the evidence means then, which tile lies there, or which `train` its row is."""

    text: str
    acts: tuple[Act, ...] = ()
    tile: SeenTile | None = None
    train: str | None = None


class Question(NamedTuple):
    """What an umpire can't tell by itself: about a piece of evidence, or the tile at a `place` of a row.

    Where it is about both, the question is whose the row is.
    The first choice is what is taken to be true until somebody answers.
    """

    text: str
    choices: tuple[Choice, ...]
    cause: int | None = None
    place: tuple[str, int] | None = None


class Decision(NamedTuple):
    """An act as it is decided, a whole turn as it closes, or what is asked (`act` is None then).

    An act that is decided now in place of another, or of none, which was a mistake of the umpire, `corrects`
    that one; without an act it only is taken out. `Undo` is not that: a tile was taken back at the table.
    `confidence` goes from 0 to 1. A `reminder` asks for what no camera sees.
    """

    act: Announced | None
    turn_open: bool = False
    violations: tuple[Violation, ...] = ()
    confidence: float = 1.0
    question: Question | None = None
    reminder: str | None = None
    corrects: Announced | None = None

    @property
    def text(self) -> str | None:
        """The act as a record says it; the line of a whole turn where it closes."""
        return None if self.act is None else text_of(self.act)

    @property
    def verdict(self) -> Literal["legal", "warning", "illegal"]:
        """The worst severity of the violations."""
        return verdict(self.violations)


def text_of(act: Announced) -> str:
    """An act as a record says it.

    >>> text_of(Play("Ana", 12, 4, "Ana"))
    'Ana: 12-4@Ana'
    """
    return line_text(TurnLine(act.player, (act,)) if isinstance(act, TURN_ACTS) else act)


def decisions(
    before: tuple[Told, ...],
    stories: Stories,
    certainties: Mapping[int, float],
    asked: frozenset[int],
    waiting: Iterable[int],
) -> tuple[Decision, ...]:
    """What is new since `before` was told; `certainties` are those of readings by their causes.

    A question is asked once: not about the causes `asked`. Those that are `waiting` have waited long enough.
    """
    best, now = stories[0], stories[0].told
    first = _alike(before, now)
    last = min(_alike(before[first:][::-1], now[first:][::-1]), len(now) - first)
    old, new = before[first : len(before) - last], now[first : len(now) - last]
    said: list[Decision] = []
    asking = set(asked)
    in_place = len(old) == len(new)
    said += [Decision(None, corrects=told.line) for told in old if not in_place]
    for place, told in enumerate(new):
        violations, reminder = _reminded(best, told)
        question = None
        if told.cause not in asking and verdict(violations) == "illegal":
            question = _question(stories, told.cause, asking)
            asking |= {told.cause} if question else set()
        sure = _confidence(stories, told.cause, certainties)
        corrects = old[place].line if in_place else None
        said.append(Decision(told.line, _is_open(told), violations, sure, question, reminder, corrects))
    for cause in waiting:
        question = None if cause in asking else _question(stories, cause, asking)
        if question is not None:
            said.append(
                Decision(None, confidence=_confidence(stories, cause, certainties), question=question)
            )
            asking.add(cause)
    return tuple(said)


def _alike(before: Iterable[Told], now: Iterable[Told]) -> int:
    """How many are told alike from the first on."""
    number = 0
    for old, new in zip(before, now, strict=False):
        if (old.line, old.violations, old.closes) != (new.line, new.violations, new.closes):
            break
        number += 1
    return number


def _is_open(told: Told) -> bool:
    return isinstance(told.line, TURN_ACTS) and not told.out


def _reminded(story: Story, told: Told) -> tuple[tuple[Violation, ...], str | None]:
    """The violations without those that nobody can have seen, and what to ask the table in their place."""
    setup = story.state.setup
    if told.out and isinstance(told.line, TURN_ACTS):
        name = setup.shown(told.line.player)
        return told.violations, f"That was the last tile of {name}, if no draw was missed: is {name} out?"
    if any(isinstance(entry.act, Knock) for entry in story.entries):
        return told.violations, None
    heard = tuple(found for found in told.violations if found.code != "NOT_ANNOUNCED")
    if len(heard) == len(told.violations) or not isinstance(told.line, TurnLine):
        return told.violations, None
    return heard, f"One tile left: did {setup.shown(told.line.player)} knock?"


def _rivals(stories: Stories, cause: int) -> Iterator[tuple[int, Story]]:
    """The stories in which a piece of evidence means something else, each with how much dearer it is."""
    best = stories[0]
    means = best.acts_of(cause)
    for story in stories[1:]:
        if story.acts_of(cause) != means:
            yield story.cost - best.cost, story


def _confidence(stories: Stories, cause: int, certainties: Mapping[int, float]) -> float:
    margin = min((dearer for dearer, _ in _rivals(stories, cause)), default=None)
    sure = 1.0 if margin is None else 1 / (1 + exp(-margin))
    return round(sure * certainties.get(cause, 1.0), 3)


def _question(stories: Stories, cause: int, asked: Iterable[int]) -> Question | None:
    """What to ask about a piece of evidence, but for what other questions ask already."""
    best = stories[0]
    rivals = [
        story
        for margin, story in _rivals(stories, cause)
        if margin <= ASK and all(story.acts_of(other) == best.acts_of(other) for other in asked)
    ]
    if not rivals:
        return None
    setup, means = best.state.setup, best.acts_of(cause)
    options = list(dict.fromkeys([means, *(rival.acts_of(cause) for rival in rivals)]))
    choices = tuple(Choice(_in_words(acts), acts) for acts in options)
    return Question(_asked(setup, options), choices, cause)


def _in_words(acts: Iterable[Act]) -> str:
    """What happened, as records say it."""
    texts = [text_of(act) for act in acts if not isinstance(act, EndTurn)]
    return ", ".join(texts) or "nothing"


def _asked(setup: Setup, options: list[tuple[Act, ...]]) -> str:
    """The question which of the `options` happened."""
    means, other = options[:2]
    passing = [act for act in (*means, *other) if isinstance(act, Pass) and (act in means) != (act in other)]
    if passing:
        return f"Did {setup.shown(passing[0].player)} pass?"
    first = [next((act for act in acts if isinstance(act, (LayEngine, Play))), None) for acts in options]
    laid = [act for act in first if act is not None and act.player is not None]
    players = list(dict.fromkeys(setup.shown(str(act.player)) for act in laid))
    if len(laid) == len(options) and len(players) > 1:
        return f"Who laid {laid[0].tile}: {_or(players)}?"
    plays = [act for act in laid if isinstance(act, Play)]
    trains = list(dict.fromkeys(train_in_words(setup.shown_train(setup.number_of[p.train])) for p in plays))
    if len(plays) == len(options) and len(trains) > 1:
        return f"Where does {plays[0].tile} lie: on {' or on '.join(trains)}?"
    if len(plays) == len(options) and len({play.tile for play in plays}) > 1:
        return f"Which tile was laid: {_or([f'{play.touching}-{play.end}' for play in plays])}?"
    return f"What happened: {'; or '.join(_in_words(acts) for acts in options)}?"


def _or(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
