"""Watches a call: its time, its memory, the files it touches, and how it ends."""

import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
MEMORY: Final = 200
"""Megabytes by which the process may grow in a call."""
_LONGEST_SENTENCE: Final = 1500
_TOUCHES: Final = ("open", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.symlink", "os.link", "os.chmod")
_ENDS: Final = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "socket.connect", "pickle.find_class")
_QUOTED: Final = re.compile(r'"[^"]*"|\'[^\']*\'|\d+|[^\x20-\x7e]+')


class FaultError(Exception):
    """Raised when a call does what it must not do. `kind` identifies the fault; the message has details."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class _Overtime(BaseException):
    """Raised within a call that takes too long; no reader may treat it as a refusal."""


class Watch:
    """Watches calls for forbidden effects. There is only one per process, because audit hooks can't be removed."""

    def __init__(self, home: Path, seconds: float) -> None:
        """`home` is the only folder in which files may be touched, `seconds` the limit of processor time of a call, 0
        for none.

        Without a limit, and without signals, no call is interrupted.
        """
        self._seconds = seconds if hasattr(signal, "setitimer") else 0.0
        self._free = tuple(str(one.resolve()) for one in (home, ROOT, Path(sys.prefix), Path(sys.base_prefix)))
        self._home = self._free[0]
        self._on = False
        self._touched: list[str] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, told: tuple[Any, ...]) -> None:
        if not self._on:
            return
        if event in _ENDS:
            self._touched.append(f"{event} {told[:1]!r:.80}")
        elif event in _TOUCHES and told and isinstance(told[0], str | bytes):
            path = told[0].decode(errors="replace") if isinstance(told[0], bytes) else told[0]
            writes = event != "open" or bool(told[2] & 3)
            whole = str(Path(path).absolute())
            if "__pycache__" in whole and whole.startswith(self._free):
                return  # a module that is imported for the first time
            if not whole.startswith(self._home if writes else self._free):
                self._touched.append(f"{event} {path:.80}")

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Call a reader under the time limit, which raises _Overtime inside."""
        if sys.platform == "win32" or not self._seconds:
            yield
        else:

            def ring(*_: object) -> None:
                raise _Overtime

            before = signal.signal(signal.SIGPROF, ring)
            signal.setitimer(signal.ITIMER_PROF, self._seconds)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.signal(signal.SIGPROF, before)

    def call(self, read: Callable[[str], object], text: str, refusals: tuple[type[Exception], ...]) -> str | None:
        """Return the shape of the refusal of a text, None if it was read. Raises FaultError.

        A refusal must be a printable line that ends like a sentence, or with an example.
        """
        memory, began = peak(), time.process_time()
        self._touched.clear()
        self._on = True
        shape: str | None = None
        try:
            with self._timed():
                read(text)
        except refusals as refusal:
            shape = _shape_of(refusal)
        except _Overtime as late:
            raise FaultError(f"time {_where(late)}", f"longer than {self._seconds} s: {_where(late)}") from None
        except Exception as wrong:
            raise FaultError(f"{type(wrong).__name__} {_where(wrong)}", traceback.format_exc(limit=-6)) from None
        finally:
            self._on = False
        spent = time.process_time() - began
        if self._seconds and spent > self._seconds:
            raise FaultError("time", f"{spent:.1f} s of processor time")
        if peak() - memory > MEMORY:
            raise FaultError("memory", f"{peak() - memory:.0f} MB")
        if self._touched:
            raise FaultError(f"file {self._touched[0]}", "; ".join(self._touched[:3]))
        return shape


def peak() -> float:
    """Return the greatest memory of the process in megabytes; 0 if unknown."""
    used = 0.0
    if sys.platform != "win32":
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return used


def _shape_of(refusal: Exception) -> str:
    """Return the shape of a refusal, equal for equal sentences. Raises FaultError if it isn't a proper sentence."""
    told = str(refusal)
    name = type(refusal).__name__
    if not told.endswith((".", ".)", '")', ":")) or not told.isprintable() or len(told) > _LONGEST_SENTENCE:
        raise FaultError(f"words {name} {_where(refusal)}", f"no sentence: {told!r:.300}")
    return f"{name} {_QUOTED.sub('_', told)[:60]}"


def _where(wrong: BaseException) -> str:
    """Return the place in our sources nearest to where an error was raised."""
    frames = [one for one in traceback.extract_tb(wrong.__traceback__) if one.filename.startswith(str(ROOT))]
    inner = [one for one in frames if "/build/" not in one.filename and "/tests/" not in one.filename] or frames
    return f"{Path(inner[-1].filename).name}:{inner[-1].lineno}" if inner else "?"
