"""The SDL window: opening, drawing surface, size and position, full screen; and the mouse pointer on it.

The display module of pygame-ce 2.5.8 makes no window with all pixels of a dense screen, so macOS and Wayland get a
`pygame.Window`. Below 960 × 600 pixels the picture is scaled down to the window and mouse positions are scaled up. In
a Wayland session SDL uses XWayland, unless `SDL_VIDEODRIVER=wayland` is set.
"""

from __future__ import annotations

import contextlib
import os
import signal
import warnings
from collections.abc import Sequence
from typing import Final

import pygame

from scenes.app import constants, displays
from scenes.app.assets import ROOT, rasterise
from scenes.app.settings import Settings
from scenes.app.stack import MOUSE_EVENTS
from scenes.app.window_geometry import (
    LEAST_FIRST,
    SMALLEST,
    Borders,
    Place,
    Size,
    area_of,
    first_size,
    laid_out,
    place_window,
    scale_size,
)
from scenes.app.words import Words

LEAST_BITS: Final = 24  # bits of a pixel; pictures of fewer can't be scaled smoothly
_DENSE: Final = ("cocoa", "wayland")  # video drivers whose units are points, each of one or more pixels
_PLACED: Final = "SDL_VIDEO_WINDOW_POS"  # read by SDL and pygame for a new window
_SYSTEM_POINTERS: Final = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "grab": pygame.SYSTEM_CURSOR_HAND,
    "grabbing": pygame.SYSTEM_CURSOR_SIZEALL,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
}  # the names are those of CSS, whose "pointer" is "hand" here
_OWN_POINTERS: Final = {"grab": "hand-open", "grabbing": "hand-closed"}
_POINTER_HEIGHT: Final = 24  # usual height in points, as systems state it; the hands' box is a third larger
_HOT_SPOT: Final = (15 / 32, 16 / 32)  # hot spot in that box, the same for both hands, so that they close in place


class NoDisplay(RuntimeError):  # noqa: N818 - named as people say it
    """An error: there is no screen for a window; the message is a sentence for the user."""


class AppWindow:
    """The window and its drawing surface. Window sizes and places are in SDL's units (`room.py`), else pixels."""

    whole: Size = (0, 0)  # size of the surface
    surface: pygame.Surface  # surface to paint on: the window's own, or a larger one that is shown scaled down
    density = 1.0  # pixels of the surface a point
    zoom = 1.0  # pixels of the surface for each of SDL's units, in which mouse events come

    def __init__(self, settings: Settings, words: Words) -> None:
        """Open the window, no larger than the screen. Raises NoDisplay."""
        try:
            if not _open_display():
                raise NoDisplay(words("app.no_screen", why=_reason(words, words("app.no_screen_here"))))
            self._open(settings)
        except pygame.error as error:
            raise NoDisplay(words("app.no_screen", why=_reason(words, f"{error}."))) from error
        if self.surface.get_bitsize() < LEAST_BITS:
            raise NoDisplay(words("app.few_colours", n=self.surface.get_bitsize()))

    def _open(self, settings: Settings) -> None:
        driver, areas = pygame.display.get_driver(), displays.work_areas()
        self._dense, self._placed = driver in _DENSE, driver != "wayland"
        self._unit = displays.pixel_density(areas.index(area_of(pygame.Rect(settings.place, settings.window), areas)))
        """SDL's units a point."""
        self._usual = displays.usual_borders().scale(self._unit)
        # X11 takes the position of the frame, but returns that of the window within it.
        self._corner = driver == "x11"
        if 0 in settings.window:
            seen = areas[0] != displays.BOUNDLESS
            settings.window = first_size(areas[0], self._usual, self._unit) if seen else LEAST_FIRST
        size, least = scale_size(settings.window, self._unit), scale_size(SMALLEST, self._unit)
        how = place_window(size, self._window_at(settings.place, self._usual), areas, self._usual, least)
        self._cramped = how.filled  # the smallest window doesn't fit the screen
        self._before: Place | None = None  # place before full screen, if there is no window manager to restore it
        self._frame = self._usual  # borders before full screen, where there are none
        self._opened: tuple[Size, Place, bool | None] | None = None
        """Size, place and state after opening, not remembered until changed: a small screen may force them."""
        filled = (how.filled or settings.maximised) and not settings.full_screen
        place = self._place_of(how.place, self._usual)
        if self._dense:  # a window of the display module doesn't get all pixels of a dense screen
            self._window = pygame.Window("Tablier", how.size, place, resizable=True, allow_high_dpi=True)
        else:
            self._window = _plain_window(how.size, place, hidden=filled)
        self._window.minimum_size = scale_size(least, 0.5) if self._cramped else least
        if filled:
            self._window.maximize()
            self._window.show()
            pygame.event.pump()  # to learn the new size
        if settings.full_screen:
            self.fill_screen()
        self.fit()
        self.measure()

    def fit(self) -> None:
        """Move and shrink the window to fit the screen; its frame is known only once it is shown."""
        if self._placed and displays.is_maximised(self._window) is False:
            window, borders = self._rect(), self._borders()
            how = place_window(window.size, window.topleft, displays.work_areas(), borders, SMALLEST)
            if how.size != window.size:
                self._window.size = how.size
            if how.place != window.topleft:
                self._window.position = how.place
        self._opened = self._placement()

    def _placement(self) -> tuple[Size, Place, bool | None]:
        return self._window.size, self._window.position, displays.is_maximised(self._window)

    def _rect(self) -> pygame.Rect:
        return pygame.Rect(self._window.position, self._window.size)

    def measure(self) -> bool:
        """Update size and surface; return whether the layout has to change."""
        shown = self._window.get_surface() if self._dense else pygame.display.get_surface()
        assert shown is not None
        pixels, before = shown.get_size(), (self.whole, self.density)
        self.whole, self.density = laid_out(pixels, self._unit * pixels[0] / self._window.size[0])
        self.zoom = self.whole[0] / self._window.size[0]
        self._shown = shown
        self.surface = shown if self.whole == pixels else pygame.Surface(self.whole, 0, shown)
        return before != (self.whole, self.density)

    def change_screen(self) -> None:
        """Take over the pixel density of the screen to which the window was moved."""
        areas = displays.work_areas()
        self._unit = displays.pixel_density(areas.index(area_of(self._rect(), areas)))

    def show(self, rects: Sequence[pygame.Rect]) -> None:
        if self.surface is not self._shown:
            pygame.transform.smoothscale(self.surface, self._shown.get_size(), self._shown)
            rects = [self._shown.get_rect()]
        if self._dense:
            self._window.flip()
        else:
            pygame.display.update(rects)

    def scale_event(self, event: pygame.event.Event) -> pygame.event.Event:
        """Convert a mouse event's place to pixels of the surface; return other events unchanged."""
        if event.type not in MOUSE_EVENTS:
            return event
        moved = {name: scale_size(value, self.zoom) for name, value in event.dict.items() if name in ("pos", "rel")}
        return pygame.event.Event(event.type, event.dict | moved)

    def remember_place(self, settings: Settings) -> bool:
        try:
            now = self._placement()
        except pygame.error:  # it has gone
            return False
        filled = now[-1]
        if self._cramped or filled is None or now == self._opened:
            return False
        self._opened = None
        before = settings.window, settings.place, settings.maximised
        settings.maximised = filled
        if not filled:
            wide, high = scale_size(self._window.size, 1 / self._unit)
            settings.window = max(wide, SMALLEST[0]), max(high, SMALLEST[1])
            if self._placed:
                settings.place = self._place_of(self._window.position, self._borders())
        return before != (settings.window, settings.place, settings.maximised)

    def fill_screen(self) -> None:
        window = self._rect()
        self._before, self._frame = None, self._borders()
        if pygame.display.get_driver() == "x11" and not displays.x11().managed:  # the app has to do it then
            screen = area_of(window, displays.work_areas())
            self._window.size, self._window.position = screen.size, screen.topleft
            self._before = window.topleft
        self._window.set_fullscreen(True)

    def leave_full_screen(self, settings: Settings) -> None:
        self._window.set_windowed()
        size, areas = scale_size(settings.window, self._unit), displays.work_areas()
        self._window.size = place_window(size, self._window.position, areas, self._frame, SMALLEST).size
        if self._before is not None:
            self._window.position = self._before

    def set_title(self, title: str) -> None:
        self._window.title = title

    def set_icon(self) -> None:
        self._window.set_icon(rasterise(ROOT / "sprites" / "ui" / "logo.svg", (64, 64)))

    def close(self) -> None:
        if self._dense:
            self._window.destroy()
        pygame.display.quit()

    def _borders(self) -> Borders:
        return displays.borders_of(self._window) or self._usual

    def _place_of(self, window: Place, borders: Borders) -> Place:
        return (window[0] - borders.left, window[1] - borders.top) if self._corner else window

    def _window_at(self, place: Place, borders: Borders) -> Place:
        return (place[0] + borders.left, place[1] + borders.top) if self._corner else place


