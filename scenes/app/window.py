"""The SDL window: opening, drawing surface, size and position, full screen, and the mouse pointer.

`pygame.display` of pygame-ce 2.5.8 can't make a window with all pixels of a dense screen, so on macOS and Wayland the
window is a `pygame.Window`. In a window below 960 × 600 pixels the layout is scaled down, and mouse positions are
scaled up. In a Wayland session SDL uses XWayland, unless `SDL_VIDEODRIVER=wayland` is set.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app import constants, displays
from scenes.app.assets import ROOT, rasterise
from scenes.app.displays import (
    SMALLEST_FIRST_SIZE,
    SMALLEST_LAYOUT,
    Borders,
    Place,
    Size,
    area_of,
    first_size,
    layout_size,
    place_window,
    scale_size,
)
from scenes.app.sdl import sdl_function
from scenes.app.settings import Settings
from scenes.app.stack import MOUSE_EVENTS
from scenes.app.words import Words

_WM_SYSCOMMAND: Final = 0x112
_SC_KEYMENU: Final = 0xF100
LEAST_BITS: Final = 24  # per pixel; surfaces with fewer can't be scaled smoothly
_POINT_DRIVERS: Final = ("cocoa", "wayland")  # video drivers whose units are points, each of one or more pixels
_POSITION_VARIABLE: Final = "SDL_VIDEO_WINDOW_POS"  # read by SDL and pygame for a new window
_SYSTEM_POINTERS: Final = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "grab": pygame.SYSTEM_CURSOR_HAND,
    "grabbing": pygame.SYSTEM_CURSOR_SIZEALL,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
}  # by the names of CSS, but for "hand", which is "pointer" there
_OWN_POINTERS: Final = {"grab": "hand-open", "grabbing": "hand-closed"}
_POINTER_HEIGHT: Final = 24  # usual height in points; the pictures of hands are a third higher
_HOT_SPOT: Final = (15 / 32, 16 / 32)  # place of the hot spot in both pictures of hands


class NoDisplay(RuntimeError):  # noqa: N818 - named as people say it
    """The error that no window can be opened; its message is a sentence for the user."""


class AppWindow:
    """The window, with size and place in SDL's units, and its drawing surface, with its size in pixels."""

    whole: Size = (0, 0)  # size of `surface`
    surface: pygame.Surface  # surface to paint on: the window's own, or a larger one that is scaled down to it
    density = 1.0  # pixels of `surface` per point
    zoom = 1.0  # pixels of `surface` per unit of SDL, in which mouse events are

    def __init__(self, settings: Settings, words: Words) -> None:
        """Open the window, no larger than the screen. Raises NoDisplay."""
        try:
            if not _open_display():
                raise NoDisplay(words("app.no_screen", why=_explain_no_screen(words, words("app.no_screen_here"))))
            self._open(settings)
        except pygame.error as error:
            raise NoDisplay(words("app.no_screen", why=_explain_no_screen(words, f"{error}."))) from error
        if self.surface.get_bitsize() < LEAST_BITS:
            raise NoDisplay(words("app.few_colours", n=self.surface.get_bitsize()))

    def _open(self, settings: Settings) -> None:
        driver, areas = pygame.display.get_driver(), displays.work_areas()
        self._has_dense_pixels, self._can_place = driver in _POINT_DRIVERS, driver != "wayland"
        self._unit = displays.pixel_density(areas.index(area_of(pygame.Rect(settings.place, settings.window), areas)))
        """The number of SDL's units in a point."""
        self._usual_borders = displays.usual_borders().scale(self._unit)
        # X11 is given the position of the frame, but returns that of the window within the frame.
        self._is_placed_by_frame = driver == "x11"
        if 0 in settings.window:
            seen = areas[0] != displays.BOUNDLESS
            settings.window = first_size(areas[0], self._usual_borders, self._unit) if seen else SMALLEST_FIRST_SIZE
        size, least = scale_size(settings.window, self._unit), scale_size(SMALLEST_LAYOUT, self._unit)
        placement = place_window(
            size, self._to_position(settings.place, self._usual_borders), areas, self._usual_borders, least
        )
        self._is_cramped = placement.fills_screen  # the smallest window doesn't fit the screen
        self._old_place: Place | None = None  # set only if no window manager restores the place
        self._old_borders = self._usual_borders
        self._initial_placement: tuple[Size, Place, bool | None] | None = None
        """The placement after opening, which a small screen may have forced; it isn't saved until it changes."""
        is_filled = (placement.fills_screen or settings.maximised) and not settings.full_screen
        place = self._to_stored_place(placement.place, self._usual_borders)
        if self._has_dense_pixels:
            self._window = pygame.Window("Tablier", placement.size, place, resizable=True, allow_high_dpi=True)
        else:
            self._window = _make_display_window(placement.size, place, hidden=is_filled)
        self._window.minimum_size = scale_size(least, 0.5) if self._is_cramped else least
        if is_filled:
            self._window.maximize()
            self._window.show()
            pygame.event.pump()  # the window then knows its new size
        if settings.full_screen:
            self.fill_screen()
        self.fit_to_screen()
        self.measure()

    def fit_to_screen(self) -> None:
        """Move and shrink the window to fit the screen. Its frame is only known once it is shown."""
        if self._can_place and displays.is_maximised(self._window) is False:
            window, borders = self._window_rect(), self._borders()
            placement = place_window(window.size, window.topleft, displays.work_areas(), borders, SMALLEST_LAYOUT)
            if placement.size != window.size:
                self._window.size = placement.size
            if placement.place != window.topleft:
                self._window.position = placement.place
        self._initial_placement = self._placement()

    def _placement(self) -> tuple[Size, Place, bool | None]:
        return self._window.size, self._window.position, displays.is_maximised(self._window)

    def _window_rect(self) -> pygame.Rect:
        return pygame.Rect(self._window.position, self._window.size)

    def measure(self) -> bool:
        """Update `whole`, `density`, `zoom` and `surface`; return whether the layout has to change."""
        window_surface = self._window.get_surface() if self._has_dense_pixels else pygame.display.get_surface()
        assert window_surface is not None
        pixels, before = window_surface.get_size(), (self.whole, self.density)
        self.whole, self.density = layout_size(pixels, self._unit * pixels[0] / self._window.size[0])
        self.zoom = self.whole[0] / self._window.size[0]
        self._window_surface = window_surface
        self.surface = window_surface if self.whole == pixels else pygame.Surface(self.whole, 0, window_surface)
        return before != (self.whole, self.density)

    def update_density(self) -> None:
        """Update the pixel density after a move to another screen, or a change of the screen's scale on Windows."""
        areas = displays.work_areas()
        self._unit = displays.pixel_density(areas.index(area_of(self._window_rect(), areas)))

    def show(self, rects: Sequence[pygame.Rect]) -> None:
        if self.surface is not self._window_surface:
            pygame.transform.smoothscale(self.surface, self._window_surface.get_size(), self._window_surface)
            rects = [self._window_surface.get_rect()]
        if self._has_dense_pixels:
            self._window.flip()
        else:
            pygame.display.update(rects)

    def scale_event(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return a mouse event with its position in pixels of `surface`, and any other event unchanged."""
        if event.type not in MOUSE_EVENTS:
            return event
        moved = {name: scale_size(value, self.zoom) for name, value in event.dict.items() if name in ("pos", "rel")}
        return pygame.event.Event(event.type, event.dict | moved)

    def store_place(self, settings: Settings) -> bool:
        try:
            placement = self._placement()
        except pygame.error:  # the window doesn't exist any more
            return False
        is_maximised = placement[-1]
        if self._is_cramped or is_maximised is None or placement == self._initial_placement:
            return False
        self._initial_placement = None
        old = settings.window, settings.place, settings.maximised
        settings.maximised = is_maximised
        if not is_maximised:
            wide, high = scale_size(self._window.size, 1 / self._unit)
            settings.window = max(wide, SMALLEST_LAYOUT[0]), max(high, SMALLEST_LAYOUT[1])
            if self._can_place:
                settings.place = self._to_stored_place(self._window.position, self._borders())
        return old != (settings.window, settings.place, settings.maximised)

    def fill_screen(self) -> None:
        window = self._window_rect()
        self._old_place, self._old_borders = None, self._borders()
        if (
            pygame.display.get_driver() == "x11" and not displays.x11().has_window_manager
        ):  # the app has to do it then
            screen = area_of(window, displays.work_areas())
            self._window.size, self._window.position = screen.size, screen.topleft
            self._old_place = window.topleft
        self._window.set_fullscreen(True)

    def leave_full_screen(self, settings: Settings) -> None:
        self._window.set_windowed()
        size, areas = scale_size(settings.window, self._unit), displays.work_areas()
        self._window.size = place_window(size, self._window.position, areas, self._old_borders, SMALLEST_LAYOUT).size
        if self._old_place is not None:
            self._window.position = self._old_place

    def set_title(self, title: str) -> None:
        self._window.title = title

    def set_icon(self) -> None:
        self._window.set_icon(rasterise(ROOT / "sprites" / "ui" / "logo.svg", (64, 64)))

    def show_system_menu(self) -> None:
        """Show Windows' menu for moving and closing the window, which SDL doesn't open on Alt+Space."""
        if sys.platform == "win32":
            import ctypes

            handle = ctypes.c_void_p(pygame.display.get_wm_info().get("window"))  # None without a screen
            ctypes.WinDLL("user32").DefWindowProcW(handle, _WM_SYSCOMMAND, _SC_KEYMENU, ord(" "))
            if reset_keyboard := sdl_function("SDL_ResetKeyboard"):
                reset_keyboard()  # the menu gets the release of Alt

    def close(self) -> None:
        if self._has_dense_pixels:
            self._window.destroy()
        pygame.display.quit()

    def _borders(self) -> Borders:
        return displays.borders_of(self._window) or self._usual_borders

    def _to_stored_place(self, window: Place, borders: Borders) -> Place:
        return (window[0] - borders.left, window[1] - borders.top) if self._is_placed_by_frame else window

    def _to_position(self, place: Place, borders: Borders) -> Place:
        return (place[0] + borders.left, place[1] + borders.top) if self._is_placed_by_frame else place


def _explain_no_screen(words: Words, default: str) -> str:
    missing = displays.missing_libraries()
    if not missing:
        return default
    return words("app.no_library", names=", ".join(missing), packages=" ".join(missing.values()))


def _open_display() -> bool:
    """Initialise SDL's video and fonts; return False if SDL found only an invisible screen."""
    # X11 desktops match the window with its desktop file by this name; pygame's import sets it to the script's name.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "tablier"
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # SDL handles a signal that has the default handler: then Ctrl+C, like SIGTERM, ends SDL's wait and becomes the
    # event QUIT. Python's own handler would only run after the wait.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return False
    if driver == "x11":
        # Without a GPU SDL would paint through emulated OpenGL, ten times slower.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    pygame.font.init()
    pygame.key.set_repeat(constants.KEY_REPEAT_DELAY_MS, constants.KEY_REPEAT_INTERVAL_MS)
    return True


def _make_display_window(size: Size, place: Place, hidden: bool) -> pygame.Window:
    pygame.display.set_caption("Tablier")
    is_position_set = _POSITION_VARIABLE not in os.environ
    if is_position_set:
        os.environ[_POSITION_VARIABLE] = "{},{}".format(*place)
    pygame.display.set_mode(size, pygame.RESIZABLE | (pygame.HIDDEN if hidden else 0))
    if is_position_set:
        del os.environ[_POSITION_VARIABLE]
    with warnings.catch_warnings():
        # pygame deprecates this way to get a window.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def show_pointer(name: str, scale: float) -> None:
    """Show the mouse pointer `name`; `scale` is SDL's units per point, times the user's text scale as a factor."""
    # If the system lacks a pointer, the present one is kept.
    with contextlib.suppress(pygame.error):
        if name not in _OWN_POINTERS or not _show_coloured_pointer(_OWN_POINTERS[name], scale):
            pygame.mouse.set_cursor(_SYSTEM_POINTERS[name])


def _show_coloured_pointer(picture: str, scale: float) -> bool:
    """Show one of the app's pictures as the mouse pointer; return False if the system has no coloured pointers."""
    box = round(max(_POINTER_HEIGHT * scale, displays.pointer_size()) * 4 / 3)
    painted = rasterise(ROOT / "sprites" / "ui" / f"{picture}.svg", (box, box))
    x, y = (round(part * box) for part in _HOT_SPOT)
    try:
        pygame.mouse.set_cursor(pygame.cursors.Cursor((x, y), painted))
    except pygame.error:
        return False
    return True
