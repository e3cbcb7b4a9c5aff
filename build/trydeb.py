"""The Debian package tried on a system that has nothing but its base, no Python, no desktop.

    sudo .venv/bin/python build/trydeb.py dist/tablier_0.1.0_amd64.deb

In a chroot, which debootstrap makes (var/try-deb/base is kept for the next time), it is installed, started by its
desktop entry, made to open a record as a double-click does, played with a real mouse (the journeys), and removed:
then only the person's own files may be left. It needs root, debootstrap, Xvfb and xdotool, and a mirror of Debian.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import GAMES  # noqa: E402 - the house is found only now
from rules.match import Match  # noqa: E402
from rules.record import Player, Record, write  # noqa: E402
from tests.journeys.crossing import close_window  # noqa: E402

PLACE: Final = ROOT / "var" / "try-deb"
BASE: Final = PLACE / "base"
SYSTEM: Final = PLACE / "root"
SCRATCH: Final = SYSTEM / "journeys"
"""Where the journeys keep the person's homes."""
PERSON: Final = "player"
NUMBER: Final = "1000"
"""The person's number on that system."""
HOME: Final = f"/home/{PERSON}"
OTHERS: Final = ("libglib2.0-bin", "xdg-utils", "shared-mime-info", "desktop-file-utils")
"""What stands for a desktop: `gio launch` and `gio open` do what a click on an icon does."""
JOURNEYS: Final = (
    "tests/journeys/test_double_draughts.py::test_a_match_against_level_1_is_set_up_played_to_its_end_and_looked_at",
    "tests/journeys/test_duck_chess.py",
    "tests/journeys/test_unstacked_draughts.py",
    "tests/journeys/test_ducart_match.py",
    "tests/journeys/test_ducale_round.py",
    "tests/journeys/test_endings.py",
)
PATIENCE: Final = 60.0
"""Seconds until something that should have happened counts as not happening."""
MOST_LINES: Final = 20
"""So many lines are shown of what a command said that failed."""
_START: Final = f"""\
#!/bin/sh
# The journeys' way into the system: the same command as in the desktop entry, by the person, with the same home.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
chown -R {NUMBER}:{NUMBER} "$TABLIER_HOME"
chmod a+x {SCRATCH} "$(dirname "$TABLIER_HOME")"
TABLIER_HOME=${{TABLIER_HOME#{SYSTEM}}}
[ $# -eq 0 ] || set -- "${{1#{SYSTEM}}}"
exec chroot --userspec={NUMBER}:{NUMBER} {SYSTEM} COMMAND "$@"
"""

T = TypeVar("T")


