"""Every sentence reads as one, for a player's train and for the Mexican train."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from referee.acts import MEXICAN, Play
from referee.judge import judge
from referee.round import new_round
from referee.setup import Setup
from referee.tiles import DominoSet
from referee.violations import ACCUSED, SENTENCES, WARNINGS, Violation, verdict

WORDINGS = [(code, wording) for code, sentences in SENTENCES.items() for wording in sentences]


def named(sentence: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(sentence) if name)


@pytest.mark.parametrize(("code", "wording"), WORDINGS)
@pytest.mark.parametrize("train", ["Bo", MEXICAN])
def test_a_sentence_is_whole(code: str, wording: str, train: str) -> None:
    words = {name: train if name == "train" else f"<{name}>" for name in named(SENTENCES[code][wording])}
    message = Violation(code, words, wording=wording).message
    assert message[0] == message[0].upper()
    assert message.endswith(".")
    assert "{" not in message
    if "train" in words:
        assert ("exican train" if train == MEXICAN else "Bo's train") in message


def test_nobody_is_taken_for_the_mexican_train() -> None:
    setup = Setup(("mia", "bo"), DominoSet(12), "hub", names={"mia": "M", "bo": "Bo"})
    closed = judge(new_round(setup, 1), Play("bo", 12, 4, "mia"))
    assert [fault.message for fault in closed] == ["Mia's train is closed: it has no marker."]


def test_every_code_that_is_named_has_sentences() -> None:
    assert len(SENTENCES) == 36
    assert SENTENCES.keys() >= WARNINGS | ACCUSED


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ((), "legal"),
        (("MARKER_MISSING",), "warning"),
        (("MARKER_MISSING", "OUT_OF_TURN"), "illegal"),
    ],
)
def test_the_worst_severity_is_the_verdict(codes: tuple[str, ...], worst: str) -> None:
    assert verdict(tuple(Violation(code, {}) for code in codes)) == worst
