"""Checks of the executable's contents: licences and versions of its parts, unknown and unwanted files, checksums."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shutil
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from scenes.screens.third_party import INDEX, Part, licence_files, parts, version_of  # noqa: E402 - found only now

OWN: Final = ("rules/", "scenes/", "sprites/", "sounds/", "tablier", "tablier.exe")
"""Beginnings of the names of the project's own files; the program itself is PyInstaller's bootloader."""
UNWANTED: Final = "freesansbold.ttf"  # pygame's font, which is under the GPL
REPLACING: Final = (
    "The libraries under the LGPL are files of their own in the folder _internal. You may examine them, change them,",
    "and put other builds of them in their place under the same names; their sources are named below. Where Tablier",
    "is one file, take it as a folder for that: it is the same program.",
)
_CODE: Final = {".so", ".pyd", ".dll", ".dylib", ".pyc"}


def collect(folder: Path) -> None:
    """Write the licences of all parts into `folder`, with `PARTS.txt` and an index for the app.

    The former contents of `folder` are deleted. Raises FileNotFoundError if a licence is missing.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = ["What Tablier is made of beside itself. The texts of the licences lie in this folder.", "", *REPLACING]
    index = {}
    for part in parts():
        files = licence_files(part)
        if not files:
            raise FileNotFoundError(f"There is no text of the licence of {part.name}.")
        texts = [_copy_licence(text, folder, part) for text in files]
        index[part.name] = {"version": version_of(part), "texts": texts}
        lines += ["", f"{part.name} {version_of(part)}".rstrip(), f"    © {part.holder}"]
        lines += [f"    licence {part.licence}: {', '.join(texts)}", f"    sources: {part.source or part.home}"]
    (folder / "PARTS.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    (folder / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8", newline="\n")


def _copy_licence(text: Path, folder: Path, part: Part) -> str:
    """Copy a licence into `folder`; return its name there."""
    if ROOT in text.parents and part.text:
        name = text.name
    else:
        words = [word for word in re.split("[-.]", text.name.lower())[1:] if word not in ("txt", "md", "rst")]
        name = f"{'-'.join([(part.package or part.name).lower(), *words])}.txt"
    (folder / name).write_text(text.read_text(encoding="utf-8"), encoding="utf-8", newline="\n")
    return name


def versions() -> str:
    """Return the versions of Python, the packages and the tools that make an executable, as text."""
    texts = [f"Python {platform.python_version()}"]
    names = [part.package for part in parts() if part.package]
    texts += [f"{name} {version(name)}" for name in sorted({*names, "mypy", "setuptools"})]
    for tool in ("cc", "strip"):
        path = shutil.which(tool)
        if path is not None and sys.platform == "linux":
            output = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            texts.append(output.partition("\n")[0])
    return ", ".join(texts)


def list_code(folder: Path) -> list[str]:
    """Return the native files and modules of an executable's folder, as slashed paths below its `_internal`."""
    internal = folder / "_internal"
    files = [path for path in internal.rglob("*") if path.is_file() and not path.is_symlink()]
    return sorted(path.relative_to(internal).as_posix() for path in files if set(path.suffixes) & _CODE)


def strangers(folder: Path) -> list[str]:
    """Return the code of an executable of neither the project, Python nor a part with a known licence."""
    known = parts()
    return [
        name for name in list_code(folder) if not _is_python(name) and not any(part.has_file(name) for part in known)
    ]


def _is_python(name: str) -> bool:
    """Return whether a file belongs to the project or is a module of the standard library."""
    top = name.partition("/")[0].partition(".")[0]
    return name.startswith(OWN) or (
        name.endswith(".pyc") and (top in sys.stdlib_module_names or top.startswith("_sysconfigdata"))
    )


def foreign_paths(file: Path) -> list[str]:
    """Return the absolute library paths (RPATH, RUNPATH) in a native file of Linux."""
    with file.open("rb") as content:
        if content.read(4) != b"\x7fELF":
            return []
    output = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=False).stdout
    entries = [line.split()[1] for line in output.splitlines() if line.split()[:1] in (["RPATH"], ["RUNPATH"])]
    return [path for entry in entries for path in entry.split(":") if not path.startswith("$ORIGIN")]


def leftovers(folder: Path) -> list[str]:
    """Return the files of an executable that must not be there: native files with absolute paths, and `UNWANTED`."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return [path.name for path in files if path.name == UNWANTED or foreign_paths(path)]


def doubles(folder: Path) -> list[str]:
    """Return the names of Windows' libraries that are in several folders of an executable."""
    found = Counter(path.name for path in folder.rglob("*.dll"))
    return sorted(name for name, count in found.items() if count > 1)


def is_size_in_readme(size: int) -> bool:
    """Return whether the README states this size of the executable's folder, in bytes, within 10 %."""
    stated = re.search(r"the folder `dist/tablier`, about (\d+) MB", (ROOT / "README.md").read_text(encoding="utf-8"))
    return stated is not None and abs(size / 1e6 - int(stated[1])) <= 0.1 * int(stated[1])


def sum_of(path: Path) -> str:
    """Return the SHA-256 of a file, or of the names, modes and contents of all files in a folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    folder_digest = hashlib.sha256()
    for name, digest in sums(path).items():
        folder_digest.update(f"{digest}  {name}\n".encode())
    return folder_digest.hexdigest()


def sums(folder: Path) -> dict[str, str]:
    """Return mode and SHA-256 of each file in a folder; for a link, its target."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path.relative_to(folder).as_posix()] = f"-> {path.readlink().as_posix()}"
        elif path.is_file():
            found[path.relative_to(folder).as_posix()] = f"{path.stat().st_mode & 0o111:o} {sum_of(path)}"
    return found
