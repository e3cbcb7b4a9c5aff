"""The amounts of random play, combinations and throws that the tests use.

`TABLIER_LAWS` says it in plies of random play for each set of a game's options: 100 for `uv run pytest`, 400 in
`.ci/run`, 5000 for a night. `python -m tests.effort` lists the tests that heed it.
"""

import ast
import os
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

_SOURCES: Final = ("by_effort", "PLIES", "A_FEW")
PLIES: Final = int(os.environ.get("TABLIER_LAWS", "100"))


def by_effort(short: T, gate: T, long: T) -> T:
    """Return the value for `uv run pytest`, for `.ci/run`, which runs these files once more, or for the long run."""
    return short if PLIES < 400 else gate if PLIES < 1000 else long


def by_night(short: T, long: T) -> T:
    """Return the value for `uv run pytest` and `.ci/run`, or for the long run."""
    return by_effort(short, short, long)


def list_tests(file: Path) -> list[str]:
    """Return the tests of a file that look at more or less by effort, also by way of its constants and helpers."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    uses = {
        name: {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}
        | {node.arg for node in ast.walk(part) if isinstance(node, ast.arg)}
        for part in body
        for name in _names_of(part)
    }
    found = set(_SOURCES)
    while more := {name for name, used in uses.items() if used & found} - found:
        found |= more
    return [f"{file.as_posix()}::{name}" for name in uses if name in found and name.startswith("test_")]


def _names_of(part: ast.stmt) -> list[str]:
    match part:
        case ast.FunctionDef(name):
            return [name]
        case ast.Assign(targets):
            return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        case ast.AnnAssign(ast.Name(name)):
            return [name]
    return []


if __name__ == "__main__":
    tests = (test for file in sorted(Path("tests").rglob("test_*.py")) for test in list_tests(file))
    print(*tests, sep="\n")
