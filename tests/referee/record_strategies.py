"""Hypothesis strategies for records: whole texts, and all that a program may want to write."""

from __future__ import annotations

from unicodedata import category, normalize

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from referee import acts
from referee.record import line_text
from referee.rules import RULESETS, Rules, ruleset
from referee.setup import Setup
from referee.tiles import SIZES, SMALL_SIZES, DominoSet, Tile

NUMBERS = {"hand_size", "rounds", "going_out_bonus"}


def _can_be_a_name(name: str) -> bool:
    return name != "M" and len(name) <= 12 and all(c in "_-" or category(c)[0] in "LMN" for c in name)


letters = st.characters(categories=("L", "M", "N")) | st.sampled_from("_-")
names = st.one_of(
    st.sampled_from(("Ana", "Bo", "Cy", "left", "round", "draw", "pass", "4-9", "-", "9", "m")),
    st.text(letters, min_size=1, max_size=12).map(lambda name: normalize("NFC", name)).filter(_can_be_a_name),
)
"""A player's name; words that begin lines and acts are among them."""

tiles = st.builds(Tile, st.integers(0, 99), st.integers(0, 99)) | st.builds(
    Tile, st.integers(0, 12), st.integers(0, 12)
)


@st.composite
def rules(draw: st.DrawFn, name: str) -> Rules:
    """Those of a ruleset, some options changed."""
    changed = ruleset(name)
    for option in draw(st.lists(st.sampled_from(list(Rules.choices())), max_size=4, unique=True)):
        values = st.sampled_from([*map(str, Rules.choices()[option])] or ["0"])
        if option in NUMBERS:
            values |= st.integers(1, 1000).map(str)
        changed = changed.with_option(option, draw(values))
    return changed


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """What any table may agree on."""
    players = tuple(draw(st.lists(names, min_size=1, max_size=14, unique=True)))
    name = draw(st.sampled_from(list(RULESETS)))
    own = draw(rules(name))
    shown = {player: draw(st.sampled_from(("Ána B.", "李 明", "x"))) for player in players[:1]}
    return Setup(
        players,
        DominoSet(draw(st.sampled_from((*SMALL_SIZES, *SIZES)))),
        name,
        None if own == ruleset(name) else own,
        shown if draw(st.booleans()) else {},
    )


def turn_acts(setup: Setup, player: str) -> SearchStrategy[acts.TurnAct]:
    """Anything that a player can do in a turn."""
    half, train = st.integers(0, 99) | st.integers(0, 12), st.sampled_from(setup.trains)
    return st.one_of(
        st.builds(acts.Play, st.just(player), half, half, train),
        st.builds(acts.Draw, st.just(player), tiles | st.none(), st.just(False)),
        st.builds(acts.Draw, st.just(player), st.none(), st.just(True)),
        st.builds(acts.Pass, st.just(player), st.booleans()),
        st.builds(acts.Knock, st.just(player)),
        st.builds(acts.Mark, st.just(player), train, st.booleans()),
    )


@st.composite
def turns(draw: st.DrawFn, setup: Setup) -> acts.TurnLine:
    """A whole turn, sensible or not."""
    player = draw(st.sampled_from(setup.players))
    return acts.TurnLine(player, tuple(draw(st.lists(turn_acts(setup, player), min_size=1, max_size=6))))


def lines(setup: Setup) -> SearchStrategy[acts.Line]:
    """Anything that one line can say at this table, sensible or not."""
    player, several = st.sampled_from(setup.players), st.lists(tiles, max_size=5).map(tuple)
    return st.one_of(
        turns(setup),
        turns(setup),
        st.builds(acts.BeginRound, st.integers(1, 25)),
        st.builds(acts.LayEngine, tiles, st.none() | player),
        st.builds(acts.Hunt, player, tiles),
        st.builds(acts.NameStarter, player),
        st.builds(acts.CountBoneyard, st.integers(0, 200)),
        st.builds(acts.ShowHand, player, several),
        st.builds(acts.CountLeft, player, several),
        st.builds(acts.WriteScore, player, st.integers(-999, 9999)),
        st.just(acts.CallBlocked()),
        st.just(acts.Undo()),
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[Setup, list[acts.Line]]:
    """A setup and the lines of a game, in no sensible order."""
    setup = draw(setups())
    return setup, draw(st.lists(lines(setup), max_size=12))


one_line = st.text(max_size=20).filter(lambda text: len(f".{text}.".splitlines()) == 1)
"""Text for comments and headers."""


@st.composite
def texts(draw: st.DrawFn) -> str:
    """The text of a record that can be read, as untidy as people write."""
    setup, happened = draw(games())
    blank = st.sampled_from((" ", "  ", "\t", "\N{NO-BREAK SPACE}"))
    heads = [
        f'[Ruleset "{setup.ruleset}"]',
        f'[Set "{setup.domino_set.max_pip}"]',
        f'[Players "{",".join(draw(st.sampled_from((normalize("NFD", p), p))) for p in setup.players)}"]',
        *(f'[Option.{o} "{v}"]' for o, v in setup.rules.differences(setup.ruleset).items()),
        *(f'[Name.{player} "{name}"]' for player, name in setup.names.items()),
        *(f'[{key} "{draw(one_line)}"]' for key in draw(st.lists(st.sampled_from(("Event", "X.y"))))),
    ]
    rows = [*draw(st.permutations(heads)), *(_untidy(draw, line, blank) for line in happened)]
    text = draw(st.sampled_from(("", "\N{BYTE ORDER MARK}")))
    for row in rows:
        text += draw(st.sampled_from(("", "\n", "# note\n", "   \r\n")))
        text += draw(st.sampled_from(("", "  "))) + row
        text += draw(st.just("") | one_line.map("  #{}".format)) + draw(st.sampled_from(("\n", "\r\n")))
    return text + draw(st.sampled_from(("", "# the end", "\n\n")))


def _untidy(draw: st.DrawFn, line: acts.Line, blank: SearchStrategy[str]) -> str:
    """The text of a line with other blanks."""
    words = line_text(line).split()
    return "".join(word + draw(blank) for word in words)
