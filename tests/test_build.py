"""The build (`build/make.py`), and the contents of wheels and packages."""

import ast
import configparser
import contextlib
import gzip
import hashlib
import os
import re
import runpy
import shutil
import struct
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import replace
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path
from typing import Any, Final

import appimage
import deb
import identity
import inventory
import old_base
import pytest
import tryreadme
from chroots import System

from rules import GAMES
from rules.ai import opponents
from scenes.app import project_links
from scenes.app.version import VERSION
from scenes.screens.third_party import parts
from tests.test_identity import ANNA, named

ROOT: Final = Path(__file__).parents[1]
LINUX: Final = pytest.mark.skipif(sys.platform == "win32", reason="what is packed for Linux is packed there")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "build" / "make.py"))
COMPILED: Final[list[str]] = PROJECT["tool"]["tablier"]["compiled"]
HOUSE: Final = ("rules", "scenes", "sprites", "sounds")


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == VERSION


def test_the_play_command_fetches_exactly_the_dependencies_of_the_package() -> None:
    """`uv run main.py` reads the list in main.py alone, so no tool for tests is fetched to play."""
    lines = (ROOT / "main.py").read_text(encoding="utf-8").partition("# ///\n")[0].splitlines()
    script = tomllib.loads("\n".join(line.removeprefix("# ") for line in lines if line != "# /// script"))
    project = PROJECT["project"]
    assert script == {"requires-python": project["requires-python"], "dependencies": project["dependencies"]}


def test_the_readme_begins_with_commands_that_need_nothing_but_python() -> None:
    """Bug: a command asked for an uv that only those have who took another way before."""
    app, tests, packages = tryreadme.commands()
    begin = "python3 -m venv .venv-uv && .venv-uv/bin/pip install uv && .venv-uv/bin/uv run"
    assert (app, tests, packages) == (f"{begin} main.py", f"{begin} pytest", "sudo apt install python3-venv")
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "-m uv" not in (ROOT / name).read_text(encoding="utf-8"), name


