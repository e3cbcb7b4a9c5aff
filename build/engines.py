"""Compile the opponents' engines from this checkout into a folder, as for a wheel (`build/backend.py`).

    python build/engines.py FOLDER

The app starts this (`scenes/app/engine_build.py`). It prints lines: a number from 0 to 1 is the progress, the last
line is "ready" or "failed CODE", all others are for the log. When its standard input is closed it ends all
processes that it started and deletes its files. uv or pip fetch mypy and setuptools into an environment of their
own.
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

COPIED: Final = ("build/backend.py", "build/identity.py", "pyproject.toml", "main.py", "README.md", "LICENSE")
"""Files that setuptools needs, besides the rules."""
PHASES: Final = (("fetched", 0.15, 8.0), ("translated", 0.2, 4.0), ("compiled", 0.9, 30.0), ("linked", 1.0, 5.0))
"""Name of each phase, progress at its end, and its seconds on a laptop of 2020."""
STALE: Final = 3600.0  # seconds after which an unfinished folder counts as abandoned
_LOOK: Final = 0.2
_TAIL: Final = 20
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
for name in compiled_engines.modules():
    import_module(name)
"""


class BuildError(Exception):
    """Error of a build; the message is a code of the words `engines.failed`."""


def commands(folder: Path) -> list[list[str]]:
    """Return the commands that fetch the tools into `folder`, and last the one that compiles into `made`.

    It compiles the working directory. Raises `BuildError` if there is neither uv nor what pip needs.
    """
    if not (os.environ.get("UV") or shutil.which("uv") or find_spec("ensurepip")):
        raise BuildError("no_tool")
    python, fetching = make.environment_commands(folder, make.PROJECT["build-system"]["requires"])
    return [*fetching, [str(python), "-c", _COMPILE]]


def build(folder: Path, stop: threading.Event, tell: Callable[[str], object]) -> None:
    """Compile the engines into `folder`, replacing older ones. Raises `BuildError` or OSError.

    `folder` changes only after everything was built and tried; `stop` ends the build within half a second. The
    result and the folders above it must not be writable for other people, or it would not be used.
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
        place = source / "made"
        summed(place)
        attempt(source, place, tell)
        if not stop.is_set():
            target = folder / compiled_engines.key(source)
            shutil.rmtree(target, ignore_errors=True)
            place.replace(target)
            clear(folder, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def attempt(source: Path, place: Path, tell: Callable[[str], object]) -> None:
    """Import every compiled module in `place` in a process of its own. Raises `BuildError`."""
    command = [sys.executable, "-P", "-c", _TRIAL, str(source), str(place)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        _quote(done.stderr, tell)
        raise BuildError("not_compiled")


def _quote(said: str, tell: Callable[[str], object]) -> None:
    for line in said.splitlines()[-_TAIL:]:
        tell(f"| {line}")


def _run(steps: Sequence[Sequence[str]], source: Path, stop: threading.Event, tell: Callable[[str], object]) -> None:
    (source / "tmp").mkdir()
    told = {"TMPDIR": str(source / "tmp"), "PYTHONUNBUFFERED": "1"}
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    progress = Progress(source, len(compiled_engines.modules()) + 1)
    for command in steps:
        with (source / "said.txt").open("w+b") as said:
            process = subprocess.Popen(
                command,
                cwd=source,
                env={**environment, **told},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                while process.poll() is None and not stop.wait(_LOOK):
                    tell(f"{progress.look(time.monotonic()):.3f}")
            finally:
                end(process)
            if stop.is_set():
                raise BuildError("stopped")
            if process.returncode:
                said.seek(0)
                _quote(said.read().decode(errors="replace"), tell)
                raise BuildError("not_compiled" if command is steps[-1] else "not_fetched")


def end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None and sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    elif process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Progress:
    """The progress of a build, measured by its files, and within a phase by the time that it usually takes."""

    def __init__(self, source: Path, objects: int) -> None:
        self._scratch, self._objects = source / "scratch", objects
        self.phase = 0  # index in `PHASES`
        self._since: float | None = None

    def look(self, now: float) -> float:
        """Return the progress, 0 to 1, at the time `now` in seconds."""
        phase, counted = self._seen()
        if phase > self.phase or self._since is None:
            self.phase, self._since = max(phase, self.phase), now
        begun = PHASES[self.phase - 1][1] if self.phase else 0.0
        _, ended, seconds = PHASES[self.phase]
        passed = 1 - math.exp(-(now - self._since) / seconds)
        return begun + (ended - begun) * max(counted, passed)

    def _seen(self) -> tuple[int, float]:
        names = [name for _, _, files in os.walk(self._scratch) for name in files]
        objects = sum(name.endswith((".o", ".obj")) for name in names)
        if objects:
            return 3, min(1.0, objects / self._objects)
        if any(name.endswith(".c") for name in names):
            return 2, 0.0
        return (1, 0.0) if self._scratch.is_dir() else (0, 0.0)


def summed(place: Path) -> None:
    """Write the checksums of the compiled modules in `place`. Raises `BuildError` if there are none."""
    files = [path for path in place.rglob("*") if path.name.endswith(compiled_engines.SUFFIX)]
    if not files:
        raise BuildError("no_compiler")
    sums = {path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (place / compiled_engines.SUMS).write_text(json.dumps(sums, indent=1), encoding="utf-8")


def clear(folder: Path, kept: Path) -> None:
    """Delete engines of other versions, and files of builds that crashed."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path != kept and (not path.name.startswith("making-") or time.time() - path.stat().st_mtime > STALE):
                shutil.rmtree(path, ignore_errors=True)


def main() -> None:
    """Build into the folder on the command line; stop at the end of standard input."""
    stop = threading.Event()

    def tell(line: str) -> None:
        with contextlib.suppress(OSError):
            print(line, flush=True)

    def watch() -> None:
        sys.stdin.buffer.read()
        stop.set()

    os.umask(0o077)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    threading.Thread(target=watch, daemon=True).start()
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
    os._exit(0)  # the thread may hang in its reading


if __name__ == "__main__":
    main()
