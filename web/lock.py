"""A lock on a file: whoever reads something and writes it back keeps all others waiting in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock `file`, which is made where it is not there and stays, in an existing folder.

    Other processes and other threads wait meanwhile. The system takes the lock away from a process that
    dies. Raises `OSError`.
    """
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _take(descriptor)
        yield
    finally:
        os.close(descriptor)  # which gives the lock back


def _take(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)
