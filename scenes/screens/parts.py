"""What Tablier is made of beside itself, from `parts.toml`: whose it is, and under which licence."""

from __future__ import annotations

import json
import platform
import sys
import sysconfig
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

_LIST: Final = Path(__file__).parent / "parts.toml"
TEXTS: Final = Path(__file__).parents[1] / "licences"
"""The folder with the licences that no wheel brings."""
COLLECTED: Final = Path(__file__).parents[2] / "licences"
"""The folder in which an executable carries all of them."""
INDEX: Final = "index.json"
"""The file there with the version and the licence files of each part."""


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
    """The file of `TEXTS` with its licence, where no wheel brings that."""
    version: str = ""
    """The version in the wheel that brings it without a name of its own."""
    source: str = ""
    """The address of the sources of that version."""

    def brings(self, file: str) -> bool:
        """Whether a native file comes with it. `file` is its path in the executable's folder, with slashes."""
        path = file.lower()
        return any(fnmatchcase(path.rpartition("/")[2], one) or fnmatchcase(path, one) for one in self.files)


def parts() -> tuple[Part, ...]:
    """All that there are on this system, in the order in which they are told."""
    listed = tomllib.loads(_LIST.read_text(encoding="utf-8"))["part"]
    here = [one for one in listed if one.pop("only", sys.platform) == sys.platform]
    return tuple(Part(**{**one, "files": tuple(one["files"])}) for one in here)


def version_of(part: Part) -> str:
    """Return the version of a part that is here, "" where nothing tells it."""
    if COLLECTED.is_dir():
        return str(_index()[part.name]["version"])
    if part.name == "Python":
        return platform.python_version()
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(part.package) if part.package else part.version
    except PackageNotFoundError:
        return ""


def licence_files(part: Part) -> list[Path]:
    """Return the files with the licence of a part: none if it isn't installed here."""
    if COLLECTED.is_dir():
        return [COLLECTED / name for name in _index()[part.name]["texts"]]
    found = [(TEXTS / part.text).resolve()] if part.text else []
    if part.name == "Python":
        places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix), Path("/usr/share/doc/python3"))
        named = [place / name for place in places for name in ("LICENSE.txt", "copyright")]
        found = [path for path in named if path.is_file()][:1]
    elif part.package:
        from importlib.metadata import PackageNotFoundError, distribution

        try:
            files = distribution(part.package).files or ()
        except PackageNotFoundError:
            files = ()
        names = [file for file in files if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))]
        found += {file.name: Path(str(file.locate())) for file in sorted(names)}.values()
    return [path for path in found if path.is_file()]


@cache
def _index() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((COLLECTED / INDEX).read_text(encoding="utf-8"))
    return found
