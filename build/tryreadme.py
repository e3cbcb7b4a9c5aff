"""Tries the README's commands on basic systems with Python.

    sudo .venv/bin/python build/tryreadme.py --on debian-12 --on debian-13

In a chroot made by debootstrap with the last commit of this checkout, root runs the command for Debian and Ubuntu,
and a user all others: the app opens in a window and is closed, then the tests of one file run (`--whole`: all).
It needs root, debootstrap, Xvfb, xdotool and a network. This machine's settings for pip and uv are used there too.
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

from chroots import (  # noqa: E402
    CERTIFICATES,
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
from old_base import copy_certificates, unpack_checkout  # noqa: E402
from trydeb import close_app, screen  # noqa: E402

CHECKOUT: Final = f"{HOME}/Tablier"
ONE_FILE: Final = " -n0 tests/rules/test_clock.py"
_CODE_BLOCK: Final = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def main() -> None:
    """Try the README on the systems of the command line. Exits with code 1 and a message at the first fault."""
    parser = argparse.ArgumentParser(description="Type the README's commands in chroots.")
    parser.add_argument("--on", action="append", choices=SUITES, help="a system, instead of Debian 12 and 13")
    parser.add_argument("--whole", action="store_true", help="run all tests")
    given = parser.parse_args()
    enter_namespace()
    app, tests, packages = commands()
    for name in given.on or ["debian-12", "debian-13"]:
        system = make_system(name)
        run_command(system, packages.removeprefix("sudo ").replace("install", "install -y -qq"), by="0")
        run_command(system, f"{app} --version")
        open_and_close_app(system, app)
        run_command(system, tests + ("" if given.whole else ONE_FILE))
    print("All is well.")


def commands() -> tuple[str, str, str]:
    """Return the README's commands: to open the app, to run the tests, to install packages on Debian and Ubuntu."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for block in _CODE_BLOCK.findall(text)[:2] for line in block.splitlines()]
    if len(lines) != 3:
        fail("The README should begin with two commands, and one for Debian and Ubuntu.")
    return lines[0], lines[1], lines[2]


def make_system(name: str) -> System:
    """Return a fresh system with its own Python, a user, and this checkout in the user's home."""
    system = fresh_system(name)
    system.run("apt-get", "update", "-qq")
    system.install("python3", "ca-certificates", "libx11-6", "libxext6")
    copy_certificates(system)
    system.run("useradd", "--create-home", "--uid", USER_ID, USER)
    (system.path / "tmp" / ".X11-unix").mkdir(mode=0o1777)
    run("mount", "--bind", "/tmp/.X11-unix", str(system.path / "tmp" / ".X11-unix"))
    checkout = system.path / CHECKOUT.lstrip("/")
    unpack_checkout(checkout)
    run("chown", "-R", f"{USER_ID}:{USER_ID}", str(checkout))
    report(f"{name}, {system.run('python3', '--version').strip()}")
    return system


def settings() -> dict[str, str]:
    """Return the variables with this machine's certificates and package sources for pip and uv."""
    variables = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_"))}
    return variables | {"SSL_CERT_FILE": f"/{CERTIFICATES}", "UV_NATIVE_TLS": "1", "PIP_CERT": f"/{CERTIFICATES}"}


def run_command(system: System, command: str, by: str = USER_ID) -> None:
    print(f"$ {command}", flush=True)
    system.run("sh", "-c", f"cd {CHECKOUT} && {command}", by=by, shows_output=True, variables=settings())


def open_and_close_app(system: System, command: str) -> None:
    """Run the command that opens the app, close its window, and check its exit code."""
    print(f"$ {command}", flush=True)
    with screen():
        words = [
            "chroot",
            f"--userspec={USER_ID}:{USER_ID}",
            str(system.path),
            "sh",
            "-c",
            f"cd {CHECKOUT} && {command}",
        ]
        app = subprocess.Popen(words, env=environment(HOME) | settings())
        close_app("the window")
        if app.wait(60):
            fail(f"The app ended with code {app.returncode}.")
    report("a window opened and was closed")


if __name__ == "__main__":
    main()
