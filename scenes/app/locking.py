"""Several windows on the same files take turns: whoever holds the lock of a file is alone with what it stands for."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOOK: Final = 0.005
"""Seconds between two tries."""


@contextmanager
def turn_of(path: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of an empty file, which is made for it. Raises OSError; after so many seconds TimeoutError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + seconds
        while not _locked(file):
            if time.monotonic() > until:
                raise TimeoutError(f"{path.name} is held by another process")
            time.sleep(_LOOK)
        yield
    finally:
        os.close(file)  # which unlocks it


def _locked(file: int) -> bool:
    """Try to lock it; whether that was done. OSError where locks aren't known."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
