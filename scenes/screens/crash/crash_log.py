"""Crashes in machine code: Python's faulthandler logs them to a file of all windows, which the next start reads."""

from __future__ import annotations

import contextlib
import faulthandler
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scenes.app.disk import make_folder

NAME: Final = "crash.txt"  # beside the log
LONGEST: Final = 20_000  # characters of the file that are read


@contextlib.contextmanager
def crashes_logged(folder: Path) -> Iterator[str]:
    """Log crashes within the context; give the text that earlier ones left, which is removed, and usually is ""."""
    with contextlib.ExitStack() as opened:
        left = ""
        with contextlib.suppress(OSError):
            make_folder(folder)
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
