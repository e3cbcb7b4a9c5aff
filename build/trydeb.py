"""Tries the Debian package on basic systems, without Python and desktop.

    sudo .venv/bin/python build/trydeb.py dist/tablier_0.1.0_amd64.deb
    sudo .venv/bin/python build/trydeb.py --on debian-11 --on ubuntu-20.04 dist/tablier_*.deb dist/*.AppImage

In a chroot made by debootstrap (var/chroots keeps the basic systems) the package is installed, started by its desktop
entry, given a record as by a double-click, played with a real mouse (the journeys) and removed. Then only the user's
own files may be left. One-file programs first run their self-test. /dev/shm is read-only in the chroot.
The trial needs root, debootstrap, Xvfb and xdotool, and a mirror of Debian or Ubuntu.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build")]

from chroots import (  # noqa: E402
    FOLDER,
    HOME,
    SUITES,
    USER,
    USER_ID,
    System,
    enter_namespace,
    environment,
    fail,
    fresh_system,
    report,
    run,
)

from rules import GAMES  # noqa: E402 - the project is found only now
from rules.match import Match  # noqa: E402
from rules.record import Player, Record, write  # noqa: E402
from tests.bench.screen import close_window  # noqa: E402

ENTRY: Final = "usr/share/applications/tablier.desktop"
DESKTOP_PACKAGES: Final = (
    "libglib2.0-bin",
    "xdg-utils",
    "shared-mime-info",
    "desktop-file-utils",
    "dbus",
    "at-spi2-core",
)
"""Packages that replace a desktop: `gio launch` and `gio open` act like clicks, gdbus like a screen reader."""
JOURNEYS: Final = (
    "tests/journeys/test_double_draughts.py::test_a_match_against_level_1_is_set_up_played_and_reviewed",
    "tests/journeys/test_duck_chess.py",
    "tests/journeys/test_unstacked_draughts.py",
    "tests/journeys/test_ducart_match.py",
    "tests/journeys/test_ducale_match.py",
    "tests/journeys/test_endings.py",
)
TIMEOUT: Final = 60.0  # seconds until a missing event counts as a fault
_START: Final = f"""\
#!/bin/sh
# The journeys' way into the system: the same command as in the desktop entry, by the person, with the same home.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
chown -R {USER_ID}:{USER_ID} "$TABLIER_HOME"
folder=$(dirname "$TABLIER_HOME")
chmod a+x SYSTEM/journeys "$(dirname "$folder")" "$folder"
TABLIER_HOME=${{TABLIER_HOME#SYSTEM}}
[ $# -eq 0 ] || set -- "${{1#SYSTEM}}"
exec chroot --userspec={USER_ID}:{USER_ID} SYSTEM COMMAND "$@"
"""

_READER: Final = """\
a11y() { gdbus call --session -d org.a11y.Bus -o /org/a11y/bus -m "$@"; }
a11y org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' >&2
COMMAND >&2 &
bus=$(a11y org.a11y.Bus.GetAddress | cut -d "'" -f 2)
who=org.a11y.atspi.Registry
what=/org/a11y/atspi/accessible/root
# The first app, its window, and what the focus in it is on.
for child in 1 2 3; do
    tries=0
    until found=$(gdbus call --address "$bus" -d "$who" -o "$what" -m org.a11y.atspi.Accessible.GetChildren |
        grep objectpath); do
        tries=$((tries + 1)) && test $tries -lt 30 && sleep 1
    done
    who=$(echo "$found" | cut -d "'" -f 2)
    what=$(echo "$found" | cut -d "'" -f 4)
done
gdbus call --address "$bus" -d "$who" -o "$what" -m org.freedesktop.DBus.Properties.Get \\
    org.a11y.atspi.Accessible Name | cut -d "'" -f 2 | sed 's/^/reads: /'
kill $!
"""

T = TypeVar("T")


def main() -> None:
    """Try the package as the command line says. Exits with code 1 and a message at the first fault."""
    parser = argparse.ArgumentParser(description="Try the Debian package in chroots without Python.")
    parser.add_argument("package", type=Path, help="the Debian package")
    parser.add_argument("programs", type=Path, nargs="*", help="executables that are one file, AppImages among them")
    parser.add_argument("--on", action="append", choices=SUITES, help="a system, instead of Debian 13")
    parser.add_argument("--quick", action="store_true", help="a single match by mouse instead of the journeys")
    given = parser.parse_args()
    enter_namespace()
    for name in given.on or ["debian-13"]:
        system = make_system(name)
        for program in given.programs:
            try_program(system, program)
        before = list_files(system)
        install(system, given.package)
        start_and_open_record(system)
        read_focus(system)
        run_journeys(system, JOURNEYS[:1] if given.quick else JOURNEYS)
        remove(system, before)
    print("All is well.")


def make_system(name: str) -> System:
    """Return a fresh basic system with desktop tools and a user; its /dev/shm is read-only."""
    system = fresh_system(name)
    run("mount", "-t", "tmpfs", "-o", "ro", "none", str(system.path / "dev" / "shm"))
    (system.path / "tmp" / ".X11-unix").mkdir(mode=0o1777)
    run("mount", "--bind", "/tmp/.X11-unix", str(system.path / "tmp" / ".X11-unix"))
    system.run("apt-get", "update", "-qq")
    system.install(*DESKTOP_PACKAGES)
    system.run("useradd", "--create-home", "--uid", USER_ID, USER)
    for python in ("python3", "python"):
        if shutil.which(python, path=f"{system.path}/usr/bin:{system.path}/usr/local/bin"):
            fail(f"The system has {python}, which proves nothing.")
    report(f"{name} with its base alone, without Python; glibc {system.libc_version()}")
    return system


def try_program(system: System, program: Path) -> None:
    """Run the self-test of a one-file program as the user. An AppImage unpacks itself, as there is no FUSE."""
    shutil.copy(program, system.path / HOME.lstrip("/") / program.name)
    words = ["--appimage-extract-and-run"] if program.suffix == ".AppImage" else []
    output = system.run(f"{HOME}/{program.name}", *words, "--self-test", by=USER_ID).splitlines()
    report(f"{program.name}: {output[-1]}")


def install(system: System, package: Path) -> None:
    shutil.copy(package, system.path / "tablier.deb")
    system.install("/tablier.deb")
    (system.path / "tablier.deb").unlink()
    if shutil.which("python3", path=f"{system.path}/usr/bin"):
        fail("The package pulls in Python.")
    system.run("desktop-file-validate", f"/{ENTRY}")
    output = system.run("tablier", "--self-test", by=USER_ID).splitlines()
    report(f"installed; self-test: {output[-1]}")


def start_and_open_record(system: System) -> None:
    """Start the app by its desktop entry, and open a record as by a double-click."""
    record = system.path / HOME.lstrip("/") / "match.tablier"
    players = (Player("person", "Anna"), Player("person", "Bert"))
    match = Match(GAMES[0].play)
    match.play(match.position.legal_moves()[0], 0.0)
    record.write_text(write(Record(match, players, {})), encoding="utf-8")
    run("chown", f"{USER_ID}:{USER_ID}", str(record))
    info = system.run("gio", "info", "-a", "standard::content-type", f"{HOME}/match.tablier", by=USER_ID)
    kind = info.rpartition("standard::content-type: ")[2].strip()
    opener = system.run("xdg-mime", "query", "default", "application/x-tablier-match", by=USER_ID).strip()
    if (kind, opener) != ("application/x-tablier-match", "tablier.desktop"):
        fail(f"A record is a {kind!r}, opened by {opener!r}.")
    with screen():
        # before version 2.68 gio can't launch entries, so the entry's command is run
        major, minor, *_ = map(int, system.run("gio", "version").split("."))
        can_launch = (major, minor) >= (2, 68)
        _start(system, *(("gio", "launch", f"/{ENTRY}") if can_launch else entry_command(system).split()))
        close_app("the window, started by the desktop entry")
        report("started by its desktop entry")
        _start(system, "gio", "open", f"{HOME}/match.tablier")
        matches = system.path / HOME.lstrip("/") / ".local" / "share" / "tablier" / "matches"
        _wait_for(lambda: next(iter(matches.glob("*.tablier")), None), "the record among the user's matches")
        close_app("the window with the record")
        report("a record opened by a double-click")


def read_focus(system: System) -> None:
    """Read the name of the focused widget, as a screen reader does."""
    with screen():
        words = ("dbus-run-session", "--", "sh", "-euc", _READER.replace("COMMAND", entry_command(system)))
        output = system.run(*words, by=USER_ID)
    name = output.rpartition("reads: ")[2].strip() if "reads: " in output else ""
    if not name:
        fail("A screen reader finds no name.")
    report(f"a screen reader reads “{name}”")


@contextmanager
def screen() -> Iterator[None]:
    """Run an X server in the context, and set DISPLAY to its name."""
    read_end, write_end = os.pipe()
    words = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1300x820x24", "-noreset"]
    server = subprocess.Popen(words, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as file:
            os.environ["DISPLAY"] = f":{file.readline().strip()}"
        yield
    finally:
        server.terminate()
        server.wait()


def _start(system: System, *command: str) -> None:
    """Start a command in the system as the user, without waiting for it."""
    words = ["chroot", f"--userspec={USER_ID}:{USER_ID}", str(system.path), *command]
    subprocess.Popen(words, env=environment(HOME), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def entry_command(system: System) -> str:
    entry = (system.path / ENTRY).read_text(encoding="utf-8")
    (line,) = [line for line in entry.splitlines() if line.startswith("Exec=")]
    return line.removeprefix("Exec=").removesuffix(" %f")


def close_app(description: str) -> None:
    """Wait for the app's window, close it, and wait until it is gone; `description` is for the message of a fault."""

    def find_window() -> str | None:
        words = ["xdotool", "search", "--class", "tablier"]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or None

    window = _wait_for(find_window, description)
    time.sleep(2.0)
    close_window(int(window.split()[0]))
    _wait_for(lambda: None if find_window() else True, f"{description}, to go")


def run_journeys(system: System, journeys: Sequence[str]) -> None:
    """Run the journeys, a match of each game by real mouse, with the installed app."""
    start, scratch = FOLDER / "start", system.path / "journeys"
    start.write_text(
        _START.replace("COMMAND", entry_command(system)).replace("SYSTEM", str(system.path)), encoding="utf-8"
    )
    start.chmod(0o755)
    words = [sys.executable, "-m", "pytest", "-x", "-m", "journey", f"--basetemp={scratch}", *journeys]
    env = {**os.environ, "TABLIER_APP": str(start)}
    env.pop("DISPLAY", None)
    if subprocess.run(words, cwd=ROOT, env=env, check=False).returncode:
        fail("A journey failed; what was said stands above.")
    run("rm", "-rf", "--one-file-system", str(scratch))
    report("the journeys, with the installed app")


def remove(system: System, before: set[str]) -> None:
    """Remove the package, and check that only the user's files are left."""
    system.run("apt-get", "purge", "-y", "-qq", "tablier")
    system.run("apt-get", "autoremove", "--purge", "-y", "-qq")
    left = {name for name in list_files(system) - before if not name.startswith(HOME.lstrip("/"))}
    if left:
        fail(f"Left behind: {', '.join(sorted(left)[:10])}")
    if not list((system.path / HOME.lstrip("/")).rglob("matches/*.tablier")):
        fail("The person's own matches are gone.")
    report("removed; only the person's own files are left")


def list_files(system: System) -> set[str]:
    """Return all files of the system but those that apt, dpkg and caches write."""
    ignored = ("var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "proc", "dev", "tmp", "etc/ld.so.cache")
    found = run("find", ".", "-xdev", "-not", "-type", "d", "-printf", "%P\\n", where=system.path).splitlines()
    return {name for name in found if not name.startswith(ignored)}


def _wait_for(find: Callable[[], T | None], description: str) -> T:
    """Return the first result of `find` that isn't None. Exits with a message after `TIMEOUT`."""
    deadline = time.monotonic() + TIMEOUT
    while (found := find()) is None:
        if time.monotonic() > deadline:
            fail(f"Waited {TIMEOUT:.0f} s in vain for {description}.")
        time.sleep(0.1)
    return found


if __name__ == "__main__":
    main()
