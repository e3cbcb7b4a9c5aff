"""The app repairs bytecode damaged by a full disk, and the tests leave the checkout unchanged."""

import marshal
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

import pytest

import scenes
from tests.clean_tree import HEADER, differences, is_bytecode, listing

ROOT: Final = Path(scenes.__file__).parents[1]
DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "empty": lambda whole: b"",
    "half a header": lambda whole: whole[:8],
    "a header alone": lambda whole: whole[:HEADER],
    "a part of the code": lambda whole: whole[: len(whole) // 2],
    "zeros for code": lambda whole: whole[:HEADER] + bytes(len(whole)),
    "other bytes for code": lambda whole: whole[:HEADER] + b"bytes of another file",
    "no code": lambda whole: whole[:HEADER] + marshal.dumps({"of": "another file"}),
    "of another Python": lambda whole: bytes(4) + whole[4:],
}
VERSION: Final = ("main.py", "--version")
"""The shortest use of the app, which imports what it starts with."""
APP: Final = (
    *("start", "__init__", "prerequisites", "app/__init__", "app/navigation", "app/version"),
    *("screens/requests", "table/screen_requests"),
)
"""Modules of `scenes` that it imports, one for each kind of damage."""
OPPONENT: Final = ("opponent", "engine/search")
"""Modules of `rules.double_draughts` that the opponent's process imports alone."""
ASK: Final = """
import sys, time, main
from rules import get
from rules.ai.questions import Choose
from scenes.table.engine_client import EngineClient

sys.modules["__main__"] = main
play = get("double-draughts").play
thinker = EngineClient(print)
thinker.ask(Choose("double-draughts", play.start(play.options(), 2), nodes=300))
while (answer := thinker.poll()) is None:
    time.sleep(0.01)
thinker.close()
print("error", answer.error)
"""
"""A program that has the opponent's process think."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout in a folder with a space and an umlaut."""
    copy = tmp_path_factory.mktemp("My Gämes") / "tablier"
    pictures = shutil.ignore_patterns("__pycache__", "*.so", "*.svg", "*.png", "*.ogg", "studio")
    for name in ("rules", "scenes", "sounds", "sprites"):
        shutil.copytree(ROOT / name, copy / name, ignore=pictures)
    shutil.copy(ROOT / "main.py", copy)
    return copy


def run(checkout: Path, *arguments: str) -> str:
    """Return what Python says, which ends well, and writes bytecode if it isn't told otherwise here."""
    process = subprocess.run([sys.executable, *arguments], cwd=checkout, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


def damage(checkout: Path, sources: Sequence[str], kinds: Iterable[str], *arguments: str) -> dict[str, Path]:
    """Let a run write the bytecode, and damage that of each source in a different way; return the paths by kind."""
    run(checkout, *arguments)
    paths = [Path(cache_from_source(str(checkout / source))) for source in sources]
    for kind, path in zip(kinds, paths, strict=True):
        path.write_bytes(DAMAGE[kind](path.read_bytes()))
    return dict(zip(kinds, paths, strict=True))


@pytest.mark.parametrize(
    ("sources", "kinds", "arguments"),
    [
        ([f"scenes/{name}.py" for name in APP], DAMAGE, VERSION),
        (
            ["rules/double_draughts/opponent.py", "rules/double_draughts/engine/search.py"],
            ["a part of the code", "no code"],
            ("-c", ASK),
        ),
    ],
    ids=["app", "opponent's process"],
)
def test_damaged_bytecode_is_repaired(
    checkout: Path, sources: Sequence[str], kinds: Iterable[str], arguments: Sequence[str]
) -> None:
    paths = damage(checkout, sources, kinds, *arguments)
    assert run(checkout, *arguments).startswith(("Tablier ", "error None"))
    assert [kind for kind, path in paths.items() if path.exists() and not is_bytecode(path)] == [], "still damaged"
    run(checkout, *arguments)
    assert [kind for kind, path in paths.items() if not path.exists()] == [], "not written anew"


def test_damaged_bytecode_that_cannot_be_removed_is_ignored(checkout: Path) -> None:
    (path,) = damage(checkout, ["scenes/start.py"], ["a part of the code"], *VERSION).values()
    locked = "import os, sys, main\ndef remove(path): raise PermissionError\nos.remove = remove\nimport scenes.start"
    run(checkout, "-c", locked)
    assert path.exists() and not is_bytecode(path)
    path.unlink()


def test_an_error_in_a_source_is_reported_unchanged(checkout: Path) -> None:
    broken = checkout / "scenes" / "broken.py"
    broken.write_text("raise EOFError('of its own')", encoding="utf-8")
    program = "import main\ntry: import scenes.broken\nexcept EOFError as problem: print(problem)"
    assert run(checkout, "-c", program) == "of its own\n"


def test_files_added_changed_or_removed_by_a_run_are_named(tmp_path: Path) -> None:
    cache, tool = tmp_path / "__pycache__", tmp_path / ".pytest_cache"
    cache.mkdir()
    tool.mkdir()
    for name in ("kept", "changed", "gone"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    before = listing(tmp_path)
    (tmp_path / "changed").write_text("otherwise", encoding="utf-8")
    (tmp_path / "gone").unlink()
    (tmp_path / "new").touch()
    (tool / "more").touch()
    code = bytes(HEADER) + marshal.dumps(compile("1", "1", "exec"))
    (cache / "whole.pyc").write_bytes(code)
    (cache / "cut.pyc").write_bytes(code[:-9])
    assert list(differences(tmp_path, before)) == [
        "damaged: __pycache__/cut.pyc",
        "changed: changed",
        "gone: gone",
        "new: new",
    ]


@pytest.mark.parametrize(("test", "status"), [("open('left', 'w').close()", 1), ("pass", 0)])
def test_a_test_run_that_leaves_a_file_fails(tmp_path: Path, test: str, status: int) -> None:
    (tmp_path / "test_it.py").write_text(f"def test_it(): {test}", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    options = "-q -p no:xvfb -p no:cacheprovider --rootdir=. ."
    program = (
        "import sys, pytest\nfrom pathlib import Path\nfrom tests.clean_tree import CleanTree\n"
        f"sys.exit(pytest.main({options.split()}, plugins=[CleanTree(Path())]))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    process = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert process.returncode == status
    assert ("new: left" in process.stdout) == bool(status), process.stdout + process.stderr
