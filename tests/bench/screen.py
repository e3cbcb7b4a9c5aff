"""Reads the screen of an X server as fast as it changes, and sends it mouse and key events (Linux, X11).

The server copies its pixels to shared memory, which takes about a millisecond and disturbs nobody.
"""

import ctypes
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, Self

import pygame

from tests.bench.finding import BenchError
from tests.hands import Point, pixel

_Z_PIXMAP: Final = 2
_ALL_PLANES: Final = ctypes.c_ulong(0xFFFFFFFF)
_PRIVATE: Final = 0o1600
"""IPC_CREAT, for this user alone."""
_REMOVE: Final = 0
_NOW: Final = ctypes.c_ulong(0)
_CLIENT_MESSAGE: Final = 33
_WORDS: Final = 32
"""The data of a client message are so many bits each."""

_PAUSE: Final = 0.001
"""Seconds between two looks at the screen."""
_ALIKE: Final = 0.99
"""The share of final pixels from which a picture counts as complete."""
KEYSYMS: Final = {
    "return": 0xFF0D,
    "escape": 0xFF1B,
    "space": 0x20,
    "tab": 0xFF09,
    "delete": 0xFFFF,
    "backspace": 0xFF08,
    "shift": 0xFFE1,
    "f1": 0xFFBE,
    "left": 0xFF51,
    "up": 0xFF52,
    "right": 0xFF53,
    "down": 0xFF54,
    "home": 0xFF50,
    "end": 0xFF57,
    "page up": 0xFF55,
    "page down": 0xFF56,
    "f11": 0xFFC8,
    "enter": 0xFF8D,
}
"""The key symbols of keys without a letter."""

Size = tuple[int, int]


class Fingers:
    """A mouse and a keyboard at an X server (XTest). As a context manager it disconnects at the end."""

    def __init__(self, name: str | None = None) -> None:
        """Connect to the server `name`, or to that of DISPLAY. Raises ConnectionError without one."""
        self.name = name or os.environ.get("DISPLAY", "")
        self.x11, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name and name.encode()))
        if not self.display:
            raise ConnectionError(f"no screen {name or ''}")
        self.events = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.x11.XCloseDisplay(self.display)

    def move(self, pos: Point) -> None:
        """Move the mouse to a pixel of the screen."""
        x, y = pixel(pos)
        self._test.XTestFakeMotionEvent(self.display, -1, max(0, x), max(0, y), _NOW)
        self.sent()

    def button(self, number: int, down: bool) -> None:
        """Press or release a button of the mouse; 4 and 5 are the wheel."""
        self._test.XTestFakeButtonEvent(self.display, number, int(down), _NOW)
        self.sent()

    def click(self) -> int:
        """Click with the left button; return when, on the monotonic clock in ns."""
        now = time.monotonic_ns()
        for down in (True, False):
            self.button(1, down)
        return now

    def click_at(self, pos: Point, button: int = 1) -> None:
        self.move(pos)
        for down in (True, False):
            self.button(button, down)

    def press_key(self, name: str) -> None:
        """Press and release a key: a letter, or one of `KEYSYMS`."""
        for down in (True, False):
            self.key(KEYSYMS.get(name, ord(name[0])), down)

    def key(self, keysym: int, down: bool) -> None:
        code = self.x11.XKeysymToKeycode(self.display, keysym)
        if code:
            self._test.XTestFakeKeyEvent(self.display, code, int(down), _NOW)
            self.sent()

    def sent(self) -> None:
        self.x11.XSync(self.display, 0)
        self.events += 1


class _Segment(ctypes.Structure):
    """The structure XShmSegmentInfo."""

    _fields_ = (
        ("segment", ctypes.c_ulong),
        ("id", ctypes.c_int),
        ("address", ctypes.c_void_p),
        ("read_only", ctypes.c_int),
    )


