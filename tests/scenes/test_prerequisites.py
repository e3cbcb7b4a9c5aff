"""What the app can't be without is missed before anything of it is imported, in a sentence with a command."""

import ast
import gc
import os
import shlex
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

import main
from scenes import prerequisites
from scenes.app import displays
from scenes.app.window import _explain_no_screen
from scenes.app.words import Words
from tests.rows import rows

ROOT = Path(__file__).parents[2]
UV = "this fetches what is missing and starts it: "


@pytest.mark.parametrize("name", ["main.py", "scenes/__init__.py", "scenes/prerequisites.py"])
def test_prerequisite_modules_have_syntax_of_old_pythons(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 7))
    nodes = list(ast.walk(tree))
    assert "__future__" not in [node.module for node in nodes if isinstance(node, ast.ImportFrom)], "3.6 knows none"
    found = [node.annotation for node in nodes if isinstance(node, ast.arg | ast.AnnAssign)]
    found += [node.returns for node in nodes if isinstance(node, ast.FunctionDef)]
    new = [ast.unparse(one) for one in found if isinstance(one, ast.BinOp | ast.Subscript)]
    assert new == [], "these annotations have to be quoted"


def test_old_python_is_refused_with_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(prerequisites, "OLDEST_PYTHON", (4, 0))
    monkeypatch.setattr("scenes.start.run", lambda: pytest.fail("it was started"))
    with pytest.raises(SystemExit) as caught:
        main.main()
    gc.enable()
    told = capsys.readouterr().err
    assert caught.value.code == 2 and told.count("\n") == 1
    assert told.startswith(f"Tablier needs Python 4.0 or newer, and this is {sys.version.split()[0]}; this fetches")


@rows
def test_missing_pygame_ce_is_reported_and_no_pygame_imported(tmp_path: Path, pygame: str | None, says: str) -> None:
    file = tmp_path / "pygame" / str(pygame)
    if pygame is not None:
        file.parent.mkdir()
        file.write_text("raise SystemExit('it was imported')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-S", str(ROOT / "main.py")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"Tablier needs {says.format(file)}"), done.stderr
    main = str(ROOT / "main.py")
    assert f"uv run {main if sys.platform == 'win32' else shlex.quote(main)}" in done.stderr


@pytest.mark.parametrize("name", prerequisites.NEEDED_MODULES)
def test_each_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert prerequisites.refusal() is None
    monkeypatch.setattr(prerequisites, "find_spec", lambda wanted: None if wanted == name else find_spec(wanted))
    assert name.partition("_")[0] in str(prerequisites.refusal())


@rows
@pytest.mark.skipif(sys.platform == "win32", reason="words are quoted as a POSIX shell takes them")
def test_command_for_a_checkout_uses_uv(
    monkeypatch: pytest.MonkeyPatch, uv: bool, managed: bool, python: list[int], command: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/uv" if uv else None)
    monkeypatch.setattr(prerequisites, "_is_externally_managed", lambda: managed)
    monkeypatch.setattr(sys, "executable", "/a b/python")
    monkeypatch.setattr(sys, "argv", ["main.py"])
    if tuple(python) < prerequisites.OLDEST_PYTHON_FOR_UV:
        monkeypatch.setattr(prerequisites, "OLDEST_PYTHON_FOR_UV", (4, 0))
    assert prerequisites._install_command("pygame-ce") == UV + command


@rows
def test_command_for_an_installed_app_reinstalls_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: list[str], package: str, command: str
) -> None:
    shutil.copy(ROOT / "main.py", tmp_path)
    monkeypatch.setattr(prerequisites, "__file__", str(tmp_path / "scenes" / "prerequisites.py"))
    monkeypatch.setattr(prerequisites, "find_spec", lambda name: ModuleSpec(name, None) if name in here else None)
    monkeypatch.setattr(sys, "executable", "P")
    told = prerequisites._install_command(package)
    assert told.startswith(f"this installs it: {command}") and told[-1].isdigit()


# --- libraries of the system


@rows
def test_missing_library_is_not_reported_as_a_wrong_display(
    monkeypatch: pytest.MonkeyPatch, screens: dict[str, str], lacking: list[str], says: str
) -> None:
    for name in displays.LIBRARIES:
        monkeypatch.delenv(name, raising=False)
    for name, value in screens.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(displays, "_can_load", lambda library: library not in lacking)
    assert _explain_no_screen(Words("en"), "no screen").endswith(says)
