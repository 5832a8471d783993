"""Small simulated rounds for the tests of the audit, their records tampered with, ways few enough to list."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from audit_lines import Found, rounds
from audit_oracle import account_of
from audit_ways import number_of_choices
from simulated_tables import NAMES, random_rules
from simulator import PlayedRound, Showing, play_round

from referee import acts
from referee.audit import Finding
from referee.game import judge_lines
from referee.rules import RULESETS
from referee.setup import Setup
from referee.summary import summarise
from referee.tiles import DominoSet, Tile

Numbered = list[tuple[int, acts.Line]]


def small_setup(rng: Random, changes: float) -> Setup:
    """Two to four players with few tiles each; every option changed with the chance `changes`.

    Who can play mostly has to.
    """
    name = rng.choice(list(RULESETS))
    rules = random_rules(rng, name, changes)
    if rng.random() < 0.9:
        rules = rules.with_option("must_play", "yes")
    rules = rules.with_option("hand_size", str(rng.randint(2, 6)))
    return Setup(NAMES[: rng.randint(2, 4)], DominoSet(rng.choice((6, 9))), name, rules)


def random_showing(rng: Random) -> Showing:
    """Some hands, some draws, some leftovers, some scores; sometimes all of what a table sees."""
    draws = rng.choice((("unseen",), ("unseen", "unseen", "known"), ("unseen", "assumed", "known")))
    return Showing(
        hands=rng.choice((0, 0, 0.3)),
        draws=draws,
        left=rng.choice((0, 0.6, 1, 1, 1)),
        scores=rng.choice((0, 1)),
        glimpses=rng.choice((0, 0, 0, 0.05)),
        boneyard=rng.choice((0, 0.05)),
        unsaid=rng.choice((0, 0.3)),
        assumed=rng.choice((0, 0, 0.2)),
    )


def can_be_listed(setup: Setup, lines: Numbered, most: int) -> bool:
    """Whether no player has more than about `most` ways."""
    return all(
        number_of_choices(account_of(one, player)) <= most
        for one in rounds(setup, lines)
        for player in setup.players
    )


def small_round(
    rng: Random,
    misses: float,
    changes: float,
    most: int,
    showing: Showing | None = None,
    must_play: str | None = None,
) -> tuple[Setup, PlayedRound]:
    """A round of which the ways can be listed, at most `most` for a player."""
    while True:
        setup = small_setup(rng, changes)
        if must_play and setup.rules.must_play != must_play:
            continue
        played = play_round(setup, rng, showing or random_showing(rng), misses=misses)
        if can_be_listed(setup, numbered(played.lines), most):
            return setup, played


def numbered(lines: tuple[acts.Line, ...] | list[acts.Line]) -> Numbered:
    """The lines with their numbers, from 1."""
    return list(enumerate(lines, 1))


def findings(setup: Setup, lines: Numbered) -> tuple[Finding, ...]:
    """What the referee's audit finds."""
    *_, (game, _) = judge_lines(setup, lines)
    return summarise(game).audit


def audit_of(setup: Setup, lines: Numbered) -> list[Found]:
    """What the referee's audit finds, as the oracle would say it."""
    found = [Found(f.round, f.line, f.player, f.kind, tuple(sorted(f.tiles))) for f in findings(setup, lines)]
    return sorted(found, key=lambda f: (f.round, f.line, f.kind, f.player or "", f.tiles))


# Records that are not as they should be


def tampered(rng: Random, setup: Setup, lines: tuple[acts.Line, ...]) -> list[acts.Line]:
    """The lines of a round with up to three things done to them that happen at tables."""
    changed = list(lines)
    for tamper in rng.sample(TAMPERINGS, rng.choice((0, 1, 1, 2, 3))):
        tamper(rng, setup, changed)
    return changed


def _places(lines: list[acts.Line], *kinds: type) -> list[int]:
    return [place for place, line in enumerate(lines) if isinstance(line, kinds)]


def _any_tile(rng: Random, setup: Setup, lines: list[acts.Line]) -> Tile:
    """A tile that is in the record already, or any of the set, or a foreign one."""
    most = setup.domino_set.max_pip
    seen = [act.tile for line in lines if isinstance(line, acts.TurnLine) for act in _plays(line)]
    seen += [tile for line in lines if isinstance(line, acts.CountLeft) for tile in line.tiles]
    foreign = Tile(most + rng.randint(1, 2), rng.randint(0, most))
    return rng.choice([rng.choice(seen or [foreign]), rng.choice(list(setup.domino_set)), foreign])


