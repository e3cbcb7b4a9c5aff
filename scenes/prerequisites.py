"""Check, before the app is imported, that its packages are there. Python 3.6 and later can read this file."""

import sys
from importlib.util import find_spec
from pathlib import Path

OLDEST_PYTHON = (3, 11)
NEEDED_MODULES = ("pygame", "mypy_extensions", "librt")  # without these there is no window, or no opponent
OLDEST_PYTHON_FOR_UV = (3, 8)  # the oldest Python into which pip can install uv


def refusal() -> "str | None":
    """Return why the app can't run here, with a command that gets what is missing; None if it can run.

    The modules are found without importing them, in 0.1 ms. The source of pygame is read because the classic pygame
    has the same name and, if it is installed later, overwrites pygame-ce.
    """
    if sys.version_info < OLDEST_PYTHON:
        oldest, this = (".".join(map(str, version[:3])) for version in (OLDEST_PYTHON, sys.version_info))
        return f"Tablier needs Python {oldest} or newer, and this is {this}; {_start_command()}"
    if getattr(sys, "frozen", False):
        return None
    for name in NEEDED_MODULES:
        spec = find_spec(name)
        origin = None if spec is None else spec.origin
        package = "pygame-ce" if name == "pygame" else name
        if spec is None or (name == "pygame" and origin is None):
            return (
                f"Tablier needs {package}, which is not installed for {sys.executable}; {_install_command(package)}"
            )
        if name == "pygame" and origin is not None and b"pygame-ce" not in Path(origin).read_bytes():
            return f"Tablier needs pygame-ce, and {origin} is another pygame; {_install_command(package)}"
    return None


def _install_command(package: str) -> str:
    root = Path(__file__).resolve().parent.parent
    if (root / "pyproject.toml").is_file():
        return _start_command()
    import re

    source = (root / "main.py").read_text(encoding="utf-8")
    pinned = re.findall(f'^#     "({package}==.*?)"', source, re.MULTILINE)[0]
    python = _quote(sys.executable)
    if find_spec("pip"):
        remove, install = f"{python} -m pip uninstall -y", f"{python} -m pip install --force-reinstall"
    else:
        remove, install = f"uv pip uninstall --python {python}", f"uv pip install --python {python} --reinstall"
    uninstall = f"{remove} pygame && " if package == "pygame-ce" and find_spec("pygame") else ""
    return f"this installs it: {uninstall}{install} {pinned}"


def _start_command() -> str:
    import shutil

    run = f"uv run {_quote(sys.argv[0] if sys.argv[0].endswith('main.py') else 'main.py')}"
    python = (
        _quote(sys.executable) if sys.version_info >= OLDEST_PYTHON_FOR_UV else "python{}.{}".format(*OLDEST_PYTHON)
    )
    if shutil.which("uv"):
        command = run
    elif _is_externally_managed():
        command = f"{python} -m venv .venv-uv && .venv-uv/bin/pip install uv && .venv-uv/bin/{run}"
    else:
        command = f"{python} -m pip install uv && {python} -m {run}"
    return f"this fetches what is missing and starts it: {command}"


def _is_externally_managed() -> bool:
    """Return whether the system manages the packages of this Python (PEP 668)."""
    import sysconfig

    marker = Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and marker.is_file()


def _quote(word: str) -> str:
    import shlex
    import subprocess

    return subprocess.list2cmdline([word]) if sys.platform == "win32" else shlex.quote(word)
