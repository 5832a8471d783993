"""What keeps strangers out: trusted host names, CSRF tokens, the session's key, headers on every answer."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf import CSRFProtect
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from web.addresses import without_port
from web.disk import write

MOST_UPLOAD = 48 * 1024 * 1024
"""Bytes of one request: more than the largest photo of a phone."""
_MOST_FORM = 1024 * 1024
"""Bytes of a form without its photos."""
_MOST_FIELDS = 10_000
"""Three for each read tile of all photos of a hand: a photo of a tiled wall must not shut its cell."""

_POLICY = {
    "default-src": "'self'",
    "img-src": "'self' blob:",  # a chosen photo is shown before it is sent
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "private, no-cache",  # kept for the way back, but asked for anew
}

_KEY_LENGTH = 32
_HOME_NAMES = (".local", ".localhost", ".localdomain", ".lan", ".home", ".home.arpa", ".internal")
"""Names that only a home network gives; nobody can register one."""


class _Signer(TimestampSigner):
    """Looks at the signature alone: a computer whose clock was set back must still know its phones."""

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> Any:
        """What was signed, whenever that was: the phone itself lets its cookie go when it ends."""
        value, at = super().unsign(signed_value, None, True)
        return (value, at) if return_timestamp else value


class _Sessions(SecureCookieSessionInterface):
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer


class KeyFileError(Exception):
    """A key can't be kept; the message is a sentence for a person."""


def protect(app: Flask, data: Path, hosts: Iterable[str] = ()) -> None:
    """Set up all of it for `app`; `hosts` are more names that this computer answers to.

    Raises `KeyFileError` where the session's key can't be kept in `data`.
    """
    key = session_key(data)
    app.config.update(
        SECRET_KEY=key,
        # Two servers on one computer share its cookies, whatever their ports.
        SESSION_COOKIE_NAME=f"stationmaster-{hashlib.sha256(key).hexdigest()[:8]}",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        WTF_CSRF_TIME_LIMIT=None,  # a token holds as long as its session: a game takes an evening
        MAX_CONTENT_LENGTH=MOST_UPLOAD,
        MAX_FORM_MEMORY_SIZE=_MOST_FORM,
        MAX_FORM_PARTS=_MOST_FIELDS,
    )
    app.session_interface = _Sessions()
    own = own_names() | {name.lower().rstrip(".") for name in hosts}

    @app.before_request
    def _check_host() -> None:
        if not is_home(request.host, own):
            abort(421)

    @app.before_request
    def _hold_short_forms() -> None:
        # MAX_FORM_MEMORY_SIZE is not for this kind, which is read at once.
        if request.mimetype == "application/x-www-form-urlencoded":
            request.max_content_length = _MOST_FORM

    @app.after_request
    def _add_headers(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    CSRFProtect(app)


def session_key(data: Path) -> bytes:
    """The key that signs sessions, the same after a restart. Raises `KeyFileError`."""
    return kept_key(data / "session.key", secrets.token_bytes(_KEY_LENGTH))


def kept_key(path: Path, new: bytes) -> bytes:
    """The key that is kept in the file `path`; `new` where there is none yet.

    Raises `KeyFileError`, also for a key that is shorter than `new`.
    """
    try:
        if not path.exists():
            write(path, new)
        key = path.read_bytes()
    except OSError as error:
        raise KeyFileError(
            f"{path} can't be used ({error.strerror}): delete it, or choose another folder with --data."
        ) from error
    if len(key) < len(new):
        raise KeyFileError(f"{path} is damaged: delete it, a new one is made at the next start.")
    return key


def own_names() -> frozenset[str]:
    """The names by which this computer knows itself."""
    return frozenset(name.lower().rstrip(".") for name in (socket.gethostname(), "localhost") if name)


def is_home(host: str, own: Iterable[str] = ()) -> bool:
    """True when `host`, with or without a port, is an address or a name of this computer or a home network.

    A page of a stranger's name could have that name point here (DNS rebinding) and would then be let in as
    one of ours; an address and a home network's name can't be a stranger's.

    >>> [is_home(host) for host in ("192.168.1.5:8000", "[fe80::1]:8000", "pi.local", "pi", "evil.example")]
    [True, True, True, True, False]
    """
    name = without_port(host).lower().rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_HOME_NAMES) or name in own)
    return True
