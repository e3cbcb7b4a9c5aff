"""Screens: their work areas and pixel density, asked of the system by ctypes, and the sizes of windows that fit.

A point is a pixel on a screen of usual density. Positions and sizes of windows are in SDL's units, which are points
on macOS and Wayland and pixels elsewhere.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import pygame

from scenes.app.sdl import sdl_function

SMALLEST_LAYOUT: Final = (960, 600)  # the least width and height of a layout, in points

SMALLEST_FIRST_SIZE: Final = (1280, 800)  # bounds of the size of the window at the very first start, in points
LARGEST_FIRST_SIZE: Final = (2240, 1400)
_SCREEN_SHARE: Final = 0.88  # largest fraction of the screen's width and height for the first window

Size: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]  # left, top


class Borders(NamedTuple):
    """The widths of a window's frame, in SDL's units or in points."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def frame_around(self, window: pygame.Rect) -> pygame.Rect:
        width, height = window.width + self.left + self.right, window.height + self.top + self.bottom
        return pygame.Rect(window.left - self.left, window.top - self.top, width, height)

    def window_within(self, frame: pygame.Rect) -> pygame.Rect:
        return Borders(*(-side for side in self)).frame_around(frame)

    def scale(self, unit: float) -> Borders:
        """Convert widths in points to SDL's units; `unit` is the number of SDL's units in a point."""
        return Borders(*(round(side * unit) for side in self))


class WindowPlace(NamedTuple):
    size: Size
    place: Place
    fills_screen: bool  # fill the screen, because the smallest size doesn't fit


def place_window(
    wanted: Size, place: Place, areas: Sequence[pygame.Rect], borders: Borders, smallest: Size
) -> WindowPlace:
    """Return the size and place at which a window fits on the screen where most of its frame would be at `place`.

    The window should fill the screen if there is no room for `smallest`. If `place` is on no screen, the window is
    centred on the main screen, the first of the work areas.
    """
    frame = borders.frame_around(pygame.Rect(place, wanted))
    area = area_of(frame, areas)
    available = borders.window_within(area)
    window = pygame.Rect(place, (min(wanted[0], available.width), min(wanted[1], available.height)))
    if not frame.colliderect(area):
        window.center = available.center
    window = window.clamp(available)
    return WindowPlace(window.size, window.topleft, available.width < smallest[0] or available.height < smallest[1])


def first_size(area: pygame.Rect, borders: Borders, unit: float) -> Size:
    """Return the size in points of the window at the very first start; `unit`: SDL's units in a point.

    The size has the proportions of `SMALLEST_FIRST_SIZE`. On a small screen it is too large; `place_window` corrects
    that.
    """
    available, (width, height) = borders.window_within(area), SMALLEST_FIRST_SIZE
    scale = _SCREEN_SHARE / unit * min(available.width / width, available.height / height)
    return scale_size(SMALLEST_FIRST_SIZE, min(max(1.0, scale), LARGEST_FIRST_SIZE[0] / width))


def scale_size(pair: tuple[float, float], factor: float) -> tuple[int, int]:
    return round(pair[0] * factor), round(pair[1] * factor)


def area_of(frame: pygame.Rect, areas: Sequence[pygame.Rect]) -> pygame.Rect:
    """Return the work area that contains most of `frame`; the first one if none contains any of it."""
    return max(areas, key=lambda area: frame.clip(area).width * frame.clip(area).height)


def layout_size(size: Size, density: float) -> tuple[Size, float]:
    """Return the size in pixels of the layout for a window of `size` pixels, and the layout's pixels per point.

    The layout has the size of the window and the pixels per point are `density`, or fewer if the smallest layout
    wouldn't fit otherwise. If it doesn't fit even with 1 pixel per point, the layout is larger than the window.
    """
    largest_density = min(size[0] / SMALLEST_LAYOUT[0], size[1] / SMALLEST_LAYOUT[1])  # at which the layout fits
    if largest_density < 1.0:
        return (round(size[0] / largest_density), round(size[1] / largest_density)), 1.0
    return size, min(density, largest_density)


_USUAL_BORDERS: Final = Borders(8, 36, 8, 8)  # the largest usual frame, in points
_PANEL_HEIGHT: Final = 48  # points kept free at the lower edge on Wayland, which doesn't report panels
BOUNDLESS: Final = pygame.Rect(0, 0, 1 << 14, 1 << 14)  # the work area where there is no screen
_USUAL_DPI: Final = 96  # dots per inch at which a pixel is a point
_HIGHEST_DENSITY: Final = 4.0  # pixels in a point
LIBRARIES: Final = {
    "DISPLAY": {"libX11.so.6": "libx11-6", "libXext.so.6": "libxext6"},
    "WAYLAND_DISPLAY": {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
        "libwayland-egl.so.1": "libwayland-egl1",
        "libxkbcommon.so.0": "libxkbcommon0",
    },
}
"""The libraries that SDL needs, and their Debian packages, by the environment variable that names the display."""
_MAXIMISED_FLAG: Final = 0x80  # a window flag of SDL
_OTHER_STATE_FLAGS: Final = 0x01 | 0x40  # flags of full screen and of a minimised window


def missing_libraries() -> dict[str, str]:
    """Return the libraries that can't be loaded, with their Debian packages; always empty outside Linux.

    Only the libraries of the first variable of `LIBRARIES` that is set are tried.
    """
    named = next((name for name in LIBRARIES if os.environ.get(name)), None)
    if sys.platform.startswith("linux") and named is not None:
        return {library: package for library, package in LIBRARIES[named].items() if not _can_load(library)}
    return {}


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


