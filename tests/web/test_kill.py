"""A server that is killed, again and again, loses no save that it has confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Protocol

import pytest

from referee import DominoSet
from web.store import Store
from web.store.events import CountSaved, GameStarted, Player

_KILLS = 50
_PHONES = 2
_SEATS, _ROUNDS, _TOTALS = 14, 19, 100
_SAVES = 30
"""The most that one phone saves before the next kill."""

Save = tuple[int, int, int]
"""Round, seat and total: no two saves of the test are the same."""


def _save(number: int) -> Save:
    cell, total = divmod(number, _TOTALS)
    return cell // _SEATS + 1, cell % _SEATS, total + 1


class _Server(Protocol):
    port: int
    host_path: str

    def kill(self) -> None: ...


class _Phone(Protocol):
    def get(self, port: int, path: str) -> tuple[int, str]: ...

    def post(self, port: int, path: str, form: dict[str, str]) -> tuple[int, str]: ...


def _save_until_killed(
    phone: _Phone, port: int, game: str, numbers: range, confirmed: SimpleQueue[Save | str]
) -> None:
    """Type one total after the other, each once, and note those that the server confirmed."""
    for number in numbers:
        round_, seat, total = _save(number)
        form = {"do": "typed", "total": str(total), "key": str(number)}
        try:
            status, text = phone.post(port, f"/games/{game}/rounds/{round_}/players/{seat}", form)
        except (OSError, HTTPException):
            return  # the server is gone before it confirmed
        confirmed.put((round_, seat, total) if status == 303 else text)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_confirmed_save_is_lost_in_fifty_kills(
    tmp_path: Path, launch: Callable[..., _Server], phone: Callable[[], _Phone]
) -> None:
    data = tmp_path / "data"
    store = Store.open(data)
    players = tuple(Player(f"Player {seat}", "red") for seat in range(_SEATS))
    game = store.start(GameStarted("Friday", players, DominoSet(18)), "host").id
    store.close()

    random = Random(20)
    phones = [phone() for _ in range(_PHONES)]
    confirmed: Counter[Save | str] = Counter()
    for kill in range(_KILLS):
        server = launch("serve", "--data", data)
        if kill == 0:
            assert [one.get(server.port, server.host_path)[0] for one in phones] == [303] * _PHONES
        saves: SimpleQueue[Save | str] = SimpleQueue()
        threads = []
        for number, one in enumerate(phones, kill * _PHONES):
            numbers = range(number * _SAVES, (number + 1) * _SAVES)
            arguments = (one, server.port, game, numbers, saves)
            threads.append(Thread(target=_save_until_killed, args=arguments))
        for thread in threads:
            thread.start()
        for _ in range(random.randint(1, 6)):
            confirmed[saves.get(timeout=60)] += 1
        server.kill()
        for thread in threads:
            thread.join(60)
        while not saves.empty():
            confirmed[saves.get()] += 1

    store = Store.open(data)
    stream = store.stream(game)
    kept: Counter[Save | str] = Counter(
        (r.event.round, r.event.seat, r.event.after.count.points)
        for r in stream
        if isinstance(r.event, CountSaved)
    )
    assert not [refusal for refusal in confirmed if isinstance(refusal, str)]
    assert len(confirmed) >= _KILLS
    assert not confirmed - kept, "a confirmed save is gone"
    assert max(kept.values()) == 1, "a save is there twice"
    assert [r.number for r in stream] == list(range(1, len(stream) + 1))
    store.close()
