"""Runs programs of Windows under Wine, without a screen unless DISPLAY names one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

PREFIX: Final = Path(__file__).resolve().parent.parent / "var" / "windows" / "prefix"
"""Wine's folder with the registry and drive C."""


def need(*programs: str) -> None:
    """Exit with code 2 unless all these programs are installed."""
    for name in programs:
        if shutil.which(name) is None:
            print(f"{name} isn't here; the top of build/windows.py names the packages.", file=sys.stderr)
            raise SystemExit(2)


def environment(prefix: Path = PREFIX) -> dict[str, str]:
    """Return the environment of programs under Wine, without sound and without entries in menus of this system."""
    settings = {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "SDL_AUDIODRIVER": "dummy"}
    settings["WINEDLLOVERRIDES"] = "mscoree,mshtml,winemenubuilder.exe="
    return {**os.environ, **settings}


def start(
    program: Path | str, *words: str, folder: Path, more: dict[str, str] | None = None, prefix: Path = PREFIX
) -> subprocess.Popen[bytes]:
    """Start a program in a folder with `more` in its environment."""
    return subprocess.Popen(
        [*_show_window(), "wine", str(program), *words],
        cwd=folder,
        env={**environment(prefix), **(more or {})},
        # Wine accepts only pipes as standard streams, neither files nor /dev/null.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def run(
    program: Path | str, *words: str, folder: Path, more: dict[str, str] | None = None, prefix: Path = PREFIX
) -> int:
    """Run a program as `start` does; print what it and its child processes write, and return its exit code."""
    process = start(program, *words, folder=folder, more=more, prefix=prefix)
    assert process.stdout is not None
    for line in process.stdout:
        sys.stdout.buffer.write(line)
        sys.stdout.flush()
    return process.wait()


def end(prefix: Path = PREFIX) -> None:
    """End all programs, and wait until Wine has written the registry."""
    subprocess.run(["wineserver", "-k"], env=environment(prefix), check=False)
    subprocess.run(["wineserver", "-w"], env=environment(prefix), check=False)


def _show_window() -> list[str]:
    """Return the words before a command that give it a display; empty if there is a display."""
    return [] if os.environ.get("DISPLAY") else ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24"]
