"""Make what is given away: the wheel, the executable, and the pictures of the README.

    uv run --group build build/make.py wheel      dist/tablier-*.whl, compiled, and its tests elsewhere
    uv run --group build build/make.py app        dist/tablier/tablier, which needs no Python
    uv run build/make.py pictures                 build/pictures/*.png, from the real scenes

Scratch goes to var/.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "dist" / "tablier"
EXECUTABLE: Final = FOLDER / ("tablier.exe" if sys.platform == "win32" else "tablier")
SCRATCH: Final = ROOT / "var" / "pyinstaller"
PICTURES: Final = ROOT / "build" / "pictures"
TRIAL: Final = ROOT / "var" / "wheel"
"""Where the wheel is installed and its tests run."""
WHEEL_TESTS: Final = ("tests/rules", "tests/ai", "tests/wheel")
PLAIN: Final = "interpreted, for want of a C compiler"
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NO_COMMIT: Final = 1_700_000_000
"""The date of a build from a folder that git doesn't know, in seconds since 1970."""


def main(arguments: list[str] | None = None) -> None:
    """Make what the command line names, and say what was made. Ends with code 2 and a sentence if it can't be."""
    parser = argparse.ArgumentParser(prog="build/make.py", description="Make what is given away.")
    parser.add_argument("what", choices=("wheel", "app", "pictures"))
    {"wheel": wheel, "app": app, "pictures": pictures}[parser.parse_args(arguments).what]()


def wheel() -> None:
    """Build the wheel, install it into a fresh environment and run the tests of rules and opponents there."""
    path = build_wheel(ROOT / "dist")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB, {'compiled' if compiled(path) else PLAIN}")
    shutil.rmtree(TRIAL, ignore_errors=True)
    python = fresh_environment(TRIAL / "venv", [str(path), *test_requirements()])
    shutil.copytree(ROOT / "tests", TRIAL / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    markers = "not journey" if compiled(path) else "not journey and not compiled"
    settings = {**PROJECT["tool"]["pytest"]["ini_options"], "addopts": f"-m '{markers}' --import-mode=importlib -q"}
    (TRIAL / "pytest.ini").write_text(_ini(settings), encoding="utf-8")
    command = [str(python), "-P", "-m", "pytest", "-c", "pytest.ini", *WHEEL_TESTS]
    if subprocess.run(command, cwd=TRIAL, env=_alone(), check=False).returncode:
        _fail("The tests of the wheel failed; what they said stands above.")


def build_wheel(folder: Path) -> Path:
    """Build the wheel in `folder`, in place of any older one."""
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("mypyc") is None:
        _fail("setuptools or mypy isn't here: run it as `uv run --group build build/make.py ...`.")
    folder.mkdir(parents=True, exist_ok=True)
    for older in folder.glob("tablier-*.whl"):
        older.unlink()
    code = f"import sys; sys.path.insert(0, 'build'); import backend; backend.build_wheel({str(folder)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        _fail(f"{done.stdout}The wheel could not be built; what was said stands above.")
    (path,) = folder.glob("tablier-*.whl")
    return path


def compiled(path: Path) -> bool:
    """Whether a wheel carries compiled modules."""
    return not path.name.endswith("-none-any.whl")


def test_requirements() -> list[str]:
    """What the wheel's tests need beside the wheel."""
    return [
        name for name in PROJECT["dependency-groups"]["test"] if name.startswith(("pytest", "hypothesis", "pyffish"))
    ]


def fresh_environment(folder: Path, packages: list[str]) -> Path:
    """A new virtual environment with these packages, by uv if it is here; its Python."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv:
        commands = [
            [uv, "venv", "--quiet", "--python", sys.executable, str(folder)],
            [uv, "pip", "install", "--quiet", "--python", str(python), *packages],
        ]
    else:
        commands = [
            [sys.executable, "-m", "venv", str(folder)],
            [str(python), "-m", "pip", "install", "--quiet", *packages],
        ]
    for command in commands:
        if subprocess.run(command, env=_alone(), check=False).returncode:
            _fail(f"{' '.join(command[:3])} failed; what it said stands above.")
    return python


def _alone() -> dict[str, str]:
    """The environment of a process that is to find its own packages and no others."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def _ini(settings: dict[str, Any]) -> str:
    """pytest's settings as pytest.ini has them."""
    lines = []
    for name, value in settings.items():
        words = value if isinstance(value, list) else [str(value)]
        lines.append(f"{name} =\n" + "".join(f"    {word}\n" for word in words))
    return "[pytest]\n" + "".join(lines)


def app() -> None:
    """Freeze the app into `FOLDER`."""
    if importlib.util.find_spec("PyInstaller") is None:
        _fail("PyInstaller isn't here: run it as `uv run --group build build/make.py app`.")
    if sys.platform == "linux" and shutil.which("objdump") is None:
        _fail("PyInstaller needs objdump: install binutils.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    # --clean would throw away PyInstaller's cache as well, and --noconfirm alone keeps stale analyses.
    for folder in ("work", "wheel", "tree"):
        shutil.rmtree(SCRATCH / folder, ignore_errors=True)
    packed = build_wheel(SCRATCH / "wheel")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(SCRATCH / "tree")
    command = [sys.executable, "-m", "PyInstaller", str(ROOT / "build" / "app.spec"), "--noconfirm"]
    command += ["--log-level", "WARN", "--workpath", str(SCRATCH / "work"), "--distpath", str(FOLDER.parent)]
    if subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode:
        _fail("PyInstaller failed; what it said stands above.")
    said = subprocess.run([EXECUTABLE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    engines = "engines compiled" if compiled(packed) else f"engines {PLAIN}"
    print(f"{EXECUTABLE.relative_to(ROOT)}: {said}, {size(FOLDER) / 1e6:.1f} MB, {engines}")
    parts = ", ".join(f"{name} {version(name)}" for name in ("pygame-ce", "pyinstaller"))
    print(f"made with Python {sys.version.split()[0]}, {parts}")


def environment() -> dict[str, str]:
    """What PyInstaller runs with: nothing in it depends on the moment, so that two builds are alike."""
    return {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "SOURCE_DATE_EPOCH": str(epoch(ROOT)),
        "PYINSTALLER_CONFIG_DIR": str(SCRATCH / "cache"),
    }


def epoch(folder: Path) -> int:
    """When the last commit of a checkout was made, in seconds since 1970; `NO_COMMIT` where there is none."""
    command = ["git", "-C", str(folder), "log", "-1", "--format=%ct"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT
    return int(said)


def size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def pictures() -> None:
    """Paint the pictures of the README without a screen."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tablier-pictures-") as home:
        env = {**os.environ, "TABLIER_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        env |= {"PYTHONPATH": str(ROOT), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        subprocess.run([sys.executable, str(ROOT / "build" / "portrait.py"), str(PICTURES)], env=env, check=True)
    for path in sorted(PICTURES.glob("*.png")):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e3:.0f} kB")


def _fail(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


if __name__ == "__main__":
    main()