def test_the_readme_lists_the_downloads_of_the_first_start() -> None:
    wanted, sizes = [line.split("=")[0] for line in PROJECT["project"]["dependencies"]], {}
    while wanted:
        package = distribution(wanted.pop())
        sizes[package.name] = sum(file.size or 0 for file in package.files or ())
        needed = [line for line in package.requires or () if "extra" not in line and '== "Emscripten"' not in line]
        wanted += {re.split(r"[^\w-]", line)[0] for line in needed} - sizes.keys()
    told = re.search(r"(\d+) packages that take (\d+) MB", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert told and int(told[1]) == len(sizes), f"these are fetched: {sorted(sizes)}"
    assert sys.platform != "linux" or sum(sizes.values()) / 1e6 == pytest.approx(int(told[2]), rel=0.1)


@pytest.mark.parametrize(("size", "is_told"), [(50_000_000, True), (60_000_000, False)])
def test_a_build_checks_its_size_in_the_readme(size: int, is_told: bool) -> None:
    assert inventory.is_size_in_readme(size) == is_told


def test_all_dependencies_are_pinned() -> None:
    project = PROJECT["project"]
    groups = [*project["optional-dependencies"].values(), *PROJECT["dependency-groups"].values()]
    wanted = chain(project["dependencies"], PROJECT["build-system"]["requires"], *groups)
    assert [line for line in wanted if not re.match(r"[\w-]+==[\d.]+(; .*)?$", line)] == []


def test_every_pin_was_looked_up_for_wheels_on_all_platforms() -> None:
    listed, project = tomllib.loads((ROOT / "build" / "wheels.toml").read_text(encoding="utf-8")), PROJECT["project"]
    app, tools = (
        {line.partition(";")[0].replace("_", "-") for line in lines}
        for lines in (project["dependencies"], PROJECT["dependency-groups"]["build"])
    )
    assert listed["pythons"] == re.findall(r":: (3\.\d+)", "\n".join(project["classifiers"]))
    wheels = {name: {*listed["everywhere"], *besides} for name, besides in listed["besides"].items()}
    lacking = {(name, pin) for name, has in wheels.items() for pin in app - has}
    assert len(wheels) == 6 and {(name, pin.partition("=")[0]) for name, pin in lacking} == {
        ("aarch64-pc-windows-msvc", "pymunk")
    }
    assert tools <= wheels["x86_64-manylinux_2_28"] & wheels["aarch64-manylinux_2_28"]


def test_all_modules_listed_for_compilation_exist() -> None:
    for name in COMPILED:
        assert ROOT.joinpath(*name.split(".")).with_suffix(".py").is_file(), name


def test_modules_with_native_vectors_are_compiled() -> None:
    written = {path for path in (ROOT / "rules").rglob("*.py") if "from librt" in path.read_text(encoding="utf-8")}
    assert written
    assert {path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in written} <= set(COMPILED)


def test_a_checkout_is_never_compiled() -> None:
    assert PROJECT["tool"]["uv"]["package"] is False
    assert not [path for path in (ROOT / "rules").rglob("*") if path.suffix in (".so", ".pyd", ".c")]
    assert not opponents.are_engines_compiled()


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """Return sources without a compiler, the wheel built from them, and the build's output.

    The sources come from a source distribution of a copy of the project with a publisher.
    """
    house = tmp_path_factory.mktemp("house")
    for name in (*HOUSE, "build"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    for name in ("main.py", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in"):
        shutil.copy(ROOT / name, house)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (house / "pyproject.toml").write_text(named(project), encoding="utf-8")
    made(house, "sdist")
    with tarfile.open(house / "var" / f"tablier-{VERSION}.tar.gz") as archive:
        archive.extraction_filter = lambda member, _: member  # before 3.11.4 `extractall` takes no filter
        archive.extractall(house / "unpacked")
    copy = house / "unpacked" / f"tablier-{VERSION}"
    before = set(copy.rglob("*"))
    said = made(copy, "wheel")
    strangers = {path for path in set(copy.rglob("*")) - before if copy / "var" not in (path, *path.parents)}
    assert strangers == set()
    (wheel,) = (copy / "var").glob("*.whl")
    return copy, wheel, said


def made(house: Path, kind: str) -> str:
    code = f"import sys; sys.path.insert(0, 'build'); import backend; backend.build_{kind}('var')"
    env = {**os.environ, "CC": str(house / "no-compiler")}
    command = [sys.executable, "-B", "-c", code]
    return subprocess.run(command, cwd=house, env=env, capture_output=True, text=True, check=True).stderr


def test_a_wheel_has_a_homepage_and_a_checkout_has_none(interpreted: tuple[Path, Path, str]) -> None:
    _, wheel, _ = interpreted
    with zipfile.ZipFile(wheel) as archive:
        told = archive.read("tablier/scenes/app/project_links.py").decode()
    found: dict[str, str] = {}
    exec(told, found)
    assert (found["HOMEPAGE"], found["ISSUES"]) == (ANNA.homepage, ANNA.issues)
    assert (project_links.HOMEPAGE, project_links.ISSUES) == ("", "")


def test_the_metadata_of_a_wheel_names_the_publisher_and_their_addresses(
    interpreted: tuple[Path, Path, str],
) -> None:
    _, wheel, _ = interpreted
    with zipfile.ZipFile(wheel) as archive:
        told = archive.read(f"tablier-{VERSION}.dist-info/METADATA").decode()
    for line in (
        f"Project-URL: Homepage, {ANNA.homepage}",
        f"Author-email: {ANNA.maintainer}",
        "Keywords: board games",
    ):
        assert f"\n{line}" in told, told[:2000]
    assert f"]({ANNA.screenshots.rstrip('/')}/duck-chess.png)" in told
    assert re.findall(r"\]\((?!https://)[^)]*\)", told) == [], "an address that means nothing on a package's page"
    assert identity.Publisher().readme() == (ROOT / "README.md").read_text(encoding="utf-8")


def test_without_a_compiler_the_build_reports_an_interpreted_wheel(
    interpreted: tuple[Path, Path, str],
) -> None:
    _, wheel, said = interpreted
    assert wheel.name == f"tablier-{VERSION}-py3-none-any.whl"
    assert "the wheel is an interpreted one" in said
    assert not MAKE["is_compiled"](wheel) and MAKE["is_compiled"](Path("tablier-0.1.0-cp311-cp311-linux_x86_64.whl"))


def contents_of() -> set[str]:
    """Return what a wheel contains in its one package: code, and the data that isn't used in a checkout alone."""
    kinds = (".py", ".svg", ".png", ".ogg", ".toml", ".bin", ".md", ".ttf", ".txt")
    files = {path.relative_to(ROOT) for top in HOUSE for path in (ROOT / top).rglob("*") if path.suffix in kinds}
    files.add(Path("rules/py.typed"))
    studios = {path for path in files if path.parts[1] == "studio"}
    unread = {path for path in files if path.name == "NOTES.md" or path.parts[1] == "README.md"}
    own = {"main.py", "__init__.py", "__main__.py"}
    return {f"tablier/{name}" for name in own | {path.as_posix() for path in files - studios - unread}}


def test_a_wheel_has_all_sources_scripts_and_data_in_a_single_package(interpreted: tuple[Path, Path, str]) -> None:
    _, wheel, _ = interpreted
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        scripts = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    assert {name for name in names if ".dist-info/" not in name} == contents_of()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    assert {"tablier-uci = tablier:uci", "tablier = tablier:app"} <= set(scripts.splitlines())


def test_pytest_settings_are_written_for_the_wheel_s_tests(tmp_path: Path) -> None:
    ini = configparser.ConfigParser(interpolation=None)
    ini.read_string(MAKE["_ini"]({"addopts": "-m 'not journey' -q", "markers": ["a: one", "b: other"]}))
    assert ini["pytest"]["addopts"].split("\n") == ["", "-m 'not journey' -q"]
    assert ini["pytest"]["markers"].split("\n") == ["", "a: one", "b: other"]


def test_scratch_files_are_in_var_and_the_executable_in_dist() -> None:
    assert (ROOT / "var") in MAKE["SCRATCH"].parents
    assert (ROOT / "var") in MAKE["TRIAL"].parents
    assert MAKE["EXECUTABLE"].parent.parent == ROOT / "dist"


def test_the_environment_of_a_build_is_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "random")
    first, second = MAKE["environment"](), MAKE["environment"]()
    assert first == second
    assert first["PYTHONHASHSEED"].isdigit()
    assert first["SOURCE_DATE_EPOCH"].isdigit()


def test_a_folder_outside_git_has_a_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert MAKE["epoch"](tmp_path) == MAKE["NO_COMMIT"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    assert MAKE["epoch"](tmp_path) == 1_600_000_000


def test_the_size_is_the_sum_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a").write_bytes(b"12345")
    (tmp_path / "b").write_bytes(b"678")
    assert MAKE["size"](tmp_path) == 8


def test_a_missing_pyinstaller_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PyInstaller", None)
    with pytest.raises(SystemExit) as end:
        MAKE["main"](["app"])
    assert end.value.code == 2
    assert "uv run --group build build/make.py app" in capsys.readouterr().err


# the packages made of the executable


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    """Return a folder like the executable's, with what the packaging programs read."""
    folder = tmp_path / "tablier"
    inside = folder / "_internal"
    (inside / "pygame_ce.libs").mkdir(parents=True)
    (inside / "pygame_ce.libs" / "libSDL2-2-1.so.0").write_bytes(b"\x7fELF and more, GLIBC_2.9 GLIBC_2.31 GLIBC_2.4")
    (inside / "libSDL2-2-1.so.0").symlink_to("pygame_ce.libs/libSDL2-2-1.so.0")
    (folder / "tablier").write_text('#!/bin/sh\necho installed with "$@"\n', encoding="utf-8")
    (folder / "tablier").chmod(0o700)
    (inside / "licences").mkdir()
    (inside / "licences" / "PARTS.txt").write_text("Something\n    licence Zlib: zlib.txt\n", encoding="utf-8")
    return folder


def packed(folder: Path, out: Path, epoch: int = 1_700_000_000) -> Path:
    out.mkdir()
    return deb.build(folder, out, VERSION, "x86_64", epoch, ANNA)


@pytest.fixture
def tree(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(deb, "TREE", tmp_path / "tree")
    monkeypatch.setattr(appimage, "APPDIR", tmp_path / "Tablier.AppDir")
    return tmp_path


def unpacked(package: Path, into: Path) -> Path:
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(into)], check=True)
    return into


@LINUX
def test_a_debian_package_has_all_desktop_files(frozen: Path, tree: Path, tmp_path: Path) -> None:
    package = packed(frozen, tmp_path / "out")
    assert package.name == f"tablier_{VERSION}_amd64.deb"
    usr = unpacked(package, tmp_path / "deb") / "usr"
    said = subprocess.run([str(usr / "bin" / "tablier"), "it"], capture_output=True, text=True, check=True).stdout
    assert said == "installed with it\n"
    assert (usr / "lib/tablier/_internal/libSDL2-2-1.so.0").is_symlink(), "no library is there twice"
    share = usr / "share"
    sizes = {path.parts[-3] for path in share.glob("icons/hicolor/*/apps/tablier.*")}
    assert sizes == {"scalable", *(f"{size}x{size}" for size in (16, 24, 32, 48, 64, 128, 256, 512))}
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(share / "applications" / "tablier.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert (desktop["Exec"], desktop["Icon"]) == ("tablier %f", "tablier")
    kind = desktop["MimeType"].removesuffix(";")
    assert kind == "application/x-tablier-match"
    assert f'type="{kind}"' in (share / "mime/packages/tablier.xml").read_text(encoding="utf-8")
    assert f"<mediatype>{kind}<" in (share / f"metainfo/{ANNA.id}.metainfo.xml").read_text(encoding="utf-8")
    rights = (share / "doc/tablier/copyright").read_text(encoding="utf-8")
    assert all(text in rights for text in ("Zlib", ANNA.maintainer, ANNA.homepage))
    assert f" -- {ANNA.maintainer}  " in gzip.decompress((share / "doc/tablier/changelog.gz").read_bytes()).decode()
    assert (share / "man/man6/tablier.6.gz").is_file()


@LINUX
def test_a_debian_package_names_its_dependencies(frozen: Path, tree: Path, tmp_path: Path) -> None:
    control = (unpacked(packed(frozen, tmp_path / "out"), tmp_path / "deb") / "DEBIAN" / "control").read_text("utf-8")
    assert "Depends: libc6 (>= 2.31), libgcc-s1, libstdc++6, libx11-6, " in control
    assert f"Version: {VERSION}\n" in control
    assert f"Maintainer: {ANNA.maintainer}\n" in control and f"Homepage: {ANNA.homepage}\n" in control
    assert not list((tmp_path / "deb" / "DEBIAN").glob("*inst")), "nothing is run when it is installed"


@LINUX
def test_debian_packages_built_at_different_times_are_equal(frozen: Path, tree: Path, tmp_path: Path) -> None:
    first = packed(frozen, tmp_path / "one").read_bytes()
    for path in frozen.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000), follow_symlinks=False)
    assert packed(frozen, tmp_path / "two").read_bytes() == first
    assert packed(frozen, tmp_path / "three", epoch=1_700_000_001).read_bytes() != first


def test_a_missing_dpkg_is_reported(
    frozen: Path, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(FileNotFoundError, match="needs dpkg-deb"):
        packed(frozen, tmp_path / "out")


@LINUX
def test_an_appimage_is_the_runtime_followed_by_the_folder(
    frozen: Path, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, squasher = tmp_path / "runtime", tmp_path / "mksquashfs"
    runtime.write_bytes(b"the runtime, ")
    squasher.write_text('#!/bin/sh\nprintf "and the folder" > "$2"\n', encoding="utf-8")
    squasher.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(squasher))
    monkeypatch.setenv(appimage.RUNTIME, str(runtime))
    image = appimage.build(frozen, tmp_path, VERSION, "x86_64", 1_700_000_000, ANNA)
    assert image.read_bytes() == b"the runtime, and the folder"
    assert os.access(image, os.X_OK)
    said = subprocess.run([str(appimage.APPDIR / "AppRun"), "it"], capture_output=True, text=True, check=True).stdout
    assert said == "installed with it\n"
    for name in ("tablier.desktop", "tablier.png", ".DirIcon"):
        assert (appimage.APPDIR / name).resolve().is_file(), name


@pytest.mark.parametrize("missing", ["mksquashfs", "runtime"])
@LINUX
def test_a_failed_appimage_build_reports_its_reason(
    frozen: Path, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if missing == "mksquashfs" else "/bin/true")
    monkeypatch.delenv(appimage.RUNTIME, raising=False)
    with pytest.raises(appimage.MissingToolError, match=missing):
        appimage.build(frozen, tmp_path, VERSION, "x86_64", 1_700_000_000, ANNA)


def test_a_library_of_windows_in_two_folders_is_found(frozen: Path) -> None:
    """Bug: SDL lay beside pygame, which loads it from there, and on top as well: 4.8 MB."""
    (frozen / "_internal" / "pygame").mkdir()
    (frozen / "_internal" / "pygame" / "SDL2.dll").touch()
    assert inventory.doubles(frozen) == []
    (frozen / "_internal" / "SDL2.dll").touch()
    assert inventory.doubles(frozen) == ["SDL2.dll"]


def test_files_without_a_licence_are_found(frozen: Path) -> None:
    assert inventory.strangers(frozen) == []
    (frozen / "_internal" / "libstranger.so.1").write_bytes(b"")
    (frozen / "_internal" / "rules").mkdir()
    (frozen / "_internal" / "rules" / "kernel.so").write_bytes(b"")
    for name in ("json/decoder.pyc", "platformdirs/unix.pyc", "mypy_extensions.pyc", "stranger/__init__.pyc"):
        (frozen / "_internal" / name).parent.mkdir(exist_ok=True)
        (frozen / "_internal" / name).touch()
    assert inventory.strangers(frozen) == ["libstranger.so.1", "stranger/__init__.pyc"]


@LINUX
def test_paths_of_the_build_machine_and_gpl_fonts_are_found(frozen: Path) -> None:
    """Bug: 81 files looked for libraries below the home of whoever had built them."""
    inside = frozen / "_internal"
    (inside / "nothing.c").touch()
    for name, path in (("own.so", "$ORIGIN/../pygame_ce.libs"), ("lost.so", "$ORIGIN:/home/builder/lib")):
        command = ["cc", "-shared", f"-Wl,-rpath,{path}", "-o", str(inside / name), str(inside / "nothing.c")]
        subprocess.run(command, check=True)
    assert inventory.leftovers(frozen) == ["lost.so"]
    assert inventory.foreign_paths(inside / "lost.so") == ["/home/builder/lib"]
    (inside / "lost.so").rename(inside / "freesansbold.ttf")
    assert inventory.leftovers(frozen) == ["freesansbold.ttf"]


@pytest.mark.parametrize(("wanted", "does"), [("2.31", True), ("2.32", False)])
@LINUX
def test_files_that_need_a_newer_system_than_the_base_are_not_released(
    frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, does: bool
) -> None:
    library = frozen / "_internal" / "pygame_ce.libs" / "libSDL2-2-1.so.0"
    library.write_bytes(f"\x7fELF GLIBC_2.9 GLIBC_{wanted} GLIBC_2.4".encode())
    system = System(tmp_path / "system")
    shutil.copytree(frozen, system.path / old_base.CHECKOUT / "dist" / "tablier", symlinks=True)
    monkeypatch.setattr(old_base, "ROOT", tmp_path)
    with contextlib.nullcontext() if does else pytest.raises(SystemExit):
        old_base.fetch(system)
    assert (tmp_path / "dist" / "tablier" / "tablier").is_file() == does


def test_the_licences_of_all_parts_are_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = ("pyinstaller", "accesskit")  # which only those have who build with them
    here = [part for part in parts() if part.package not in build]
    monkeypatch.setattr(inventory, "parts", lambda: here)
    inventory.collect(tmp_path / "licences")
    told = (tmp_path / "licences" / "PARTS.txt").read_text(encoding="utf-8")
    licences = [line for line in told.splitlines() if line.startswith("    licence ")]
    assert len(licences) == len(here)
    for line in licences:
        for name in line.rpartition(": ")[2].split(", "):
            assert (tmp_path / "licences" / name).stat().st_size > 500, line
    part = replace(here[0], package="of two", text="")
    texts = [tmp_path / "LICENSE-MIT", tmp_path / "LICENSE.chromium"]
    assert len({inventory._copy_licence(text, tmp_path, part) for text in texts if text.write_text("Do.")}) == 2
    (part,) = [part for part in here if part.name == "SDL, SDL_image, SDL_mixer, SDL_ttf"]
    monkeypatch.setattr(inventory, "parts", lambda: [replace(part, text="nowhere.txt")])
    assert "put other builds of them in their place" in told
    with pytest.raises(FileNotFoundError, match="no text of the licence of SDL"):
        inventory.collect(tmp_path / "licences")


@LINUX
def test_checksums_differ_for_every_difference(frozen: Path) -> None:
    before = inventory.sum_of(frozen)
    assert before == inventory.sum_of(frozen)
    assert inventory.sum_of(frozen / "tablier") == hashlib.sha256((frozen / "tablier").read_bytes()).hexdigest()
    (frozen / "tablier").chmod(0o600)
    other = inventory.sum_of(frozen)
    (frozen / "empty").write_bytes(b"")
    assert len({before, other, inventory.sum_of(frozen)}) == 3


def test_differing_builds_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sums = iter([{"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}])
    scope = MAKE["twice"].__globals__
    for name in ("app", "unpack_wheel", "packed_wheel"):
        monkeypatch.setitem(scope, name, Cached())
    for name in ("one_file", "deb"):
        monkeypatch.setitem(scope, name, lambda: None)
    monkeypatch.setitem(scope, "inventory", lambda: type("Inventory", (), {"sums": lambda folder: next(sums)}))
    with pytest.raises(SystemExit):
        MAKE["twice"]()
    assert "Two builds differ in b, c" in capsys.readouterr().err


class Cached:
    """Stands in for a generator with a cache."""

    def __call__(self) -> None:
        """Generate nothing."""

    def cache_clear(self) -> None:
        """Clear nothing."""


def test_the_release_tests_its_files_on_three_systems() -> None:
    jobs = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8").split("  publish:")
    for system in ("linux", "windows", "macos"):
        _, _, job = jobs[0].partition(f"\n  {system}:\n")
        job = job.partition("upload-artifact")[0]
        assert "--self-test" in job and "needs: [gate, sources]" in job, system
    assert "uses: ./.github/workflows/ci.yml" in jobs[0]
    assert 'build/make.py --release "$GITHUB_REF_NAME"' in jobs[0].partition("\n  linux:")[0]
    assert "needs: [sources, linux, windows, macos]" in jobs[1] and "sha256sum" in jobs[1]


def test_workflows_use_pinned_actions_and_no_rights() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        for action in re.findall(r"uses: ([^./].*)", text):
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")
        assert re.search(r"^permissions:( \{\}|\n  contents: read)$", text, re.M)


def test_executable_of_windows_has_properties_and_an_icon_and_no_console() -> None:
    tree = ast.parse((ROOT / "build" / "app.spec").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "EXE"]
    given = [{word.arg: ast.unparse(word.value) for word in call.keywords} for call in calls]
    wanted = {"console": "sys.platform == 'linux'", "icon": "icon", "version": "version_resource()"}
    assert len(given) == 1 and wanted.items() <= given[0].items()


def test_windows_and_macos_have_icons_of_all_sizes() -> None:
    icons = ROOT / "build" / "icons"
    ico, icns = (icons / "tablier.ico").read_bytes(), (icons / "tablier.icns").read_bytes()
    kind, count = struct.unpack_from("<2xHH", ico)
    assert (kind, count) == (1, 7)
    for number in range(count):
        wide, high, length, start = struct.unpack_from("<BB6xII", ico, 6 + 16 * number)
        assert ico[start : start + length] == (icons / f"tablier-{wide or 256}.png").read_bytes() and wide == high
    assert icns[:4] == b"icns" and struct.unpack_from(">I", icns, 4) == (len(icns),)
    assert icns.count(b"\x89PNG") == 7


def test_the_description_for_software_centres_names_all_games() -> None:
    told = (ROOT / "build" / "linux" / "tablier.metainfo.xml").read_text(encoding="utf-8")
    for game in GAMES:
        assert game.key.replace("-", " ").title() in told
