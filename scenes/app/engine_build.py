"""The opponents' engines are compiled once, in a process of its own, while everything else goes on."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rules import REGISTRY
from rules.ai.compiled_engines import ROOT, checkout, modules, ready

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

COMMAND: Final = (sys.executable, "-P", str(ROOT / "build" / "engines.py"))
"""What compiles them into the folder named after it."""
FAREWELL: Final = 2.0
"""Seconds that a cancelled build has to end all that it started when the app closes."""

State: TypeAlias = Literal["idle", "running", "ready", "failed"]


class EngineBuild:
    """One build at a time. Nothing here waits, but for `close`."""

    def __init__(self, folder: Path, log: Callable[[str], None]) -> None:
        self._folder, self._log = folder, log
        self.state: State = "idle"
        self.done = 0.0
        """How much is done, 0 to 1."""
        self.problem = ""
        """Why it failed: a code of the words `strength.failed`."""
        self._said: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Begin, if nothing is running."""
        if self.state == "running":
            return
        self.state, self.done, self.problem, self._said = "running", 0.0, "", []
        try:
            process = subprocess.Popen(
                [*COMMAND, str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as problem:
            self._log(f"The engines could not be compiled: {problem}")
            self.state, self.problem = "failed", "not_compiled"
            return
        self._process = process
        self._reader = threading.Thread(target=_read, args=(process, self._said), name="engines", daemon=True)
        self._reader.start()

    def poll(self) -> bool:
        """Take what was said meanwhile; whether the state is another now."""
        if self.state != "running" or self._reader is None:
            return False
        over = not self._reader.is_alive()  # before the lines are taken: then all of them are there
        while self._said:
            self._hear(self._said.pop(0))
        if over and self.state == "running":
            self.state, self.problem = "failed", "not_compiled"
        return self.state != "running"

    def _hear(self, line: str) -> None:
        word, _, code = line.partition(" ")
        if word == "ready":
            self.state, self.done = "ready", 1.0
            self._log("The engines were compiled.")
        elif word == "failed":
            self.state, self.problem = "failed", code
            self._log(f"The engines could not be compiled: {code}")
        else:
            try:
                self.done = max(self.done, min(1.0, float(line)))
            except ValueError:
                self._log(line)

    def cancel(self) -> None:
        """Want it no more: the end of its input tells the process, which ends all that it has started."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        if self.state == "running":
            self.state = "idle"

    def close(self) -> None:
        """Cancel, and wait until nothing of it runs any more."""
        self.cancel()
        if self._process is not None and self._reader is not None:
            self._reader.join(FAREWELL)
            if self._reader.is_alive():
                self._process.kill()


def _read(process: subprocess.Popen[str], said: list[str]) -> None:
    """Keep what a process says until it ends."""
    with process:
        for line in process.stdout or ():
            said.append(line.rstrip("\n"))


@lru_cache(maxsize=1)
def engine_build(app: AppContext) -> EngineBuild:
    """The one of this app; it ends with it."""
    build = EngineBuild(app.storage.engines, app.storage.log)
    app.at_close.append(build.close)
    return build


def slowed(app: AppContext, key: str) -> bool:
    """Whether the engine of a game ran interpreted when the app was started, though what compiles it is here."""
    made = engine_build(app).state == "ready"
    return checkout() and compiles(key) and (made or not ready(app.storage.engines))


def compiles(key: str) -> bool:
    """Whether anything of a game is compiled where engines are."""
    try:
        return any(name.startswith(f"{REGISTRY[key]}.") for name in modules())
    except (OSError, ValueError):
        return False


def compiler() -> bool:
    """Whether a C compiler and Python's headers seem to be here. On Windows only trying it tells."""
    if sys.platform == "win32":
        return True
    names = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return shutil.which(names[0]) is not None and Path(sysconfig.get_path("include"), "Python.h").is_file()
