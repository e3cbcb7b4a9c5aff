"""What power cuts leave among the person's files is cleared away at the next start."""

from __future__ import annotations

import contextlib
import re
import time
from pathlib import Path
from typing import Final

from scenes.app.storage import Storage

STALE: Final = 86_400.0
"""Seconds after which nobody writes a file any more that another process began to write."""
_BEING_WRITTEN: Final = re.compile(r"\..+\.[0-9]+(\.bak)?")
"""How files are called until they are whole: a dot, the name, the number of the process (`storage.write_whole`)."""


def clear(storage: Storage) -> bool:
    """Take away unfinished matches that have got among the finished ones; whether there were any.

    That is when the power went after a match was kept as finished. One of which another window has played more, or
    otherwise, stays. What was being written more than a day ago goes as well.
    """
    for folder in {
        storage.config,
        storage.data,
        *(storage.data / name for name in ("matches", "finished", "reviews")),
    }:
        with contextlib.suppress(OSError):
            _sweep(folder)
    left = [
        one.id
        for one in storage.list_matches()
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
