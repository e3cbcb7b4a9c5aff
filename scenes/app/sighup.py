"""Closing the app in good order when the session ends with a hang-up (SIGHUP), of which SDL makes no QUIT.

A handler of Python's would only run once the wait is over. So the handler in C writes a byte into a pipe, which sends
SIGTERM when something comes (Linux alone; fcntl(2), F_SETSIG).
"""

from __future__ import annotations

import os
import signal
import sys


def watch() -> None:
    """From now on a hang-up closes the app as SIGTERM does. If it is ignored already, it stays so."""
    if sys.platform != "linux" or signal.getsignal(signal.SIGHUP) is not signal.SIG_DFL:
        return
    import fcntl

    read, write = os.pipe()
    os.set_blocking(write, False)
    fcntl.fcntl(read, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(read, fcntl.F_SETSIG, signal.SIGTERM)
    fcntl.fcntl(read, fcntl.F_SETFL, fcntl.fcntl(read, fcntl.F_GETFL) | os.O_ASYNC)
    signal.set_wakeup_fd(write)
    signal.signal(signal.SIGHUP, lambda number, frame: None)
