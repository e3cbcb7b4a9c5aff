"""Measured processes: their start, processor time and memory, read from /proc (Linux only)."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

from tests.bench.finding import BenchError

ROOT: Final = Path(__file__).resolve().parents[2]
APP: Final[tuple[str, ...]] = (sys.executable, str(ROOT / "main.py"))
BARE_WINDOW: Final = (
    "import os, pygame\n"
    "pygame.display.init()\n"
    "os.environ['SDL_FRAMEBUFFER_ACCELERATION'] = '0'\n"
    "pygame.display.set_mode(({}, {}), pygame.RESIZABLE).fill((51, 36, 27))\n"
    "pygame.display.flip()\n"
    "while pygame.event.wait().type != pygame.QUIT:\n"
    "    pass\n"
)
"""A minimal pygame window of a width and height, opened as the app opens its own."""
LONGEST: Final = 900.0
"""Seconds after which a measured process is given up."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a measured process, with the user's files in `home` and bytecode written once."""
    silent = {"SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**ours, **silent, "TABLIER_HOME": str(home), **more}


def output(command: Sequence[str], env: dict[str, str]) -> str:
    """Return the last output of a process that ends. Raises BenchError if it fails."""
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        log = Path(env.get("TABLIER_HOME", "")) / "tablier.log"
        told = log.read_text(encoding="utf-8") if log.is_file() else done.stderr
        complaint = (told.strip().splitlines() or ["no word"])[-1].strip()
        raise BenchError(f"{Path(command[0]).name} ended with code {done.returncode}: {complaint}")
    return lines[-1]


def inside(kind: str, env: dict[str, str]) -> Any:
    return json.loads(output((sys.executable, "-m", "tests.bench.in_app", kind), env))


def driver() -> str:
    """Return the video driver of SDL. Raises BenchError without a screen or without /proc."""
    asking = "import pygame; pygame.display.init(); print(pygame.display.get_driver())"
    name = output((sys.executable, "-c", asking), dict(os.environ))
    if name in ("offscreen", "dummy"):
        raise BenchError("This measures a real window and finds no screen: set DISPLAY, or run it under xvfb-run.")
    if not Path("/proc/self/schedstat").exists():
        raise BenchError("This reads processor time from /proc and runs on Linux only.")
    return name


class Running:
    """A running process and its descendants. As a context manager it closes the process at the end."""

    def __init__(self, command: Sequence[str], env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.said = ""
        """The last printed line, once the process has ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def family(self) -> list[int]:
        return family(self._process.pid)

    def settle(self) -> None:
        """Wait until it has been quiet for two seconds. `BenchError` when it never is."""
        time.sleep(3)
        for _ in range(20):
            before = self.busy()
            time.sleep(2)
            if self.busy() - before < 0.05:
                return
        raise BenchError("The app does not come to rest.")

    def busy(self) -> float:
        """Return the seconds of processor time spent so far by all threads of all these processes."""
        return sum(processor_seconds(pid) for pid in self.family())

    def memory(self) -> int:
        """Return the bytes of all these processes, each page divided by the number of its users (PSS)."""
        return sum(pss(pid) for pid in self.family())

    def close(self) -> None:
        """Close the window. `BenchError` when that isn't heard."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            lines = self._process.communicate(timeout=10)[0].splitlines()
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise BenchError("The app did not close when it was asked to.") from None
        self.said = lines[-1] if lines else ""


def family(pid: int) -> list[int]:
    parents = {pid: _parent(pid) for pid in (int(path.name) for path in Path("/proc").glob("[0-9]*"))}
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process in seconds.

    It comes from schedstat, in nanoseconds: the ticks of /proc/PID/stat are too coarse for a nearly idle process.
    """
    try:
        return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9
    except OSError:
        return 0.0


def pss(pid: int) -> int:
    """Return the bytes of a process, each page divided by the number of its users."""
    return _rollup(pid)["Pss:"]


def pss_without_files(pid: int) -> int:
    """Return the bytes of a process like `pss`, without file pages, whose number of users changes all the time."""
    kept = _rollup(pid)
    return kept["Pss:"] - kept["Pss_File:"]


def _rollup(pid: int) -> dict[str, int]:
    rows = (line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    return {row[0]: int(row[1]) * 1024 for row in rows}
