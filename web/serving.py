"""Serves the app on the home network until it is told to stop."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
from collections.abc import Callable
from types import FrameType

import cv2
from flask import Flask
from waitress.server import create_server

THREADS = 32
"""A photo that is read or waits holds one, and pages must still come at once."""
_CONNECTIONS = 400
_MOST_BODY = 256 * 1024 * 1024
"""Bytes. More than the app takes: so much is received, so that its sender reads the answer and no reset."""


class ServeError(Exception):
    """The server can't start; the message is a sentence for a person."""


def serve(
    app: Flask,
    host: str,
    port: int,
    ready: Callable[[str, int], None],
    stopping: Callable[[], object] = lambda: None,
) -> None:
    """Serve `app` until SIGINT or SIGTERM; what is being saved then is saved.

    `ready` is called with `host` and the port (the system's choice where `port` is 0) as soon as phones can
    connect, `stopping` before what is open is waited for, so that nothing stays open for ever. Raises
    `ServeError`.
    """
    cv2.setNumThreads(max(1, (os.cpu_count() or 1) // 2))  # two readings at once share the cores
    # A request that waits a moment is no news for the terminal, where nobody could do anything about it.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    listener = _listen(host, port)
    server = create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=_CONNECTIONS,
        max_request_body_size=_MOST_BODY,
        ident="stationmaster",
    )

    def stop(number: int, frame: FrameType | None) -> None:
        stopping()
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    ready(host, listener.getsockname()[1])
    server.run()
    server.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(address, family=family, dualstack_ipv6=both)
    except (OSError, UnicodeError, OverflowError) as error:
        code = getattr(error, "errno", None)
        if code == errno.EADDRINUSE:
            sentence = f"Port {port} is in use, perhaps by another Stationmaster: stop it, or choose another "
            sentence += f"port, such as --port {port + 1 if port < 65535 else port - 1}."
        elif code == errno.EACCES:
            sentence = f"Port {port} is not open to you: choose one above 1023, such as --port 8000."
        else:
            sentence = f"“{host}” is no address of this computer: leave out --host, or give one that is."
        raise ServeError(sentence) from error
