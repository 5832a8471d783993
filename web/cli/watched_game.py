"""The game that a table plays: begun as the command line says, or opened again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from referee import Setup
from web.cli.options import changed_rules
from web.cli.output import printable
from web.cli.table_options import check_round, game_of, players_of, seats_of, starter_of
from web.colours import COLOURS
from web.live.events import ActEntered, SeatsGiven, WatchBegan
from web.live.fold import begun
from web.live.kept import KeptError, StoreSink, ids_of, opened, setup_of
from web.live.table import LiveTable
from web.store import Game, Store
from web.store.events import GameStarted, Player
from web.who import HOST

_NEEDED = {"ruleset": "--ruleset", "tiles": "--set", "players": "--players"}


def watched_game(store: Store, game_id: str | None, **options: Any) -> tuple[Game, LiveTable]:
    """The game and its table, all of it kept in `store`; `options` are those of `game_options`.

    Raises `StoreError`, `click.UsageError` for what can't be, and `click.ClickException` for a game that
    can't be watched.
    """
    try:
        if game_id is None:
            return _new(store, **options)
        return _again(store, game_id, **options)
    except KeptError as error:
        raise click.ClickException(printable(str(error))) from error


def _new(store: Store, **options: Any) -> tuple[Game, LiveTable]:
    missing = [option for name, option in _NEEDED.items() if options[name] is None]
    if missing:
        raise click.UsageError(
            f"Say which game is played: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing. "
            "A game that is kept already is named with --game."
        )
    options["number"] = options["number"] or 1
    said = game_of(**options)
    setup = said.setup
    players = tuple(Player(name, colour.name) for name, colour in zip(setup.players, COLOURS, strict=False))
    name = f"At the table, {datetime.now().astimezone().date().isoformat()}"
    start = GameStarted(name, players, setup.domino_set, setup.rules, setup.ruleset)
    game = store.start(start, HOST)
    table = _begun(store, game, setup, said.round)
    if said.seats:
        table.enter(SeatsGiven(said.seats))
    if said.starter is not None:
        table.enter(ActEntered(f"start {said.starter}"))
    return game, table


def _begun(store: Store, game: Game, setup: Setup, number: int) -> LiveTable:
    live, sink = begun(setup, number), StoreSink(store, game, HOST)
    sink.append(WatchBegan(number, setup.players))
    return LiveTable(live, sink)


def _again(
    store: Store,
    game_id: str,
    ruleset: str | None,
    tiles: object,
    players: str | None,
    seats: str | None,
    changes: tuple[str, ...],
    number: int | None,
    starter: str | None,
) -> tuple[Game, LiveTable]:
    game = store.game(game_id)
    ids = None if players is None else players_of(players)
    live = opened(game, store.stream(game_id))
    if live is not None:
        table = LiveTable(live, StoreSink(store, game, HOST))
    else:
        named = ids or ids_of(game)
        if named is None:
            names = ", ".join(player.name for player in game.players)
            raise click.BadParameter(
                f"{printable(names)} have names that a record can't have: give each another one here, in the "
                "same order.",
                param_hint="--players",
            )
        setup = setup_of(game, named)
        check_round(setup, number or 1)
        table = _begun(store, game, setup, number or 1)
    setup = table.live.setup
    _check_same("--players", ids, setup.players, ", ".join(setup.players))
    _check_same("--ruleset", ruleset, setup.ruleset, setup.ruleset)
    _check_same("--set", tiles, setup.domino_set, str(setup.domino_set.max_pip))
    if changes:
        _check_same("--option", changed_rules(setup.ruleset, changes), setup.rules, "other options")
    given = seats_of(setup, seats)
    if given and given != table.live.seats:
        table.enter(SeatsGiven(given))
    _go_to(table, number, starter_of(setup, starter))
    return game, table


def _check_same(option: str, said: object, kept: object, shown: str) -> None:
    if said is not None and said != kept:
        raise click.BadParameter(
            f"This game is kept with {shown}: leave it out, or start another game without --game.",
            param_hint=option,
        )


def _go_to(table: LiveTable, number: int | None, starter: str | None) -> None:
    """Begin round `number` where it is a later one, and name its starter where nobody has begun."""
    if number is not None and number != table.live.round:
        check_round(table.live.setup, number)
        if number < table.live.round:
            raise click.BadParameter(
                f"Round {table.live.round} is played already: leave it out to go on with that.",
                param_hint="--round",
            )
        table.enter(ActEntered(f"round {number}"))
    state = table.live.watch.story.state
    begins = None if state.starter is None else table.live.setup.players[state.starter]
    if starter not in (None, begins) and state.opener is None and state.log is None:
        table.enter(ActEntered(f"start {starter}"))
