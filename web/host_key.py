"""The host's key: whoever opens its address once is host from then on, on that device."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path

from web.security import kept_key

_LETTERS = b"0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o and u: it may be typed from a screen
_LENGTH = 16


def host_key(data: Path) -> str:
    """The key of the data folder `data`, made at the first start and the same after that: 80 random bits.

    Raises `KeyFileError`. Deleting its file makes a new one, and nobody who was host before is host then.
    """
    new = bytes(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    return kept_key(data / "host.key", new).decode("ascii", "replace").strip()


def is_key(sent: str, key: str) -> bool:
    """True when `sent` is `key`; takes as long for one wrong key as for another."""
    return bool(key) and secrets.compare_digest(sent.encode("utf-8", "replace"), key.encode())


def mark_of(key: str) -> str:
    """What the cookie of a host holds: tells the key to nobody, and holds for this key only."""
    return hashlib.sha256(b"host " + key.encode()).hexdigest()[:16]
