"""Removal, at the next start, of what power cuts leave among the user's files."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from scenes.app.constants import HALF_WRITTEN_SECONDS
from scenes.app.storage import FOLDERS, Folder, Storage

REOPENED: Final = "Reopened"  # record header: times that the match's end was undone; the higher is newer

_BEING_WRITTEN: Final = re.compile(r"\..+\.([0-9a-f]{16}|[0-9]+(\.bak)?)")
"""Names of files being written (`files.write_whole`); in 0.1.0 with the process's number."""


def clear(storage: Storage) -> bool:
    """Delete half-written files, and the older record of each match that lies in both folders.

    Return whether there was such a match. One that another window has played further, or otherwise, stays. Folders
    that 0.1.0 left readable for others are made private.
    """
    inner = [storage.data / name for name in (*FOLDERS, "reviews")]
    for folder in dict.fromkeys((storage.config, storage.data, *inner)):
        with contextlib.suppress(OSError):
            for path in folder.glob(".*"):
                if _BEING_WRITTEN.fullmatch(path.name) and time.time() - path.lstat().st_mtime > HALF_WRITTEN_SECONDS:
                    path.unlink(missing_ok=True)
            if folder in inner and os.name == "posix" and folder.stat().st_mode & 0o077:
                folder.chmod(folder.stat().st_mode & 0o700)
    with storage.lock() as sure:
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


def _outdated(storage: Storage, unfinished: Path, finished: Path) -> Folder | None:
    """Return the folder of a match's older record: its end was undone since, or it is the other's beginning."""
    from rules.record import written_plies

    try:
        begun, whole = (storage.peek_record(path) for path in (unfinished, finished))
    except (OSError, UnicodeDecodeError):
        return None
    if count_reopenings(begun) > count_reopenings(whole):
        return "finished"
    plies = written_plies(begun)
    return "matches" if written_plies(whole)[: len(plies)] == plies else None


def count_reopenings(text: str) -> int:
    from rules.record import read_head

    try:
        told = read_head(text).get(REOPENED, "")
    except ValueError:
        return 0
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0