class Screen(Fingers):
    def __init__(self, name: str | None = None) -> None:
        """Connect like `Fingers`. Raises ConnectionError also where the server shares no memory."""
        super().__init__(name)
        x11, display = self.x11, self.display
        ext, self._c = ctypes.CDLL("libXext.so.6"), ctypes.CDLL(None)
        for function in (x11.XDefaultVisual, self._c.shmat, ext.XShmCreateImage):
            function.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        if not ext.XShmQueryExtension(display):
            raise ConnectionError("the X server doesn't share memory with its clients")
        self.size: Size = (x11.XDisplayWidth(display, 0), x11.XDisplayHeight(display, 0))
        self._root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
        self._bytes = 4 * self.size[0] * self.size[1]
        self._segment = _Segment(id=self._c.shmget(0, ctypes.c_size_t(self._bytes), _PRIVATE))
        self._segment.address = self._c.shmat(self._segment.id, None, 0)
        how = (ctypes.c_void_p(x11.XDefaultVisual(display, 0)), x11.XDefaultDepth(display, 0), _Z_PIXMAP)
        where = (ctypes.c_void_p(self._segment.address), ctypes.byref(self._segment))
        self._image = ctypes.c_void_p(ext.XShmCreateImage(display, *how, *where, *self.size))
        ext.XShmAttach(display, ctypes.byref(self._segment))
        self._look = ext.XShmGetImage
        x11.XSync(display, 0)
        self._c.shmctl(self._segment.id, _REMOVE, None)

    def close(self) -> None:
        super().close()
        self._c.shmdt(ctypes.c_void_p(self._segment.address))

    def look(self) -> bytes:
        """Return the current picture of the screen as BGRA, row by row."""
        self._look(self.display, self._root, self._image, 0, 0, _ALL_PLANES)
        return ctypes.string_at(self._segment.address, self._bytes)


class Shot(NamedTuple):
    """The picture of the screen from a moment on (monotonic clock, ns), with four bytes a pixel."""

    at: int
    pixels: bytes


def film(screen: Screen, act: Callable[[], int], still: float, longest: float) -> tuple[int, list[Shot]]:
    """Call `act`; return its result and what is shown before and after it, until nothing changes for `still` seconds.

    Raises BenchError if nothing changes, or if it doesn't come to rest within `longest` seconds.
    """
    shots = [Shot(0, screen.look())]
    begun = act()
    last = limit = time.monotonic() + longest
    while (now := time.monotonic()) < last:
        at, pixels = time.monotonic_ns(), screen.look()
        if pixels != shots[-1].pixels:
            shots.append(Shot(at, pixels))
            last = min(limit, now + still)
        time.sleep(_PAUSE)
    if len(shots) == 1 or last == limit:
        raise BenchError(f"The screen {'stays as it is' if len(shots) == 1 else 'does not come to rest'}.")
    return begun, shots


def completion_time(shots: list[Shot], screen: Size, window: Size) -> int:
    """Return when all but 1 % of the window's pixels were as in the last shot and stayed so; monotonic clock, ns."""
    last = pygame.image.frombuffer(shots[-1].pixels, screen, "BGRA")
    for earlier, shot in zip(shots[-2::-1], shots[:0:-1], strict=True):
        picture = pygame.image.frombuffer(earlier.pixels, screen, "BGRA")
        alike = pygame.transform.threshold(None, picture, None, (0, 0, 0, 0), None, 0, last)
        if screen[0] * screen[1] - alike > (1 - _ALIKE) * window[0] * window[1]:
            return shot.at
    return shots[0].at


class _ClientMessage(ctypes.Structure):
    """The structure XClientMessageEvent of Xlib, padded to the size of the largest event."""

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
    """Ask a window to close, like a click on its close button (ICCCM 4.2.8.1, WM_DELETE_WINDOW).

    xdotool has no such command before 2021.
    """
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


@contextmanager
def xvfb(size: Size, depth: int = 24) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start an X server without a screen for this use alone; yield its DISPLAY name and its process."""
    shown, told = os.pipe()
    room = ["-screen", "0", f"{size[0]}x{size[1]}x{depth}", "-noreset", "-nolisten", "tcp"]
    command = ["Xvfb", "-displayfd", str(told), *room]
    with subprocess.Popen(command, pass_fds=[told], stderr=subprocess.DEVNULL) as server:
        os.close(told)
        try:
            with os.fdopen(shown) as number:
                yield f":{number.readline().strip()}", server
        finally:
            server.terminate()
