"""Checks that the working tree behaves like an older commit.

    python -m tests.net COMMIT [--only pictures nodes answers records] [--keep FOLDER]

Checks COMMIT out into a temporary worktree, lets that tree and this one write down what they do (`snapshot.py`, each
its own), and prints a line for each difference. Exit code 1 if there is any, 2 if the two can't be compared.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from tests.net.differences import compare
from tests.net.snapshot import PARTS, ROOT


class CannotCompareError(Exception):
    """Raised when a tree can't be recorded; the message is a sentence."""


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tablier-net-") as folder:
        tree = Path(folder) / "tree"
        made = _git("worktree", "add", "--detach", str(tree), commit)
        try:
            if made.returncode:
                raise CannotCompareError(f"{commit} can't be checked out: {made.stderr.strip()}")
            if not (tree / "tests" / "net" / "snapshot.py").is_file():
                raise CannotCompareError(f"{commit} has no tests/net: it can't write down what it does.")
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def snapshots(trees: dict[Path, Path], only: Sequence[str]) -> None:
    """Let each tree write down what it does into its folder, both at once. Raises CannotCompareError."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    running: list[subprocess.Popen[str]] = []
    try:
        for tree, folder in trees.items():
            command = [sys.executable, "-m", "tests.net.snapshot", str(folder.resolve()), "--only", *only]
            running.append(subprocess.Popen(command, cwd=tree, env=environment, stderr=subprocess.PIPE, text=True))
        for one in running:
            _, told = one.communicate()
            if one.returncode:
                raise CannotCompareError(f"A tree could not be written down:\n{told.strip()}")
    finally:
        for one in running:
            one.kill()
            one.wait()


def run(commit: str, only: Sequence[str], folder: Path) -> int:
    """Compare and tell; the exit code. Both snapshots lie in `folder`."""
    before, after = folder / "before", folder / "after"
    with worktree(commit) as tree:
        snapshots({tree: before, ROOT: after}, only)
    differing = 0
    for part in only:
        compared, found = compare(before / part, after / part)
        if not compared:
            raise CannotCompareError(f"There is nothing to compare in {part}.")
        for line in found:
            print(f"{part}/{line}")
        print(f"{part}: {compared} files, {len(found)} differ")
        differing += len(found)
    print(f"{differing} differences from {commit}" if differing else f"no difference from {commit}")
    return 1 if differing else 0


def _terminated(number: int, frame: object) -> NoReturn:
    raise SystemExit(128 + number)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net", description="Compare this tree with a commit's.")
    parser.add_argument("commit")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="an empty folder, for both snapshots to stay in")
    told = parser.parse_args()
    if told.keep is not None and told.keep.is_dir() and any(told.keep.iterdir()):
        parser.error(f"{told.keep} isn't empty")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    signal.signal(signal.SIGTERM, _terminated)
    try:
        with tempfile.TemporaryDirectory(prefix="tablier-net-") as folder:
            return run(told.commit, told.only, told.keep or Path(folder))
    except CannotCompareError as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
