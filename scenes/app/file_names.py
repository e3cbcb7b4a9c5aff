"""Names of files in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_LONGEST_SHOWN: Final = 80


def shown(path: Path) -> str:
    """The name of a file as a sentence can say it: without letters that no font has, and not without end."""
    name = "".join(letter if letter.isprintable() else "\ufffd" for letter in path.name or str(path))
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]}…"
