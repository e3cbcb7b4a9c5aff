"""Falls that no code of ours can catch, in the machine code of libraries: written down as they happen, told later.

Each run has a file beside the log, into which Python's faulthandler writes where everybody was. It is empty unless
something like that happens, and goes with the run. A run that was killed, or whose power was cut, leaves it empty.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
from pathlib import Path
from typing import Final

from scenes.app.locking import turn_of

LONGEST: Final = 20_000
"""Characters of what was written down that are read."""


class Falls:
    """The file of this run, and what earlier ones have left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = contextlib.ExitStack()

    def watch(self) -> str:
        """From now on a fall is written down. Returns what earlier falls left, which goes; usually nothing.

        Where nothing can be written there is nothing to tell the next time.
        """
        with contextlib.suppress(OSError), turn_of(self._folder / ".falls", 1.0):
            told = self._left()
            self._begin()
            return told
        return ""

    def end(self) -> None:
        """The run ends in good order."""
        self._stack.close()

    def _begin(self) -> None:
        """Raises OSError."""
        with contextlib.ExitStack() as opened:
            lock, book = self._names(os.getpid())
            for path in (lock, book):
                opened.callback(_remove, path)
            opened.enter_context(turn_of(lock, 0.0))
            file = opened.enter_context(book.open("w", encoding="utf-8"))
            faulthandler.enable(file)
            opened.callback(faulthandler.disable)
            self._stack = opened.pop_all()

    def _names(self, number: int) -> tuple[Path, Path]:
        """The file that is locked as long as a process runs, and the one that is written into."""
        return self._folder / f"fall-{number}.lock", self._folder / f"fall-{number}.txt"

    def _left(self) -> str:
        told = []
        for lock in sorted(self._folder.glob("fall-*.lock")):
            book = lock.with_suffix(".txt")
            try:
                with turn_of(lock, 0.0):
                    told.append(_read(book))
            except OSError:  # another window, which is well
                continue
            _remove(book)
            _remove(lock)
        return "\n".join(one for one in told if one)[:LONGEST]


def _read(book: Path) -> str:
    with contextlib.suppress(OSError), book.open(encoding="utf-8", errors="replace") as file:
        return file.read(LONGEST).strip()
    return ""


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
