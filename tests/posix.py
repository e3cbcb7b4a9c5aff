"""Named pipes, suspended processes and limits of memory, which only POSIX has; on Windows their tests are skipped."""

import os
import signal
import sys
from pathlib import Path

import pytest


def make_pipe(path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("there are no pipes in folders")
    else:
        os.mkfifo(path)


def suspend(pid: int) -> None:
    if sys.platform == "win32":
        pytest.skip("no signal suspends a process")
    else:
        os.kill(pid, signal.SIGSTOP)


def resume(pid: int) -> None:
    if sys.platform != "win32":
        os.kill(pid, signal.SIGCONT)


def limit_memory(more: int) -> None:
    """Let this process take `more` bytes beside what it has."""
    if sys.platform == "win32":
        pytest.skip("there is no limit of memory")
    else:
        import resource

        held = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + more, resource.getrlimit(resource.RLIMIT_AS)[1]))