class _Rect(ctypes.Structure):
    _fields_ = (("x", ctypes.c_int), ("y", ctypes.c_int), ("w", ctypes.c_int), ("h", ctypes.c_int))


class X11(NamedTuple):
    """The answers of an X server, with defaults where there is none."""

    has_window_manager: bool = True  # a window manager runs
    resources: str = ""  # set by desktops for all programs, one a line

    @property
    def pixel_density(self) -> float:
        """The pixels per point, from the resource Xft.dpi or else the variable GDK_SCALE, as in SDL 3."""
        found = re.search(r"^Xft\.dpi:\s*(\d+\.?\d*)\s*$", self.resources, re.MULTILINE)
        try:
            return float(found[1]) / _USUAL_DPI if found else float(os.environ.get("GDK_SCALE", "1"))
        except ValueError:
            return 1.0


def work_areas() -> list[pygame.Rect]:
    """Return each screen's area without panels, the main screen first, in SDL's units."""
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        return [BOUNDLESS]
    areas, get_bounds = [], sdl_function("SDL_GetDisplayUsableBounds")
    for number in range(pygame.display.get_num_displays() if get_bounds else 0):
        if get_bounds(number, ctypes.byref(rect := _Rect())) == 0 and rect.w > 0 and rect.h > 0:
            areas.append(pygame.Rect(rect.x, rect.y, rect.w, rect.h))
    return areas or [pygame.Rect((0, 0), size) for size in pygame.display.get_desktop_sizes()[:1]]


def pixel_density(screen: int) -> float:
    """Return the number of SDL units in a point on the screen with index `screen`: 1 to 4; 1 if units are points."""
    driver, density = pygame.display.get_driver(), 1.0
    if driver == "x11":
        density = x11().pixel_density
    elif driver == "windows" and (get_dpi := sdl_function("SDL_GetDisplayDPI")):
        dots = [ctypes.c_float() for _ in range(3)]  # per inch: diagonally, horizontally, vertically
        if get_dpi(screen, *map(ctypes.byref, dots)) == 0:
            density = dots[1].value / _USUAL_DPI
    return min(max(1.0, density), _HIGHEST_DENSITY)


def usual_borders() -> Borders:
    """Return the largest usual frame in points, for use before a window exists."""
    driver = pygame.display.get_driver()
    if driver == "x11" and not x11().has_window_manager:
        return Borders()
    panel_height = _PANEL_HEIGHT if driver == "wayland" else 0
    return _USUAL_BORDERS._replace(bottom=_USUAL_BORDERS.bottom + panel_height)


def borders_of(window: pygame.Window) -> Borders | None:
    """Return the window's frame in SDL's units; None where the system doesn't report it."""
    sides = [ctypes.c_int() for _ in range(4)]
    sdl_window = _sdl_window(window)
    get_borders = sdl_function("SDL_GetWindowBordersSize")
    if sdl_window is None or get_borders(sdl_window, *map(ctypes.byref, sides)) != 0:
        return None
    top, left, bottom, right = (side.value for side in sides)
    # On Windows the other three borders are invisible, and may lie beyond the edge of the screen.
    return Borders(top=top) if sys.platform == "win32" else Borders(left, top, right, bottom)


def is_maximised(window: pygame.Window) -> bool | None:
    """Return whether the window is maximised; None if it is in full screen or minimised."""
    sdl_window = _sdl_window(window)
    flags = 0 if sdl_window is None else int(sdl_function("SDL_GetWindowFlags")(sdl_window))
    return None if flags & _OTHER_STATE_FLAGS else bool(flags & _MAXIMISED_FLAG)


def _sdl_window(window: pygame.Window) -> ctypes.c_void_p | None:
    if (find := sdl_function("SDL_GetWindowFromID")) is None:
        return None
    find.restype = ctypes.c_void_p
    return ctypes.c_void_p(find(window.id))


@cache  # the server is asked only once
def x11() -> X11:
    try:
        xlib = ctypes.CDLL("libX11.so.6")
    except OSError:
        return X11()
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XDefaultRootWindow.restype = xlib.XInternAtom.restype = ctypes.c_ulong
    xlib.XListProperties.restype = ctypes.POINTER(ctypes.c_ulong)
    xlib.XResourceManagerString.restype = ctypes.c_char_p
    connection = ctypes.c_void_p(xlib.XOpenDisplay(None))
    if not connection:
        return X11()
    manager_atom = xlib.XInternAtom(connection, b"_NET_SUPPORTING_WM_CHECK", False)
    root, count = ctypes.c_ulong(xlib.XDefaultRootWindow(connection)), ctypes.c_int()
    properties = xlib.XListProperties(connection, root, ctypes.byref(count))
    resources = (xlib.XResourceManagerString(connection) or b"").decode("latin-1")
    property_atoms = properties[: count.value] if properties else []
    xlib.XFree(properties)
    xlib.XCloseDisplay(connection)
    return X11(manager_atom in property_atoms, resources)


def pointer_size() -> int:
    """Return the system's pointer size in SDL's units; 0 if unknown or if the system enlarges pointers itself."""
    driver = pygame.display.get_driver()
    with contextlib.suppress(OSError, ValueError):
        if driver in ("x11", "wayland"):
            found = (
                re.search(r"^Xcursor\.size:\s*(\d+)\s*$", x11().resources, re.MULTILINE) if driver == "x11" else None
            )
            return int(os.environ.get("XCURSOR_SIZE") or (found[1] if found else 0))
        if sys.platform == "win32":
            import winreg

            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Control Panel\Cursors") as key:
                # the value includes an empty margin
                return int(winreg.QueryValueEx(key, "CursorBaseSize")[0]) * 3 // 4
    return 0
