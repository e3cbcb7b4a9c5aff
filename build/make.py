"""Make what is given away: the executable, and the pictures of the README.

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
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "dist" / "tablier"
EXECUTABLE: Final = FOLDER / ("tablier.exe" if sys.platform == "win32" else "tablier")
SCRATCH: Final = ROOT / "var" / "pyinstaller"
PICTURES: Final = ROOT / "build" / "pictures"
NO_COMMIT: Final = 1_700_000_000
"""The date of a build from a folder that git doesn't know, in seconds since 1970."""


def main(arguments: list[str] | None = None) -> None:
    """Make what the command line names, and say what was made. Ends with code 2 and a sentence if it can't be."""
    parser = argparse.ArgumentParser(prog="build/make.py", description="Make what is given away.")
    parser.add_argument("what", choices=("app", "pictures"))
    given = parser.parse_args(arguments)
    if given.what == "app":
        app()
    else:
        pictures()


def app() -> None:
    """Freeze the app into `FOLDER`."""
    if importlib.util.find_spec("PyInstaller") is None:
        _fail("PyInstaller isn't here: run it as `uv run --group build build/make.py app`.")
    if sys.platform == "linux" and shutil.which("objdump") is None:
        _fail("PyInstaller needs objdump: install binutils.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    # --clean would throw away PyInstaller's cache as well, and --noconfirm alone keeps stale analyses.
    shutil.rmtree(SCRATCH / "work", ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", str(ROOT / "build" / "app.spec"), "--noconfirm"]
    command += ["--log-level", "WARN", "--workpath", str(SCRATCH / "work"), "--distpath", str(FOLDER.parent)]
    if subprocess.run(command, cwd=ROOT, env=environment(), check=False).returncode:
        _fail("PyInstaller failed; what it said stands above.")
    said = subprocess.run([EXECUTABLE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"{EXECUTABLE.relative_to(ROOT)}: {said}, {size(FOLDER) / 1e6:.1f} MB")
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
