"""Removal, at the start, of half-written files and doubled matches that a power cut has left."""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import Final

from scenes.app.constants import HALF_WRITTEN_SECONDS
from scenes.app.storage import FOLDERS, Folder, Storage

REOPENED: Final = "Reopened"  # header of a record: how often the end of the match was undone

_TEMPORARY_NAME: Final = re.compile(r"\..+\.([0-9a-f]{16}|[0-9]+(\.bak)?)")
"""Names of files that are being written (by `files.write_whole`); version 0.1.0 used the process's number."""


def remove_leftovers(storage: Storage) -> bool:
    """Delete half-written files, and the older record of each match that is both unfinished and finished.

    Return whether a record was deleted. Both records are kept if neither continues the other. Folders that version
    0.1.0 left readable for other users are made private.
    """
    data_folders = [storage.data / name for name in (*FOLDERS, "reviews")]
    for folder in dict.fromkeys((storage.config, storage.data, *data_folders)):
        with contextlib.suppress(OSError):
            for path in folder.glob(".*"):
                if (
                    _TEMPORARY_NAME.fullmatch(path.name)
                    and time.time() - path.lstat().st_mtime > HALF_WRITTEN_SECONDS
                ):
                    path.unlink(missing_ok=True)
            if folder in data_folders and os.name == "posix" and folder.stat().st_mode & 0o077:
                folder.chmod(folder.stat().st_mode & 0o700)
    with storage.lock() as is_locked:
        has_found_double = False
        for entry in storage.list_matches() if is_locked else []:
            finished = storage.finished_record(entry.id)
            outdated = None if finished is None else _outdated_folder(storage, entry.path, finished)
            if outdated == "finished":
                storage.delete_finished(entry.id)
            elif outdated == "matches":
                storage.delete_match(entry.id)
            has_found_double = has_found_double or outdated is not None
    return has_found_double


def _outdated_folder(storage: Storage, unfinished: Path, finished: Path) -> Folder | None:
    """Return the folder of the older of a match's two records; None if neither is older.

    The finished record is older if its end was undone later; the unfinished one, if the finished one continues it.
    """
    from rules.record import list_written_plies

    try:
        unfinished_text, finished_text = (storage.peek_record(path) for path in (unfinished, finished))
    except (OSError, UnicodeDecodeError):
        return None
    if count_reopenings(unfinished_text) > count_reopenings(finished_text):
        return "finished"
    plies = list_written_plies(unfinished_text)
    return "matches" if list_written_plies(finished_text)[: len(plies)] == plies else None


def count_reopenings(text: str) -> int:
    from rules.record import read_head

    try:
        header = read_head(text).get(REOPENED, "")
    except ValueError:
        return 0
    return int(header) if header.isascii() and header.isdecimal() and len(header) < 6 else 0
