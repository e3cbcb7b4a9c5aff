"""The log of errors, a file of limited size to which several windows may write.

A full log becomes the old log. Repeated entries, and those beyond a number per minute, are only counted. Python's
`logging` isn't used: it doesn't lock out other windows, leaves half an entry on a full disk, and takes 6 ms to load.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from scenes.app import constants
from scenes.app.file_locks import file_lock


class Log:
    """A log file. No method raises an exception; an entry that can't be written is lost."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self.old_path = path.with_name(f"{path.stem}-old{path.suffix}")
        self._clock = clock
        self._period_start = clock()
        self._recent_entries: set[str] = set()  # entries of the last `LOG_FLOOD_SECONDS`
        self._omitted_count = 0

    def write(self, entry: str) -> None:
        """Add an entry, of one or several lines, with the local time; further lines are indented."""
        if self._clock() - self._period_start > constants.LOG_FLOOD_SECONDS:
            self.close()
        if entry in self._recent_entries or len(self._recent_entries) >= constants.LOG_FLOOD_ENTRIES:
            self._omitted_count += 1
        else:
            self._recent_entries.add(entry)
            self._add_entry(entry)

    def close(self) -> None:
        """Write how many entries were left out, and start a new period."""
        if self._omitted_count:
            self._add_entry(
                f"{self._omitted_count} entries were left out, for they came again or there were too many at once."
            )
        self._period_start, self._recent_entries, self._omitted_count = self._clock(), set(), 0

    def _add_entry(self, entry: str) -> None:
        if len(entry) > constants.LOG_ENTRY_CHARACTERS:
            half = constants.LOG_ENTRY_CHARACTERS // 2
            entry = f"{entry[:half]}\n[{len(entry) - 2 * half} characters are left out here]\n{entry[-half:]}"
        text = time.strftime("%Y-%m-%d %H:%M:%S ") + "\n  ".join(entry.splitlines()) + "\n"
        with contextlib.suppress(OSError), file_lock(self.path.with_name(".log-turn")):
            self._append_bytes(text.encode("utf-8", errors="backslashreplace"))

    def _append_bytes(self, entry: bytes) -> None:
        """Append an entry whole or not at all; before that, make a full log the old one."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if self.path.exists() and not self.path.is_file():
            return
        if size + len(entry) > constants.LOG_BYTES:
            self.path.replace(self.old_path)
            size = 0
        with self.path.open("a+b") as file:
            if size and file.seek(-1, os.SEEK_END) and file.read(1) != b"\n":  # after a power cut or on a full disk
                entry = b"\n" + entry
            if os.write(file.fileno(), entry) < len(entry):
                file.truncate(size)
