"""The cross in a window's corner: what a window manager sends when somebody clicks it. xdotool can't before 2021."""

import ctypes
from typing import Final

_CLIENT_MESSAGE: Final = 33
_WORDS: Final = 32
"""The message's data are so many bits each."""


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib, as long as the largest event."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    )


def close_window(window: int) -> None:
    """Ask whoever opened the window to close it (ICCCM 4.2.8.1, WM_DELETE_WINDOW)."""
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(xlib.XOpenDisplay(None))
    assert display, "no display"
    message = _ClientMessage(type=_CLIENT_MESSAGE, window=window, format=_WORDS)
    message.message_type = xlib.XInternAtom(display, b"WM_PROTOCOLS", False)
    message.data[0] = xlib.XInternAtom(display, b"WM_DELETE_WINDOW", False)
    xlib.XSendEvent(display, ctypes.c_ulong(window), False, ctypes.c_long(0), ctypes.byref(message))
    xlib.XCloseDisplay(display)
