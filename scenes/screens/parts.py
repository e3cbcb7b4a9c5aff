"""What Tablier is made of beside itself, from `parts.toml`: whose it is, and under which licence."""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

_LIST: Final = Path(__file__).parent / "parts.toml"


@dataclass(frozen=True, slots=True)
class Part:
    """A library, a font, a program."""

    name: str
    licence: str
    """As SPDX writes it."""
    holder: str
    """Years and names of its copyright."""
    home: str
    """Where its sources are had."""
    files: tuple[str, ...]
    """Patterns for its native files, in small letters: of their names, or of "folder/name"."""
    package: str = ""
    """The wheel that brings it, and its licence with it."""
    text: str = ""
    """The file of `build/licences` with its licence, where no wheel brings that."""

    def brings(self, file: str) -> bool:
        """Whether a native file comes with it. `file` is its path in the executable's folder, with slashes."""
        path = file.lower()
        return any(fnmatchcase(path.rpartition("/")[2], one) or fnmatchcase(path, one) for one in self.files)


def parts() -> tuple[Part, ...]:
    """All that there are on this system, in the order in which they are told."""
    listed = tomllib.loads(_LIST.read_text(encoding="utf-8"))["part"]
    here = [one for one in listed if one.pop("only", sys.platform) == sys.platform]
    return tuple(Part(**{**one, "files": tuple(one["files"])}) for one in here)
