"""Crashes in the machine code of libraries: Python's faulthandler writes them into a file, the next start reads it.

All windows share the file, which is empty as long as none of them crashes.
"""

from __future__ import annotations

import contextlib
import faulthandler
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NAME: Final = "crash.txt"
"""The file's name, beside the log."""
LONGEST: Final = 20_000
"""Characters of it that are read."""


@contextlib.contextmanager
def crashes_logged(folder: Path) -> Iterator[str]:
    """Write crashes down as long as the context lasts, where that can be. Gives what earlier ones left, which is
    removed; usually ""."""
    with contextlib.ExitStack() as opened:
        left = ""
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            for old in sorted(folder.glob("fall-*")):  # 0.1.0 had a file a run
                left += old.read_text(encoding="utf-8", errors="replace")
                old.unlink()
            file = opened.enter_context((folder / NAME).open("a+", encoding="utf-8", errors="replace"))
            file.seek(0)
            left += file.read()
            file.truncate(0)
            faulthandler.enable(file)
            opened.callback(faulthandler.disable)
        yield left.strip()[:LONGEST]
