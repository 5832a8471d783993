"""Random rounds as they come to a live table: layouts, some of them seen again, and what people enter."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from simulated_tables import NAMES
from simulator import HIDDEN, play_round
from table_sights import sights

from referee import DominoSet, Layout, Setup, ruleset
from referee.acts import TURN_ACTS, NameStarter, TurnLine
from referee.layout import SeenTile
from referee.record import line_text
from web.live.events import ActCorrected, ActEntered, LiveEvent, QuestionAnswered, RowNamed

Coming = Layout | LiveEvent
"""What comes to a table: a layout that is seen, or something that somebody enters."""


def random_round(seed: int) -> tuple[Setup, list[Coming]]:
    """A round by the rules of some ruleset, badly seen: doubtful and misread tiles, looks repeated."""
    rng = Random(f"live {seed}")
    name = rng.choice(("hub", "station", "caboose", "trainyard"))
    rules = ruleset(name).with_option("hand_size", str(rng.randint(3, 5)))
    setup = Setup(NAMES[: rng.randint(2, 4)], DominoSet(rng.choice((6, 9, 12))), name, rules)
    played = play_round(setup, rng, HIDDEN._replace(left=0, scores=0))
    lines = played.lines[:16]
    if not any(isinstance(line, NameStarter) for line in lines):
        lines = (NameStarter(played.opener), *lines)
    coming: list[Coming] = []
    table = Layout(face_down=rng.choice((None, setup.boneyard)), markers=rng.choice((None, frozenset())))
    for line in sights(lines, table):
        for sight in line:
            if not isinstance(sight, Layout):
                said = TurnLine(sight.player, (sight,)) if isinstance(sight, TURN_ACTS) else sight
                coming.append(ActEntered(line_text(said)))
                continue
            coming += [seen(rng, sight) for _ in range(rng.randint(1, 4))]
            if rng.random() < 0.1:
                coming.append(_entered(rng, setup))
    return setup, coming


def seen(rng: Random, layout: Layout) -> Layout:
    """The layout as it might be read: each tile more or less surely, some of them wrong."""

    def read(tile: SeenTile) -> SeenTile:
        if rng.random() < 0.03:
            return replace(tile, end=rng.randint(0, 6), certainty=rng.uniform(0.3, 0.9))
        return replace(tile, certainty=rng.choice((1.0, 0.97, rng.uniform(0.6, 1))))

    trains = tuple(replace(train, tiles=tuple(map(read, train.tiles))) for train in layout.trains)
    return replace(layout, trains=trains)


def _entered(rng: Random, setup: Setup) -> LiveEvent:
    player = rng.choice(setup.players)
    return rng.choice(
        (
            ActEntered(f"{player}: pass"),
            ActEntered(f"{player}: knock"),
            ActEntered(f"end {player}"),
            ActCorrected(rng.randint(0, 9), ()),
            ActCorrected(rng.randint(0, 9), (f"{player}: draw pass",)),
            QuestionAnswered(rng.randint(0, 1), rng.randint(0, 1)),
            RowNamed("at 90", player),
        )
    )