def _plays(line: acts.TurnLine) -> list[acts.Play]:
    return [act for act in line.acts if isinstance(act, acts.Play)]


def leave_another(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A leftover tile is another one, or one more, or one is not listed."""
    for place in _places(lines, acts.CountLeft)[: rng.randint(1, 2)]:
        line = lines[place]
        assert isinstance(line, acts.CountLeft)
        tiles = list(line.tiles)
        kind = rng.choice(("other", "more", "fewer"))
        if kind != "more" and tiles:
            tiles.pop(rng.randrange(len(tiles)))
        if kind != "fewer":
            tiles.insert(rng.randint(0, len(tiles)), _any_tile(rng, setup, lines))
        lines[place] = line._replace(tiles=tuple(tiles))


def count_fewer_hands(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A `left` line is missing."""
    places = _places(lines, acts.CountLeft)
    if places:
        del lines[rng.choice(places)]


def lay_another(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A tile was laid, or noted, that can't be there."""
    _change_act(rng, lines, acts.Play, lambda act: _as_tile(rng, act, _any_tile(rng, setup, lines)))


def _as_tile(rng: Random, act: acts.Play, tile: Tile) -> list[acts.TurnAct]:
    touching, end = rng.sample((tile.high, tile.low), 2)
    return [act._replace(touching=touching, end=end)]


def forget_a_draw(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A draw is not in the record."""
    _change_act(rng, lines, acts.Draw, lambda act: [])


def add_a_draw(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A draw is in the record that did not take place, or one more was taken."""
    _change_act(rng, lines, acts.Draw, lambda act: [act, act._replace(tile=None)])


def assume_a_draw(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """Nobody saw a draw, or it may have taken place where none did."""
    _change_act(rng, lines, acts.Draw, lambda act: [acts.Draw(act.player, assumed=True)])
    _change_act(rng, lines, acts.Play, lambda act: [acts.Draw(act.player, assumed=True), act])


def _change_act(
    rng: Random,
    lines: list[acts.Line],
    kind: type,
    change: Callable[[Any], list[acts.TurnAct]],
) -> None:
    """One act of a kind, anywhere in the record, becomes others."""
    found = [
        (place, number)
        for place, line in enumerate(lines)
        if isinstance(line, acts.TurnLine)
        for number, act in enumerate(line.acts)
        if isinstance(act, kind)
    ]
    if found:
        place, number = rng.choice(found)
        line = lines[place]
        new = (*line.acts[:number], *change(line.acts[number]), *line.acts[number + 1 :])
        if new:
            lines[place] = line._replace(acts=new)


def take_back(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A turn, or two, of what might have been is taken back."""
    places = _places(lines, acts.TurnLine)
    if places:
        place = rng.choice(places)
        turn = lines[rng.choice(places)]
        between = [acts.CountLeft(setup.players[0], ())] if rng.random() < 0.2 else []
        number = rng.randint(1, 2)
        lines[place:place] = [turn] * number + between + [acts.Undo()] * number


def take_back_the_last(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """The last turn is taken back, with all that was counted."""
    lines.append(acts.Undo())


def swap_turns(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """Two turns came in the wrong order."""
    places = _places(lines, acts.TurnLine)[:-1]
    if places:
        place = rng.choice(places)
        lines[place], lines[place + 1] = lines[place + 1], lines[place]


def show_a_hand(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """A `hand` line has another tile, or one more, or one is missing."""
    places = _places(lines, acts.ShowHand)
    if places:
        place = rng.choice(places)
        line = lines[place]
        tiles = [tile for tile in line.tiles if rng.random() < 0.8]
        if rng.random() < 0.5:
            tiles.append(_any_tile(rng, setup, lines))
        lines[place] = line._replace(tiles=tuple(dict.fromkeys(tiles)))


def write_another_score(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """Other points are written."""
    places = _places(lines, acts.WriteScore)
    if places:
        place = rng.choice(places)
        lines[place] = lines[place]._replace(points=rng.randint(0, 30))


def empty_the_boneyard(rng: Random, setup: Setup, lines: list[acts.Line]) -> None:
    """The table says that no tile lies face down any more, before or after some turn."""
    places = _places(lines, acts.TurnLine)
    if places:
        lines.insert(rng.choice(places[-4:]) + 1, acts.CountBoneyard(rng.choice((0, 0, 1))))


TAMPERINGS = (
    leave_another,
    leave_another,
    count_fewer_hands,
    lay_another,
    forget_a_draw,
    add_a_draw,
    assume_a_draw,
    take_back,
    take_back_the_last,
    swap_turns,
    show_a_hand,
    write_another_score,
    empty_the_boneyard,
)
