"""Tries the Windows installer under Wine, as a person without an administrator does: `build/windows.py installer`.

It installs, starts the app by its entry in the Start menu, gives it a record as by a double-click, installs a newer
version over it, and uninstalls. Then only the person's own files may be left. Wine's folder is made anew each time.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build")]

import installer  # noqa: E402
import make  # noqa: E402
import wine  # noqa: E402

from rules import GAMES  # noqa: E402 - the project is found only now
from rules.match import Match  # noqa: E402
from rules.record import Player, Record, write  # noqa: E402
from tests.bench.screen import close_window, xvfb  # noqa: E402

WORK: Final = ROOT / "var" / "windows" / "installer"
PREFIX: Final = WORK / "prefix"
DRIVE: Final = PREFIX / "drive_c"
NEWER: Final = f"{make.VERSION}.1"
IN_REGISTRY: Final = re.compile(r"Tablier\.Match|\\Tablier\]|\\\.tablier\b")
"""The keys that the installer writes into the registry."""
TIMEOUT: Final = 60.0  # seconds until a missing event counts as a fault

T = TypeVar("T")


def main(folder: Path) -> None:
    """Try an installer of the executable in `folder`. Exits with code 1 and a message at the first fault."""
    wine.need("wine", "makensis", "xdotool", "import")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    # A 64-bit Wine doesn't run installers of 32 bits, NSIS's default. The newer installer is packed faster.
    target = "-XTarget amd64-unicode"
    first = installer.build(folder, WORK, make.VERSION, make.PUBLISHER, target)
    faster = ("-X!pragma warning disable 8020", "-XSetCompressor /FINAL zlib")
    newer = installer.build(folder, WORK, NEWER, make.PUBLISHER, target, *faster)
    print(f"{first.name}: {first.stat().st_size / 1e6:.1f} MB")
    with xvfb((1300, 820)) as (name, _):
        os.environ["DISPLAY"] = name
        try:
            walk(first, newer)
        finally:
            wine.end(PREFIX)
    print("All is well.")


def walk(first: Path, newer: Path) -> None:
    run("wineboot", "--init")
    before = list_files()
    install(first, make.VERSION)
    open_app("entry", entry(), lambda: refuse(newer))
    (program().parent / "_internal" / "older.dll").touch()
    install(newer, NEWER)
    if list(program().parent.rglob("older.dll")):
        fail("Files of the older version are left.")
    open_record()
    uninstall(before)


def install(setup: Path, version: str) -> None:
    run(setup, "/S")
    wine.end(PREFIX)  # which writes the registry
    if not program().is_file() or not entry().is_file():
        fail("The program or its entry in the Start menu isn't there.")
    if f'"DisplayVersion"="{version}"' not in registry("user"):
        fail(f"Version {version} isn't in the list of programs.")
    if IN_REGISTRY.search(registry("system")):
        fail("The installer wrote into what belongs to all users, which needs an administrator.")
    print(f"{version} installed, with an entry in the Start menu")


def refuse(setup: Path) -> None:
    if run(setup, "/S") != 2 or not program().is_file():
        fail("The installer replaces the program while it runs.")


def open_app(picture: str, file: Path, look: Callable[[], object]) -> None:
    """Open a file as by a double-click, wait for the app's window, keep a picture of it, look, and close it."""
    wine.start("start", "/unix", str(file), folder=WORK, prefix=PREFIX)
    window = wait_for(find_window, "the app's window")
    wait_for(lambda: is_painted(WORK / f"{picture}.png"), "a picture in the app's window")
    look()
    time.sleep(3.0)
    is_painted(WORK / f"{picture}.png")
    close_window(window)
    wait_for(lambda: not find_window(), "the app's window, to go")
    print(f"{file.name} opened by a double-click")


def is_painted(picture: Path) -> bool:
    """Return whether the screen shows more than black; save the screen as `picture`."""
    subprocess.run(["import", "-window", "root", str(picture)], check=True)
    return picture.stat().st_size > 10_000


def open_record() -> None:
    record = profile() / "match.tablier"
    players = (Player("person", "Anna"), Player("person", "Bert"))
    match = Match(GAMES[0].play)
    match.play(match.position.legal_moves()[0], 0.0)
    record.write_text(write(Record(match, players, {})), encoding="utf-8")
    # Windows looks up the person's file types first; Wine 8 knows only the file types of all users.
    classes = WORK / "classes.reg"
    run("reg", "export", r"HKCU\Software\Classes", classes.name, "/y")
    text = classes.read_text(encoding="utf-16")
    classes.write_text(text.replace("HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE"), encoding="utf-16")
    run("reg", "import", classes.name)

    kept = home() / "matches"
    open_app("record", record, lambda: wait_for(lambda: list(kept.glob("*.tablier")), "the record among the matches"))


def uninstall(before: set[str]) -> None:
    run(program().with_name("uninstall.exe"), "/S")
    wait_for(lambda: not program().parent.exists(), "the program's folder, to go")
    wine.end(PREFIX)
    # The uninstaller runs as a copy, which Windows deletes at the next boot. A process that paints ahead leaves
    # its folder when it is ended on Windows.
    own = ("AppData/Local/tablier/", "match.tablier", "Temp/~nsu", "Temp/tablier-unseen-")
    folder = profile().relative_to(DRIVE)
    left = {name for name in list_files() - before if not name.startswith(tuple(f"{folder}/{one}" for one in own))}
    if left:
        fail(f"Left behind: {', '.join(sorted(left)[:10])}")
    if IN_REGISTRY.search(registry("user")):
        fail("Something is left in the registry.")
    if not list((home() / "matches").glob("*.tablier")):
        fail("The person's own matches are gone.")
    print("uninstalled; only the person's own files are left")


def run(program: Path | str, *words: str) -> int:
    return wine.run(program, *words, folder=WORK, prefix=PREFIX)


def profile() -> Path:
    """Return the person's folder on drive C."""
    (found,) = [path for path in (DRIVE / "users").iterdir() if path.name != "Public"]
    return found


def home() -> Path:
    return profile() / "AppData" / "Local" / "tablier"


def program() -> Path:
    return profile() / "AppData" / "Local" / "Programs" / "Tablier" / "tablier.exe"


def entry() -> Path:
    return profile() / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tablier.lnk"


def list_files() -> set[str]:
    return {str(path.relative_to(DRIVE)) for path in DRIVE.rglob("*") if not path.is_dir()}


def registry(name: str) -> str:
    """Return a part of the registry: "system" for all users, "user" for the person."""
    return (PREFIX / f"{name}.reg").read_text(encoding="latin-1")


def find_window() -> int | None:
    words = ["xdotool", "search", "--onlyvisible", "--class", "tablier"]
    found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()
    return int(found[0]) if found else None


def wait_for(find: Callable[[], T | None], description: str) -> T:
    """Return the first result of `find` that isn't false. Exits with a message after `TIMEOUT`."""
    deadline = time.monotonic() + TIMEOUT
    while not (found := find()):
        if time.monotonic() > deadline:
            fail(f"Waited {TIMEOUT:.0f} s in vain for {description}.")
        time.sleep(0.1)
    return found


def fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(1)
