"""What the app can't be without, looked at before any of it is imported. Pythons back to 3.6 read this file."""

import sys
from importlib.util import find_spec
from pathlib import Path

OLDEST = (3, 11)
NEEDED = ("pygame", "mypy_extensions", "librt")
"""Modules without which there is no window, or no opponent."""
UV_NEEDS = (3, 8)
"""The oldest Python into which pip can install uv."""


def refusal() -> "str | None":
    """Return why the app can't run here and the command that helps, as a sentence; None if it can. Takes 0.1 ms.

    Nothing is imported. The text of pygame is read, for the classic pygame has the same name and overwrites pygame-ce
    where it is installed later.
    """
    if sys.version_info < OLDEST:
        oldest, this = (".".join(map(str, version[:3])) for version in (OLDEST, sys.version_info))
        return f"Tablier needs Python {oldest} or newer, and this is {this}; {_start_command()}"
    if getattr(sys, "frozen", False):
        return None
    for name in NEEDED:
        spec = find_spec(name)
        origin = None if spec is None else spec.origin
        package = "pygame-ce" if name == "pygame" else name
        if spec is None or (name == "pygame" and origin is None):
            return f"Tablier needs {package}, which is not installed for {sys.executable}; {_command(package)}"
        if name == "pygame" and origin is not None and b"pygame-ce" not in Path(origin).read_bytes():
            return f"Tablier needs pygame-ce, and {origin} is another pygame; {_command(package)}"
    return None


def _command(package: str) -> str:
    """Tell what starts a checkout with packages of its own, or repairs the packages of an installed app."""
    root = Path(__file__).resolve().parent.parent
    if (root / "pyproject.toml").is_file():
        return _start_command()
    import re

    source = (root / "main.py").read_text(encoding="utf-8")
    pinned = re.findall(f'^#     "({package}==.*?)"', source, re.MULTILINE)[0]
    python = _quoted(sys.executable)
    if find_spec("pip"):
        remove, install = f"{python} -m pip uninstall -y", f"{python} -m pip install --force-reinstall"
    else:
        remove, install = f"uv pip uninstall --python {python}", f"uv pip install --python {python} --reinstall"
    first = f"{remove} pygame && " if package == "pygame-ce" and find_spec("pygame") else ""
    return f"this installs it: {first}{install} {pinned}"


def _start_command() -> str:
    """Tell what starts a checkout by uv, which fetches packages and, if need be, a Python."""
    import shutil

    run = f"uv run {_quoted(sys.argv[0] if sys.argv[0].endswith('main.py') else 'main.py')}"
    python = _quoted(sys.executable) if sys.version_info >= UV_NEEDS else "python{}.{}".format(*OLDEST)
    if shutil.which("uv"):
        command = run
    elif _is_managed():
        command = f"{python} -m venv .venv-uv && .venv-uv/bin/pip install uv && .venv-uv/bin/{run}"
    else:
        command = f"{python} -m pip install uv && {python} -m {run}"
    return f"this fetches what is missing and starts it: {command}"


def _is_managed() -> bool:
    """Return whether the system keeps this Python's packages to itself (PEP 668)."""
    import sysconfig

    marker = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and marker.is_file()


def _quoted(word: str) -> str:
    """Return a word as a shell takes it."""
    import shlex
    import subprocess

    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)
