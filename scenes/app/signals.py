"""Orderly closing of the app at the end of the session and on SIGQUIT, neither of which SDL reports.

Windows: a hidden window gets WM_ENDSESSION in a thread of its own, and answers it once the app has closed, because
Windows may end the process from then on.

Linux: SDL turns SIGINT and SIGTERM into the event QUIT, even while it waits, but a Python handler would only run
after the wait. Therefore SIGHUP (the session ends) and SIGQUIT (from a terminal) are turned into SIGTERM: Python's C
handler writes a byte into a pipe at once, and the kernel sends SIGTERM when the pipe has something to read (fcntl(2),
F_SETSIG). pygame treats SIGQUIT as a crash unless it has a handler.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Final

import pygame

_CLOSING_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
_WM_ENDSESSION: Final = 0x16
_GWLP_WNDPROC: Final = -4
_CLOSE_SECONDS: Final = 4.0  # that the app may take to close; Windows waits for 5 s


def close_on_hangup() -> None:
    """Let the end of the session close the app, and on Linux SIGQUIT, unless the signals are ignored already."""
    if sys.platform == "win32":
        threading.Thread(target=_wait_for_log_off, name="log-off", daemon=True).start()
    elif sys.platform == "linux":
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


def _wait_for_log_off() -> None:
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        user, message = ctypes.WinDLL("user32"), wintypes.MSG()
        procedure = ctypes.WINFUNCTYPE(
            ctypes.c_ssize_t, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM
        )
        default = procedure(("DefWindowProcW", user))

        def handle_message(window: int, number: int, first: int, second: int) -> int:
            if number == _WM_ENDSESSION and first:
                pygame.event.post(pygame.event.Event(pygame.QUIT))
                threading.main_thread().join(_CLOSE_SECONDS)
            return int(default(window, number, first, second))

        handler = procedure(handle_message)
        user.CreateWindowExW.restype = wintypes.HWND
        window = wintypes.HWND(user.CreateWindowExW(0, "STATIC", None, 0, 0, 0, 0, 0, None, None, None, None))
        user.SetWindowLongPtrW(window, _GWLP_WNDPROC, handler)
        while user.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            user.DispatchMessageW(ctypes.byref(message))


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
