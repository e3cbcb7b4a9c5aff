"""What power cuts leave among the person's files is cleared away at the next start."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from scenes.app.storage import FOLDERS, Storage

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
    for folder in {storage.config, storage.data, *inner}:
        with contextlib.suppress(OSError):
            _sweep(folder)
            if folder in inner and os.name == "posix" and folder.stat().st_mode & 0o077:
                folder.chmod(folder.stat().st_mode & 0o700)
    with storage.alone() as sure:
        left = [
            one.id
            for one in (storage.list_matches() if sure else [])
            if (whole := storage.finished_record(one.id)) is not None and _begins(storage, one.path, whole)
        ]
        for match_id in left:
            storage.delete_match(match_id)
    return bool(left)


def _sweep(folder: Path) -> None:
    for path in folder.glob(".*"):
        if _BEING_WRITTEN.fullmatch(path.name) and time.time() - path.lstat().st_mtime > STALE:
            path.unlink(missing_ok=True)


def _begins(storage: Storage, unfinished: Path, finished: Path) -> bool:
    """Whether all plies of a record are the first ones of another."""
    from rules.record import written_plies

    try:
        begun, whole = (written_plies(storage.glance(path)) for path in (unfinished, finished))
    except (OSError, UnicodeDecodeError):
        return False
    return whole[: len(begun)] == begun
