"""A screen of its own (Xvfb) that is looked at, and mouse and keys there: only what X says and is told."""

from __future__ import annotations

import ctypes
import ctypes.util
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pygame

from tests.journeys.driver import SIZE
from tests.journeys.filming import ALL_PLANES, Z_PIXMAP, Image

FIRST: Final = 90
"""The first number that is tried for a screen."""
LAST: Final = 200
_RETURN: Final = 0xFF0D
"""The key's symbol."""


class Screen:
    """A connection to a screen of 1280 x 800 pixels."""

    def __init__(self, name: str) -> None:
        """`name` as DISPLAY has it. ConnectionError if it takes none."""
        self.name = name
        self._x11 = x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        self._test = ctypes.CDLL(ctypes.util.find_library("Xtst") or "libXtst.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        x11.XGetImage.restype = ctypes.POINTER(Image)
        opened = x11.XOpenDisplay(name.encode())
        if not opened:
            raise ConnectionError(f"no screen {name}")
        self._display = ctypes.c_void_p(opened)
        self._root = ctypes.c_ulong(x11.XDefaultRootWindow(self._display))

    def close(self) -> None:
        """Let go of the screen."""
        self._x11.XCloseDisplay(self._display)

    def look(self) -> bytes:
        """What is on the screen now: BGRA, row by row."""
        size = (ctypes.c_uint(SIZE[0]), ctypes.c_uint(SIZE[1]))
        image = self._x11.XGetImage(self._display, self._root, 0, 0, *size, ctypes.c_ulong(ALL_PLANES), Z_PIXMAP)
        seen = ctypes.string_at(image.contents.data, 4 * SIZE[0] * SIZE[1])
        self._x11.XDestroyImage(image)
        return seen

    def point(self, at: tuple[float, float]) -> None:
        """Move the mouse there."""
        self._test.XTestFakeMotionEvent(self._display, -1, round(at[0]), round(at[1]), ctypes.c_ulong(0))
        self._x11.XFlush(self._display)

    def click(self, at: tuple[float, float]) -> None:
        """Press the left button there and let it go."""
        self.point(at)
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, ctypes.c_ulong(0))
        self._x11.XFlush(self._display)

    def enter(self) -> None:
        """Strike the return key."""
        code = self._x11.XKeysymToKeycode(self._display, ctypes.c_ulong(_RETURN))
        for down in (1, 0):
            self._test.XTestFakeKeyEvent(self._display, code, down, ctypes.c_ulong(0))
        self._x11.XFlush(self._display)


def picture(seen: bytes) -> pygame.Surface:
    """What was seen on a screen."""
    return pygame.image.frombuffer(seen, SIZE, "BGRA")


def keep(seen: bytes, path: Path) -> None:
    """Write what was seen as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    opaque = pygame.image.frombuffer(pygame.image.tobytes(picture(seen), "RGB"), SIZE, "RGB")
    pygame.image.save(opaque, path)


@contextmanager
def own_screen() -> Iterator[Screen]:
    """A screen that nobody else uses. ConnectionError if none can be had."""
    for number in range(FIRST, LAST):
        if Path(f"/tmp/.X{number}-lock").exists():
            continue
        size = ["-screen", "0", "{}x{}x24".format(*SIZE)]
        words = ["Xvfb", f":{number}", "-displayfd", "1", *size, "-noreset", "-nolisten", "tcp"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
            assert server.stdout is not None
            try:
                if not server.stdout.readline():  # somebody else was faster
                    continue
                screen = Screen(f":{number}")
                yield screen
                screen.close()
                return
            finally:
                server.terminate()
    raise ConnectionError("no screen could be started")
