"""What an X server shows, read from it as fast as it changes, and a mouse that it is told to have (Linux with X11).

The server copies its pixels to shared memory, which takes about a millisecond and disturbs nobody.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Self

import pygame

from tests.bench.finding import BenchError

_Z_PIXMAP: Final = 2
_ALL_PLANES: Final = 0xFFFFFFFF
_PRIVATE: Final = 0o1600
"""IPC_CREAT, for this user alone."""
_REMOVE: Final = 0
_PAUSE: Final = 0.001
"""Seconds between two looks."""
_ALIKE: Final = 0.99
"""The share of a picture's pixels that are as they stay when it counts as whole."""

Size = tuple[int, int]


class Shot(NamedTuple):
    """What was on the screen from a moment on (monotonic clock, ns), four bytes a pixel."""

    at: int
    pixels: bytes


class _Segment(ctypes.Structure):
    """XShmSegmentInfo."""

    _fields_ = (
        ("segment", ctypes.c_ulong),
        ("id", ctypes.c_int),
        ("address", ctypes.c_void_p),
        ("read_only", ctypes.c_int),
    )


class Screen:
    """All of a screen. As a context it is let go in the end."""

    def __init__(self) -> None:
        """`BenchError` where the server shares no memory."""
        self._x11, ext = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXext.so.6")
        self._test, self._c = ctypes.CDLL("libXtst.so.6"), ctypes.CDLL(None)
        for library, name in (
            (self._x11, "XOpenDisplay"),
            (self._x11, "XDefaultVisual"),
            (self._c, "shmat"),
            (ext, "XShmCreateImage"),
        ):
            getattr(library, name).restype = ctypes.c_void_p
        self._x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        if not self._display or not ext.XShmQueryExtension(self._display):
            raise BenchError("The X server doesn't share memory with its clients.")
        self.size: Size = (self._x11.XDisplayWidth(self._display, 0), self._x11.XDisplayHeight(self._display, 0))
        self._root = ctypes.c_ulong(self._x11.XDefaultRootWindow(self._display))
        self._bytes = 4 * self.size[0] * self.size[1]
        self._segment = _Segment(id=self._c.shmget(0, ctypes.c_size_t(self._bytes), _PRIVATE))
        self._segment.address = self._c.shmat(self._segment.id, None, 0)
        visual = ctypes.c_void_p(self._x11.XDefaultVisual(self._display, 0))
        depth = self._x11.XDefaultDepth(self._display, 0)
        self._image = ctypes.c_void_p(
            ext.XShmCreateImage(
                self._display,
                visual,
                depth,
                _Z_PIXMAP,
                ctypes.c_void_p(self._segment.address),
                ctypes.byref(self._segment),
                *self.size,
            )
        )
        ext.XShmAttach(self._display, ctypes.byref(self._segment))
        self._look = ext.XShmGetImage
        self._x11.XSync(self._display, 0)
        self._c.shmctl(self._segment.id, _REMOVE, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._x11.XCloseDisplay(self._display)
        self._c.shmdt(ctypes.c_void_p(self._segment.address))

    def look(self) -> bytes:
        """What is on the screen now."""
        self._look(self._display, self._root, self._image, 0, 0, ctypes.c_ulong(_ALL_PLANES))
        return ctypes.string_at(self._segment.address, self._bytes)

    def film(self, act: Callable[[], int], still: float, longest: float) -> tuple[int, list[Shot]]:
        """What `act` returns, and what is shown before and after it, until that stays so for `still` seconds.

        `BenchError` when nothing changes, or doesn't come to rest, within `longest` seconds.
        """
        shots = [Shot(0, self.look())]
        begun = act()
        last = limit = time.monotonic() + longest
        while (now := time.monotonic()) < last:
            at, pixels = time.monotonic_ns(), self.look()
            if pixels != shots[-1].pixels:
                shots.append(Shot(at, pixels))
                last = min(limit, now + still)
            time.sleep(_PAUSE)
        if len(shots) == 1 or last == limit:
            raise BenchError(f"The screen {'stays as it is' if len(shots) == 1 else 'does not come to rest'}.")
        return begun, shots

    def move(self, x: int, y: int) -> None:
        """The mouse moves there."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x11.XSync(self._display, 0)

    def click(self) -> int:
        """The mouse's left button goes down and up; when, on the monotonic clock in ns."""
        now = time.monotonic_ns()
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, ctypes.c_ulong(0))
        self._x11.XSync(self._display, 0)
        return now


def whole(shots: list[Shot], screen: Size, window: Size) -> int:
    """When all but 1 % of the window's pixels were as in the last shot, and stayed so; ns of the monotonic clock."""
    last = pygame.image.frombuffer(shots[-1].pixels, screen, "BGRA")
    for earlier, shot in zip(shots[-2::-1], shots[:0:-1], strict=True):
        picture = pygame.image.frombuffer(earlier.pixels, screen, "BGRA")
        alike = pygame.transform.threshold(None, picture, None, (0, 0, 0, 0), None, 0, last)
        if screen[0] * screen[1] - alike > (1 - _ALIKE) * window[0] * window[1]:
            return shot.at
    return shots[0].at
