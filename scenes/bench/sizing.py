"""How large the executable is, and what is packed of it beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scenes.bench.finding import Finding

FOLDER: Final = 45.0
PACKED: Final = {"*.deb": 15.0, "*-linux-*": 20.0}
"""What `build/make.py` leaves beside the folder, and how many megabytes it may have: the package, the one file."""


def findings(executable: Path) -> list[Finding]:
    """Megabytes of the folder that holds `executable`, and of the newest package and one file beside that."""
    folder = executable.parent
    found = [_finding(folder.name, _bytes(folder), FOLDER)]
    for pattern, most in PACKED.items():
        files = sorted((path for path in folder.parent.glob(pattern) if path.is_file()), key=_age)
        found += [_finding(pattern.strip("*.-"), path.stat().st_size, most) for path in files[-1:]]
    return found


def _finding(name: str, count: int, most: float) -> Finding:
    return Finding(f"size, {name}, MB", count / 1e6, f"{count / 1e6:.1f}", most)


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _age(path: Path) -> float:
    return path.stat().st_mtime
