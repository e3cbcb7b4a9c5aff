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
"""What debootstrap calls each system."""
UBUNTU: Final = "http://archive.ubuntu.com/ubuntu"
"""Where Ubuntu is: without its keyring debootstrap would look for it in Debian's mirror."""
PERSON: Final = "player"
NUMBER: Final = "1000"
"""The person's number on every system."""
HOME: Final = f"/home/{PERSON}"
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
MOST_LINES: Final = 20
LONGEST: Final = 200
"""So many lines are shown of what a command said that failed, and so many letters of the command."""


@dataclass(frozen=True, slots=True)
class System:
    """A system in the folder `path`."""

    path: Path

    def mount(self) -> None:
        """Give it the kernel's own folders and this machine's names of hosts; see `alone`."""
        shutil.copy("/etc/resolv.conf", self.path / "etc" / "resolv.conf")
        for name in ("proc", "dev"):
            run("mount", "--bind", f"/{name}", str(self.path / name))

    def inside(self, *words: str, by: str = "0", told: bool = False, more: Mapping[str, str] | None = None) -> str:
        """Run a command, by root or by the person; what it says, unless it is `told` at once. `more`: variables."""
        env = surroundings("/root" if by == "0" else HOME) | dict(more or {})
        return run("chroot", f"--userspec={by}:{by}", str(self.path), *words, env=env, told=told)

    def install(self, *packages: str) -> None:
        """Install packages and what they can't do without."""
        self.inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)

    def libc(self) -> str:
        """The version of its glibc, as "2.31"."""
        return self.inside("ldd", "--version").partition("\n")[0].rpartition(" ")[2]


def base(name: str, mirror: str = "") -> Path:
    """The folder with a system as debootstrap makes it, kept for the next time. `mirror`: not the usual one."""
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
    """A fresh copy of a system, mounted."""
    system = System(PLACE / f"{name}{suffix}")
    kept = base(name, mirror)
    run("rm", "-rf", "--one-file-system", str(system.path))
    run("cp", "-a", str(kept), str(system.path))
    system.mount()
    return system


def alone() -> None:
    """Go on as root among mounts of its own, which are gone when this ends, however it ends."""
    if os.geteuid() != 0:
        fail("Only root may make a chroot.")
    if shutil.which("debootstrap") is None:
        fail("There is no debootstrap here.")
    if "TABLIER_ALONE" not in os.environ:
        words = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvpe("unshare", words, {**os.environ, "TABLIER_ALONE": "yes"})


def surroundings(home: str) -> dict[str, str]:
    """The environment of a command in a system."""
    env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    env |= {"DEBIAN_FRONTEND": "noninteractive", "SDL_AUDIODRIVER": "dummy"}
    return env | {"DISPLAY": os.environ.get("DISPLAY", "")}


def run(*words: str, where: Path = ROOT, env: dict[str, str] | None = None, told: bool = False) -> str:
    """Run a command; what it says, unless it is `told` at once. Ends with a sentence if it fails."""
    done = subprocess.run(words, cwd=where, env=env, capture_output=not told, check=False)
    said = "" if told else done.stdout.decode(errors="replace")
    if done.returncode:
        whole = said if told else said + done.stderr.decode(errors="replace")
        last = "\n".join(whole.splitlines()[-MOST_LINES:])
        fail(f"{last}\n{' '.join(words)[:LONGEST]} failed with code {done.returncode}.")
    return said


def say(what: str) -> None:
    """Tell a step that ended well."""
    print(f"- {what}", flush=True)


def fail(sentence: str) -> NoReturn:
    """End with code 1."""
    print(sentence, file=sys.stderr)
    raise SystemExit(1)
