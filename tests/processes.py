"""Other processes by their number, on every system."""

import contextlib
import os
import sys


def is_running(pid: int) -> bool:
    with contextlib.suppress(OSError):
        if sys.platform == "win32":  # `os.kill(pid, 0)` would be Ctrl+C there
            import _winapi

            handle = _winapi.OpenProcess(0x100000, False, pid)  # SYNCHRONIZE
            try:
                return _winapi.WaitForSingleObject(handle, 0) == _winapi.WAIT_TIMEOUT
            finally:
                _winapi.CloseHandle(handle)
        else:
            os.kill(pid, 0)
            return True
    return False


def end_session(pid: int) -> None:
    """Send all windows of a process what Windows sends them when somebody logs off."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        user, owner, found = ctypes.WinDLL("user32"), wintypes.DWORD(), []

        def see(window: int, _: int) -> bool:
            user.GetWindowThreadProcessId(wintypes.HWND(window), ctypes.byref(owner))
            if owner.value == pid:
                found.append(wintypes.HWND(window))
            return True

        user.EnumWindows(ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)(see), 0)
        for message in (0x11, 0x16):  # WM_QUERYENDSESSION, WM_ENDSESSION
            for window in found:
                user.SendMessageW(window, message, 1, 0)
