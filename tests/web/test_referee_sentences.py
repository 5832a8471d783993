"""What the referee refuses is told on pages in the same words, and in the reader's language."""

from __future__ import annotations

from string import Formatter

import pytest
from flask import Flask

from referee import RefereeError
from referee.errors import SENTENCES
from web.referee_sentences import REFUSALS, refusal


def test_every_code_has_its_sentence() -> None:
    assert set(REFUSALS) == set(SENTENCES)


@pytest.mark.parametrize("code", list(SENTENCES))
def test_the_sentence_of_a_page_is_the_referees(app: Flask, code: str) -> None:
    names = [name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name]
    error = RefereeError(code, **{name: f"<100% {name}>" for name in names})
    with app.test_request_context():
        assert refusal(error) == str(error)
