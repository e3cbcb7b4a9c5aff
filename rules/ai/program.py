"""Child processes that end with all that they start; `Program` exchanges lines with one, within time limits."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import Any, Final

LONGEST_LINE: Final = 1 << 14  # bytes; longer lines are dropped
_MAX_QUEUED_LINES: Final = 200  # lines in the queue; when it is full, the program must wait
_WRITE_SECONDS: Final = 2.0  # seconds that a program has to read a line
_END_SECONDS: Final = 0.3  # seconds that a program has to end by itself
_SUSPENDED: Final = 4 if sys.platform == "win32" else 0
_KILL_ON_JOB_CLOSE: Final = 0x2000
_EXTENDED_LIMITS: Final = 9
NO_WINDOW: Final[int] = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""The `creationflags` of every program that the app starts: without them Windows would show a console."""
LIBRARY_VARIABLES: Final = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The variables that an executable made by PyInstaller sets for itself; the former value of NAME is in NAME_ORIG."""


def clean_environment() -> dict[str, str]:
    """Return the environment variables for other programs, without the paths of our executable's own libraries."""
    found = dict(os.environ)
    for name in LIBRARY_VARIABLES:
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
        pipe = subprocess.PIPE
        environment = clean_environment()
        tree = ProcessTree(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=environment)
        self._process = tree.process
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MAX_QUEUED_LINES)
        self._is_ending = threading.Event()
        self._lines_to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._written_lines = threading.Semaphore(0)
        self._is_deaf = False  # whether the program has stopped reading
        # Reading and writing have threads of their own because both may block for ever; Windows' pipes always block.
        self._reader = threading.Thread(target=self._read_lines, name="engine's lines", daemon=True)
        self._writer = threading.Thread(target=self._write_lines, name="lines to the engine", daemon=True)
        self._reader.start()
        self._writer.start()
        # This ends the program even if `end` is never called.
        self._kill_process = weakref.finalize(self, tree.end, _END_SECONDS)

    def send_line(self, line: str) -> None:
        """Send a line. Raises EOFError if the program doesn't read it."""
        if not self._is_deaf:
            self._lines_to_send.put(line.encode() + b"\n")
            self._is_deaf = not self._written_lines.acquire(timeout=_WRITE_SECONDS) or self._is_deaf
        if self._is_deaf:
            raise EOFError

    def read_line(self, seconds: float) -> str | None:
        """Return the next line, or None if none comes within `seconds`. Raises EOFError at the end of the output."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0)) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line.decode(errors="replace").strip()

    def end(self, last_line: str | None = None) -> None:
        """End the program; with `last_line` it gets this line first and a moment to end by itself."""
        self._is_ending.set()
        try:
            if last_line is not None and self._process.poll() is None:
                self._ask_to_end(last_line)
        finally:
            self._kill_process()
            self._lines_to_send.put(None)
            for thread, stream in ((self._reader, self._process.stdout), (self._writer, self._process.stdin)):
                thread.join(_END_SECONDS)
                # If another process still holds the other end of the pipe, closing this end would block on Windows.
                if stream is not None and not thread.is_alive():
                    with contextlib.suppress(OSError):
                        stream.close()

    def _ask_to_end(self, last_line: str) -> None:
        with contextlib.suppress(EOFError, OSError, subprocess.TimeoutExpired):
            self.send_line(last_line)
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(_END_SECONDS)

    def _write_lines(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        while (rest := self._lines_to_send.get()) is not None:
            try:
                while rest:
                    rest = rest[stream.write(rest) :]
            except (OSError, ValueError):
                self._is_deaf = True
            self._written_lines.release()

    def _read_lines(self) -> None:
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
                    elif len(line) <= LONGEST_LINE and not self._queue_line(line):
                        return
                if len(rest) > LONGEST_LINE:
                    rest, dropping = b"", True
        self._queue_line(None)

    def _queue_line(self, line: bytes | None) -> bool:
        while not self._is_ending.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return True
        return False


class ProcessTree:
    """A process and all that it starts. Options go to Popen. Raises OSError or ValueError if it can't start."""

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        is_posix = sys.platform != "win32"
        # The process starts suspended: what it started before it was in the job would stay outside of the job.
        self.process = subprocess.Popen(
            command, start_new_session=is_posix, creationflags=NO_WINDOW | _SUSPENDED, **options
        )
        self._job = _make_job(self.process)

    def end(self, most_seconds: float | None = None) -> None:
        with contextlib.suppress(OSError):
            if sys.platform != "win32" and self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
        job, self._job = self._job, None
        if sys.platform == "win32" and job is not None:
            import _winapi

            _winapi.CloseHandle(job)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(most_seconds)


def _make_job(process: subprocess.Popen[bytes]) -> int | None:
    """Put a suspended process into a job object of Windows and let it run; return the job's handle, None elsewhere.

    Closing the handle ends the process and all that it has started. If our own process is killed, Windows closes the
    handle; otherwise an engine that ignores the end of its input would go on.
    """
    job: int | None = None
    if sys.platform == "win32":
        import ctypes

        class JobLimits(ctypes.Structure):
            """JOBOBJECT_EXTENDED_LIMIT_INFORMATION, of which only `flags` is set."""

            _fields_ = (
                *(("times", ctypes.c_int64 * 2), ("flags", ctypes.c_uint32), ("working_set", ctypes.c_size_t * 2)),
                *(("processes", ctypes.c_uint32), ("affinity", ctypes.c_size_t), ("classes", ctypes.c_uint32 * 2)),
                *(("io", ctypes.c_uint64 * 6), ("memory", ctypes.c_size_t * 4)),
            )

        kernel, limits = ctypes.WinDLL("kernel32"), JobLimits(flags=_KILL_ON_JOB_CLOSE)
        handle = ctypes.c_void_p(int(vars(process)["_handle"]))
        kernel.CreateJobObjectW.restype = ctypes.c_void_p
        job = kernel.CreateJobObjectW(None, None)
        if job is not None:
            place = ctypes.c_void_p(job)
            kernel.SetInformationJobObject(place, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            kernel.AssignProcessToJobObject(place, handle)
        ctypes.WinDLL("ntdll").NtResumeProcess(handle)
    return job
