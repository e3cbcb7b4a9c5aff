"""Debian and Ubuntu systems in folders, made by debootstrap and entered by chroot, for builds and trials."""

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
FOLDER: Final = (ROOT / "var" / "chroots").resolve()
SUITES: Final = {
    "debian-11": "bullseye",
    "debian-12": "bookworm",
    "debian-13": "trixie",
    "ubuntu-20.04": "focal",
    "ubuntu-22.04": "jammy",
}
"""The systems, and debootstrap's names for them."""
UBUNTU_MIRROR: Final = "http://archive.ubuntu.com/ubuntu"  # without Ubuntu's keyring debootstrap would use Debian's
USER: Final = "player"
USER_ID: Final = "1000"
HOME: Final = f"/home/{USER}"
CERTIFICATES: Final = "etc/ssl/certs/ca-certificates.crt"
# limits for the output and the command that are shown after a failure
MAX_LINES: Final = 20
MAX_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class System:
    path: Path

    def mount(self) -> None:
        """Mount the kernel's folders, and copy this machine's resolv.conf; call `enter_namespace` before."""
        shutil.copy("/etc/resolv.conf", self.path / "etc" / "resolv.conf")
        for name in ("proc", "dev"):
            run("mount", "--bind", f"/{name}", str(self.path / name))

    def run(
        self, *words: str, by: str = "0", shows_output: bool = False, variables: Mapping[str, str] | None = None
    ) -> str:
        """Run a command in the system as a user id; return its output, or show it at once and return "".

        `variables` are added to the environment. Exits with a message if the command fails.
        """
        env = environment("/root" if by == "0" else HOME) | dict(variables or {})
        return run("chroot", f"--userspec={by}:{by}", str(self.path), *words, env=env, shows_output=shows_output)

    def install(self, *packages: str) -> None:
        self.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)

    def libc_version(self) -> str:
        return self.run("ldd", "--version").partition("\n")[0].rpartition(" ")[2]


def base_folder(name: str, mirror: str = "") -> Path:
    """Return the folder of a system as debootstrap makes it; it is made at the first call and then reused."""
    folder = FOLDER / f"{name}-base"
    if not (folder / "complete").exists():
        run("rm", "-rf", "--one-file-system", str(folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("ubuntu"):
            mirror, options = mirror or UBUNTU_MIRROR, ["--variant=minbase"]
        else:  # releases are built there, so signatures are checked
            options = ["--variant=minbase", "--force-check-gpg"]
        run("debootstrap", *options, SUITES[name], str(folder), *filter(None, [mirror]))
        (folder / "complete").touch()
    return folder


def fresh_system(name: str) -> System:
    system = System(FOLDER / name)
    base = base_folder(name)
    run("rm", "-rf", "--one-file-system", str(system.path))
    run("cp", "-a", str(base), str(system.path))
    system.mount()
    return system


def enter_namespace() -> None:
    """Restart this program in a mount namespace, whose mounts vanish when the program ends. Exits unless root."""
    is_root = sys.platform != "win32" and os.geteuid() == 0
    if not is_root:
        fail("Only root may make a chroot.")
    if shutil.which("debootstrap") is None:
        fail("There is no debootstrap here.")
    if "TABLIER_ALONE" not in os.environ:
        words = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvpe("unshare", words, {**os.environ, "TABLIER_ALONE": "yes"})


def environment(home: str) -> dict[str, str]:
    env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    env |= {"DEBIAN_FRONTEND": "noninteractive", "SDL_AUDIODRIVER": "dummy"}
    return env | {"DISPLAY": os.environ.get("DISPLAY", "")}


def run(*words: str, where: Path = ROOT, env: dict[str, str] | None = None, shows_output: bool = False) -> str:
    """Run a command and return its output, or "" if `shows_output` prints it. Exits with a message if it fails."""
    done = subprocess.run(words, cwd=where, env=env, capture_output=not shows_output, check=False)
    output = "" if shows_output else done.stdout.decode(errors="replace")
    if done.returncode:
        all_output = output if shows_output else output + done.stderr.decode(errors="replace")
        last_lines = "\n".join(all_output.splitlines()[-MAX_LINES:])
        fail(f"{last_lines}\n{' '.join(words)[:MAX_CHARACTERS]} failed with code {done.returncode}.")
    return output


def report(text: str) -> None:
    print(f"- {text}", flush=True)


def fail(sentence: str) -> NoReturn:
    """Print a message and exit with code 1."""
    print(sentence, file=sys.stderr)
    raise SystemExit(1)
