"""`stationmaster serve`: starts, tells where it is, answers, and ends cleanly."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner

from web.addresses import home_addresses
from web.cli import main
from web.cli.options import VARIABLE
from web.store.database import FILE


class _Server(Protocol):
    process: subprocess.Popen[str]
    port: int
    said: str

    def end(self) -> int: ...


Launch = Callable[..., _Server]


def _get(port: int, path: str = "/", host: str = "localhost") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_crowd_of_phones_leaves_the_terminal_quiet(launch: Launch, data: Path) -> None:
    server = launch("serve", "--data", data)
    asked = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        phones = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(90)
        ]
        for phone in phones:
            phone.sendall(asked)
        assert all(phone.recv(12) == b"HTTP/1.1 200" for phone in phones)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.stderr is not None
    assert server.process.stderr.read() == ""
    assert server.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_answers_and_ends_cleanly(
    launch: Launch, data: Path, number: signal.Signals
) -> None:
    server = launch("serve", "--data", data)
    assert f"http://localhost:{server.port}/" in server.said
    assert str(data) in server.said
    assert _get(server.port)[0] == 200
    server.process.send_signal(number)
    errors = server.process.stderr
    assert errors is not None
    assert errors.read() == ""
    assert server.end() == 0


def test_phones_reach_it_and_strangers_names_do_not(launch: Launch, data: Path) -> None:
    server = launch("serve", "--data", data, "--allow-host", "score.example")
    for address in home_addresses():
        assert f"http://{address}:{server.port}/" in server.said
        assert _get(server.port, host=f"{address}:{server.port}")[0] == 200
    assert _get(server.port, host="score.example")[0] == 200
    assert _get(server.port, host="evil.example")[0] == 421


def test_on_this_computer_alone_it_shows_one_address(launch: Launch, data: Path) -> None:
    server = launch("serve", "--data", data, "--host", "127.0.0.1")
    assert server.said.count("http://") == 1
    assert f"http://127.0.0.1:{server.port}/" in server.said


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this system has no IPv6")
def test_open_to_both_kinds_of_address(launch: Launch, data: Path) -> None:
    server = launch("serve", "--data", data, "--host", "::")
    assert _get(server.port)[0] == 200
    assert _get(server.port, host="[::1]")[0] == 200


def test_addresses_for_phones_are_not_this_computers_own() -> None:
    assert not any(ipaddress.ip_address(address).is_loopback for address in home_addresses())
    assert len(set(home_addresses())) == len(home_addresses())


def test_the_data_folder_comes_from_the_environment(
    launch: Launch, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(data))
    server = launch("serve")
    assert str(data) in server.said
    assert (data / FILE).exists()


def test_twenty_pages_at_once(launch: Launch, data: Path) -> None:
    server = launch("serve", "--data", data)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: _get(server.port)[0], range(60)))
    assert answers == [200] * 60


@pytest.mark.parametrize("framing", ["length", "chunked"])
def test_a_200_mb_upload_gets_its_answer(launch: Launch, data: Path, framing: str) -> None:
    """The sender sends all of it and then reads a sentence, instead of losing the connection."""
    server = launch("serve", "--data", data)
    piece, pieces = b"x" * 1_000_000, 200
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.putrequest("POST", "/games/new")
    connection.putheader("Content-Type", "multipart/form-data; boundary=b")
    if framing == "length":
        connection.putheader("Content-Length", str(len(piece) * pieces))
    else:
        connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    for _ in range(pieces):
        connection.send(piece if framing == "length" else b"%x\r\n%b\r\n" % (len(piece), piece))
    if framing == "chunked":
        connection.send(b"0\r\n\r\n")
    answer = connection.getresponse()
    assert answer.status == 413
    assert "too large to be sent here" in answer.read().decode()
    connection.close()
    assert _get(server.port)[0] == 200
    if sys.platform == "linux":
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        assert most < 200_000, "kB; the upload was held in memory"


def _fails(*arguments: str) -> str:
    """What a command that can't start says; it ends with status 1 and one line."""
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1
    return result.output


def test_a_port_in_use_is_a_sentence(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = _fails("--host", "127.0.0.1", "--port", str(port), "--data", str(data))
    assert f"Port {port} is in use" in said
    assert "--port" in said


@pytest.mark.parametrize("host", ["192.0.2.77", "nosuch.invalid", "a b", "x" * 100, "é" * 70])
def test_a_host_that_is_not_ours_is_a_sentence(data: Path, host: str) -> None:
    assert "leave out --host" in _fails("--host", host, "--port", "0", "--data", str(data))


def test_a_folder_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "choose another folder with --data" in _fails("--data", str(tmp_path / "file"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_folder_that_may_not_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root, too, for whom the system refuses nothing."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "no permission to write there" in _fails("--data", str(tmp_path))


def test_a_newer_database_and_a_damaged_key_are_sentences(tmp_path: Path) -> None:
    (tmp_path / "session.key").write_bytes(b"")
    assert "session.key is damaged" in _fails("--data", str(tmp_path))
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "install the newest version" in _fails("--data", str(tmp_path))


def test_help_says_who_can_reach_it() -> None:
    said = " ".join(CliRunner().invoke(main, ["serve", "--help"]).output.split())
    assert "open to all phones on the home network" in said
    assert VARIABLE in said
