"""What is given away: `build/make.py`, and the packages that a wheel carries."""

from __future__ import annotations

import configparser
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest

from rules.ai import opponents
from scenes.version import VERSION

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "build" / "make.py"))
COMPILED: Final[list[str]] = PROJECT["tool"]["tablier"]["compiled"]
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
    kinds = (".svg", ".ogg", ".toml", ".bin")
    there = {path for top in HOUSE for path in (ROOT / top).rglob("*") if path.suffix in kinds}
    there |= set((ROOT / "scenes").rglob("*.md"))
    assert there - carried == set()


def folder(package: str) -> Path:
    return ROOT.joinpath(*package.split("."))


def test_the_executable_carries_every_folder_of_data() -> None:
    recipe = (ROOT / "build" / "app.spec").read_text(encoding="utf-8")
    for package, patterns in PROJECT["tool"]["setuptools"]["package-data"].items():
        top = package.split(".")[0]
        if patterns != ["README.md"]:
            assert f'"{top}' in recipe, f"{package} is missing in build/app.spec"
            assert top == "sprites" or f'"{package.replace(".", "/")}"' in recipe, f"{package} is missing"


def test_the_modules_that_are_compiled_are_there() -> None:
    for name in COMPILED:
        assert folder(name).with_suffix(".py").is_file(), name


def test_whatever_is_written_with_native_vectors_is_compiled() -> None:
    written = {path for path in (ROOT / "rules").rglob("*.py") if "from librt" in path.read_text(encoding="utf-8")}
    assert written
    assert {path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in written} <= set(COMPILED)


def test_a_checkout_is_never_compiled() -> None:
    assert PROJECT["tool"]["uv"]["package"] is False
    assert not [path for path in (ROOT / "rules").rglob("*") if path.suffix in (".so", ".pyd", ".c")]
    assert not opponents.compiled()


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A copy of the house where no compiler can be found, the wheel built in it, and what was said."""
    copy = tmp_path_factory.mktemp("house")
    for name in (*HOUSE, "build"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    for name in ("main.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    before = set(copy.rglob("*"))
    code = "import sys; sys.path.insert(0, 'build'); import backend; backend.build_wheel(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, str(copy / "var")],
        cwd=copy,
        env={**os.environ, "CC": str(copy / "no-compiler")},
        capture_output=True,
        text=True,
        check=True,
    )
    strangers = {path for path in set(copy.rglob("*")) - before if copy / "var" not in (path, *path.parents)}
    assert strangers == set()
    (wheel,) = (copy / "var").glob("*.whl")
    return copy, wheel, done.stderr


def test_without_a_compiler_the_wheel_is_interpreted_and_the_build_says_so(
    interpreted: tuple[Path, Path, str],
) -> None:
    _, wheel, said = interpreted
    assert wheel.name == f"tablier-{VERSION}-py3-none-any.whl"
    assert "the wheel is an interpreted one" in said
    assert not MAKE["compiled"](wheel)


def test_a_wheel_holds_all_sources_scripts_and_data(interpreted: tuple[Path, Path, str]) -> None:
    _, wheel, _ = interpreted
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        scripts = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    for path in ROOT.glob("rules/**/*.py"):
        assert path.relative_to(ROOT).as_posix() in names
    assert {"main.py", "scenes/lang/en.toml", "sounds/bell-1.ogg", "rules/unstacked_draughts/chances.bin"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    assert {"tablier-uci = rules.__main__:uci", "tablier = main:main"} <= set(scripts.splitlines())


def test_a_compiled_wheel_is_known_by_its_name() -> None:
    assert MAKE["compiled"](Path("tablier-0.1.0-cp311-cp311-linux_x86_64.whl"))


def test_the_settings_of_the_wheel_s_tests_are_those_of_the_house(tmp_path: Path) -> None:
    ini = configparser.ConfigParser(interpolation=None)
    ini.read_string(MAKE["_ini"]({"addopts": "-m 'not journey' -q", "markers": ["a: one", "b: other"]}))
    assert ini["pytest"]["addopts"].split("\n") == ["", "-m 'not journey' -q"]
    assert ini["pytest"]["markers"].split("\n") == ["", "a: one", "b: other"]


def test_scratch_lands_in_var_and_the_executable_in_dist() -> None:
    assert (ROOT / "var") in MAKE["SCRATCH"].parents
    assert (ROOT / "var") in MAKE["TRIAL"].parents
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
