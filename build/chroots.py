"""Systems of Debian and Ubuntu, each in a folder, made by debootstrap and entered by chroot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

ROOT: Final = Path(__file__).resolve().parent.parent
PLACE: Final = (ROOT / "var" / "chroots").resolve()
SUITES: Final = {
    "debian-11": "bullseye",
    "debian-12": "bookworm",
    "debian-13": "trixie",
    "ubuntu-20.04": "focal",
    "ubuntu-22.04": "jammy",
}
"""Debootstrap's names of the systems."""
UBUNTU: Final = "http://archive.ubuntu.com/ubuntu"
"""Ubuntu's mirror: without Ubuntu's keyring debootstrap would search Debian's."""
PERSON: Final = "player"
NUMBER: Final = "1000"  # user id of the person
HOME: Final = f"/home/{PERSON}"
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
MOST_LINES: Final = 20
LONGEST: Final = 200
"""Limits for the output and the command shown after a failure: lines, characters."""


@dataclass(frozen=True, slots=True)
class System:
    path: Path

    def mount(self) -> None:
        """Mount the kernel's folders and copy this machine's resolv.conf; see `alone`."""
        shutil.copy("/etc/resolv.conf", self.path / "etc" / "resolv.conf")
        for name in ("proc", "dev"):
            run("mount", "--bind", f"/{name}", str(self.path / name))

    def inside(self, *words: str, by: str = "0", told: bool = False, more: Mapping[str, str] | None = None) -> str:
        """Run a command as a user id; return its output, or print it at once if `told`. `more` are variables."""
        env = surroundings("/root" if by == "0" else HOME) | dict(more or {})
        return run("chroot", f"--userspec={by}:{by}", str(self.path), *words, env=env, told=told)

    def install(self, *packages: str) -> None:
        self.inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)

    def libc(self) -> str:
        return self.inside("ldd", "--version").partition("\n")[0].rpartition(" ")[2]


def base(name: str, mirror: str = "") -> Path:
    """Return the folder of a system as debootstrap makes it, kept for the next time."""
    folder = PLACE / f"{name}-base"
    if not (folder / "complete").exists():
        run("rm", "-rf", "--one-file-system", str(folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("ubuntu"):
            mirror, options = mirror or UBUNTU, ["--variant=minbase"]
        else:  # what is built there is given away: nobody may have put something into it
            options = ["--variant=minbase", "--force-check-gpg"]
        run("debootstrap", *options, SUITES[name], str(folder), *filter(None, [mirror]))
        (folder / "complete").touch()
    return folder


def fresh(name: str, suffix: str = "", mirror: str = "") -> System:
    system = System(PLACE / f"{name}{suffix}")
    kept = base(name, mirror)
    run("rm", "-rf", "--one-file-system", str(system.path))
    run("cp", "-a", str(kept), str(system.path))
    system.mount()
    return system


def alone() -> None:
    """Continue as root in a mount namespace, whose mounts vanish when the process ends in any way."""
    if os.geteuid() != 0:
        fail("Only root may make a chroot.")
    if shutil.which("debootstrap") is None:
        fail("There is no debootstrap here.")
    if "TABLIER_ALONE" not in os.environ:
        words = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvpe("unshare", words, {**os.environ, "TABLIER_ALONE": "yes"})


def surroundings(home: str) -> dict[str, str]:
    env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    env |= {"DEBIAN_FRONTEND": "noninteractive", "SDL_AUDIODRIVER": "dummy"}
    return env | {"DISPLAY": os.environ.get("DISPLAY", "")}


def run(*words: str, where: Path = ROOT, env: dict[str, str] | None = None, told: bool = False) -> str:
    """Run a command; return its output, or print it at once if `told`. Exits with a message if it fails."""
    done = subprocess.run(words, cwd=where, env=env, capture_output=not told, check=False)
    said = "" if told else done.stdout.decode(errors="replace")
    if done.returncode:
        whole = said if told else said + done.stderr.decode(errors="replace")
        last = "\n".join(whole.splitlines()[-MOST_LINES:])
        fail(f"{last}\n{' '.join(words)[:LONGEST]} failed with code {done.returncode}.")
    return said


def say(what: str) -> None:
    print(f"- {what}", flush=True)


def fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(1)
