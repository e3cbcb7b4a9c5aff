"""Compilation of the opponents' engines, once, by a separate process in the background."""

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
from typing import Final, Literal, TypeAlias

from rules import REGISTRY
from rules.ai.compiled_engines import ROOT, has_compiled, is_checkout, list_modules
from rules.ai.program import NO_WINDOW
from scenes.app.stack import AppContext

COMMAND: Final = (sys.executable, "-P", str(ROOT / "build" / "engines.py"))  # its argument is the engines' folder
CANCEL_SECONDS: Final = 2.0  # given to a cancelled build before it is killed when the app closes

State: TypeAlias = Literal["idle", "running", "ready", "failed"]


class EngineBuild:
    """The build of the engines in a separate process, at most one at a time. Only `close` blocks."""

    def __init__(self, folder: Path, log: Callable[[str], None]) -> None:
        self._folder, self._log = folder, log
        self.state: State = "idle"
        self.progress = 0.0  # 0 to 1
        self.problem = ""  # reason of a failure: the last part of a key of words below `strength.failed`
        self._output_lines: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        if self.state == "running":
            return
        self.state, self.progress, self.problem, self._output_lines = "running", 0.0, "", []
        try:
            process = subprocess.Popen(
                [*COMMAND, str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                creationflags=NO_WINDOW,
            )
        except OSError as problem:
            self._log(f"The engines could not be compiled: {problem}")
            self.state, self.problem = "failed", "not_compiled"
            return
        self._process = process
        self._reader = threading.Thread(
            target=_read_output, args=(process, self._output_lines), name="engines", daemon=True
        )
        self._reader.start()

    def poll(self) -> bool:
        """Process the output so far; return whether the build has just ended."""
        if self.state != "running" or self._reader is None:
            return False
        has_ended = not self._reader.is_alive()  # asked before the lines are read, so that none is missed
        while self._output_lines:
            self._handle_line(self._output_lines.pop(0))
        if has_ended and self.state == "running":
            self.state, self.problem = "failed", "not_compiled"
        return self.state != "running"

    def _handle_line(self, line: str) -> None:
        """Process a line of output: "ready", "failed" with a reason, a progress from 0 to 1, or text for the log."""
        word, _, reason = line.partition(" ")
        if word == "ready":
            self.state, self.progress = "ready", 1.0
            self._log("The engines were compiled.")
        elif word == "failed":
            self.state, self.problem = "failed", reason
            self._log(f"The engines could not be compiled: {reason}")
        else:
            try:
                self.progress = max(self.progress, min(1.0, float(line)))
            except ValueError:
                self._log(line)

    def cancel(self) -> None:
        """Stop the build by closing its standard input; the process then ends itself and its children."""
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        if self.state == "running":
            self.state = "idle"

    def close(self) -> None:
        """Cancel the build and wait for its end; after `CANCEL_SECONDS` seconds kill it."""
        self.cancel()
        if self._process is not None and self._reader is not None:
            self._reader.join(CANCEL_SECONDS)
            if self._reader.is_alive():
                self._process.kill()


def _read_output(process: subprocess.Popen[str], output_lines: list[str]) -> None:
    with process:
        for line in process.stdout or ():
            output_lines.append(line.rstrip("\n"))


@lru_cache(maxsize=1)
def engine_build(app: AppContext) -> EngineBuild:
    """Return the build of this app, idle at first; it is closed with the app."""
    build = EngineBuild(app.storage.engines, app.storage.log)
    app.at_close.append(build.close)
    return build


def is_engine_interpreted(app: AppContext, key: str) -> bool:
    """Return whether a game's engine runs interpreted here although this is a checkout, which can compile it."""
    is_built = engine_build(app).state == "ready"
    return is_checkout() and can_compile(key) and (is_built or not has_compiled(app.storage.engines))


def can_compile(key: str) -> bool:
    try:
        return any(name.startswith(f"{REGISTRY[key]}.") for name in list_modules())
    except (OSError, ValueError):
        return False


def has_compiler() -> bool:
    """Return whether a C compiler and Python's headers seem to be installed; always True on Windows."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    has_headers = Path(sysconfig.get_path("include"), "Python.h").is_file()
    return sys.platform == "win32" or (has_headers and shutil.which(command[0]) is not None)
