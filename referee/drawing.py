"""A round's table as text, as one would draw it on paper: hub, trains, markers, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from referee.columns import columns, to_right
from referee.openness import duties, first_ones
from referee.position import UNKNOWN_END, OpenDouble, is_dead
from referee.round import Hand, RoundState
from referee.setup import Setup
from referee.tile_sets import tiles_in
from referee.violations import train_in_words

MARKER = "(o)"
"""A marker, drawn at the end of a train where the rules have it (option `marker_position`)."""


def draw_table(state: RoundState, width: int = 100) -> str:
    """The table in lines of at most `width` characters, as far as trains can be parted between two tiles.

    A train's open end stands behind `>`, what is not known is a `?`.

    >>> from referee.acts import LayEngine, Play
    >>> from referee.played import as_played
    >>> from referee.round import new_round
    >>> from referee.tiles import DominoSet, Tile
    >>> state = new_round(Setup(("Ana", "Bo"), DominoSet(12), "hub"), 1)
    >>> for act in (LayEngine(Tile(12, 12)), Play("Ana", 12, 4, "Ana"), Play("Bo", 12, 7, "Bo")):
    ...     state = as_played(state, act)
    >>> print(draw_table(state))
    Round 1
        hub  [12-12]
        Ana  [12-4] > 4
         Bo  [12-7] > 7
    Mexican  > 12
    It is Bo's turn.
    Boneyard 58. Hands: Ana 15, Bo 15.
    """
    setup = state.setup
    names = ["hub", *map(setup.shown, setup.players), "Mexican"]
    column = max(map(columns, names))
    rows = [[f"[{state.engine}]" if state.engine else "no engine yet"]]
    rows += [list(_train(state, number, width - column - 2)) for number in range(len(setup.trains))]
    lines = [f"Round {state.number}"]
    for name, row in zip(names, rows, strict=True):
        lines.append(f"{to_right(name, column)}  {row[0]}")
        lines += [f"{' ' * column}  {more}" for more in row[1:]]
    return "\n".join((*lines, *_whose_turn(state), *_numbers(state)))


# Trains


def _train(state: RoundState, number: int, width: int) -> Iterator[str]:
    setup, position = state.setup, state.position
    end = position.ends[number]
    tiles = [f"[{laid.touching}-{laid.end}]" for laid in state.tiles_of(setup.trains[number])]
    marker = MARKER if position.marked >> number & 1 else ""
    at_start = setup.rules.marker_position == "start"
    row = f"{marker} " if marker and at_start else ""
    for tile in tiles:
        if row and len(row) + len(tile) > width:
            yield row
            row = ""
        row += tile
    row += f"{'' if row.endswith(' ') or not row else ' '}> {'?' if end == UNKNOWN_END else end}"
    if marker and not at_start:
        row += f" {marker}"
    for double in position.doubles:
        if double.train == number:
            row += f"  {_remark(state, double)}"
    yield row


def _remark(state: RoundState, double: OpenDouble) -> str:
    if is_dead(state.setup, state.position, double):
        return "dead double"
    if double.binds:
        return "open double"
    waits = state.setup.rules.first_turn_double == "waits"
    return "open double, binds nobody yet" if waits else "open double, binds nobody"


# What is said below the trains


def _whose_turn(state: RoundState) -> Iterator[str]:
    setup = state.setup
    out = [setup.shown(player) for seat, player in enumerate(setup.players) if state.out >> seat & 1]
    if out:
        yield f"{' and '.join(out)} {'is' if len(out) == 1 else 'are'} out."
    if state.end:
        yield "The round is over." if state.end == "out" else "The round is over: it is blocked."
        return
    seat = state.expected if state.log is None else state.log.seat
    if seat is None:
        holder = setup.rules.starter == "engine_holder" and state.engine is None
        yield "Whoever lays the engine begins." if holder else "Anybody may begin: the table chooses."
        return
    player = setup.shown(setup.players[seat])
    begins = state.opener is None and state.log is None
    yield f"{player} has the first turn." if begins else f"It is {player}'s turn."
    position = state.position
    if position.turn.seat != seat:
        return
    due = duties(setup, position)
    if due:
        yield f"To be covered first: {' or '.join(_place(setup, one) for one in first_ones(setup, due))}."
    elif position.turn.owes:
        yield f"{player} owes a further tile."


def _place(setup: Setup, double: OpenDouble) -> str:
    return f"{double.value}-{double.value} on {train_in_words(setup.shown_train(double.train))}"


def _numbers(state: RoundState) -> Iterator[str]:
    setup = state.setup
    players = [*map(setup.shown, setup.players)]
    sizes = (f"{name} {_known(hand.size)}" for name, hand in zip(players, state.hands, strict=True))
    yield f"Boneyard {_boneyard(state)}. Hands: {', '.join(sizes)}."
    for name, hand in zip(players, state.hands, strict=True):
        if hand.tiles:
            yield f"{name} holds {_held(hand)}."
    written = [
        f"{name} {points}" for name, points in zip(players, state.written, strict=True) if points is not None
    ]
    if written:
        yield f"Written: {', '.join(written)}."


def _known(number: int | None) -> str:
    return "?" if number is None else str(number)


def _boneyard(state: RoundState) -> str:
    if state.boneyard is None:
        return "?"
    fewest, most = state.boneyard
    return str(most) if fewest == most else f"{fewest} to {most}"


def _held(hand: Hand) -> str:
    tiles = " ".join(map(str, tiles_in(hand.tiles)))
    unseen = 0 if hand.size is None else hand.size - hand.tiles.bit_count()
    return f"{tiles} and {unseen} unseen" if unseen > 0 else tiles
