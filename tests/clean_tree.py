"""A pytest plugin that checks that a run of the tests leaves the checkout unchanged.

Files may be made in the folders of tools and in `__pycache__`, where all that is new must be readable bytecode.
"""

import marshal
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

FOLDERS: Final = ("var", "dist", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache")
"""Folders in which files may be created, beside virtual environments (`.venv*` and `venv`)."""
FILES: Final = ("uv.lock",)
HEADER: Final = 16
"""Bytes of bytecode before the code."""

Listing = dict[str, tuple[int, int]]
"""Path of a file below the root -> its size and the time of its last change, in nanoseconds."""


def listing(root: Path) -> Listing:
    found: Listing = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in FOLDERS and not name.startswith((".venv", "venv"))]
        for path in (Path(folder, name) for name in names if name not in FILES):
            stat = path.lstat()
            found[path.relative_to(root).as_posix()] = stat.st_size, stat.st_mtime_ns
    return found


def is_bytecode(path: Path) -> bool:
    """Return whether Python can read a file of bytecode; one that has gone meanwhile does no harm."""
    try:
        marshal.loads(path.read_bytes()[HEADER:])
    except FileNotFoundError:
        return True
    except (EOFError, TypeError, ValueError):
        return False
    return True


def differences(root: Path, before: Listing) -> Iterator[str]:
    after = listing(root)
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            continue
        if "__pycache__" in Path(name).parts:
            if name in after and name.endswith(".pyc") and not is_bytecode(root / name):
                yield f"damaged: {name}"
        else:
            yield f"{'new' if name not in before else 'gone' if name not in after else 'changed'}: {name}"


class CleanTree:
    """A plugin that fails a passed run if it has left something in the checkout."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before = listing(root)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        left = list(differences(self._root, self._before))
        if left:
            reporter = session.config.pluginmanager.getplugin("terminalreporter")
            reporter.write_line(f"\nThe tests left the checkout otherwise than it was: {', '.join(left)}", red=True)
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
