"""Closing the app in good order when the session ends with a hang-up (SIGHUP) or the terminal quits it (SIGQUIT).

SDL makes QUIT of SIGINT and SIGTERM, even in the midst of its wait. A handler of Python's would only run once the
wait is over. So the kernel turns these signals into that one: Python's own handler, in C, writes a byte into a pipe
at once, and the pipe sends SIGTERM when something comes (Linux alone can do that; fcntl(2), F_SETSIG). pygame takes
SIGQUIT for a crash, unless it has a handler.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import Final

_CLOSING: Final = (signal.SIGTERM, signal.SIGINT)


def watch() -> None:
    """From now on SIGHUP and SIGQUIT close the app as SIGTERM does. One that is ignored already stays so."""
    if sys.platform != "linux":
        return
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
    """While the context lasts SIGTERM and SIGINT end the process: a message box of SDL's wouldn't hear of them."""
    if sys.platform == "win32":
        yield
        return
    import ctypes

    libc, ours = ctypes.CDLL(None), {number: ctypes.create_string_buffer(1024) for number in _CLOSING}
    for number, kept in ours.items():
        libc.sigaction(int(number), None, kept)  # SDL's handler, of which Python knows nothing
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, kept in ours.items():
            libc.sigaction(int(number), kept, None)