def _reason(words: Words, otherwise: str) -> str:
    missing = displays.missing_libraries()
    if not missing:
        return otherwise
    return words("app.no_library", names=", ".join(missing), packages=" ".join(missing.values()))


def _open_display() -> bool:
    """Initialise SDL's video and fonts, and nothing else; return False if the screen is invisible."""
    # Under X11 desktop files and tools know the window by this; importing pygame has set it to the script's name.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "tablier"
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # SDL takes over a signal that has its default handler: then Ctrl+C, like SIGTERM, wakes it from its wait and
    # arrives as QUIT. Python's own handler would only run once the wait is over.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return False
    if driver == "x11":
        # Without a GPU SDL would show a plain window through emulated OpenGL, ten times slower.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    pygame.font.init()
    pygame.key.set_repeat(constants.KEY_REPEAT_DELAY_MS, constants.KEY_REPEAT_INTERVAL_MS)
    return True


def _plain_window(size: Size, place: Place, hidden: bool) -> pygame.Window:
    pygame.display.set_caption("Tablier")
    ours = _PLACED not in os.environ
    if ours:
        os.environ[_PLACED] = "{},{}".format(*place)
    pygame.display.set_mode(size, pygame.RESIZABLE | (pygame.HIDDEN if hidden else 0))
    if ours:
        del os.environ[_PLACED]
    with warnings.catch_warnings():
        # pygame would rather have the whole window made by this class.
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def show_pointer(name: str, scale: float) -> None:
    """Show the pointer `name`; `scale` is SDL's units a point, times the user's text size."""
    # A screen without such a pointer keeps the one that it has.
    with contextlib.suppress(pygame.error):
        if name not in _OWN_POINTERS or not _shown_in_colours(_OWN_POINTERS[name], scale):
            pygame.mouse.set_cursor(_SYSTEM_POINTERS[name])


def _shown_in_colours(picture: str, scale: float) -> bool:
    """Show one of the app's pictures; return False if the system has no coloured pointers."""
    box = round(max(_POINTER_HEIGHT * scale, displays.pointer_size()) * 4 / 3)
    painted = rasterise(ROOT / "sprites" / "ui" / f"{picture}.svg", (box, box))
    x, y = (round(part * box) for part in _HOT_SPOT)
    try:
        pygame.mouse.set_cursor(pygame.cursors.Cursor((x, y), painted))
    except pygame.error:
        return False
    return True
