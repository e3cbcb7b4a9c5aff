"""Find, check and import engines that `build/engines.py` compiled from this checkout into the user's cache folder.

The opponent's process uses them instead of the sources only if they were compiled from exactly these sources for
this Python, are undamaged, and can't have been written by anybody else (`rules.ai.ownership`).
"""

import hashlib
import json
import sys
import tomllib
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Final

import rules
from rules.ai.opponents import are_engines_compiled
from rules.ai.ownership import first_shared

ROOT: Final = Path(rules.__file__).parent.parent
RECIPE: Final = ("pyproject.toml", "build/backend.py")  # files that determine how the engines are compiled
SUFFIX: Final = EXTENSION_SUFFIXES[0]  # suffix of compiled modules, with Python version and platform
SUMS: Final = "sums.json"  # file beside the modules: the SHA-256 of each by its path, written last
KERNEL: Final = "rules.kernel__mypyc"  # shared code of the compiled modules


def is_checkout() -> bool:
    """Return whether this is a checkout whose engines run interpreted and can be compiled."""
    return not are_engines_compiled() and all((ROOT / name).is_file() for name in RECIPE)


def list_modules(root: Path = ROOT) -> list[str]:
    """Return the names of the modules to compile, from `pyproject.toml` in `root`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["tablier"]["compiled"])


@lru_cache(maxsize=1)
def compute_folder_name(root: Path = ROOT) -> str:
    """Return the name of the engines' folder, which depends on version, Python and sources. Takes 15 ms."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    digest = hashlib.sha256()
    for path in sorted((root / "rules").rglob("*.py")) + [root / name for name in RECIPE]:
        digest.update(f"{path.relative_to(root).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return f"{version}{SUFFIX.rpartition('.')[0].replace('.', '-')}-{digest.hexdigest()[:20]}"


def has_compiled(folder: Path) -> bool:
    """Return whether opponents use compiled engines, installed ones or those in `folder`."""
    try:
        if are_engines_compiled() or not (folder.is_dir() and is_checkout()):
            return are_engines_compiled()
        checksums = folder / compute_folder_name() / SUMS
        return checksums.is_file() and first_shared([checksums]) is None
    except (OSError, ValueError):
        return False


def import_compiled(folder: Path) -> str | None:
    """Import the compiled engines in `folder` into this process, if there are any for these sources.

    Returns an error as a sentence for the log, or None. The checksums of damaged engines are deleted, so that the
    engines count as missing and can be compiled again.
    """
    place = folder
    try:
        place = folder / compute_folder_name()
        if is_checkout() and (place / SUMS).is_file():
            shared = first_shared([place / SUMS]) or first_shared(place / name for name in _read_sums(place))
            if shared is not None:
                return f"The compiled engines can't be used: other people may change {shared}"
            load(place)
    except Exception as problem:
        if isinstance(problem, ImportError | ValueError | FileNotFoundError):
            with suppress(OSError):
                (place / SUMS).unlink()
        return f"The compiled engines can't be used: {type(problem).__name__}: {problem}"
    return None


def _read_sums(place: Path) -> dict[str, str]:
    checksums: dict[str, str] = json.loads((place / SUMS).read_text(encoding="utf-8"))
    return checksums


def load(place: Path) -> None:
    """Make all compiled modules in `place` importable, or none of them, by a finder that comes before all others.

    Raises ImportError, OSError, RuntimeError or ValueError.
    """
    checksums = _read_sums(place)
    for name, known in checksums.items():
        if hashlib.sha256((place / name).read_bytes()).hexdigest() != known:
            raise ImportError(f"{name} has changed since it was compiled")
    files = {name.removesuffix(SUFFIX).replace("/", "."): place / name for name in checksums}
    if not {KERNEL, *list_modules()} <= files.keys():
        raise ImportError("modules are missing")
    if files.keys() & sys.modules.keys():
        raise RuntimeError("an interpreted one is in use already")
    finder = _Finder(files)
    sys.meta_path.insert(0, finder)
    try:
        import_module(KERNEL)
    except BaseException:
        sys.meta_path.remove(finder)
        raise


class _Finder:
    def __init__(self, files: dict[str, Path]) -> None:
        self._files = files

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self._files:
            return None
        file = str(self._files[name])
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))
