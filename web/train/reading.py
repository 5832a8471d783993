"""A record to a sheet: the game that it starts, and the counts that are known from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flask_babel import gettext as _

from referee import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    SIZES,
    BeginRound,
    Count,
    CountLeft,
    Game,
    RecordError,
    RoundState,
    Setup,
    Tile,
    WriteScore,
    count_hand,
    end_game,
    judge_line,
    largest_count,
    open_record,
)
from referee.hand_sizes import seats_them
from referee.round_score import hand_counts
from referee.tile_sets import tiles_in
from web.colours import COLOURS
from web.games.names import same, tidy
from web.games.start_form import LONGEST_GAME_NAME, LONGEST_NAME
from web.rulesets import no_seats
from web.store.events import CountSaved, Entry, EntryTile, Event, GameStarted, Player, Source, StarterNamed
from web.train.headers import OWN, RULES, colour_key, held_key
from web.train.writing import count_of


class NoSheet(ValueError):
    """A record that gives no sheet; the message is a sentence for a person, with the line if there is one."""

    def __init__(self, line: int | None, sentence: str) -> None:
        said = sentence if line is None else _("Line %(line)d: %(sentence)s", line=line, sentence=sentence)
        super().__init__(said)
        self.line = line


class SheetRecord(NamedTuple):
    """What a record tells of a sheet: how the game starts, and what follows."""

    started: GameStarted
    then: tuple[Event, ...]


@dataclass
class _Lines:
    """Where things stand in the record: headers by key, rounds, and the last line about each hand."""

    headers: Mapping[str, tuple[int, str]]
    rounds: dict[int, int] = field(default_factory=dict)
    hands: dict[tuple[int, str], int] = field(default_factory=dict)


def read_sheet(text: str, usual_name: str) -> SheetRecord:
    """The sheet that a record tells: of every round the hands that are known from it.

    Turns are played through, so that a record of a whole evening tells its scores too. `usual_name` is the
    game's name where the record has none. Raises `NoSheet`.
    """
    try:
        record = open_record(text)
        lines = _Lines({header.key: (header.number, header.value.strip()) for header in record.headers})
        started = _started(record.setup, lines, usual_name)
        game = Game(record.setup)
        for row in record.lines:
            game, told = judge_line(game, row.number, row.line)
            match row.line:
                case BeginRound(number):
                    lines.rounds[number] = row.number
                case CountLeft(player) | WriteScore(player):
                    lines.hands[told.round, player] = row.number
    except RecordError as error:
        raise _unreadable(error) from error
    states = tuple(end_game(game).all_rounds)
    _check_rounds(states, lines)
    return SheetRecord(started, tuple(event for state in states for event in _events(state, lines)))


def _unreadable(error: RecordError) -> NoSheet:
    sentence = _("This can't be read. Expected: %(expected)s.", expected=error.expected)
    return NoSheet(error.line, sentence)


def _started(setup: Setup, lines: _Lines, usual_name: str) -> GameStarted:
    where = {key: number for key, (number, _value) in lines.headers.items()}
    players = len(setup.players)
    if setup.domino_set.max_pip not in SIZES:
        sizes = ", ".join(map(str, SIZES))
        raise NoSheet(where["Set"], _("A sheet is kept for one of the sets %(sizes)s.", sizes=sizes))
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        sentence = _("A sheet has %(fewest)d to %(most)d players.", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        raise NoSheet(where["Players"], sentence)
    own = lines.headers.get(RULES, (0, ""))[1] == OWN
    if not own and not seats_them(setup.ruleset, setup.rules, setup.domino_set, players):
        raise NoSheet(where["Players"], no_seats(setup.ruleset, players))
    name = tidy(lines.headers.get("Event", (0, ""))[1])[:LONGEST_GAME_NAME].strip() or usual_name
    ruleset = None if own else setup.ruleset
    return GameStarted(name, _players(setup, lines), setup.domino_set, setup.rules, ruleset)


def _players(setup: Setup, lines: _Lines) -> tuple[Player, ...]:
    """The players with the names that are shown, each with the colour of the record or one that is left."""
    players: list[Player] = []
    asked = [lines.headers.get(colour_key(player), (0, ""))[1] for player in setup.players]
    left = [colour.name for colour in COLOURS if colour.name not in asked]
    free = {colour.name for colour in COLOURS}
    for player, colour in zip(setup.players, asked, strict=True):
        line, name = lines.headers.get(f"Name.{player}", (lines.headers["Players"][0], player))
        name = tidy(name) or player
        if len(name) > LONGEST_NAME:
            sentence = _(
                "This name has %(length)d characters: shorten it to %(most)d.",
                length=len(name),
                most=LONGEST_NAME,
            )
            raise NoSheet(line, sentence)
        if any(same(name, other.name) for other in players):
            raise NoSheet(line, _("Two players are called %(name)s: change one of them.", name=name))
        if colour not in free:
            colour = left.pop(0)
        free.discard(colour)
        players.append(Player(name, colour))
    return tuple(players)


def _check_rounds(states: tuple[RoundState, ...], lines: _Lines) -> None:
    numbers = [state.number for state in states]
    for state in states:
        line, last = lines.rounds.get(state.number), state.setup.last_round
        if state.number > last:
            raise NoSheet(line, _("This game has rounds 1 to %(last)s.", last=last))
        if numbers.count(state.number) > 1:
            raise NoSheet(
                line, _("Round %(number)d was there before: a sheet has it once.", number=state.number)
            )


def _events(state: RoundState, lines: _Lines) -> Iterator[Event]:
    """Who started the round, and each hand that is known."""
    starter = state.opener if state.opener is not None else state.starter
    if starter is not None and not state.rotated:
        yield StarterNamed(state.number, starter)
    counts = hand_counts(state)
    most = largest_count(state.setup.domino_set, state.setup.rules)
    for seat, player in enumerate(state.setup.players):
        line = lines.hands.get((state.number, player))
        held = lines.headers.get(held_key(state.number, player))
        if held:
            line = held[0]
        entry = _entry(state, seat, counts[seat], held and held[1], line)
        if entry is None:
            continue
        if entry.count.points > most:
            raise NoSheet(
                line, _("That is more than the whole set counts (%(most)d): check the number.", most=most)
            )
        yield CountSaved(state.number, seat, None, entry)


def _entry(
    state: RoundState, seat: int, count: Count | None, held: str | None, line: int | None
) -> Entry | None:
    """What is known of one hand: its tiles, that its player is out, or a number; None where nothing is."""
    left, written, rules = state.left[seat], state.written[seat], state.setup.rules
    if left == () or (left is None and state.out >> seat & 1):
        return Entry(Source.OUT, Count(0, out=True))
    if left or count is not None:
        return _of_tiles(state, left or tuple(tiles_in(state.hands[seat].tiles)), line)
    if held is not None:
        if not (held.isascii() and held.isdigit() and len(held) <= 6):
            raise NoSheet(line, _("A hand counts a whole number, 0 or more."))
        return Entry(Source.TYPED, Count(int(held)))
    if written is None:
        return None
    found = count_of(written, rules)
    if found is not None:
        return Entry(Source.OUT if found.out else Source.TYPED, found)
    if rules.scoring == "penalty":
        raise NoSheet(
            line, _("A hand can't count less than 0, unless its player went out and got the bonus.")
        )
    raise NoSheet(
        line,
        _(
            "Points alone don't tell what was held where the winner gets the others' points: add the tiles, "
            "in a line such as “left %(player)s 5-3”.",
            player=state.setup.players[seat],
        ),
    )


def _of_tiles(state: RoundState, tiles: tuple[Tile, ...], line: int | None) -> Entry:
    domino_set = state.setup.domino_set
    for tile in tiles:
        if tile not in domino_set:
            sentence = _(
                "%(tile)s is not in a double-%(most)d set: check its numbers.",
                tile=tile,
                most=domino_set.max_pip,
            )
            raise NoSheet(line, sentence)
    return Entry(Source.TAPPED, Count(count_hand(tiles, state.setup.rules)), tuple(map(EntryTile, tiles)))
