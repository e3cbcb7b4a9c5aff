"""Compiles the opponents' engines from this checkout into a folder, as for a wheel (`build/backend.py`).

    python build/engines.py FOLDER

The app runs this program (`scenes/app/engine_build.py`). It prints the progress as numbers from 0 to 1, lines for the
log, and at the end "ready" or "failed CODE". When its standard input is closed, it ends all processes that it has
started and deletes its files. uv or pip install mypy and setuptools into a separate environment.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [folder for folder in (str(ROOT), str(ROOT / "build")) if folder not in sys.path]

import make  # noqa: E402

from rules.ai import compiled_engines  # noqa: E402
from rules.ai.ownership import first_shared  # noqa: E402
from rules.ai.program import ProcessTree  # noqa: E402

COPIED: Final = ("build/backend.py", "build/identity.py", "pyproject.toml", "main.py", "README.md", "LICENSE")
"""Files that setuptools needs, besides the rules."""
PHASES: Final = (("fetched", 0.15, 8.0), ("translated", 0.2, 4.0), ("compiled", 0.9, 30.0), ("linked", 1.0, 5.0))
"""Name of each phase, progress at its end, and duration in seconds on a laptop of 2020."""
STALE_SECONDS: Final = 3600.0  # after which an unfinished folder counts as abandoned
_POLL_SECONDS: Final = 0.2
_DELETION_SECONDS: Final = 1.5  # less than the app gives to a cancelled build
_MAX_LINES: Final = 20  # of the output of a failed command
_COMPILE: Final = """
import sys
from pathlib import Path
sys.path.insert(0, "build")
import backend
from setuptools import setup
setup(packages=[], py_modules=[], ext_modules=backend.kernel(Path("scratch")),
      script_args=["build_ext", "--build-lib", "made", "--build-temp", "scratch/temp"])
"""
_TRIAL: Final = """
import sys
from importlib import import_module
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from rules.ai import compiled_engines
compiled_engines.load(Path(sys.argv[2]))
for name in compiled_engines.list_modules():
    import_module(name)
