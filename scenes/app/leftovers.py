"""What power cuts leave among the person's files is cleared away at the next start."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from scenes.app.storage import FOLDERS, Folder, Storage

REOPENED: Final = "Reopened"
"""The record's header for how often the end of the match was undone: of two records that with more is the newer."""
STALE: Final = 86_400.0
"""Seconds after which nobody writes a file any more that another process began to write."""
_BEING_WRITTEN: Final = re.compile(r"\..+\.([0-9a-f]{16}|[0-9]+(\.bak)?)")
"""How files are called until they are whole (`files.write_whole`); in 0.1.0 the number of the process stood there."""


def clear(storage: Storage) -> bool:
    """Take away half-written files, and unfinished matches that are finished, too; whether there were any.

    A match of which another window has played more, or otherwise, stays. The folders that 0.1.0 let everybody look
    into are closed to others.
    """
    inner = [storage.data / name for name in (*FOLDERS, "reviews")]
    for folder in dict.fromkeys((storage.config, storage.data, *inner)):
        with contextlib.suppress(OSError):
            _sweep(folder)
            if folder in inner and os.name == "posix" and folder.stat().st_mode & 0o077:
                folder.chmod(folder.stat().st_mode & 0o700)
    with storage.alone() as sure:
        left = False
        for one in storage.list_matches() if sure else []:
            whole = storage.finished_record(one.id)
            outdated = None if whole is None else _outdated(storage, one.path, whole)
            if outdated == "finished":
                storage.delete_finished(one.id)
            elif outdated == "matches":
                storage.delete_match(one.id)
            left = left or outdated is not None
    return left


def _sweep(folder: Path) -> None:
    for path in folder.glob(".*"):
        if _BEING_WRITTEN.fullmatch(path.name) and time.time() - path.lstat().st_mtime > STALE:
            path.unlink(missing_ok=True)


def _outdated(storage: Storage, unfinished: Path, finished: Path) -> Folder | None:
    """Which record of a match is older than the other: that whose end was undone since, or the beginning of it."""
    from rules.record import written_plies

    try:
        begun, whole = (storage.glance(path) for path in (unfinished, finished))
    except (OSError, UnicodeDecodeError):
        return None
    if reopened(begun) > reopened(whole):
        return "finished"
    plies = written_plies(begun)
    return "matches" if written_plies(whole)[: len(plies)] == plies else None


def reopened(text: str) -> int:
    """How often the end of the match was undone, as its record says."""
    from rules.record import read_head

    try:
        told = read_head(text).get(REOPENED, "")
    except ValueError:
        return 0
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0
