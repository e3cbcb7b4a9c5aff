"""Orderly closing of the app on SIGHUP (the session ends) and SIGQUIT (from a terminal). Linux only.

SDL turns SIGINT and SIGTERM into the event QUIT, even while it waits, but a Python handler would only run after the
wait. Therefore SIGHUP and SIGQUIT are turned into SIGTERM: Python's C handler writes a byte into a pipe at once, and
the kernel sends SIGTERM when the pipe has something to read (fcntl(2), F_SETSIG). pygame treats SIGQUIT as a crash
unless it has a handler.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import Final

_CLOSING_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def close_on_hangup() -> None:
    """Let SIGHUP and SIGQUIT close the app as SIGTERM does, unless they are ignored already."""
    if sys.platform == "linux":
        import fcntl

        read, write = os.pipe()
        os.set_blocking(write, False)
        fcntl.fcntl(read, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(read, fcntl.F_SETSIG, signal.SIGTERM)
        fcntl.fcntl(read, fcntl.F_SETFL, fcntl.fcntl(read, fcntl.F_GETFL) | os.O_ASYNC)
        signal.set_wakeup_fd(write)
        for number in (signal.SIGHUP, signal.SIGQUIT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda number, frame: None)


@contextlib.contextmanager
def ending_at_once() -> Iterator[None]:
    """Let SIGTERM and SIGINT end the process at once within the context, as an SDL message box ignores them."""
    if sys.platform == "win32":
        yield
    else:
        import ctypes

        libc = ctypes.CDLL(None)
        actions = {number: ctypes.create_string_buffer(1024) for number in _CLOSING_SIGNALS}
        for number, action in actions.items():
            libc.sigaction(int(number), None, action)  # SDL's handler, which Python can't save
            signal.signal(number, signal.SIG_DFL)
        try:
            yield
        finally:
            for number, action in actions.items():
                libc.sigaction(int(number), action, None)
