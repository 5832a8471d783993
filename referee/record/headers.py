"""Headers: `[Key "value"]` to what the table agreed on, and back (`docs/record.md`, Headers)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping

from referee.acts import MEXICAN
from referee.errors import RulesError
from referee.record.names import LONGEST_NAME, composed, is_name
from referee.record.values import LONGEST_LINE, MOST_PLAYERS, Header, RecordError
from referee.rules import RULESETS, Rules, ruleset
from referee.setup import Setup
from referee.tiles import SIZES, SMALL_SIZES, DominoSet

_FORM = re.compile(r'\[\s*([^\s"\[\]]+)\s+"(.*?)"\s*\]\s*(?:#(.*))?')
_NEEDED = {"Ruleset": '[Ruleset "hub"]', "Set": '[Set "12"]', "Players": '[Players "Ana, Bo, Cy"]'}
_ONCE = ("Option.", "Name.")
_LIKE_OPTION = re.compile(r"options?\.", re.IGNORECASE)
_SETS = {str(size): size for size in (*SMALL_SIZES, *SIZES)}


def read_header(number: int, text: str) -> tuple[Header, str | None]:
    """The header in a line without blanks at its ends, and the comment behind it.

    The value ends at the first quote that closes the header, so a `#` inside is no comment. Raises
    `RecordError`.

    >>> read_header(1, '[Event "Game #3"]  # the last one')
    (Header(number=1, key='Event', value='Game #3'), ' the last one')
    """
    if len(text) > LONGEST_LINE:
        raise RecordError(number, f"at most {LONGEST_LINE} characters in a line")
    match = _FORM.fullmatch(text)
    if not match:
        raise RecordError(number, 'a header like [Set "12"], with straight quotes')
    key, value, comment = match.groups()
    return Header(number, composed(key), value), comment


def check_header(header: Header, before: Collection[str]) -> None:
    """Raises `RecordError` where a header, alone or after those with the keys `before`, makes no sense."""
    key = header.key
    if (key in _NEEDED or key.startswith(_ONCE)) and key in before:
        raise RecordError(header.number, f"{key} only once")
    # A key that is hardly anything but a misspelt option would change the rules without a word.
    check = _check_option if _LIKE_OPTION.match(key) else _CHECKS.get(key)
    if check:
        check(header)


def _check_ruleset(header: Header) -> None:
    if header.value.strip() not in RULESETS:
        raise RecordError(header.number, f"one of the rulesets {', '.join(RULESETS)}")


def _check_set(header: Header) -> None:
    if header.value.strip() not in _SETS:
        raise RecordError(header.number, f"the highest number of the set, one of {', '.join(_SETS)}")


def _check_players(header: Header) -> None:
    names = _players(header.value)
    if len(names) > MOST_PLAYERS:
        raise RecordError(header.number, f"at most {MOST_PLAYERS} players")
    for place, name in enumerate(names):
        if name == MEXICAN:
            raise RecordError(header.number, "another name than M, which is the Mexican train's")
        if name in names[:place]:
            raise RecordError(header.number, f"players with different names, not {name} twice")
        if not is_name(name):
            raise RecordError(
                header.number,
                f"names like Ana, Bo, Cy, each of 1 to {LONGEST_NAME} letters, digits, _ or -",
            )


def _check_option(header: Header) -> None:
    option = header.key.removeprefix("Option.")
    if option not in Rules.choices():
        from difflib import get_close_matches  # takes its time, and is needed here alone

        near = get_close_matches(option, Rules.choices(), 1, 0)
        raise RecordError(
            header.number, f"the name of an option, perhaps Option.{near[0]}, not “{header.key}”"
        )
    try:
        Rules().with_option(option, header.value.strip())
    except RulesError as error:
        raise RecordError(header.number, f"another value: {str(error).rstrip('.')}") from error


_CHECKS: Mapping[str, Callable[[Header], None]] = {
    "Ruleset": _check_ruleset,
    "Set": _check_set,
    "Players": _check_players,
}


def agreed(headers: Iterable[Header], line: int | None) -> Setup:
    """What the table agreed on, from headers that were checked.

    Raises `RecordError` at `line`, the first that has an act, where one of the three that a game needs is
    missing.
    """
    values = {header.key: header.value.strip() for header in headers}
    for key, example in _NEEDED.items():
        if key not in values:
            raise RecordError(line, f"a header {example} before the first act")
    usual = rules = ruleset(values["Ruleset"])
    for key, value in values.items():
        if key.startswith("Option."):
            rules = rules.with_option(key.removeprefix("Option."), value)
    players = _players(values["Players"])
    return Setup(
        players,
        DominoSet(_SETS[values["Set"]]),
        values["Ruleset"],
        None if rules == usual else rules,
        {player: values[key] for player in players if values.get(key := f"Name.{player}")},
    )


def headers_for(setup: Setup, more: Mapping[str, str]) -> tuple[Header, ...]:
    """The headers that say `setup`, and `more` of them by key.

    Of the options only those are there that differ from the ruleset's. Raises `RecordError` for what no
    header can say.
    """
    differences = setup.rules.differences(setup.ruleset)
    values = {
        **more,
        "Ruleset": setup.ruleset,
        "Set": str(setup.domino_set.max_pip),
        "Players": ", ".join(setup.players),
        **{f"Option.{option}": str(value) for option, value in differences.items()},
        **{f"Name.{player}": name for player, name in setup.names.items()},
    }
    headers: list[Header] = []
    for number, (key, value) in enumerate(values.items(), 1):
        if key in more and (key in _NEEDED or key.startswith(_ONCE)):
            raise RecordError(number, f"no {key} besides what the table agreed on")
        header = Header(number, key, value)
        if (
            len(header_text(header).splitlines()) != 1
            or read_header(number, header_text(header))[0] != header
        ):
            raise RecordError(number, f"{key} in one line, without a quote before a closing bracket")
        check_header(header, ())
        headers.append(header)
    return tuple(headers)


def header_text(header: Header) -> str:
    """The line for a header.

    >>> header_text(Header(2, "Set", "12"))
    '[Set "12"]'
    """
    return f'[{header.key} "{header.value}"]'


def _players(value: str) -> tuple[str, ...]:
    return tuple(composed(name.strip()) for name in value.split(","))
