"""Names come out of a form readable, whatever was typed or pasted."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.games.names import same, tidy


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana \t Lee\r\n", "Ana Lee"),
        ("A\0B\x1b[31m", "A B [31m"),
        ("\u202eanA\u2066", "anA"),
        ("\u200b\ufeff", ""),
        ("Jose\u0301", "José"),
        ("\u0301", ""),
        ("Z" + "\u0301\u0300" * 100, "Ź\u0300\u0301\u0300\u0301"),
        ("\u3164", ""),
        ("\u2800 \uffa0", ""),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u200dAna\u200d \u200d", "Ana"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("กี้", "กี้"),
        ("<b>{{ x }}</b>", "<b>{{ x }}</b>"),
    ],
)
def test_a_name_is_what_people_see(typed: str, name: str) -> None:
    assert tidy(typed) == name


@given(st.text(st.characters(exclude_categories=[]) | st.sampled_from("\u200d\u0301\u3164 a"), max_size=40))
def test_a_tidy_name_stays_as_it_is_and_shows_something(typed: str) -> None:
    name = tidy(typed)
    assert tidy(name) == name
    assert name == name.strip()
    assert not name or unicodedata.category(name[0])[0] in "LNPS"


@pytest.mark.parametrize(("one", "other"), [("Ana", "ANA"), ("Straße", "STRASSE"), ("A\u200dna", "Ana")])
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same(one, other)
    assert not same(one, "Bo")
