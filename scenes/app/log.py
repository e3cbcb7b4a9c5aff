"""The log: what went wrong, in whole lines, in a file that stays small whatever happens.

Several windows may write to it at once. When it is full it becomes the old log, of which there is one. What is said
again and again is counted instead, and who says too much at once is cut short.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scenes.app.locking import turn_of

LIMIT: Final = 256 * 1024
"""Bytes that the log has at most; it is the old log before it would have more."""
LONGEST: Final = 16_000
"""Characters of an entry; of what is longer, beginning and end are kept."""
QUIET: Final = 60.0
"""Seconds in which the same entry is written once, and counted after that."""
MOST: Final = 200
"""Entries that are written in so many seconds at most."""
WAITING: Final = 0.2
"""Seconds that one window waits for another to have put the full log aside."""
_LOOKS: Final = 20
_LOOK: Final = 0.01
"""How often, and after how many seconds, it is looked again whether another window is still writing an entry."""


class Log:
    """Nothing that it does raises: where nothing can be written nothing is logged."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` tells seconds, and never goes back."""
        self.path = path
        self._clock = clock
        self._said: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """When an entry was written, and how often it was to be since: those of the last `QUIET` seconds."""
        self._written = 0
        """Entries since `_since`."""
        self._since = clock()
        self._left_out = 0

    @property
    def old(self) -> Path:
        """Where the log goes that is full."""
        return self.path.with_name(f"{self.path.stem}-old{self.path.suffix}")

    def write(self, line: str) -> None:
        """Add an entry, with the local time. One of several lines is indented, so that each begins with a time."""
        now = self._clock()
        self._turn_over(now)
        if line in self._said:
            written, more = self._said[line]
            self._said[line] = written, more + 1
        elif self._written >= MOST:
            self._left_out += 1
        else:
            self._written += 1
            self._said[line] = now, 0
            self._add(line)

    def once(self, line: str) -> None:
        """Add an entry unless the log says so already."""
        told = ""
        with contextlib.suppress(OSError):
            if self.path.is_file():  # reading a pipe may never end
                told = self.path.read_text(encoding="utf-8", errors="replace")
        if line not in told:
            self.write(line)

    def close(self) -> None:
        """Say how often it was to be written what was only counted."""
        for line, (_, more) in self._said.items():
            self._count(line, more)
        self._said.clear()
        self._end_flood()

    def _turn_over(self, now: float) -> None:
        """Forget what was said long ago."""
        while self._said and now - next(iter(self._said.values()))[0] > QUIET:
            line, (_, more) = self._said.popitem(last=False)
            self._count(line, more)
        if now - self._since > QUIET:
            self._end_flood()
            self._since, self._written = now, 0

    def _end_flood(self) -> None:
        if self._left_out:
            self._add(f"{self._left_out} other entries were left out, for there were too many at once.")
            self._left_out = 0

    def _count(self, line: str, more: int) -> None:
        if more:
            self._add(f"{more} times more: {line.partition(chr(10))[0]}")

    def _add(self, line: str) -> None:
        if len(line) > LONGEST:
            half = LONGEST // 2
            line = f"{line[:half]}\n[{len(line) - 2 * half} characters are left out here]\n{line[-half:]}"
        text = time.strftime("%Y-%m-%d %H:%M:%S ") + "\n  ".join(line.splitlines()) + "\n"
        entry = text.encode("utf-8", errors="backslashreplace")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._make_room(len(entry))
            _append(self.path, entry)

    def _make_room(self, size: int) -> None:
        """Put the log aside if it would get too large; only one window does. Raises OSError."""
        if _size(self.path) + size > LIMIT:
            with contextlib.ExitStack() as held:
                with contextlib.suppress(OSError):
                    held.enter_context(turn_of(self.path.with_name(".log-turn"), WAITING))
                if _size(self.path) + size > LIMIT:
                    self.path.replace(self.old)


def _size(path: Path) -> int:
    """Bytes of a file; 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _torn(file: int) -> bool:
    """Whether the last entry has no end: the power went, or the disk was full. Another may be writing it just now."""
    for _ in range(_LOOKS):
        size = os.fstat(file).st_size
        if not size:
            return False
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) == b"\n":
            return False
        time.sleep(_LOOK)
        if os.fstat(file).st_size == size:
            return True
    return True


def _append(path: Path, entry: bytes) -> None:
    """Add an entry in one go, so that those of several windows don't mix, or nothing of it. Raises OSError."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags, 0o644)
    try:
        there = os.fstat(file)
        if not stat.S_ISREG(there.st_mode):
            return
        if _torn(file):
            entry = b"\n" + entry
        there = os.fstat(file)
        written = os.write(file, entry)
        if written < len(entry) and os.fstat(file).st_size == there.st_size + written:
            os.ftruncate(file, there.st_size)
    finally:
        os.close(file)
