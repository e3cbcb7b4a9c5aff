"""Trial of the Debian package on systems with nothing but their base, without Python and desktop.

    sudo .venv/bin/python build/trydeb.py dist/tablier_0.1.0_amd64.deb
    sudo .venv/bin/python build/trydeb.py --on debian-11 --on ubuntu-20.04 dist/tablier_*.deb dist/*.AppImage

In a chroot made by debootstrap (var/chroots keeps the bases for the next time), the package is installed, started
by its desktop entry, opens a record as by a double-click, is played with a real mouse (the journeys), and removed:
then only the person's own files may be left. Programs that are one file run their self-test before that. /dev/shm
is read only there. It needs root, debootstrap, Xvfb and xdotool, and a mirror of Debian or Ubuntu.
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

from chroots import HOME, NUMBER, PERSON, PLACE, SUITES, System, alone, fail, fresh, run, say, surroundings  # noqa: E402

from rules import GAMES  # noqa: E402 - the project is found only now
from rules.match import Match  # noqa: E402
from rules.record import Player, Record, write  # noqa: E402
from tests.bench.screen import close_window  # noqa: E402

ENTRY: Final = "usr/share/applications/tablier.desktop"
OTHERS: Final = ("libglib2.0-bin", "xdg-utils", "shared-mime-info", "desktop-file-utils", "dbus", "at-spi2-core")
"""Packages in place of a desktop: `gio launch` and `gio open` act like clicks, gdbus like a screen reader."""
JOURNEYS: Final = (
    "tests/journeys/test_double_draughts.py::test_a_match_against_level_1_is_set_up_played_and_reviewed",
    "tests/journeys/test_duck_chess.py",
    "tests/journeys/test_unstacked_draughts.py",
    "tests/journeys/test_ducart_match.py",
    "tests/journeys/test_ducale_round.py",
    "tests/journeys/test_endings.py",
)
PATIENCE: Final = 60.0  # seconds until a missing event counts as a fault
_START: Final = f"""\
#!/bin/sh
# The journeys' way into the system: the same command as in the desktop entry, by the person, with the same home.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
chown -R {NUMBER}:{NUMBER} "$TABLIER_HOME"
folder=$(dirname "$TABLIER_HOME")
chmod a+x SYSTEM/journeys "$(dirname "$folder")" "$folder"
TABLIER_HOME=${{TABLIER_HOME#SYSTEM}}
[ $# -eq 0 ] || set -- "${{1#SYSTEM}}"
exec chroot --userspec={NUMBER}:{NUMBER} SYSTEM COMMAND "$@"
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
    alone()
    for name in given.on or ["debian-13"]:
        system = lay_system(name)
        for program in given.programs:
            try_program(system, program)
        before = everything(system)
        install(system, given.package)
        start_and_open(system)
        read_aloud(system)
        travel(system, JOURNEYS[:1] if given.quick else JOURNEYS)
        remove(system, before)
    print("All is well.")


def lay_system(name: str) -> System:
    """Return a fresh system with its base, desktop tools and a person; its /dev/shm is read-only."""
    system = fresh(name)
    run("mount", "-t", "tmpfs", "-o", "ro", "none", str(system.path / "dev" / "shm"))
    (system.path / "tmp" / ".X11-unix").mkdir(mode=0o1777)
    run("mount", "--bind", "/tmp/.X11-unix", str(system.path / "tmp" / ".X11-unix"))
    system.inside("apt-get", "update", "-qq")
    system.install(*OTHERS)
    system.inside("useradd", "--create-home", "--uid", NUMBER, PERSON)
    for python in ("python3", "python"):
        if shutil.which(python, path=f"{system.path}/usr/bin:{system.path}/usr/local/bin"):
            fail(f"The system has {python}, which proves nothing.")
    say(f"{name} with its base alone, without Python; glibc {system.libc()}")
    return system


def try_program(system: System, program: Path) -> None:
    """Run the self-test of a one-file program as the person. An AppImage unpacks itself, for lack of FUSE."""
    shutil.copy(program, system.path / HOME.lstrip("/") / program.name)
    words = ["--appimage-extract-and-run"] if program.suffix == ".AppImage" else []
    said = system.inside(f"{HOME}/{program.name}", *words, "--self-test", by=NUMBER).splitlines()
    say(f"{program.name}: {said[-1]}")


def install(system: System, package: Path) -> None:
    shutil.copy(package, system.path / "tablier.deb")
    system.install("/tablier.deb")
    (system.path / "tablier.deb").unlink()
    if shutil.which("python3", path=f"{system.path}/usr/bin"):
        fail("The package pulls in Python.")
    system.inside("desktop-file-validate", f"/{ENTRY}")
    said = system.inside("tablier", "--self-test", by=NUMBER).splitlines()
    say(f"installed; self-test: {said[-1]}")


def start_and_open(system: System) -> None:
    record = system.path / HOME.lstrip("/") / "match.tablier"
    players = (Player("person", "Anna"), Player("person", "Bert"))
    match = Match(GAMES[0].play)
    match.play(match.position.legal_moves()[0], 0.0)
    record.write_text(write(Record(match, players, {})), encoding="utf-8")
    run("chown", f"{NUMBER}:{NUMBER}", str(record))
    told_of = system.inside("gio", "info", "-a", "standard::content-type", f"{HOME}/match.tablier", by=NUMBER)
    kind = told_of.rpartition("standard::content-type: ")[2].strip()
    opener = system.inside("xdg-mime", "query", "default", "application/x-tablier-match", by=NUMBER).strip()
    if (kind, opener) != ("application/x-tablier-match", "tablier.desktop"):
        fail(f"A record is a {kind!r}, opened by {opener!r}.")
    with screen():
        # Before version 2.68 gio can't launch: the entry's command is run.
        major, minor, *_ = map(int, system.inside("gio", "version").split("."))
        _click(system, *(("gio", "launch", f"/{ENTRY}") if (major, minor) >= (2, 68) else command(system).split()))
        _close("the window, started by the desktop entry")
        say("started by its desktop entry")
        _click(system, "gio", "open", f"{HOME}/match.tablier")
        kept = system.path / HOME.lstrip("/") / ".local" / "share" / "tablier" / "matches"
        _wait(lambda: next(iter(kept.glob("*.tablier")), None), "the record, kept among the person's matches")
        _close("the window with the record")
        say("a record opened by a double-click")


def read_aloud(system: System) -> None:
    """Read the focused widget's name, as a screen reader does."""
    with screen():
        words = ("dbus-run-session", "--", "sh", "-euc", _READER.replace("COMMAND", command(system)))
        said = system.inside(*words, by=NUMBER)
    name = said.rpartition("reads: ")[2].strip() if "reads: " in said else ""
    if not name:
        fail("A screen reader finds no name.")
    say(f"a screen reader reads “{name}”")


@contextmanager
def screen() -> Iterator[None]:
    """Run an X server, and name it by DISPLAY from then on."""
    read, told = os.pipe()
    size = ["-screen", "0", "1300x820x24", "-noreset"]
    server = subprocess.Popen(["Xvfb", "-displayfd", str(told), *size], pass_fds=[told], stderr=subprocess.DEVNULL)
    os.close(told)
    try:
        with os.fdopen(read) as file:
            os.environ["DISPLAY"] = f":{file.readline().strip()}"
        yield
    finally:
        server.terminate()
        server.wait()


def _click(system: System, *command: str) -> None:
    words = ["chroot", f"--userspec={NUMBER}:{NUMBER}", str(system.path), *command]
    subprocess.Popen(words, env=surroundings(HOME), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def command(system: System) -> str:
    entry = (system.path / ENTRY).read_text(encoding="utf-8")
    (line,) = [line for line in entry.splitlines() if line.startswith("Exec=")]
    return line.removeprefix("Exec=").removesuffix(" %f")


def _close(what: str) -> None:
    def window() -> str | None:
        words = ["xdotool", "search", "--class", "tablier"]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or None

    number = _wait(window, what)
    time.sleep(2.0)
    close_window(int(number.split()[0]))
    _wait(lambda: None if window() else True, f"{what}, to go")


def travel(system: System, journeys: Sequence[str]) -> None:
    """Run the journeys, a match of each game by real mouse, with the installed app."""
    start, scratch = PLACE / "start", system.path / "journeys"
    start.write_text(_START.replace("COMMAND", command(system)).replace("SYSTEM", str(system.path)), encoding="utf-8")
    start.chmod(0o755)
    words = [sys.executable, "-m", "pytest", "-x", "-m", "journey", f"--basetemp={scratch}", *journeys]
    env = {**os.environ, "TABLIER_APP": str(start)}
    env.pop("DISPLAY", None)
    if subprocess.run(words, cwd=ROOT, env=env, check=False).returncode:
        fail("A journey failed; what was said stands above.")
    run("rm", "-rf", "--one-file-system", str(scratch))
    say("the journeys, with the installed app")


def remove(system: System, before: set[str]) -> None:
    """Remove the package, and check that only the person's files are left."""
    system.inside("apt-get", "purge", "-y", "-qq", "tablier")
    system.inside("apt-get", "autoremove", "--purge", "-y", "-qq")
    left = {name for name in everything(system) - before if not name.startswith(HOME.lstrip("/"))}
    if left:
        fail(f"Left behind: {', '.join(sorted(left)[:10])}")
    if not list((system.path / HOME.lstrip("/")).rglob("matches/*.tablier")):
        fail("The person's own matches are gone.")
    say("removed; only the person's own files are left")


def everything(system: System) -> set[str]:
    """Return all files of the system except those that apt, dpkg and caches write."""
    own = ("var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "proc", "dev", "tmp", "etc/ld.so.cache")
    found = run("find", ".", "-xdev", "-not", "-type", "d", "-printf", "%P\\n", where=system.path).splitlines()
    return {name for name in found if not name.startswith(own)}


def _wait(look: Callable[[], T | None], what: str) -> T:
    """Return the first result of `look` that isn't None."""
    ends = time.monotonic() + PATIENCE
    while (found := look()) is None:
        if time.monotonic() > ends:
            fail(f"Waited {PATIENCE:.0f} s in vain for {what}.")
        time.sleep(0.1)
    return found


if __name__ == "__main__":
    main()
