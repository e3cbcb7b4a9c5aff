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
        self._omitted = 0

    def write(self, line: str) -> None:
        """Add an entry with the local time; its further lines are indented."""
        if self._clock() - self._period_start > constants.LOG_FLOOD_SECONDS:
            self.close()
        if line in self._recent_entries or len(self._recent_entries) >= constants.LOG_FLOOD_ENTRIES:
            self._omitted += 1
        else:
            self._recent_entries.add(line)
            self._add_entry(line)

    def close(self) -> None:
        """Write how many entries were left out, and start a new period."""
        if self._omitted:
            self._add_entry(
                f"{self._omitted} entries were left out, for they came again or there were too many at once."
            )
        self._period_start, self._recent_entries, self._omitted = self._clock(), set(), 0

    def _add_entry(self, line: str) -> None:
        if len(line) > constants.LOG_ENTRY_CHARACTERS:
            half = constants.LOG_ENTRY_CHARACTERS // 2
            line = f"{line[:half]}\n[{len(line) - 2 * half} characters are left out here]\n{line[-half:]}"
        text = time.strftime("%Y-%m-%d %H:%M:%S ") + "\n  ".join(line.splitlines()) + "\n"
        with contextlib.suppress(OSError), file_lock(self.path.with_name(".log-turn")):
            self._append_bytes(text.encode("utf-8", errors="backslashreplace"))

    def _append_bytes(self, entry: bytes) -> None:
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
