"""A child process that reads and writes lines: start it, send lines, read lines with a time limit, and end it."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import Final

LONGEST_LINE: Final = 1 << 14  # bytes; longer lines are dropped
_MOST_WAITING: Final = 200  # lines in the queue; when it is full, the program must wait
_WRITE_SECONDS: Final = 2.0  # seconds that a program has to read a line
_FAREWELL: Final = 0.3  # seconds that a program has to end by itself
LENT: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Variables that an executable sets for its own libraries; PyInstaller keeps the earlier value under NAME_ORIG."""


def clean_environment() -> dict[str, str]:
    """Return the environment for other programs, without the paths of the executable's own libraries."""
    found = dict(os.environ)
    for name in LENT:
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
        elif getattr(sys, "frozen", False):
            found.pop(name, None)
    return found


class Program:
    """A running program. Its standard error is not read."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start `command`, a file and its arguments, without a shell. Raises OSError or ValueError."""
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=clean_environment(),
            start_new_session=sys.platform != "win32",
            creationflags=flags,
        )
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._over = threading.Event()
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._sent = threading.Semaphore(0)
        self._deaf = False
        # Reading and writing may block for ever: Windows has no other pipes.
        self._reader = threading.Thread(target=self._read, name="engine's lines", daemon=True)
        self._writer = threading.Thread(target=self._write, name="lines to the engine", daemon=True)
        self._reader.start()
        self._writer.start()
        # Ends the program also if `end` is not called.
        self._last_resort = weakref.finalize(self, _kill, self._process)

    def say(self, line: str) -> None:
        """Send a line. Raises EOFError if the program doesn't read it."""
        if not self._deaf:
            self._unsent.put(line.encode() + b"\n")
            self._deaf = not self._sent.acquire(timeout=_WRITE_SECONDS) or self._deaf
        if self._deaf:
            raise EOFError

    def hear(self, seconds: float) -> str | None:
        """Return the next line, or None after `seconds` without one. Raises EOFError at the end of the output."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0)) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line.decode(errors="replace").strip()

    def end(self, farewell: str | None = None) -> None:
        """End the program: first send the line `farewell`, if given, and wait; then kill the process."""
        self._over.set()
        try:
            if farewell is not None and self._process.poll() is None:
                self._take_leave(farewell)
        finally:
            self._last_resort()
            self._unsent.put(None)
            for thread, stream in ((self._reader, self._process.stdout), (self._writer, self._process.stdin)):
                thread.join(_FAREWELL)
                # Another process may hold the pipe's other end; then closing this one would block on Windows.
                if stream is not None and not thread.is_alive():
                    with contextlib.suppress(OSError):
                        stream.close()

    def _take_leave(self, farewell: str) -> None:
        with contextlib.suppress(EOFError, OSError, subprocess.TimeoutExpired):
            self.say(farewell)
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(_FAREWELL)

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        while (rest := self._unsent.get()) is not None:
            try:
                while rest:
                    rest = rest[stream.write(rest) :]
            except (OSError, ValueError):
                self._deaf = True
            self._sent.release()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        rest = b""
        dropping = False
        with contextlib.suppress(OSError, ValueError):
            while chunk := stream.read(1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    if dropping:
                        dropping = False
                    elif len(line) <= LONGEST_LINE and not self._put(line):
                        return
                if len(rest) > LONGEST_LINE:
                    rest, dropping = b"", True
        self._put(None)

    def _put(self, line: bytes | None) -> bool:
        while not self._over.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return True
        return False


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if sys.platform != "win32" and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_FAREWELL)
