"""The third-party parts of Tablier, listed in `third_party.toml`, with their holders and licences."""

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

_LIST_FILE: Final = Path(__file__).parent / "third_party.toml"
TEXTS: Final = Path(__file__).parents[1] / "licences"  # folder of the licences that no wheel contains
COLLECTED: Final = Path(__file__).parents[2] / "licences"  # folder of all licences in an executable
INDEX: Final = "index.json"  # file in `COLLECTED` with the version and licence files of each part


@dataclass(frozen=True, slots=True)
class Part:
    """A library, font or program that Tablier contains."""

    name: str
    licence: str  # SPDX expression
    holder: str  # years and names of the copyright
    home: str  # address of the sources
    files: tuple[str, ...]  # patterns in lower case for the names or paths of its native files
    package: str = ""  # the wheel that contains it and its licence
    text: str = ""  # file in `TEXTS` with its licence, if no wheel contains that
    version: str = ""  # if no wheel has its version
    source: str = ""  # address of the sources of that version

    def has_file(self, file: str) -> bool:
        """Return whether the native file with the path `file` in an executable's folder belongs to the part."""
        path = file.lower()
        return any(fnmatchcase(path.rpartition("/")[2], one) or fnmatchcase(path, one) for one in self.files)


def parts() -> tuple[Part, ...]:
    """Return the parts that Tablier has on this system, in the order of the list."""
    listed = tomllib.loads(_LIST_FILE.read_text(encoding="utf-8"))["part"]
    used = [one for one in listed if one.pop("only", sys.platform) == sys.platform]
    return tuple(Part(**{**one, "files": tuple(one["files"])}) for one in used)


def version_of(part: Part) -> str:
    """Return the installed version of a part, or "" if it is unknown."""
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
    """Return the files with the licence of a part; none if it isn't installed."""
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
    index: dict[str, dict[str, Any]] = json.loads((COLLECTED / INDEX).read_text(encoding="utf-8"))
    return index