"""


class BuildError(Exception):
    """Error of a build; its message is a code, which the app explains by the words `engines.failed`."""


def commands(folder: Path) -> list[list[str]]:
    """Return the commands that install the tools into `folder`, then the one that compiles into `made`.

    They must run in the folder of the sources. Raises BuildError if there is neither uv nor pip.
    """
    if not (os.environ.get("UV") or shutil.which("uv") or find_spec("ensurepip")):
        raise BuildError("no_tool")
    python, tool_commands = make.environment_commands(folder, make.PROJECT["build-system"]["requires"])
    return [*tool_commands, [str(python), "-c", _COMPILE]]


def build(folder: Path, stop: threading.Event, tell: Callable[[str], object]) -> None:
    """Compile the engines into `folder`, replacing older ones. Raises BuildError or OSError.

    `folder` changes only after everything was built and tried. `stop` ends the build within half a second; `tell`
    prints a line. Other users must not be able to change the folder, or the app would not use the engines.
    """
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    if shared := first_shared([folder]):
        tell(f"| Other people may change {shared}")
        raise BuildError("shared")
    work = Path(tempfile.mkdtemp(prefix="making-", dir=folder))
    try:
        source = work / "source"
        shutil.copytree(ROOT / "rules", source / "rules", ignore=shutil.ignore_patterns("__pycache__"))
        for name in COPIED:
            (source / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, source / name)
        _run(commands(work / "tools"), source, stop, tell)
        result = source / "made"
        write_checksums(result)
        try_importing(source, result, tell)
        if not stop.is_set():
            target = folder / compiled_engines.compute_folder_name(source)
            shutil.rmtree(target, ignore_errors=True)
            result.replace(target)
            delete_others(folder, target)
    finally:
        delete_folder(work)


def try_importing(source: Path, compiled: Path, tell: Callable[[str], object]) -> None:
    """Import every module in the folder `compiled`, in a process of its own. Raises BuildError."""
    command = [sys.executable, "-P", "-c", _TRIAL, str(source), str(compiled)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        _log_last_lines(done.stderr, tell)
        raise BuildError("not_compiled")


def _log_last_lines(output: str, tell: Callable[[str], object]) -> None:
    for line in output.splitlines()[-_MAX_LINES:]:
        tell(f"| {line}")


def _run(steps: Sequence[Sequence[str]], source: Path, stop: threading.Event, tell: Callable[[str], object]) -> None:
    """Run the commands in turn, and tell the progress meanwhile. Raises BuildError if one fails or is stopped."""
    (source / "tmp").mkdir()
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    environment |= {"TMPDIR": str(source / "tmp"), "PYTHONUNBUFFERED": "1"}
    progress = Progress(source, len(compiled_engines.list_modules()) + 1)
    for command in steps:
        with (source / "output.txt").open("w+b") as output:
            streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
            tree = ProcessTree(command, cwd=source, env=environment, **streams)
            try:
                while tree.process.poll() is None and not stop.wait(_POLL_SECONDS):
                    tell(f"{progress.measure(time.monotonic()):.3f}")
            finally:
                tree.end()
            if stop.is_set():
                raise BuildError("stopped")
            if tree.process.returncode:
                output.seek(0)
                _log_last_lines(output.read().decode(errors="replace"), tell)
                raise BuildError("not_compiled" if command is steps[-1] else "not_fetched")


class Progress:
    """The progress of a build: the phase by its files, the progress within a phase also by its usual duration."""

    def __init__(self, source: Path, objects: int) -> None:
        self._scratch, self._objects = source / "scratch", objects
        self.phase = 0  # index in `PHASES`
        self._phase_start: float | None = None

    def measure(self, now: float) -> float:
        """Return the progress from 0 to 1 at the time `now` in seconds."""
        phase, done = self._read_files()
        if phase > self.phase or self._phase_start is None:
            self.phase, self._phase_start = max(phase, self.phase), now
        start = PHASES[self.phase - 1][1] if self.phase else 0.0
        _, end, seconds = PHASES[self.phase]
        expected = 1 - math.exp(-(now - self._phase_start) / seconds)
        return start + (end - start) * max(done, expected)

    def _read_files(self) -> tuple[int, float]:
        """Return the phase and the done part of the phase, as far as files show it."""
        names = [name for _, _, files in os.walk(self._scratch) for name in files]
        objects = sum(name.endswith((".o", ".obj")) for name in names)
        if objects:
            return 3, min(1.0, objects / self._objects)
        if any(name.endswith(".c") for name in names):
            return 2, 0.0
        return (1, 0.0) if self._scratch.is_dir() else (0, 0.0)


def write_checksums(folder: Path) -> None:
    """Write the checksums of the compiled modules in a folder. Raises BuildError if there are none."""
    files = [path for path in folder.rglob("*") if path.name.endswith(compiled_engines.SUFFIX)]
    if not files:
        raise BuildError("no_compiler")
    sums = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (folder / compiled_engines.SUMS).write_text(json.dumps(sums, indent=1), encoding="utf-8")


def delete_folder(folder: Path) -> None:
    # On Windows processes that were ended hold their files for a moment.
    end = time.monotonic() + _DELETION_SECONDS
    shutil.rmtree(folder, ignore_errors=True)
    while folder.exists() and time.monotonic() < end:
        time.sleep(_POLL_SECONDS)
        shutil.rmtree(folder, ignore_errors=True)


def delete_others(folder: Path, kept: Path) -> None:
    """Delete engines of other versions, and the files of builds that crashed."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            is_stale = time.time() - path.stat().st_mtime > STALE_SECONDS
            if path != kept and (is_stale or not path.name.startswith("making-")):
                shutil.rmtree(path, ignore_errors=True)


def main() -> None:
    """Build into the folder on the command line; stop when standard input is closed."""
    stop = threading.Event()

    def tell(line: str) -> None:
        with contextlib.suppress(OSError):
            print(line, flush=True)

    def wait_for_end_of_input() -> None:
        sys.stdin.buffer.read()
        stop.set()

    os.umask(0o077)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    threading.Thread(target=wait_for_end_of_input, daemon=True).start()
    if sys.platform != "win32":
        os.nice(10)
    try:
        build(Path(sys.argv[1]), stop, tell)
    except BuildError as problem:
        tell(f"failed {problem}")
    except OSError as problem:
        tell(f"| {problem}")
        tell("failed not_written")
    else:
        tell("ready")
    os._exit(0)  # the thread may still be reading


if __name__ == "__main__":
    main()
