"""Trial of the README's commands in chroots of systems with nothing but their base and Python.

    sudo .venv/bin/python build/tryreadme.py --on debian-12 --on debian-13

Root types the command for Debian and Ubuntu, a person all others, in the last commit of this checkout: the app
opens in a window and is closed, then the tests of one file run (`--whole`: all of them). It needs root,
debootstrap, Xvfb, xdotool and a network. Packages come from this machine's sources: its settings for pip and uv are
passed on.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build")]

from chroots import CERTIFICATES, HOME, NUMBER, PERSON, SUITES, System, alone, fail, fresh, run, say, surroundings  # noqa: E402
from old_base import trust  # noqa: E402
from trydeb import _close, screen  # noqa: E402

HOUSE: Final = f"{HOME}/Tablier"
ONE_FILE: Final = " -n0 tests/rules/test_clock.py"
_TYPED: Final = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def main() -> None:
    """Try the README on the systems of the command line. Exits with code 1 and a message at the first fault."""
    parser = argparse.ArgumentParser(description="Type the README's commands in chroots.")
    parser.add_argument("--on", action="append", choices=SUITES, help="a system, instead of Debian 12 and 13")
    parser.add_argument("--whole", action="store_true", help="run all tests")
    given = parser.parse_args()
    alone()
    app, tests, packages = commands()
    for name in given.on or ["debian-12", "debian-13"]:
        system = lay_system(name)
        type_in(system, packages.removeprefix("sudo ").replace("install", "install -y -qq"), by="0")
        type_in(system, f"{app} --version")
        play(system, app)
        type_in(system, tests + ("" if given.whole else ONE_FILE))
    print("All is well.")


def commands() -> tuple[str, str, str]:
    """Return the README's commands: for the app, for the tests, and before both on Debian and Ubuntu."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in _TYPED.findall(text)[:2] for line in block.splitlines()]
    if len(lines) != 3:
        fail("The README should begin with two commands, and one for Debian and Ubuntu.")
    return lines[0], lines[1], lines[2]


def lay_system(name: str) -> System:
    """Return a fresh system with the system's Python, a person, and this checkout in the person's home."""
    system = fresh(name)
    system.inside("apt-get", "update", "-qq")
    system.install("python3", "ca-certificates", "libx11-6", "libxext6")
    trust(system)
    system.inside("useradd", "--create-home", "--uid", NUMBER, PERSON)
    (system.path / "tmp" / ".X11-unix").mkdir(mode=0o1777)
    run("mount", "--bind", "/tmp/.X11-unix", str(system.path / "tmp" / ".X11-unix"))
    house = system.path / HOUSE.lstrip("/")
    house.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(house)], input=packed, check=True)
    run("chown", "-R", f"{NUMBER}:{NUMBER}", str(house))
    say(f"{name}, {system.inside('python3', '--version').strip()}")
    return system


def settings() -> dict[str, str]:
    """Return the variables with this machine's certificates and package sources for pip and uv."""
    ours = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))}
    return ours | {"SSL_CERT_FILE": f"/{CERTIFICATES}", "UV_NATIVE_TLS": "1", "PIP_CERT": f"/{CERTIFICATES}"}


def type_in(system: System, command: str, by: str = NUMBER) -> None:
    print(f"$ {command}", flush=True)
    system.inside("sh", "-c", f"cd {HOUSE} && {command}", by=by, told=True, more=settings())


def play(system: System, command: str) -> None:
    """Run the command that opens the app, close its window and check its exit code."""
    print(f"$ {command}", flush=True)
    with screen():
        words = ["chroot", f"--userspec={NUMBER}:{NUMBER}", str(system.path), "sh", "-c", f"cd {HOUSE} && {command}"]
        app = subprocess.Popen(words, env=surroundings(HOME) | settings())
        _close("the window")
        if app.wait(60):
            fail(f"The app ended with code {app.returncode}.")
    say("a window opened and was closed")


if __name__ == "__main__":
    main()
