"""What is given away: `build/make.py`, and the packages that a wheel carries."""

from __future__ import annotations

import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from scenes.version import VERSION

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "build" / "make.py"))
HOUSE: Final = ("rules", "scenes", "sprites", "sounds")


def folders() -> set[str]:
    """The packages of the house as they lie there: every folder that holds files, dotted."""
    found = {path.parent for top in HOUSE for path in (ROOT / top).rglob("*") if path.is_file()}
    return {".".join(path.relative_to(ROOT).parts) for path in found if path.name != "__pycache__"}


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == VERSION


def test_a_wheel_carries_every_package() -> None:
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == folders()


def test_a_wheel_carries_all_art_sounds_and_words() -> None:
    data = PROJECT["tool"]["setuptools"]["package-data"]
    carried = {path for package, patterns in data.items() for one in patterns for path in folder(package).glob(one)}
    kinds = (".svg", ".ogg", ".toml")
    there = {path for top in HOUSE for path in (ROOT / top).rglob("*") if path.suffix in kinds}
    there |= set((ROOT / "scenes").rglob("*.md"))
    assert there - carried == set()


def folder(package: str) -> Path:
    return ROOT.joinpath(*package.split("."))


def test_the_executable_carries_every_folder_of_data() -> None:
    recipe = (ROOT / "build" / "app.spec").read_text(encoding="utf-8")
    for package in PROJECT["tool"]["setuptools"]["package-data"]:
        top = package.split(".")[0]
        if top != "rules":
            assert f'"{top}' in recipe, f"{package} is missing in build/app.spec"
            assert top == "sprites" or f'"{package.replace(".", "/")}"' in recipe, f"{package} is missing"


def test_scratch_lands_in_var_and_the_executable_in_dist() -> None:
    assert (ROOT / "var") in MAKE["SCRATCH"].parents
    assert MAKE["EXECUTABLE"].parent.parent == ROOT / "dist"


def test_a_build_depends_on_nothing_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    first, second = MAKE["environment"](), MAKE["environment"]()
    assert first == second
    assert first["PYTHONHASHSEED"].isdigit()
    assert first["SOURCE_DATE_EPOCH"].isdigit()


def test_a_folder_that_git_does_not_know_has_a_date_too(tmp_path: Path) -> None:
    assert MAKE["epoch"](tmp_path) == MAKE["NO_COMMIT"]


def test_the_size_is_that_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_bytes(b"12345")
    (tmp_path / "b").write_bytes(b"678")
    assert MAKE["size"](tmp_path) == 8


def test_without_pyinstaller_a_sentence_says_how(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PyInstaller", None)
    with pytest.raises(SystemExit) as end:
        MAKE["main"](["app"])
    assert end.value.code == 2
    assert "uv run --group build build/make.py app" in capsys.readouterr().err