def main() -> None:
    """Try the package that the command line names. Ends with code 1 and a sentence at the first fault."""
    parser = argparse.ArgumentParser(description="Try the Debian package in a chroot without Python.")
    parser.add_argument("package", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave out the journeys")
    given = parser.parse_args()
    if os.geteuid() != 0:
        _fail("Only root may make a chroot.")
    if "TABLIER_ALONE" not in os.environ:  # the mounts are to be gone when this ends, however it ends
        words = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvpe("unshare", words, {**os.environ, "TABLIER_ALONE": "yes"})
    lay_system()
    before = everything()
    install(given.package)
    start_and_open()
    if not given.quick:
        travel()
    remove(before)
    print("All is well.")


def lay_system() -> None:
    """A fresh system with its base, what stands for a desktop, and a person."""
    if not (BASE / "etc" / "debian_version").exists():
        shutil.rmtree(BASE, ignore_errors=True)
        _run("debootstrap", "--variant=minbase", "stable", str(BASE), "http://deb.debian.org/debian")
    _run("rm", "-rf", "--one-file-system", str(SYSTEM))
    _run("cp", "-a", str(BASE), str(SYSTEM))
    shutil.copy("/etc/resolv.conf", SYSTEM / "etc" / "resolv.conf")
    for name in ("proc", "dev"):
        _run("mount", "--bind", f"/{name}", str(SYSTEM / name))
    _run("mount", "-t", "tmpfs", "-o", "mode=1777", "none", str(SYSTEM / "dev" / "shm"))
    (SYSTEM / "tmp" / ".X11-unix").mkdir(mode=0o1777)
    _run("mount", "--bind", "/tmp/.X11-unix", str(SYSTEM / "tmp" / ".X11-unix"))
    _inside("apt-get", "update", "-qq")
    _inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", *OTHERS)
    _inside("useradd", "--create-home", "--uid", NUMBER, PERSON)
    for python in ("python3", "python"):
        if shutil.which(python, path=f"{SYSTEM}/usr/bin:{SYSTEM}/usr/local/bin"):
            _fail(f"The system has {python}, which proves nothing.")
    _say("a system with its base alone, without Python")


def install(package: Path) -> None:
    """Install the package with what it depends on, and see that the desktop knows it."""
    shutil.copy(package, SYSTEM / "tablier.deb")
    _inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/tablier.deb")
    (SYSTEM / "tablier.deb").unlink()
    if shutil.which("python3", path=f"{SYSTEM}/usr/bin"):
        _fail("The package pulls in Python.")
    _inside("desktop-file-validate", "/usr/share/applications/tablier.desktop")
    said = _inside("tablier", "--self-test", by=NUMBER).splitlines()
    _say(f"installed; self-test: {said[-1]}")


def start_and_open() -> None:
    """Start it by its desktop entry, and open a record as a double-click on it does."""
    record = SYSTEM / HOME.lstrip("/") / "match.tablier"
    players = (Player("person", "Anna"), Player("person", "Bert"))
    match = Match(GAMES[0].play)
    match.play(match.position.legal_moves()[0], 0.0)
    record.write_text(write(Record(match, players, {})), encoding="utf-8")
    _run("chown", f"{NUMBER}:{NUMBER}", str(record))
    told_of = _inside("gio", "info", "-a", "standard::content-type", f"{HOME}/match.tablier", by=NUMBER)
    kind = told_of.rpartition("standard::content-type: ")[2].strip()
    opener = _inside("xdg-mime", "query", "default", "application/x-tablier-match", by=NUMBER).strip()
    if (kind, opener) != ("application/x-tablier-match", "tablier.desktop"):
        _fail(f"A record is a {kind!r}, opened by {opener!r}.")
    read, told = os.pipe()
    size = ["-screen", "0", "1300x820x24", "-noreset"]
    server = subprocess.Popen(["Xvfb", "-displayfd", str(told), *size], pass_fds=[told], stderr=subprocess.DEVNULL)
    os.close(told)
    try:
        with os.fdopen(read) as file:
            os.environ["DISPLAY"] = f":{file.readline().strip()}"
        _click("launch", "/usr/share/applications/tablier.desktop")
        _close("the window, started by the desktop entry")
        _say("started by its desktop entry")
        _click("open", f"{HOME}/match.tablier")
        kept = SYSTEM / HOME.lstrip("/") / ".local" / "share" / "tablier" / "matches"
        _wait(lambda: next(iter(kept.glob("*.tablier")), None), "the record, kept among the person's matches")
        _close("the window with the record")
        _say("a record opened by a double-click")
    finally:
        server.terminate()
        server.wait()


def _click(verb: str, path: str) -> None:
    """As a click on an icon: what is started then goes on by itself, so nobody may wait for it to fall silent."""
    words = ["chroot", f"--userspec={NUMBER}:{NUMBER}", str(SYSTEM), "gio", verb, path]
    subprocess.run(words, env=_surroundings(HOME), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def _close(what: str) -> None:
    """Wait for the app's window, close it as its cross does, and wait until it is gone."""

    def window() -> str | None:
        words = ["xdotool", "search", "--class", "tablier"]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or None

    number = _wait(window, what)
    time.sleep(2.0)
    close_window(int(number.split()[0]))
    _wait(lambda: None if window() else True, f"{what}, to go")


def travel() -> None:
    """The journeys by real mouse, a match of each game, with the installed app."""
    start = PLACE / "start"
    (line,) = [
        line
        for line in (SYSTEM / "usr/share/applications/tablier.desktop").read_text(encoding="utf-8").splitlines()
        if line.startswith("Exec=")
    ]
    command = line.removeprefix("Exec=").removesuffix(" %f")
    start.write_text(_START.replace("COMMAND", command), encoding="utf-8")
    start.chmod(0o755)
    words = [sys.executable, "-m", "pytest", "-x", "-m", "journey", f"--basetemp={SCRATCH}", *JOURNEYS]
    env = {**os.environ, "TABLIER_APP": str(start)}
    env.pop("DISPLAY", None)
    if subprocess.run(words, cwd=ROOT, env=env, check=False).returncode:
        _fail("A journey failed; what was said stands above.")
    _run("rm", "-rf", "--one-file-system", str(SCRATCH))
    _say("the journeys, with the installed app")


def remove(before: set[str]) -> None:
    """Remove the package: nothing of it is left but what the person has made."""
    _inside("apt-get", "purge", "-y", "-qq", "tablier")
    _inside("apt-get", "autoremove", "--purge", "-y", "-qq")
    left = {name for name in everything() - before if not name.startswith(HOME.lstrip("/"))}
    if left:
        _fail(f"Left behind: {', '.join(sorted(left)[:10])}")
    if not list((SYSTEM / HOME.lstrip("/")).rglob("matches/*.tablier")):
        _fail("The person's own matches are gone.")
    _say("removed; only the person's own files are left")


def everything() -> set[str]:
    """All files of the system but for what apt, dpkg and whoever keeps caches write down for themselves."""
    own = ("var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "proc", "dev", "tmp", "etc/ld.so.cache")
    found = _run("find", ".", "-xdev", "-not", "-type", "d", "-printf", "%P\\n", where=SYSTEM).splitlines()
    return {name for name in found if not name.startswith(own)}


def _inside(*words: str, by: str = "0") -> str:
    """Run a command in the system, by root or by the person; what it says."""
    env = _surroundings("/root" if by == "0" else HOME)
    return _run("chroot", f"--userspec={by}:{by}", str(SYSTEM), *words, env=env)


def _surroundings(home: str) -> dict[str, str]:
    """The environment of a command in the system."""
    env = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8", "SDL_AUDIODRIVER": "dummy"}
    return env | {"DEBIAN_FRONTEND": "noninteractive", "DISPLAY": os.environ.get("DISPLAY", "")}


def _run(*words: str, where: Path = ROOT, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, cwd=where, env=env, capture_output=True, check=False)
    if done.returncode:
        said = done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
        last = "\n".join(said.splitlines()[-MOST_LINES:])
        _fail(f"{last}\n{' '.join(words)} failed with code {done.returncode}.")
    return done.stdout.decode(errors="replace")


def _wait(look: Callable[[], T | None], what: str) -> T:
    """What `look` finds, as soon as it finds something."""
    ends = time.monotonic() + PATIENCE
    while (found := look()) is None:
        if time.monotonic() > ends:
            _fail(f"Waited {PATIENCE:.0f} s in vain for {what}.")
        time.sleep(0.1)
    return found


def _say(what: str) -> None:
    print(f"- {what}", flush=True)


def _fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    main()
